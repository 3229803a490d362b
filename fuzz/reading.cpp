// The reader: bytes that come through a pipe in pieces, cut into stretches and parsed by several workers, are what they
// are when they are parsed at once.
//
// Of the input the first byte says the parser, the workers and the depth, the second the stretch, the third how many sizes
// of pieces follow; the rest is the text.
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>

#include "check.hpp"
#include "thresher/text/reading.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

constexpr std::size_t longest = 1 << 15;  // a pipe holds this much: the writer never waits
constexpr std::uint64_t lines_before = 1000;

struct Plan {
    LineParser parser = SvmlightParser{0};
    unsigned workers = 1;
    std::size_t depth = 1;
    std::size_t stretch = 1;
    std::string_view pieces;  // sizes
    std::string_view text;

    Cutting cutting() const {
        Cutting cutting;
        cutting.stretch = stretch;
        return cutting;
    }
    std::function<Parser()> maker() const {
        return [one = parser] { return std::visit([](const auto& kind) -> Parser { return kind; }, one); };
    }

    explicit Plan(std::string_view input) {
        const auto take = [&] {
            if (input.empty()) return 0U;
            const auto first = static_cast<unsigned char>(input.front());
            input.remove_prefix(1);
            return static_cast<unsigned>(first);
        };
        const unsigned kind = take();
        if (kind % 4 == 1) parser = VwParser(std::nullopt);
        if (kind % 4 == 2) parser = VwParser(18U);
        if (kind % 4 == 3) parser = SnowParser{};
        workers = 1 + kind / 4 % 3;
        depth = 1 + (kind / 12 + 2) % 5;
        stretch = 1 + take() % 96;
        std::size_t count = take() % 8;
        count = std::min(count, input.size());
        pieces = input.substr(0, count);
        text = input.substr(count, longest);
    }
};

// Threads are made by the thousand, and AddressSanitizer clears a map of each one's stack: small ones, then.
[[maybe_unused]] const int small_stacks = [] {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    return pthread_setattr_default_np(&attributes);
}();

void write_all(int into, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(into, bytes.data(), bytes.size());
        require(done > 0, "the pipe takes what is written");
        bytes.remove_prefix(static_cast<std::size_t>(done));
    }
}

// Writes, and gives the reader a chance to take what there is before more comes.
void write_piece(int into, std::string_view piece) {
    write_all(into, piece);
    int waiting = 1;
    for (int patience = 0; patience < 4 && waiting > 0; ++patience) {
        sched_yield();
        if (ioctl(into, FIONREAD, &waiting) != 0) break;
    }
}

// What comes out of a reader's blocks, one behind the other.
class Collected {
public:
    explicit Collected(std::uint64_t lines) : lines_(lines) {}

    void take(const ReadBlock& block) {
        require(block.offset == offset_ && block.lines_before == lines_ + outcome.lines, "blocks come in order");
        require(!block.text.view().empty(), "a block is not empty");
        offset_ += block.text.size();
        outcome.append(outcome_of(block.block, block.text.view(), block.lines), block.offset);
    }
    void end(std::string_view text) const { require(offset_ == text.size(), "every byte is read"); }

    Outcome outcome;

private:
    std::uint64_t lines_;
    std::uint64_t offset_ = 0;
};

// Stretch by stretch in this thread alone.
Outcome read_in_stretches(const Plan& plan) {
    int ends[2], never[2];
    require(pipe(ends) == 0 && pipe(never) == 0, "there are pipes");
    write_all(ends[1], plan.text);
    close(ends[1]);
    Collected all(0);
    LineSource source(ends[0], never[0], plan.cutting());
    ReadBlock block;
    while (source.read(block)) {
        block.lines_before = all.outcome.lines;
        block.lines = std::visit([&](const auto& parser) { return parse(parser, block.text, block.block); }, plan.parser);
        all.take(block);
    }
    all.end(plan.text);
    for (const int end : {ends[0], never[0], never[1]}) close(end);
    return all.outcome;
}

Outcome read_in_pieces(const Plan& plan) {
    int ends[2];
    require(pipe(ends) == 0, "there is a pipe");
    Collected all(lines_before);
    {
        Reader reader(ends[0], plan.maker(), plan.workers, plan.depth, plan.cutting(), lines_before);
        std::string_view rest = plan.text;
        for (const char piece : plan.pieces) {
            const std::size_t size = std::min<std::size_t>(1 + static_cast<unsigned char>(piece), rest.size());
            write_piece(ends[1], rest.substr(0, size));
            rest.remove_prefix(size);
        }
        write_all(ends[1], rest);
        close(ends[1]);
        std::unique_ptr<ReadBlock> block;
        for (;;) {
            const Reader::Answer answer = reader.next(block, std::chrono::seconds(20));
            require(answer != Reader::Answer::not_yet, "a block comes in time");
            if (answer == Reader::Answer::end) break;
            all.take(*block);
            reader.give_back(std::move(block));
        }
        all.end(plan.text);
    }
    close(ends[0]);
    return all.outcome;
}

// A reader that nobody listens to any more ends, whatever is still to come.
void stop_early(const Plan& plan) {
    int ends[2];
    require(pipe(ends) == 0, "there is a pipe");
    {
        Reader reader(ends[0], plan.maker(), plan.workers, plan.depth, plan.cutting(), 0);
        write_piece(ends[1], plan.text);
        std::unique_ptr<ReadBlock> block;
        if (!plan.pieces.empty()) reader.next(block, std::chrono::milliseconds(0));
    }
    close(ends[0]);
    close(ends[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Plan plan({reinterpret_cast<const char*>(data), size});
    std::string whole(plan.text);
    if (whole.starts_with("\xef\xbb\xbf")) whole.replace(0, 3, "   ");  // a byte order mark is read over
    const Outcome expected = std::visit([&](const auto& parser) { return Machine(parser)(whole); }, plan.parser);
    require(read_in_stretches(plan) == expected, "cuts make no difference");
    if (size % 16 != 0) return 0;  // threads take many times as long
    require(read_in_pieces(plan) == expected, "workers make no difference");
    if (size % 64 == 0) stop_early(plan);
    return 0;
}
