// Marks of losses as plain numbers, and back: they lie behind the other numbers of an Auto, so a file written before there were any has none.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "thresher/auto/loss_marks.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

template <std::size_t Experts>
void take_marks(const LossMarks<Experts>& marks, std::vector<double>& numbers) {
    for (const auto& mark : marks.marks()) {
        const std::size_t before = numbers.size();
        numbers.resize(before + LossMarks<Experts>::width);
        std::memcpy(&numbers[before], &mark, sizeof mark);
    }
}

inline constexpr double least_pace = .001;  // as label_shares.hpp has it

// Whether one mark can be followed by another: nothing that is counted or lost becomes less.
template <class Mark>
bool can_follow(const Mark& before, const Mark& after) {
    bool sound = before.trials < after.trials && before.restarts <= after.restarts && before.weighted <= after.weighted;
    sound = sound && before.log_loss <= after.log_loss && after.pace >= least_pace && after.pace <= 1.0;
    return sound && std::ranges::equal(before.expert_log_loss, after.expert_log_loss, std::less_equal<>{});
}

// Finite numbers; so many trials were learned by now, and so on. What can't be marks is refused: a file may be hostile.
template <std::size_t Experts>
void restore_marks(LossMarks<Experts>& marks, std::span<const double> numbers, double trials, double restarts, double weighted) {
    using Marks = LossMarks<Experts>;
    require_saved(numbers.size() % Marks::width == 0, "marks of losses");
    typename Marks::Mark mark, last;
    for (std::size_t from = 0; from < numbers.size(); from += Marks::width) {
        std::memcpy(static_cast<void*>(&mark), &numbers[from], sizeof mark);
        require_saved(mark.trials <= trials && mark.restarts <= restarts && mark.weighted <= weighted, "marks of losses");
        require_saved(can_follow(last, mark) && Marks::due(mark.trials), "marks of losses");
        marks.marks().push_back(last = mark);
    }
    const auto kept = [&](const auto& one) { return Marks::is_kept(one.trials, last.trials); };
    require_saved(std::ranges::all_of(marks.marks(), kept), "marks of losses");
}

}  // namespace thresher
