// A row of numbers as the service's log has it: {"free":1,"age":31.5}, JSON in the one form that its writer gives it.
//
//     row    -> '{' [name ':' number {',' name ':' number}] '}'
//     name   -> '"' one or more characters of UTF-8, none of them a control, a quote or a backslash '"'
//     number -> ['-'] whole ['.' digits], at most fifteen digits, in the form in which it would be written again
//
// So the text stands for itself: whoever reads it into numbers and writes it again gets the same bytes. Whatever else JSON has (spaces,
// escapes, texts, exponents, a name that is given twice, ...) is not read here, and nothing is said of it: others read it.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/numeric/utf8.hpp"

namespace thresher {

class PlainRow {
public:
    // Whether it could be read: then the attributes whose values are not 0, in the order of the text, where their names lie.
    bool operator()(std::string_view text, Instance& instance) {
        instance.clear();
        if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
        at_ = text.data() + 1;
        end_ = text.data() + text.size() - 1;
        if (at_ != end_ && !members(instance)) return false;
        if (!is_utf8(text) || !differ(instance)) return false;
        std::erase_if(instance, [](const Feature& feature) { return feature.value == 0.0; });
        return true;
    }

private:
    bool members(Instance& instance) {
        for (;;) {
            Feature& feature = instance.emplace_back();
            if (!name(feature) || !number(feature.value)) return false;
            if (at_ == end_) return true;
            if (*at_++ != ',') return false;
        }
    }

    bool name(Feature& feature) {
        if (at_ == end_ || *at_++ != '"') return false;
        const char* const begin = at_;
        while (at_ != end_ && *at_ != '"') {
            if (static_cast<unsigned char>(*at_) < 0x20 || *at_ == '\\') return false;
            ++at_;
        }
        if (end_ - at_ < 2 || at_ == begin || at_[1] != ':') return false;
        feature.set_name({begin, static_cast<std::size_t>(at_ - begin)});
        at_ += 2;
        return true;
    }

    static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

    bool number(double& value) {
        const char* const begin = at_;
        const bool negative = at_ != end_ && *at_ == '-';
        at_ += negative;
        const char* const digits = at_;
        std::int64_t whole = 0;
        for (; at_ != end_ && is_digit(*at_) && at_ - digits < most_digits; ++at_) whole = 10 * whole + (*at_ - '0');
        if (at_ == digits || (*digits == '0' && at_ - digits > 1)) return false;
        if (at_ == end_ || *at_ == ',') {
            value = static_cast<double>(negative ? -whole : whole);
            return !negative || whole != 0;
        }
        return *at_ == '.' && fraction(begin, digits, value);
    }

    // Behind the point. One that would be written with an exponent, or without its last zeros, is not read.
    bool fraction(const char* begin, const char* digits, double& value) {
        const char* const point = at_++;
        while (at_ != end_ && is_digit(*at_)) ++at_;
        const std::ptrdiff_t behind = at_ - point - 1;
        if (behind == 0 || at_ - digits - 1 > most_digits || (at_ != end_ && *at_ != ',')) return false;
        if (at_[-1] == '0' && behind > 1) return false;
        const auto [stop, error] = std::from_chars(begin, at_, value);
        if (error != std::errc{} || stop != at_) return false;
        const double size = value < 0 ? -value : value;
        return size == 0.0 ? begin == digits : size >= least_written_plainly;
    }

    // Whether each name is there once: by a small open table of places.
    bool differ(const Instance& instance) {
        const std::size_t size = std::bit_ceil(instance.size() * 2 + 2);
        table_.assign(size, 0);
        for (std::uint32_t i = 0; i < instance.size(); ++i) {
            std::size_t at = static_cast<std::size_t>(mix(instance[i].code)) & (size - 1);
            for (; table_[at] != 0; at = (at + 1) & (size - 1))
                if (instance[table_[at] - 1].same_attribute(instance[i])) return false;
            table_[at] = i + 1;
        }
        return true;
    }

    static constexpr std::ptrdiff_t most_digits = 15;       // so many come back from a double as they were
    static constexpr double least_written_plainly = 0.001;  // smaller ones may be written with an exponent

    const char* at_ = nullptr;
    const char* end_ = nullptr;  // of the members
    std::vector<std::uint32_t> table_;
};

}  // namespace thresher
