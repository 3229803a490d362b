// Bytes -> blocks, in order, parsed on other threads while the caller learns.
//
// Each worker in turn reads the next stretch of bytes up to a line's end, then parses it while the next worker reads.
// Blocks are handed out in the order of the file. At most `depth` of them exist, so memory is bounded whatever the
// length of the file. A pipe is read as it comes: what is there up to the last line's end is a block.
#pragma once

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "thresher/errors.hpp"
#include "thresher/text/line.hpp"
#include "thresher/text/snow.hpp"
#include "thresher/text/svmlight.hpp"
#include "thresher/text/vw.hpp"

namespace thresher {

using Parser = std::variant<SvmlightParser, VwParser, SnowParser>;

// A block with its text and its place in the file.
struct ReadBlock {
    Text text;
    Block block;
    std::uint64_t lines = 0;  // how many lines the text has
    std::uint64_t lines_before = 0;
    std::uint64_t offset = 0;  // of the text in the file

    std::string_view line_of(const Place& place) const { return text.view().substr(place.begin, place.end - place.begin); }
    std::uint64_t line_number(const Place& place) const { return lines_before + place.line; }
};

// Cuts a file descriptor into stretches of whole lines. One thread at a time.
class LineSource {
public:
    static constexpr std::size_t longest_line = std::size_t{64} << 20;

    // Reads from `file`, which stays the caller's, until `cancel` becomes readable.
    LineSource(int file, int cancel, std::size_t stretch, std::uint64_t offset) : file_(file), cancel_(cancel), stretch_(stretch), offset_(offset) {}

    // The next stretch; false at the end.
    bool read(ReadBlock& into) {
        if (ended_ && rest_.size() == 0) return false;
        Text& text = into.text;
        text.reserve(std::max(stretch_, rest_.size() * 2));
        std::size_t size = rest_.size();
        if (size > 0) std::memcpy(text.data(), rest_.data(), size);
        into.offset = offset_;
        std::size_t cut = 0;
        while (!ended_ && cut == 0) {
            if (size == text.capacity()) {
                if (size >= longest_line) throw InputError("a line is longer than 64 MB; is this a text file with one example on each line?");
                grow(text, size);
            }
            const std::size_t got = read_some(text.data() + size, text.capacity() - size);
            cut = last_line_end(text.data() + size, got);
            if (cut > 0) cut += size;
            size += got;
            ended_ = got == 0;
        }
        if (ended_) cut = size;
        rest_.assign({text.data() + cut, size - cut});
        text.resize(cut);
        if (offset_ == 0 && text.view().starts_with("\xef\xbb\xbf")) std::memset(text.data(), ' ', 3);  // a byte order mark
        offset_ += cut;
        return cut > 0;
    }

private:
    static void grow(Text& text, std::size_t size) {
        Text larger;
        larger.reserve(size * 2);
        std::memcpy(larger.data(), text.data(), size);
        std::swap(text, larger);
    }

    static std::size_t last_line_end(const char* at, std::size_t size) {
        const void* found = size == 0 ? nullptr : memrchr(at, '\n', size);
        return found == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(found) - at) + 1;
    }

    std::size_t read_some(char* into, std::size_t room) {
        for (;;) {
            pollfd waits[2] = {{file_, POLLIN, 0}, {cancel_, POLLIN, 0}};
            if (poll(waits, 2, -1) < 0 && errno != EINTR) fail();
            if (waits[1].revents != 0) return 0;
            if (waits[0].revents == 0) continue;
            const ssize_t got = ::read(file_, into, room);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR && errno != EAGAIN) fail();
        }
    }

    [[noreturn]] static void fail() { throw InputError(std::string("reading failed: ") + std::strerror(errno)); }

    int file_;
    int cancel_;
    std::size_t stretch_;
    std::uint64_t offset_;
    Text rest_;
    bool ended_ = false;
};

