// Labels as they are written, as numbers in a file, and the class numbers they stand for.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "thresher/data/label.hpp"
#include "thresher/errors.hpp"

namespace thresher {

class LabelTable {
public:
    static constexpr Class not_there = -2;

    void set(double written, Class number) {
        if (std::isnan(written)) throw InputError("no label is written as a number that is none");
        if (number < 0) throw InputError("a label has a number from 0 on");
        const double key = written + 0.0;  // -0 is 0
        if (!known_.contains(key) && first_.size() < few) first_.push_back({key, number});
        known_[key] = number;
        for (Entry& entry : first_)
            if (entry.written == key) entry.number = number;
        if (number > largest_) largest_ = number;
    }

    std::size_t size() const { return known_.size(); }
    Class largest() const { return largest_; }  // no_class where there is none

    // The number that a label stands for; no_class where nothing is written.
    Class operator()(double written) const {
        for (const Entry& entry : first_)
            if (entry.written == written) return entry.number;
        if (std::isnan(written)) return no_class;
        const auto found = known_.find(written + 0.0);
        return found == known_.end() ? not_there : found->second;
    }

    void read(std::span<const double> written, std::span<Class> numbers) const {
        for (std::size_t i = 0; i < written.size(); ++i) numbers[i] = (*this)(written[i]);
    }

private:
    static constexpr std::size_t few = 4;  // looked at one by one before the table is asked

    struct Entry {
        double written;
        Class number;
    };

    std::vector<Entry> first_;
    std::unordered_map<double, Class> known_;
    Class largest_ = no_class;
};

}  // namespace thresher
