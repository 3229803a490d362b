// How the label service writes an answer: what stands for each class, and before its probability.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stated.hpp"

namespace thresher::bind {

namespace nb = nanobind;

class AnswerForms {
public:
    // labels: a class as JSON, each; keys: what stands before each probability, in the order in which they are told; order: their classes.
    // Without any: nothing is known yet, and nothing told.
    AnswerForms(const nb::list& labels, const nb::list& keys, std::vector<Class> order);

    // Refuses classes that there is no form for: before anything is asked.
    void check(std::size_t classes) const;

    // The answer, behind what is there.
    void append(std::string_view ticket, const Stated& stated, std::uint64_t seq, std::string& text) const;

private:
    bool tells(const Stated& stated) const { return !labels_.empty() && !stated.probabilities.empty(); }

    std::vector<std::string> labels_;
    std::vector<std::string> keys_;
    std::vector<Class> order_;
};

nb::bytes bytes_of(std::string_view text);

// A text, or bytes, where it lies.
std::string_view view_of(nb::handle part);

void bind_told_answers(nb::module_& module);

}  // namespace thresher::bind
