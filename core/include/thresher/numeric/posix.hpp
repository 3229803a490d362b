// What Linux has and other systems of POSIX (macOS) do in another way, or not at all.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

namespace thresher::posix {

// The last such byte; null: there is none.
inline const char* last_of(const char* begin, char wanted, std::size_t size) {
#if defined(__linux__)
    return size == 0 ? nullptr : static_cast<const char*>(memrchr(begin, wanted, size));
#else
    while (size > 0)
        if (begin[--size] == wanted) return begin + size;
    return nullptr;
#endif
}

// A pipe that no child inherits and that nobody waits at; false: errno says why there is none.
inline bool make_pipe(int (&ends)[2]) {
#if defined(__linux__)
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
#else
    if (pipe(ends) != 0) return false;
    for (const int end : ends) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
        fcntl(end, F_SETFL, O_NONBLOCK);
    }
    return true;
#endif
}

// Whether what was written is on the disk.
inline bool sync_data(int descriptor) {
#if defined(__APPLE__)
    return fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0;  // fsync alone leaves it in the disk's cache
#else
    return fdatasync(descriptor) == 0;
#endif
}

// Room on the disk, as one piece where the system can.
inline void reserve(int descriptor, off_t from, off_t size) {
#if defined(__linux__)
    (void)fallocate(descriptor, FALLOC_FL_KEEP_SIZE, from, size);
#else
    (void)descriptor, (void)from, (void)size;
#endif
}

// A file without a name in a folder; below 0: the system or its file system has none.
inline int open_unnamed(const char* folder) {
#if defined(O_TMPFILE)
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#else
    (void)folder;
    return -1;
#endif
}

}  // namespace thresher::posix
