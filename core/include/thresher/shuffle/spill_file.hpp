// A file without a name for what does not fit into memory: gone when it is closed, also if the process is killed.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "thresher/errors.hpp"
#include "thresher/numeric/posix.hpp"

namespace thresher {

class SpillFile {
public:
    explicit SpillFile(std::string folder) : folder_(std::move(folder)) {}
    ~SpillFile() {
        if (file_ >= 0) close(file_);
    }
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    std::uint64_t size() const { return size_; }

    // Behind all that was written before.
    void append(const char* at, std::size_t size) {
        if (file_ < 0) open_anew();
        while (size > 0) {
            const ssize_t done = pwrite(file_, at, size, static_cast<off_t>(size_));
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) fail("writing");
            at += done;
            size -= static_cast<std::size_t>(done);
            size_ += static_cast<std::uint64_t>(done);
        }
    }

    void read(std::uint64_t from, char* into, std::size_t size) const {
        while (size > 0) {
            const ssize_t done = pread(file_, into, size, static_cast<off_t>(from));
            if (done < 0 && errno == EINTR) continue;
            if (done <= 0) fail("reading");
            into += done;
            size -= static_cast<std::size_t>(done);
            from += static_cast<std::uint64_t>(done);
        }
    }

private:
    void open_anew() {
        file_ = posix::open_unnamed(folder_.c_str());
        if (file_ >= 0) return;
        std::string path = folder_ + "/thresher-XXXXXX";  // where the file system has no files without a name
        file_ = mkostemp(path.data(), O_CLOEXEC);
        if (file_ < 0) fail("opening");
        unlink(path.c_str());
    }

    [[noreturn]] void fail(const char* what) const {
        throw InputError(std::string(what) + " a temporary file in " + folder_ + " failed: " + std::strerror(errno) +
                         "; set TMPDIR to a folder with room for the rows, or allow more memory");
    }

    std::string folder_;
    int file_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace thresher
