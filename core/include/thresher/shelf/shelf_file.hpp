// One file of records by key: appended, checksummed, and valid up to the last commit.
//
// A record is never changed; a newer one of the same key counts. What stands behind the last commit was never promised and is cut off
// when the file is opened again. What stands before it must be sound: damage is an error that names the key. A commit is on the disk
// before `commit` returns.
//
//     file    = magic, head (text), records
//     record  = kind, length of key, length of payload, checksum of these three, checksum of key and payload, key, payload
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "thresher/errors.hpp"
#include "thresher/numeric/checksum.hpp"
#include "thresher/numeric/crc32.hpp"
#include "thresher/numeric/posix.hpp"
#include "thresher/shelf/bytes.hpp"

namespace thresher {

class ShelfFile {
public:
    // Where a payload lies; none: it was never written.
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        bool none() const { return offset == 0; }
    };

    enum class Mode { write, read };

    ShelfFile(std::string path, Mode mode) : path_(std::move(path)), mode_(mode) {
        descriptor_ = ::open(path_.c_str(), mode == Mode::read ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor_ < 0) fail("can't be opened");
        if (::flock(descriptor_, (mode == Mode::read ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
            ::close(descriptor_);
            throw InputError(path_ + ": is in use by another process");
        }
    }
    ~ShelfFile() {
        if (descriptor_ < 0) return;
        give_back_room();
        ::close(descriptor_);
    }
    ShelfFile(const ShelfFile&) = delete;
    ShelfFile& operator=(const ShelfFile&) = delete;

    const std::string& path() const { return path_; }
    const std::string& head() const { return head_; }
    const std::string& note() const { return note_; }
    std::uint64_t size() const { return flushed_ + buffer_.size(); }

    // Reads what is there: found(key, place) for every record before the last commit, in their order. A new file gets this head.
    template <class Found>
    void open(std::string_view head, Found found) {
        const std::uint64_t size = file_size();
        if (size == 0) {
            if (mode_ == Mode::read) throw InputError(path_ + ": is empty");
            begin(head);
            return;
        }
        Mapped mapped(descriptor_, size);
        const std::string_view text = mapped.text;
        std::uint64_t at = read_head(text);
        const std::uint64_t end = last_commit(text, at, found);
        flushed_ = end == 0 ? at : end;
        // What is behind is cut off, and so is room that nothing was written to.
        if (mode_ == Mode::write && ::ftruncate(descriptor_, static_cast<off_t>(flushed_)) != 0) fail("can't be cut");
    }

    // pack(into) adds the payload to `into`.
    template <class Pack>
    Place append(std::string_view key, Pack pack) {
        const std::size_t length = put(learner_kind, key, pack);
        const Place place{size() - length, static_cast<std::uint32_t>(length)};
        if (size() / most_held > flushed_ / most_held) flush_stretches();
        return place;
    }

    // From here on all that was appended is kept, with this note.
    void commit(std::string_view note) {
        put(commit_kind, "", [&](std::string& into) { into += note; });
        flush();
        if (!posix::sync_data(descriptor_)) fail("can't be synced");
        note_ = note;
    }

    // The payload, which lies in `space`, or where it will be written from: until something is appended.
    std::string_view read(std::string_view key, const Place& place, std::string& space) const {
        if (place.offset >= flushed_) return std::string_view(buffer_).substr(place.offset - flushed_, place.length);
        space.resize(record_head + key.size() + place.length);
        const std::uint64_t begin = place.offset - key.size() - record_head;
        const std::size_t in_file = std::min<std::uint64_t>(space.size(), flushed_ - begin);  // a record may be in the file to a part
        std::size_t done = 0;
        while (done < in_file) {
            const ssize_t got = ::pread(descriptor_, space.data() + done, in_file - done, static_cast<off_t>(begin + done));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) fail("can't be read");
            if (got == 0) refuse(key);
            done += static_cast<std::size_t>(got);
        }
        if (space.size() - in_file > buffer_.size()) refuse(key);
        std::memcpy(space.data() + in_file, buffer_.data(), space.size() - in_file);
        const Record record(space);
        if (!record.sound_head || record.key_size != key.size() || record.size != place.length || !record.sound(space)) refuse(key);
        return record.payload(space);
    }

    // Writes the file anew: each(write) calls write(key, payload) for all that is kept and gives their new places. All or nothing.
    template <class Each>
    void rewrite(Each each) {
        const std::string fresh_path = path_ + ".new";
        ::unlink(fresh_path.c_str());
        {
            ShelfFile fresh(fresh_path, Mode::write);
            fresh.begin(head_);
            each([&](std::string_view key, std::string_view payload) { return fresh.append(key, [&](std::string& into) { into += payload; }); });
            fresh.commit(note_);
            if (::fsync(fresh.descriptor_) != 0) fresh.fail("can't be synced");
            if (::rename(fresh_path.c_str(), path_.c_str()) != 0) fail("can't be replaced");
            sync_folder();
            std::swap(descriptor_, fresh.descriptor_);
            std::swap(flushed_, fresh.flushed_);
            std::swap(room_to_, fresh.room_to_);
            buffer_.clear();
        }
    }

private:
    static constexpr std::string_view magic{"THRSHLF5", 8};
    static constexpr std::uint32_t learner_kind = 0x4c524e31U, commit_kind = 0x434f4d31U;
    static constexpr std::size_t record_head = 20, most_held = std::size_t{1} << 18;  // what lies in the cache
    static constexpr std::uint64_t room_at_once = std::uint64_t{1} << 20;

    struct Mapped {
        Mapped(int descriptor, std::uint64_t size) : size(size) {
            address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
            if (address == MAP_FAILED) throw InputError(std::string("a shelf can't be read: ") + std::strerror(errno));
            ::madvise(address, size, MADV_SEQUENTIAL);
            text = {static_cast<const char*>(address), size};
        }
        ~Mapped() { ::munmap(address, size); }
        Mapped(const Mapped&) = delete;
        Mapped& operator=(const Mapped&) = delete;

        void* address;
        std::size_t size;
        std::string_view text;
    };

    // A record's first twenty bytes.
    struct Record {
        explicit Record(std::string_view text) {
            if (text.size() < record_head) return;
            kind = load<std::uint32_t>(text.data());
            key_size = load<std::uint32_t>(text.data() + 4);
            size = load<std::uint32_t>(text.data() + 8);
            sum = load<std::uint32_t>(text.data() + 16);
            sound_head = crc32(text.substr(0, 12)) == load<std::uint32_t>(text.data() + 12) && (kind == learner_kind || kind == commit_kind) &&
                         record_head + std::uint64_t{key_size} + size <= text.size();
        }
        std::string_view key(std::string_view text) const { return text.substr(record_head, key_size); }
        std::string_view payload(std::string_view text) const { return text.substr(record_head + key_size, size); }
        std::uint64_t length() const { return record_head + std::uint64_t{key_size} + size; }
        bool sound(std::string_view text) const {
            return checksum(text.substr(record_head + key_size, size), checksum(text.substr(record_head, key_size))) == sum;
        }

        std::uint32_t kind = 0, key_size = 0, size = 0, sum = 0;
        bool sound_head = false;
    };

    template <class T>
    static T load(const char* from) {
        T value;
        std::memcpy(&value, from, sizeof(T));
        return value;
    }

    [[noreturn]] void fail(const char* what) const { throw InputError(path_ + ": " + what + ": " + std::strerror(errno)); }
    [[noreturn]] void refuse(std::string_view key) const { throw InputError(path_ + ": the record of key '" + std::string(key) + "' is damaged"); }

    std::uint64_t file_size() const {
        struct stat status{};
        if (::fstat(descriptor_, &status) != 0) fail("can't be looked at");
        return static_cast<std::uint64_t>(status.st_size);
    }

    void begin(std::string_view head) {
        head_ = head;
        buffer_ = magic;
        ByteWriter out(buffer_);
        out.put_text(head_);
        out.put(crc32(head_));
    }

    std::uint64_t read_head(std::string_view text) {
        if (text.substr(0, magic.size()) != magic) {
            if (text.starts_with("THRSHLF"))
                throw InputError(path_ + ": was written by another version of Thresher; learn the models anew with this one");
            throw InputError(path_ + ": is no shelf of learners");
        }
        try {
            ByteReader in(text.substr(magic.size()));
            head_ = in.text();
            if (in.take<std::uint32_t>() != crc32(head_)) throw InputError("");
        } catch (const InputError&) {
            throw InputError(path_ + ": the beginning of the shelf is damaged");
        }
        return magic.size() + 8 + head_.size();
    }

    // Where the last commit ends, 0 if there is none. Records behind it are not told.
    template <class Found>
    std::uint64_t last_commit(std::string_view text, std::uint64_t first, Found& found) {
        std::uint64_t end = 0;
        std::string before;
        for (std::uint64_t at = first; at < text.size();) {
            const std::string_view rest = text.substr(at);
            const Record record(rest);
            if (!record.sound_head || !record.sound(rest)) {
                if (!commits_behind(rest)) break;  // written when it ended: never promised
                if (record.sound_head && record.kind == learner_kind) refuse(record.key(rest));
                throw InputError(path_ + ": is damaged at byte " + std::to_string(at) + ", behind the record of key '" + before + "'");
            }
            at += record.length();
            if (record.kind == commit_kind) {
                end = at;
                note_ = record.payload(rest);
            } else {
                before = record.key(rest);
            }
        }
        for (std::uint64_t at = first; at < end;) {
            const std::string_view rest = text.substr(at);
            const Record record(rest);
            if (record.kind == learner_kind) found(record.key(rest), Place{at + record_head + record.key_size, record.size});
            at += record.length();
        }
        return end;
    }

    // Whether a whole commit stands behind the damage.
    static bool commits_behind(std::string_view text) {
        std::string mark(4, '\0');
        std::memcpy(mark.data(), &commit_kind, 4);
        for (std::size_t at = text.find(mark, 1); at != std::string_view::npos; at = text.find(mark, at + 1)) {
            const std::string_view rest = text.substr(at);
            const Record record(rest);
            if (record.sound_head && record.sound(rest)) return true;
        }
        return false;
    }

    // The length of the payload. Should it not come to be, nothing is put.
    template <class Pack>
    std::size_t put(std::uint32_t kind, std::string_view key, Pack pack) {
        if (mode_ == Mode::read) throw InputError(path_ + ": was opened for reading");
        const std::size_t begin = buffer_.size();
        try {
            buffer_.append(record_head, '\0');
            buffer_ += key;
            pack(buffer_);
            const std::size_t length = buffer_.size() - begin - record_head - key.size();
            if (key.size() >= packed_most || length >= packed_most) throw InputError(path_ + ": a record of more than 4 GB");
            write_head(begin, kind, key.size(), length);
            return length;
        } catch (...) {
            buffer_.resize(begin);
            throw;
        }
    }

    void write_head(std::size_t begin, std::uint32_t kind, std::size_t key_size, std::size_t length) {
        std::array<std::uint32_t, record_head / 4> head{kind, static_cast<std::uint32_t>(key_size), static_cast<std::uint32_t>(length)};
        head[3] = crc32({reinterpret_cast<const char*>(head.data()), 12});
        const std::string_view behind = std::string_view(buffer_).substr(begin + record_head);
        head[4] = checksum(behind.substr(key_size), checksum(behind.substr(0, key_size)));
        std::memcpy(buffer_.data() + begin, head.data(), record_head);
    }
    static constexpr std::uint64_t packed_most = 0xffffffffU;

    // Writes what is held up to where a stretch of `most_held` bytes of the file ends: whole stretches cost the system much less.
    void flush_stretches() {
        const std::uint64_t end = size() / most_held * most_held;
        make_room_to(end);
        write(static_cast<std::size_t>(end - flushed_));
    }
    void flush() { write(buffer_.size()); }

    // As one piece of the disk, which is not looked for block by block then, for some stretches at once; where the system can't, it is.
    void make_room_to(std::uint64_t end) {
        if (end <= room_to_) return;
        const std::uint64_t from = std::max(room_to_, flushed_);
        room_to_ = (end + room_at_once - 1) / room_at_once * room_at_once;
        posix::reserve(descriptor_, static_cast<off_t>(from), static_cast<off_t>(room_to_ - from));
    }
    // Of a file that is let go nothing is kept behind its end.
    void give_back_room() {
        if (room_to_ > flushed_ && ::ftruncate(descriptor_, static_cast<off_t>(flushed_)) == 0) room_to_ = 0;
    }

    // So many bytes of what is held.
    void write(std::size_t size) {
        std::size_t done = 0;
        while (done < size) {
            const ssize_t wrote = ::pwrite(descriptor_, buffer_.data() + done, size - done, static_cast<off_t>(flushed_ + done));
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote < 0) fail("can't be written");
            done += static_cast<std::size_t>(wrote);
        }
        flushed_ += size;
        buffer_.erase(0, size);
    }

    void sync_folder() const {
        const std::size_t slash = path_.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
        const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0) return;
        ::fsync(descriptor);
        ::close(descriptor);
    }

    std::string path_;
    Mode mode_;
    int descriptor_ = -1;
    std::string head_, note_;
    std::uint64_t flushed_ = 0;  // bytes of the file; the buffer stands behind them
    std::uint64_t room_to_ = 0;  // so far there is room for what comes
    std::string buffer_;
};

}  // namespace thresher
