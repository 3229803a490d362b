// Predictions beside labels, counted: per class, over time in bins of equal width, and beside saying the previous label.
//
// Memory is bounded: when there would be more bins than `most`, neighbours are joined and the width doubles. What comes
// out does not depend on how the stream was cut into batches.
#pragma once

#include <cstdint>
#include <vector>

namespace thresher {

class Tally {
public:
    Tally(std::uint64_t width, std::size_t most) : width_(width), mistakes_in_(most, 0) {}

    void add(bool positive, bool predicted) {
        const bool wrong = positive != predicted;
        if (filled_ == width_) {
            ++bin_;
            filled_ = 0;
            if (bin_ == mistakes_in_.size()) join();
        }
        ++filled_;
        mistakes_in_[bin_] += wrong;
        ++(positive ? positives_ : negatives_);
        if (wrong) ++(positive ? false_negatives_ : false_positives_);
        unchanged_ += positive == last_;
        last_ = positive;
    }

    std::uint64_t positives() const { return positives_; }
    std::uint64_t negatives() const { return negatives_; }
    std::uint64_t false_positives() const { return false_positives_; }
    std::uint64_t false_negatives() const { return false_negatives_; }
    std::uint64_t examples() const { return positives_ + negatives_; }
    std::uint64_t mistakes() const { return false_positives_ + false_negatives_; }
    // Labels equal to the one before; the first is compared with negative.
    std::uint64_t unchanged() const { return unchanged_; }

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
        for (std::size_t i = 0; 2 * i < size; ++i)
            mistakes_in_[i] = mistakes_in_[2 * i] + (2 * i + 1 < size ? mistakes_in_[2 * i + 1] : 0);
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
    std::uint64_t positives_ = 0, negatives_ = 0, false_positives_ = 0, false_negatives_ = 0, unchanged_ = 0;
    bool last_ = false;
};

}  // namespace thresher
