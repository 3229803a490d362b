// What one example teaches: how far the bank's experts move, and what becomes of its attributes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "thresher/auto/bank_scratch.hpp"
#include "thresher/auto/cell.hpp"
#include "thresher/auto/fetching.hpp"
#include "thresher/auto/logistic.hpp"
#include "thresher/auto/moves.hpp"
#include "thresher/auto/turned_cells.hpp"
#include "thresher/auto/turned_counts.hpp"
#include "thresher/auto/turned_values.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

// What each expert says of an example, in the order of BankExpert.
using BankScores = std::array<double, bank_experts>;

class Lesson {
public:
    // Of the example that was scored into `scratch`, which has places by now. `share`: of the positive examples in all attributes so far.
    THRESHER_LANES Lesson(const BankScratch& scratch, const Cell& bias, const BankScores& scores, bool positive, double weight, double pace,
                          double share)
        : moves_(moves_of(scratch, bias, scores, positive ? 1.0 : -1.0, weight, pace)),
          share_(share),
          weight_(static_cast<float>(weight)),
          scaled_length_(static_cast<float>(scratch.lengths.scaled)),
          share_length_(static_cast<float>(scratch.lengths.share)),
          sifted_length_(static_cast<float>(scratch.lengths.sifted)),
          positive_(positive),
          moving_(!moves_.none()) {}

    // One eight of attributes, or two, which it is for. Returns how many of them were met for the second time.
    template <std::size_t Count>
    THRESHER_LANES double teach(const Cell* direct, const Row& row, std::size_t eight, BankScratch& scratch) const {
        using Floats = typename RegistersOf<Count>::Floats;
        using Turned = TurnedCells<Count>;
        const std::size_t begin = 8 * eight, size = std::min(row.size - begin, Count);
        fetch_next<Count>(row, begin, size, [&](Slot slot) __attribute__((always_inline)) { fetch(&direct[slot].positives, true); });
        Cell* const* const places = &scratch.places[begin];
        Turned turned{};
        turned.first.load(places, Turned::first_at);
        if (moving_) {
            turned.load_weights(places);
            turned.load_moves(places);
            Floats scaled, shared, sifted;
            load(&scratch.scaled[begin], scaled);
            load(&scratch.share[begin], shared);
            load(&scratch.sifted[begin], sifted);
            moves_.at(places, turned, scaled, scaled * scaled_length_, shared * share_length_, sifted * sifted_length_);
        } else {
            turned.counted.load(places, Turned::counted_at);
        }
        scratch.due += count(turned, positive_, weight_, places, &scratch.due_cells[scratch.due]);
        const double again = met_again(turned.first.b);
        bool usual = true;
        for (std::size_t k = 0; k < Count / 8; ++k) usual = usual && scratch.kinds[eight + k].usual;
        if (usual) {
            turned.first.b += 1.0F;
        } else {
            turned.values.load(places, Turned::values_at);
            values::remember(turned, values_of<Count>(row, begin, size, scratch));
            turned.values.store(places, Turned::values_at);
        }
        turned.first.store(places, Turned::first_at);
        if (moving_) {
            turned.store_weights(places);
            turned.store_moves(places);
        } else {
            turned.counted.store(places, Turned::counted_at);
        }
        return again;
    }

    // What is left to do for attributes, once all of them were taught.
    template <bool Wide>
    THRESHER_LANES void finish(BankScratch& scratch) const {
        take_logarithms<Wide>(scratch.due_cells.data(), scratch.due, scratch.nobody, share_);
        scratch.due = 0;
    }

    // The bias, whose value is 1 in every view.
    THRESHER_LANES void teach(Cell& bias, BankScratch& scratch) const {
        if (moving_) moves_.at(bias, scratch.nobody);
    }

private:
    static constexpr double rate = .05, rate_of_winnow = .3, margin = .3;
    static constexpr double least_shortfall = .1;  // of margin 1; a smaller one is not worth a visit

