// Memory for large columns: on huge pages where the system grants them.
//
// Attributes are visited at random, so with 4 KB pages most visits miss the address cache too, and a fresh column costs
// thousands of page faults. Asking for 2 MB pages (Linux, madvise) takes both away; elsewhere this is plain memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thresher {

inline constexpr std::size_t huge_page = std::size_t{2} << 20;

// Memory of zero bytes, cleared by the system; given back by free_zeroed, with the same number of bytes.
inline void* allocate_zeroed(std::size_t bytes) {
#if defined(__linux__)
    if (bytes >= huge_page * 2) {
        const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
        // A huge page more than is needed, of which the ends are given back: so it begins where a huge page may.
        void* const mapped = mmap(nullptr, whole + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(mapped) % huge_page) % huge_page;
        char* const memory = static_cast<char*>(mapped) + before;
        if (before > 0) munmap(mapped, before);
        munmap(memory + whole, huge_page - before);
        madvise(memory, whole, MADV_HUGEPAGE);
        return memory;
    }
#endif
    void* const memory = std::calloc(1, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

inline void free_zeroed(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
    if (bytes >= huge_page * 2) {
        munmap(memory, (bytes + huge_page - 1) / huge_page * huge_page);
        return;
    }
#endif
    std::free(memory);
}

// More of such memory: `bytes` of it go with it, what follows is zero. Large ones keep their pages, which move to another address:
// nothing is copied, and no page is cleared twice.
inline void* grow_zeroed(void* memory, std::size_t bytes, std::size_t more) {
    void* grown = allocate_zeroed(more);
#if defined(__linux__)
    if (bytes >= huge_page * 2) {
        const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
        if (mremap(memory, whole, whole, MREMAP_MAYMOVE | MREMAP_FIXED, grown) != MAP_FAILED) return grown;
        free_zeroed(grown, more);  // a system that refuses may have taken a part of it away
        grown = allocate_zeroed(more);
    }
#endif
    if (bytes > 0) std::memcpy(grown, memory, bytes);
    free_zeroed(memory, bytes);
    return grown;
}

template <class T>
struct PageAllocator {
    using value_type = T;

    PageAllocator() = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < huge_page * 2) return static_cast<T*>(::operator new(bytes));
        const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
        void* memory = std::aligned_alloc(huge_page, whole);
        if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
        madvise(memory, whole, MADV_HUGEPAGE);
#endif
        return static_cast<T*>(memory);
    }

    void deallocate(T* memory, std::size_t count) noexcept {
        if (count * sizeof(T) < huge_page * 2)
            ::operator delete(memory);
        else
            std::free(memory);
    }

    bool operator==(const PageAllocator&) const { return true; }
};

template <class T>
using PagedVector = std::vector<T, PageAllocator<T>>;

}  // namespace thresher
