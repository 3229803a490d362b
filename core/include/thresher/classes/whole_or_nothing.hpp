// All of a change or nothing of it.
#pragma once

#include <optional>
#include <utility>

namespace thresher {

// Does what may fail half-way, and puts everything back if it does.
template <class Machine, class F>
auto whole_or_nothing(Machine& machine, F f) {
    std::optional<Machine> before;
    if (machine.prototype().can_fail_half_way()) before = machine;
    try {
        return f();
    } catch (...) {
        if (before) machine = std::move(*before);
        throw;
    }
}

}  // namespace thresher
