// Rows that are only read, by every core at once: scoring leaves the learner as it is, so that each core may take its share of
// the rows, with a scratch of its own, and every answer is what one core would have said.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/loop/rows.hpp"
#include "thresher/numeric/cores.hpp"

namespace thresher {

// How many cores are worth asking for so many values. More than a few of them wait for memory, not for each other.
inline std::size_t cores_worth(std::size_t values) {
    constexpr std::size_t values_of_one = 1 << 18, most = 8;
    return std::clamp<std::size_t>(std::min<std::size_t>(available_cores(), values / values_of_one), 1, most);
}

// Calls work(first, last), which says where it stopped, for `parts` shares of the rows that follow each other, all at once.
// Throws what the first share that was refused, or that failed, would have thrown.
template <class Work>
void side_by_side(std::size_t rows, std::size_t parts, Work work) {
    std::vector<Halt> halts(parts);
    std::vector<std::exception_ptr> errors(parts);
    const auto one = [&](std::size_t part) noexcept {
        try {
            halts[part] = work(rows * part / parts, rows * (part + 1) / parts);
        } catch (...) {
            errors[part] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t part = 1; part < parts; ++part) {
            try {
                others.emplace_back(one, part);
            } catch (const std::system_error&) {  // no more threads are to be had
                one(part);
            }
        }
        one(0);
    }
    for (std::size_t part = 0; part < parts; ++part) {
        if (errors[part]) std::rethrow_exception(errors[part]);
        if (!halts[part].refusal.empty()) throw InputError(halts[part].refusal);
    }
}

}  // namespace thresher
