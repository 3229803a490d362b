// Memory for large columns: on huge pages where the system grants them.
//
// Attributes are visited at random, so with 4 KB pages most visits miss the address cache too, and a fresh column costs
// thousands of page faults. Asking for 2 MB pages (Linux, madvise) takes both away; elsewhere this is plain memory.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thresher {

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

private:
    static constexpr std::size_t huge_page = std::size_t{2} << 20;
};

template <class T>
using PagedVector = std::vector<T, PageAllocator<T>>;

}  // namespace thresher
