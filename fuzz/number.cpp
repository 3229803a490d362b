// Numbers: what read_number says of a text is what its grammar and strtod say.
#include <clocale>
#include <string>

#include "check.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* skip_digits(const char* at, const char* end) {
    while (at != end && is_digit(*at)) ++at;
    return at;
}

bool begins_with(const char* at, const char* end, const char* word) {
    for (; *word != '\0'; ++at, ++word)
        if (at == end || (*at != *word && *at != *word - 'a' + 'A')) return false;
    return true;
}

// The end of the decimal number at `at`; `at` itself if there is none.
const char* end_of_number(const char* at, const char* end) {
    const char* digits = at;
    if (digits != end && (*digits == '-' || *digits == '+')) ++digits;
    const char* stop = skip_digits(digits, end);
    bool any = stop != digits;
    if (stop != end && *stop == '.') {
        const char* fraction = skip_digits(stop + 1, end);
        any = any || fraction != stop + 1;
        stop = fraction;
    }
    if (!any) return at;
    if (stop != end && (*stop == 'e' || *stop == 'E')) {
        const char* power = stop + 1;
        if (power != end && (*power == '-' || *power == '+')) ++power;
        if (skip_digits(power, end) != power) stop = skip_digits(power, end);
    }
    return stop;
}

Number read_plainly(const char* at, const char* end) {
    const char* word = at + (at != end && (*at == '-' || *at == '+'));
    if (begins_with(word, end, "nan") || begins_with(word, end, "inf")) return {at, 0.0, Number::Fault::not_finite};
    const char* stop = end_of_number(at, end);
    if (stop == at) return {at, 0.0, Number::Fault::malformed};
    const std::string copy(at, stop);
    char* end_of_copy = nullptr;
    const double value = std::strtod(copy.c_str(), &end_of_copy);
    require(end_of_copy == copy.c_str() + copy.size(), "strtod reads the same text");
    if (std::isinf(value)) return {at, 0.0, Number::Fault::too_large};
    return {stop, value, Number::Fault::none};
}

void check_number(const char* at, const char* end) {
    const Number number = read_number(at, end), plain = read_plainly(at, end);
    require(number.fault == plain.fault, "a number is refused for the same reason");
    require(number.end == plain.end, "a number ends in the same place");
    require(std::bit_cast<std::uint64_t>(number.value) == std::bit_cast<std::uint64_t>(plain.value), "a number has the same bits");
}

void check_digits(const char* at, const char* end) {
    const Digits digits(at);
    require(digits.end == skip_digits(at, end), "digits end with the last one");
    std::uint64_t value = 0;
    for (const char* digit = at; digit != digits.end; ++digit) value = value * 10 + static_cast<std::uint64_t>(*digit - '0');
    if (digits.end - at <= 19) require(digits.value == value, "digits are a whole number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Text text;
    text.assign({reinterpret_cast<const char*>(data), size});
    const char* const begin = text.data();
    const char* const end = begin + size;
    // Every word of it: ended by what ends words, and by the end of all.
    const auto parts = [](char c) { return is_blank(c) || c == ':' || c == '|' || c == ',' || c == '(' || c == ')' || c == '\n' || c == '\r'; };
    for (const char* at = begin; at <= end;) {
        const char* stop = at;
        while (stop != end && !parts(*stop)) ++stop;
        check_number(at, stop);
        check_number(at, end);
        check_digits(at, end);
        at = stop + 1;
    }
    return 0;
}