    // How many have been seen once.
    template <class Floats>
    THRESHER_LANES static double met_again(const Floats& seen) {
        Floats none;
        set_to_zero(none);
        const Floats once = seen == 1.0F ? none + 1.0F : none;
        if (!any(once)) return 0.0;
        float sum = 0.0F;
        for (std::size_t i = 0; i < sizeof(Floats) / sizeof(float); ++i) sum += once[i];
        return static_cast<double>(sum);
    }

    THRESHER_LANES static Moves moves_of(const BankScratch& scratch, const Cell& bias, const BankScores& scores, double y, double weight,
                                         double pace) {
        Four losses{y * scores[sgd], y * scores[adagrad], y * scores[coin_betting], y * scores[adagrad_unit]};
        logistic_loss(losses, pace);
        losses *= weight * y;
        Moves moves;
        moves.sgd = static_cast<float>(rate * losses[0]);
        moves.adagrad = static_cast<float>(losses[1]);
        moves.coin_betting = static_cast<float>(losses[2]);
        moves.adagrad_unit = static_cast<float>(losses[3]);
        moves.rate_of_adagrad_unit = 2.0F - 1.75F * static_cast<float>(pace);  // long steps learn wrong labels by heart, but rare ones need them
        moves.least_stake = least_stake(pace);
        moves.winnow = y * scores[winnow] < margin ? static_cast<float>(rate_of_winnow * std::min(weight, 10.0) * y) : 0.0F;
        set_second_order(moves, scratch, bias, scores, y, weight);
        return moves;
    }

    // Of the two that are AROW, in one visit; only an example well short of margin 1 moves them.
    THRESHER_LANES static void set_second_order(Moves& moves, const BankScratch& scratch, const Cell& bias, const BankScores& scores, double y,
                                                double weight) {
        constexpr std::array<BankExpert, 2> experts{arow, arow_sifted};
        constexpr std::array<double, 2> r{1.0, .1};
        std::array<double, 2> shortfall, spread{bias.arow_variance, bias.arow_sifted_variance};
        for (std::size_t k = 0; k < 2; ++k) shortfall[k] = 1.0 - y * scores[experts[k]];
        if (shortfall[0] > least_shortfall) spread[0] = sum_of_variances(scratch, TurnedCells<8>::arow_variance_at, scratch.scaled) + spread[0];
        if (shortfall[1] > least_shortfall)
            spread[1] =
                sum_of_variances(scratch, TurnedCells<8>::arow_sifted_variance_at, scratch.sifted) * scratch.lengths.sifted * scratch.lengths.sifted +
                spread[1];
        for (std::size_t k = 0; k < 2; ++k) {
            if (shortfall[k] <= least_shortfall) continue;
            const double beta = 1.0 / (spread[k] + r[k]);
            moves.arow[k] = static_cast<float>(std::min(shortfall[k] * beta * weight, 1e3) * y);
            if (moves.arow[k] != 0.0F) moves.arow_shrink[k] = static_cast<float>(beta);
        }
    }

    // Times the squares of what attributes are in that view. `offset`: where a cell has the variance.
    THRESHER_LANES static double sum_of_variances(const BankScratch& scratch, std::size_t offset, const std::vector<float>& views) {
        GridSums sums;
        const std::size_t eights = scratch.kinds.size();
        for (std::size_t eight = 0; eight < eights; ++eight) {
            EightFloats variances, view;
            load_one(&scratch.places[8 * eight], offset, variances);
            load(&views[8 * eight], view);
            Eight wide, x;
            widen<false>(variances, wide);
            widen<false>(view, x);
            sums.add(wide * x * x);
        }
        return sums.total(eights);
    }

    Moves moves_;
    double share_;
    float weight_, scaled_length_, share_length_, sifted_length_;
    bool positive_, moving_;
};

}  // namespace thresher
