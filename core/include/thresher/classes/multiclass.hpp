// Many classes: one member, a binary learner, for each.
//
//     predict   the class of the largest score; of equal ones the class that was seen first
//     learn     one_vs_rest   every member learns every example: is it of its class?
//                             (Auto's, of more than a few classes: only those who compete for it, contest.hpp)
//               constraint    the right class's member is promoted and its best rival's demoted by the members' loss of
//                             the gap between their two scores; the others are untouched (Kesler's construction, SNoW -O)
//
// Members are copies of one prototype. They are reached only through `x`, an example that knows how each of them scores it,
// learns it and moves by it, and the functions below; so anything for which these are written can be a member.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "thresher/classes/class_weights.hpp"
#include "thresher/classes/confusion.hpp"
#include "thresher/classes/contest_of_members.hpp"
#include "thresher/classes/contest_shares.hpp"
#include "thresher/classes/largest_score.hpp"
#include "thresher/classes/prepared_instance.hpp"
#include "thresher/classes/whole_or_nothing.hpp"
#include "thresher/learner.hpp"

namespace thresher {

enum class Scheme { one_vs_rest, constraint };

struct MulticlassConfig {
    Scheme scheme = Scheme::one_vs_rest;
    double abstain_below = 0.0;  // no answer where the best score is less than this ahead of the second
    bool balanced = false;       // an example weighs (examples so far) / (classes so far * examples of its class so far)
    bool softmax = false;        // probabilities are shares in proportion to e^score, whatever members say
    bool informed = false;       // a new class begins as if it had been known from the start
};

template <BinaryLearner L>
class Multiclass {
public:
    using Member = L;
    using Scratch = typename L::Scratch;

    static constexpr bool may_compete = std::is_same_v<L, AutoLearner>;

    ClassWeights class_weights;

    Multiclass(Member prototype, MulticlassConfig config) : config_(config), prototype_(std::move(prototype)) {
        if (config_.scheme == Scheme::constraint && !prototype_.can_move())
            throw ParameterError(
                "the constraint scheme needs a learner that moves by a mistake, a margin or the logistic loss, at a constant or "
                "adaptive rate, without averaging and fitted probabilities; use scheme='one-vs-rest' for this one");
        if (config_.scheme == Scheme::one_vs_rest && config_.informed) background_.emplace(prototype_);
    }

    const MulticlassConfig& config() const { return config_; }
    const Member& prototype() const { return prototype_; }
    const Member& first() const { return prototype_; }  // whom an example must suit
    std::size_t size() const { return members_.size(); }
    const Member& member(std::size_t i) const { return members_[i]; }
    Member& member(std::size_t i) { return members_[i]; }
    std::optional<Member>& background() { return background_; }
    const std::optional<Member>& background() const { return background_; }
    const Confusion& confusion() const { return confusion_; }
    std::uint64_t updates() const { return updates_; }

    // Of all members together.
    Counts member_counts() const {
        Counts sums;
        for (const Member& member : members_)
            for (const auto& [name, count] : Counts::names) sums.*count += member.counts().*count;
        return sums;
    }

    std::size_t bytes() const {
        std::size_t sum = prototype_.bytes() + confusion_.bytes();
        sum += members_.size() * sizeof(Member);
        for (const Member& member : members_) sum += member.bytes();
        if (contest_) sum += contest_->links.bytes();
        return background_ ? sum + background_->bytes() : sum;
    }

    void add_class() {
        join();
        if (!contest_) begin_contest_if_due();
    }

    // None while every member learns every example.
    const std::optional<Contest>& contest() const { return contest_; }
    std::optional<Contest>& contest() { return contest_; }

    // From what members know: of as many classes as need one.
    void begin_contest_if_due() {
        contest_.reset();
        if constexpr (may_compete) {
            if (size() <= Contest::all_compete || config_.scheme != Scheme::one_vs_rest || !can_compete(prototype_)) return;
            contest_ = contest_of(members_);
            for (Member& member : members_) member.memory().must_map(true);  // cells for their own attributes alone from now on
            if (background_) background_ = prototype_;
        }
    }

    // Of the example last learned from, before its label was seen.
    std::span<const double> last_scores() const { return scores_; }

