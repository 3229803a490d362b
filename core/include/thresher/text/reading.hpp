// Bytes -> blocks, in order, parsed on other threads while the caller learns.
//
// Each worker in turn reads the next stretch of bytes up to a row's end, then parses it while the next worker reads.
// Blocks are handed out in the order of the file. At most `depth` of them exist, so memory is bounded whatever the
// length of the file. A pipe is read as it comes: what is there up to the last line's end is a block.
#pragma once

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <variant>

#include <fcntl.h>
#include <unistd.h>

#include "thresher/errors.hpp"
#include "thresher/numeric/posix.hpp"
#include "thresher/text/csv.hpp"
#include "thresher/text/json.hpp"
#include "thresher/text/line_parsers.hpp"
#include "thresher/text/line_source.hpp"
#include "thresher/text/plain_text.hpp"

namespace thresher {

// Formats of one example a line; and tables, whose rows are read by one rule.
using Parser = std::variant<SvmlightParser, VwParser, SnowParser, CsvParser, JsonParser, PlainTextParser>;

template <class P>
inline constexpr bool is_table = std::is_same_v<P, CsvParser> || std::is_same_v<P, JsonParser> || std::is_same_v<P, PlainTextParser>;

inline bool reads_table(const Parser& parser) {
    return std::visit([](const auto& one) { return is_table<std::decay_t<decltype(one)>>; }, parser);
}

// Reads the text of a block. Returns how many lines it has.
inline std::uint64_t parse(Parser& parser, ReadBlock& read) {
    return std::visit(
        [&](auto& one) {
            if constexpr (is_table<std::decay_t<decltype(one)>>)
                return one(read);
            else
                return parse(one, read.text, read.block);
        },
        parser);
}

class Reader {
public:
    // At most `depth` blocks are read and not yet given back.
    Reader(int file, std::function<Parser()> make_parser, unsigned workers, std::size_t depth, const Cutting& cutting, std::uint64_t lines)
        : make_parser_(std::move(make_parser)), depth_(depth), slots_(depth), lines_(lines) {
        if (!posix::make_pipe(cancel_)) throw InputError(std::string("no pipe: ") + std::strerror(errno));
        source_.emplace(file, cancel_[0], cutting);
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
        Parser parser = make_parser_();
        for (;;) {
            std::uint64_t number = 0;
            std::unique_ptr<ReadBlock> block = read(number);
            if (!block) return;
            try {
                block->lines = parse(parser, *block);
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

    std::function<Parser()> make_parser_;  // one a worker
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
