// What values.hpp says of one attribute's values, of eight attributes at a time, to the same bits.
#pragma once

#include "thresher/auto/turned_cells.hpp"
#include "thresher/auto/values.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Views of eight attributes.
struct EightViews {
    EightFloats scaled, share, sifted;
};

namespace values {

template <class Floats>
THRESHER_LANES void in_units(const Floats& unit, const double* x, Floats& value) {
    constexpr std::size_t count = sizeof(Floats) / sizeof(float);
    typename RegistersOf<count>::Doubles low, high, low_units, high_units;
    load(x, low);
    load(x + count / 2, high);
    widen(unit, low_units, high_units);
    narrow(low * low_units, high * high_units, value);
    keep_within(value, largest_kept);
}

// Whether all have begun at `now` and their values were always 1, but for those that have not begun at all: of these, 1 is
// seen as it is.
THRESHER_LANES bool are_usual(const TurnedCells<8>& cells, float now) {
    const auto& [begun, unit, mean, spread] = cells.values;
    return !any((begun != 0.0F) & ((begun != now) | (unit != 1.0F) | (mean != 1.0F) | (spread != 0.0F)));
}

// The same of cells that have all begun, at a glance.
THRESHER_LANES bool were_always_one(const EightSources& cells, float now) {
    const FourFloats usual{now, 1.0F, 1.0F, 0.0F};  // begun, unit, mean, spread
    FourNarrowLanes differ{};
    for (const Cell* const cell : cells) {
        FourNarrowLanes numbers;
        std::memcpy(&numbers, &cell->begun, sizeof numbers);
        differ |= numbers ^ (FourNarrowLanes)usual;
    }
    return !any(differ);
}

// `views.sifted` comes with what that view is multiplied by. Of an attribute nobody has seen, a value counts for its sign.
THRESHER_LANES void see(const TurnedCells<8>& cells, const double* x, float learned, EightViews& views) {
    const auto& [begun, unit, mean, spread] = cells.values;
    const EightFloats &largest = cells.first.a, &seen = cells.first.b, zero{};
    EightFloats value;
    in_units(unit, x, value);
    const EightLanes centred = (spread > 0.0F) & (seen > .9F * learned), known = seen != 0.0F;
    const EightFloats variance = spread / seen;
    EightFloats size = centred ? variance : mean * mean + variance;
    root(size);
    EightFloats scaled = (value - (centred ? mean : zero)) / size;
    scaled = scaled == scaled ? scaled : zero;
    keep_within(scaled, farthest_scaled);
    EightFloats most = value;
    drop_sign(most);
    most = largest > most ? largest : most;
    const EightFloats share = most > 0.0F ? value / most : zero;
    Four low, high;
    load(x, low);
    load(x + 4, high);
    EightFloats sign;
    narrow(low > 0.0 ? THRESHER_ALL(1.0) : THRESHER_ALL(-1.0), high > 0.0 ? THRESHER_ALL(1.0) : THRESHER_ALL(-1.0), sign);
    views.scaled = known ? scaled : sign;
    views.share = known ? share : sign;
    views.sifted *= views.scaled;
}

// One more value each, of attributes that have their unit.
template <std::size_t Count>
THRESHER_LANES void remember(TurnedCells<Count>& cells, const double* x) {
    using Floats = typename RegistersOf<Count>::Floats;
    auto& [begun, unit, mean, spread] = cells.values;
    Floats &largest = cells.first.a, &seen = cells.first.b, value;
    in_units(unit, x, value);
    seen += 1.0F;
    Floats apart = value - mean;
    Floats none;
    set_to_zero(none);
    Floats absurd = spread < .01F * apart * apart * seen ? spread : none;
    keep_apart(absurd);
    absurd = seen > trusted_after ? absurd : none;
    keep_apart(absurd);
    if (any(absurd)) [[unlikely]] {
        Floats far = spread / seen;
        root(far);
        far *= farthest;
        far = apart < 0.0F ? -far : far;
        keep_apart(far);
        apart = absurd > 0.0F ? far : apart;
    }
    const Floats taken = mean + apart;
    mean += apart / seen;
    spread += apart * (taken - mean);
    drop_sign(value);
    largest = largest > value ? largest : value;
}

}  // namespace values

}  // namespace thresher