    void restore_counts(const std::vector<Confusion::Pair>& pairs, std::uint64_t updates) {
        confusion_.restore(pairs, static_cast<Class>(size()));
        if (updates > confusion_.examples()) throw InputError("the saved counts can't be those of a learner");
        updates_ = updates;
        std::ranges::fill(seen_, 0);
        for (const Confusion::Pair& pair : pairs) seen_[static_cast<std::size_t>(pair.label)] += pair.count;
        known_ = static_cast<std::uint64_t>(std::ranges::count_if(seen_, [](std::uint64_t count) { return count > 0; }));
        counted_ = confusion_.examples();
    }

    template <class X>
    void score(const X& x, std::vector<double>& scores) const {
        if constexpr (may_compete)
            if (contest_) return score_contest(*contest_, members_, x.prepared(), contest_scratch_, scores);
        scores.resize(size());
        for (std::size_t i = 0; i < size(); ++i) scores[i] = x.score(members_[i], i);
    }

    // The score of a class as a sum, where there is a contest.
    template <class X>
    ContestShares shares(const X& x, Class number) const {
        std::vector<double> scores;
        score(x, scores);
        return shares_of(*contest_, number, scores, contest_scratch_);
    }

    static Class best(std::span<const double> scores) { return place_of_largest(scores); }

    // The best of the others.
    static Class rival(std::span<const double> scores, Class of) {
        Class best = no_class;
        for (std::size_t i = 0; i < scores.size(); ++i)
            if (static_cast<Class>(i) != of && (best == no_class || scores[i] > scores[static_cast<std::size_t>(best)])) best = static_cast<Class>(i);
        return best;
    }

    Class answer(std::span<const double> scores) const {
        const Class first = best(scores);
        if (config_.abstain_below <= 0.0 || scores.size() < 2) return first;
        const Class second = rival(scores, first);
        const bool ahead = scores[static_cast<std::size_t>(first)] - scores[static_cast<std::size_t>(second)] >= config_.abstain_below;
        return ahead ? first : no_class;
    }

    bool states_probabilities() const {
        if (config_.softmax) return true;
        return config_.scheme == Scheme::constraint ? prototype_.has_logits() : prototype_.probability(0.0).has_value();
    }

    // The probabilities of all classes, from their scores: each member's own, as shares of 1; softmax where only the gaps
    // were learned, and in a contest. False if members have none.
    bool probabilities(std::span<const double> scores, std::span<double> shares) const {
        if (!states_probabilities()) return false;
        own_shares(scores, shares);
        share_out(shares);
        return true;
    }

    // What is shared out: what members say by themselves.
    void own_shares(std::span<const double> scores, std::span<double> shares) const {
        if (config_.softmax || config_.scheme == Scheme::constraint || contest_) {
            const double top = scores.empty() ? 0.0 : scores[static_cast<std::size_t>(best(scores))];
            double last = 0.0, raised = 1.0;  // of a thousand classes most have the score of the one before: those who do not compete
            for (std::size_t i = 0; i < scores.size(); ++i) {
                if (scores[i] - top != last) raised = std::exp(last = scores[i] - top);
                shares[i] = raised;
            }
        } else {
            for (std::size_t i = 0; i < scores.size(); ++i) shares[i] = members_[i].probability(scores[i]).value_or(0.0);
        }
    }

    // Makes shares of 1 of what members say by themselves.
    static void share_out(std::span<double> shares) {
        const double sum = sum_of(shares);
        for (double& share : shares) share = part_of(share, sum, shares.size());
    }

    // The share of one class in what members say by themselves; 0 of one that is not known.
    static double share_of(Class number, std::span<const double> shares) {
        if (number < 0 || number >= static_cast<Class>(shares.size())) return 0.0;
        return part_of(shares[static_cast<std::size_t>(number)], sum_of(shares), shares.size());
    }

    // An example as all members see it: throws unless they can learn from it.
    PreparedInstance<L> prepare(const Instance& given, Scratch& scratch) const {
        return {prototype_.intake().prepare(given, counted_, scratch.intake), scratch};
    }
    std::uint64_t counted() const { return counted_; }

    // Throws unless it is a class, none, or the next that is not known yet.
    void check_number(Class number) const {
        if (number < no_class || number > static_cast<Class>(size())) throw InputError("no class has the number " + std::to_string(number));
    }