class Reader {
public:
    // At most `depth` blocks are read and not yet given back.
    Reader(int file, Parser parser, unsigned workers, std::size_t depth, std::size_t stretch, std::uint64_t offset, std::uint64_t lines)
        : parser_(std::move(parser)), depth_(depth), slots_(depth), lines_(lines) {
        if (pipe2(cancel_, O_CLOEXEC | O_NONBLOCK) != 0) throw InputError(std::string("no pipe: ") + std::strerror(errno));
        source_.emplace(file, cancel_[0], stretch, offset);
        for (unsigned i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
    }

    ~Reader() {
        stop();
        close(cancel_[0]);
        close(cancel_[1]);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    enum class Answer { block, end, not_yet };

    // The next block in order, if it comes within the time.
    Answer next(std::unique_ptr<ReadBlock>& block, std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        const auto there = [&] { return slots_[taken_ % depth_] != nullptr || ended_at_ == taken_; };
        if (!ready_.wait_for(lock, patience, there)) return Answer::not_yet;
        if (slots_[taken_ % depth_] == nullptr) {
            if (error_) std::rethrow_exception(error_);
            return Answer::end;
        }
        block = std::move(slots_[taken_ % depth_]);
        ++taken_;
        block->lines_before = lines_;
        lines_ += block->lines;
        room_.notify_one();
        return Answer::block;
    }

    // A block nobody needs any more: its memory is used again.
    void give_back(std::unique_ptr<ReadBlock> block) {
        const std::scoped_lock lock(mutex_);
        if (spare_.size() < depth_) spare_.push_back(std::move(block));
    }

    // When this returns, nobody reads from the file any more.
    void stop() {
        {
            const std::scoped_lock lock(mutex_);
            stopped_ = true;
            [[maybe_unused]] const ssize_t written = write(cancel_[1], "x", 1);
            room_.notify_all();
        }
        threads_.clear();  // joins
    }

private:
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    void work() {
        for (;;) {
            std::uint64_t number = 0;
            std::unique_ptr<ReadBlock> block = read(number);
            if (!block) return;
            try {
                block->lines = std::visit([&](const auto& parser) { return parse(parser, block->text, block->block); }, parser_);
            } catch (...) {  // no memory
                return end_at(number, std::current_exception());
            }
            const std::scoped_lock lock(mutex_);
            slots_[number % depth_] = std::move(block);
            ready_.notify_one();
        }
    }

    void end_at(std::uint64_t number, std::exception_ptr error) {
        const std::scoped_lock lock(mutex_);
        if (number < ended_at_) {
            ended_at_ = number;
            error_ = std::move(error);
        }
        ready_.notify_one();
        room_.notify_all();
    }

    // The next stretch of bytes and its number in the file; nothing at the end.
    std::unique_ptr<ReadBlock> read(std::uint64_t& number) {
        const std::scoped_lock turn(reading_);
        std::unique_ptr<ReadBlock> block;
        {
            std::unique_lock lock(mutex_);
            room_.wait(lock, [&] { return stopped_ || ended_at_ != never || begun_ < taken_ + depth_; });
            if (stopped_ || ended_at_ != never) return nullptr;
            number = begun_++;
            if (!spare_.empty()) {
                block = std::move(spare_.back());
                spare_.pop_back();
            }
        }
        if (!block) block = std::make_unique<ReadBlock>();
        std::exception_ptr error;
        try {
            if (source_->read(*block)) return block;
        } catch (...) {
            error = std::current_exception();
        }
        end_at(number, std::move(error));
        return nullptr;
    }

    Parser parser_;
    std::size_t depth_;
    std::optional<LineSource> source_;
    std::mutex reading_;  // whose turn it is to read
    std::mutex mutex_;    // all below
    std::condition_variable room_, ready_;
    std::vector<std::unique_ptr<ReadBlock>> slots_;  // parsed, waiting for their turn, by number
    std::vector<std::unique_ptr<ReadBlock>> spare_;
    std::uint64_t begun_ = 0;
    std::uint64_t taken_ = 0;
    std::uint64_t ended_at_ = never;
    std::uint64_t lines_;
    bool stopped_ = false;
    std::exception_ptr error_;
    int cancel_[2] = {-1, -1};
    std::vector<std::jthread> threads_;  // last: they use all of the above
};

}  // namespace thresher
