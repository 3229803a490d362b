// What the answer and each expert had lost by some moments before, so that losses can be told for an interval up to now. A mark is made
// every so many trials; one at a multiple of a large power of two stays longer. Then there is one not long before any moment, and the
// marks are few: of n trials about four times the logarithm of n.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace thresher {

template <std::size_t Experts>
class LossMarks {
public:
    static constexpr std::uint64_t spacing = 64;
    static constexpr std::uint64_t stays = 8;  // for so many times the largest power of two that divides its number of trials

    struct Mark {
        double trials = 0.0;    // so many had been learned
        double restarts = 0.0;  // made by then
        double weighted = 0.0;  // of these, of another importance weight than 1
        double pace = 1.0;      // at the last of these (label_shares.hpp)
        double log_loss = 0.0;  // of the answer, so far
        std::array<double, Experts> expert_log_loss{};
    };
    static constexpr std::size_t width = sizeof(Mark) / sizeof(double);

    static bool due(double trials) { return static_cast<std::uint64_t>(trials) % spacing == 0; }

    // Whether one made at that many trials is still wanted now.
    static bool is_kept(double made, double now) {
        const auto trials = static_cast<std::uint64_t>(made);
        return now - made < static_cast<double>(stays * (trials & (~trials + 1)));
    }

    void write(const Mark& mark) {
        std::erase_if(marks_, [&](const Mark& old) { return !is_kept(old.trials, mark.trials); });
        marks_.push_back(mark);
    }

    const std::vector<Mark>& marks() const { return marks_; }
    std::vector<Mark>& marks() { return marks_; }
    std::size_t bytes() const { return marks_.capacity() * sizeof(Mark); }

private:
    std::vector<Mark> marks_;  // the latest last
};

}  // namespace thresher