    // Learns one example. The label `size()` is a new class; no label or weight 0 is answered, not learned.
    template <class X>
    Verdict learn(const X& x, Class label, double weight) {
        if (label != no_class && weight != 0.0 && config_.scheme == Scheme::one_vs_rest && L::scores_when_learning)
            return learn_with_scores(x, label, weight);
        score(x, scores_);
        const Class said = answer(scores_);
        if (label == no_class || weight == 0.0) return {said, false};
        const bool right = best(scores_) == label;
        if (label == static_cast<Class>(size())) {
            join();
            scores_.push_back(x.score(members_.back(), size() - 1));
        }
        const double importance = weigh(label, weight);
        const bool updated = config_.scheme == Scheme::one_vs_rest ? teach_all(x, label, importance) : teach_pair(x, label, right, importance);
        record(label, said, updated);
        return {said, updated};
    }

    // The weight of an example of this class, which from now on counts among those seen.
    double weigh(Class label, double own) {
        const double weight = class_weights.of(label, own);
        std::uint64_t& seen = seen_[static_cast<std::size_t>(label)];
        const double share = static_cast<double>(counted_) / (static_cast<double>(known_) * static_cast<double>(seen));
        const double importance = config_.balanced && seen > 0 ? weight * share : weight;
        known_ += seen == 0;
        ++seen;
        ++counted_;
        return importance;
    }

    void record(Class label, Class said, bool updated) {
        confusion_.add(label, said);
        updates_ += updated;
    }

private:
    static double sum_of(std::span<const double> shares) {
        double sum = 0.0;
        for (const double share : shares) sum += share;
        return sum;
    }
    static double part_of(double share, double sum, std::size_t classes) { return sum > 0.0 ? share / sum : 1.0 / static_cast<double>(classes); }

    template <class X>
    bool teach_all(const X& x, Class label, double weight) {
        bool updated = false;
        for (std::size_t i = 0; i < size(); ++i) updated |= x.learn(members_[i], i, label_of(static_cast<Class>(i) == label), weight);
        if (background_) x.learn(*background_, size(), Label::negative, weight);
        return updated;
    }

    // Members know nothing of each other and tell their scores afterwards.
    template <class X>
    Verdict learn_with_scores(const X& x, Class label, double weight) {
        if constexpr (may_compete)
            if (contest_) return learn_contest(x.prepared(), label, weight);
        scores_.resize(size());
        const bool joins = label == static_cast<Class>(size());
        if (joins) join();
        const double importance = weigh(label, weight);
        bool updated = false;
        for (std::size_t i = 0; i < size(); ++i) {
            updated |= x.learn(members_[i], i, label_of(static_cast<Class>(i) == label), importance);
            if (i < scores_.size()) scores_[i] = x.score_before_label();
        }
        if (background_) x.learn(*background_, size(), Label::negative, importance);
        const Class said = answer(scores_);
        record(label, said, updated);
        if (joins) begin_contest_if_due();
        return {said, updated};
    }

    // A new member: in a contest one that knows nothing yet, but how many attributes there are.
    void join() {
        members_.push_back(background_ && !contest_ ? *background_ : prototype_);
        seen_.push_back(0);
        if (!contest_) return;
        contest_->links.add_class();
        members_.back().memory().must_map(true);
        know(*contest_, members_.back());
    }

    Verdict learn_contest(const PreparedInstance<L>& x, Class label, double weight) {
        contest_->begin(x.instance, contest_scratch_);
        if (label == static_cast<Class>(size())) join();
        teach_contest(*contest_, members_, x, label, weigh(label, weight), contest_scratch_, scores_);
        const Class said = answer(scores_);
        record(label, said, true);
        return {said, true};
    }

    template <class X>
    bool teach_pair(const X& x, Class label, bool right, double weight) {
        const Class other = rival(scores_, label);
        if (other == no_class) return false;
        const auto up = static_cast<std::size_t>(label), down = static_cast<std::size_t>(other);
        if constexpr (L::can_be_moved) {
            const double loss = prototype_.loss_of_gap(scores_[up] - scores_[down], right);
            if (!(loss > 0.0)) return false;
            const bool promoted = x.move(members_[up], up, Label::positive, loss, weight);
            const bool demoted = x.move(members_[down], down, Label::negative, loss, weight);
            return promoted || demoted;
        }
        return false;
    }

    MulticlassConfig config_;
    Member prototype_;
    std::deque<Member> members_;        // none is moved when another joins
    std::optional<Member> background_;  // learns that every example is of none of its classes
    Confusion confusion_;
    std::uint64_t updates_ = 0;
    std::vector<std::uint64_t> seen_;  // examples of each class
    std::uint64_t counted_ = 0, known_ = 0;
    std::vector<double> scores_;
    std::optional<Contest> contest_;
    mutable Contest::Scratch contest_scratch_;
};

}  // namespace thresher
