// Rows of a matrix or a block for all members of a learner of many classes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "thresher/classes/multiclass.hpp"
#include "thresher/loop/rows.hpp"

namespace thresher {

// So many rows are learned by one member before it is the next one's turn.
inline constexpr std::size_t rows_in_stretch = 256;

// Rows for each member the quickest way: straight from where they lie where their columns are the member's slots, else as an
// instance that is prepared once and shared by all.
template <BinaryLearner L, class Source>
class MemberRows {
public:
    using Machine = Multiclass<L>;

    // `checked`: every row was found fit to be learned before.
    MemberRows(const Machine& machine, const Source& source, bool checked, typename L::Scratch& scratch)
        : machine_(machine),
          source_(source),
          checked_(checked),
          scratch_(scratch),
          common_(machine.prototype(), source, checked),
          instances_(machine.prototype().intake(), source),
          prepared_(rows_in_stretch) {
        if (machine.background()) background_.emplace(*machine.background(), source, checked);
    }

    // One row, as Multiclass::learn takes it.
    struct One {
        MemberRows& rows;
        std::size_t row;

        double score(const L& member, std::size_t i) const {
            return rows.straight(i, row) ? member.score(rows.common_.row(row), rows.scratch_) : prepared().score(member, i);
        }
        bool learn(L& member, std::size_t i, Label label, double weight) const {
            if (!rows.straight(i, row)) return prepared().learn(member, i, label, weight);
            return weight != 0.0 && thresher::learn(member, rows.common_.row(row), label, weight, rows.scratch_).updated;
        }
        bool move(L& member, std::size_t i, Label label, double loss, double weight) const
            requires L::can_be_moved
        {
            if (!rows.straight(i, row)) return prepared().move(member, i, label, loss, weight);
            const Row x = rows.common_.row(row);
            return member.move(x, label, loss, weight, AdmitNobody{x}, rows.scratch_);
        }
        double score_before_label() const {
            if constexpr (L::scores_when_learning)
                return L::score_before_label(rows.scratch_);
            else
                return 0.0;
        }

        PreparedInstance<L> prepared() const { return {rows.instance(row), rows.scratch_}; }
    };

    // The row, after so many learned examples; throws if it is refused. It is good until as many rows were asked for as are in
    // a stretch.
    One at(std::size_t row, std::uint64_t count) {
        Prepared& prepared = prepared_[row % rows_in_stretch];
        prepared.count = count;
        prepared.done = false;
        if (!checked_ && !(common_.straight() && source_.regular(row))) instance(row);
        return {*this, row};
    }
    One again(std::size_t row) { return {*this, row}; }

    [[gnu::always_inline]] void prefetch(std::size_t i, std::size_t row) {
        catch_up(i);
        reader(i).prefetch(row);
    }

    bool straight() const { return common_.straight(); }

private:
    struct Prepared {
        std::uint64_t count = 0;
        bool done = false;
        Instance instance;
        std::vector<char> names;  // that its features point to
    };

    // A member gets its reader when it is first asked for: it may have joined a moment ago.
    void catch_up(std::size_t i) {
        while (readers_.size() <= i && readers_.size() < machine_.size()) readers_.emplace_back(machine_.member(readers_.size()), source_, checked_);
    }

    const RowReader<L, Source>& reader(std::size_t i) const { return i < readers_.size() ? readers_[i] : *background_; }

    bool straight(std::size_t i, std::size_t row) {
        catch_up(i);
        return reader(i).straight(row);
    }

    const Instance& instance(std::size_t row) {
        Prepared& prepared = prepared_[row % rows_in_stretch];
        if (!prepared.done) {
            prepared.instance = machine_.prototype().intake().prepare(instances_(row), prepared.count, scratch_.intake);
            prepared.names = std::move(scratch_.intake.transform.names);
            scratch_.intake.transform.names = {};
        }
        prepared.done = true;
        return prepared.instance;
    }

    const Machine& machine_;
    const Source& source_;
    bool checked_;
    typename L::Scratch& scratch_;
    RowReader<L, Source> common_;
    InstanceReader<Source> instances_;
    std::vector<RowReader<L, Source>> readers_;
    std::optional<RowReader<L, Source>> background_;
    std::vector<Prepared> prepared_;
};

}  // namespace thresher
