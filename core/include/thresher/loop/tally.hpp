// Answers beside labels, counted: pair by pair, over time in bins of equal width, and beside saying the previous label.
//
// Memory is bounded: when there would be more bins than `most`, neighbours are joined and the width doubles. What comes
// out does not depend on how the stream was cut into batches.
#pragma once

#include <cstdint>
#include <vector>

#include "thresher/classes/confusion.hpp"
#include "thresher/loop/label_runs.hpp"

namespace thresher {

class Tally {
public:
    // `before`: the label that is taken to have come before the first.
    Tally(std::uint64_t width, std::size_t most, Class before) : width_(width), mistakes_in_(most, 0), last_(before) {}

    // No answer is no mistake.
    void add(Class label, Class answer) {
        const bool wrong = answer != label && answer != no_class;
        if (filled_ == width_) {
            ++bin_;
            filled_ = 0;
            if (bin_ == mistakes_in_.size()) join();
        }
        ++filled_;
        mistakes_in_[bin_] += wrong;
        confusion_.add(label, answer);
        unchanged_ += label == last_;
        last_ = label;
        order_.add(label, wrong);
        part_order_.add(label, wrong);
    }

    // What follows is another file: its stretches are counted on their own too.
    void begin_part() { part_order_ = LabelRuns(); }

    const Confusion& confusion() const { return confusion_; }
    std::uint64_t examples() const { return confusion_.examples(); }
    std::uint64_t mistakes() const { return confusion_.mistakes(); }
    std::uint64_t abstained() const { return confusion_.abstained(); }
    // Labels equal to the one before.
    std::uint64_t unchanged() const { return unchanged_; }
    // The order of labels; and of this part alone.
    const LabelRuns& order() const { return order_; }
    const LabelRuns& part_order() const { return part_order_; }

    std::uint64_t width() const { return width_; }
    // Mistakes in each bin; all but the last are full.
    std::vector<std::uint64_t> bins() const {
        const std::size_t used = examples() == 0 ? 0 : bin_ + 1;
        return {mistakes_in_.begin(), mistakes_in_.begin() + static_cast<std::ptrdiff_t>(used)};
    }
    std::uint64_t filled() const { return filled_; }

private:
    void join() {
        const std::size_t size = mistakes_in_.size();
        for (std::size_t i = 0; 2 * i < size; ++i) mistakes_in_[i] = mistakes_in_[2 * i] + (2 * i + 1 < size ? mistakes_in_[2 * i + 1] : 0);
        for (std::size_t i = (size + 1) / 2; i < size; ++i) mistakes_in_[i] = 0;
        // An odd number of bins leaves the last of the joined ones half full.
        bin_ = size / 2;
        filled_ = size % 2 == 0 ? 0 : width_;
        width_ *= 2;
    }

    std::uint64_t width_;
    std::vector<std::uint64_t> mistakes_in_;
    std::size_t bin_ = 0;
    std::uint64_t filled_ = 0;
    Confusion confusion_;
    std::uint64_t unchanged_ = 0;
    Class last_;
    LabelRuns order_, part_order_;
};

}  // namespace thresher
