// The order of labels: stretches of equal ones, the long ones among them, and the mistakes right behind a change.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "thresher/classes/confusion.hpp"
#include "thresher/loop/label_regimes.hpp"

namespace thresher {

class LabelRuns {
public:
    // So many equal labels in a row are a long stretch.
    static constexpr std::uint64_t long_from = 20;

    void add(Class label, bool wrong) {
        if (label != label_) {
            end();
            ++runs_;
            mistakes_behind_ += wrong && runs_ > 1;
            label_ = label;
            length_ = 0;
        }
        ++length_;
        mistakes_ += wrong;
        regimes_.add(label, wrong);
    }

    const LabelRegimes& regimes() const { return regimes_; }

    std::uint64_t runs() const { return runs_; }
    std::uint64_t mistakes() const { return mistakes_; }
    // Of them at the first row of a stretch, other than of the first one.
    std::uint64_t mistakes_behind() const { return mistakes_behind_; }

    // Long stretches; those of one label with only short ones of others between them are one.
    std::uint64_t long_runs() const { return ended().long_runs_; }
    // (label, rows of it in long stretches).
    std::vector<std::pair<Class, std::uint64_t>> long_rows() const {
        const LabelRuns all = ended();
        std::vector<std::pair<Class, std::uint64_t>> found;
        for (std::size_t i = 0; i < all.long_rows_.size(); ++i)
            if (all.long_rows_[i] != 0) found.emplace_back(static_cast<Class>(i), all.long_rows_[i]);
        return found;
    }

private:
    static constexpr Class nothing_yet = no_class - 1;

    void end() {
        if (length_ < long_from) return;
        long_runs_ += label_ != long_label_;
        long_label_ = label_;
        const auto place = static_cast<std::size_t>(label_);
        if (place >= long_rows_.size()) long_rows_.resize(place + 1, 0);
        long_rows_[place] += length_;
    }

    LabelRuns ended() const {
        LabelRuns copy = *this;
        copy.end();
        return copy;
    }

    Class label_ = nothing_yet, long_label_ = nothing_yet;
    std::uint64_t length_ = 0, runs_ = 0, long_runs_ = 0, mistakes_ = 0, mistakes_behind_ = 0;
    std::vector<std::uint64_t> long_rows_;
    LabelRegimes regimes_;
};

}  // namespace thresher
