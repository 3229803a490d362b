// The rows of a matrix or of a block, one after the other, each in the quickest way its learner takes it: straight from where
// it lies where its columns are the learner's slots, else as an instance that names, transformations, repeats or large
// columns want a look at.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/check.hpp"
#include "thresher/data/matrix.hpp"
#include "thresher/learner.hpp"
#include "thresher/loop/listed_row.hpp"
#include "thresher/loop/named_rows.hpp"

namespace thresher {

// Where a learner stopped among rows, and why: at the end, or at a row it refuses.
struct Halt {
    std::size_t row;
    std::string refusal;  // empty at the end
};

// The rows of a matrix that was checked, as far as `shape` says.
template <class Index>
class MatrixRows {
public:
    using Column = Index;

    MatrixRows(const Matrix<Index>& matrix, const Shape& shape) : matrix_(matrix), shape_(shape) {}

    const Matrix<Index>& matrix() const { return matrix_; }
    const Shape& shape() const { return shape_; }
    std::size_t rows() const { return matrix_.rows(); }
    std::uint64_t columns() const { return matrix_.columns; }
    std::size_t size() const { return matrix_.indices.size(); }
    bool has_names() const { return !matrix_.names.empty(); }

    bool plain() const { return std::is_same_v<Index, std::int32_t> && !has_names() && shape_.sorted && shape_.nonzero; }
    bool in_unit() const { return shape_.in_unit; }
    bool regular(std::size_t) const { return true; }

    std::size_t begin(std::size_t row) const { return matrix_.begin(row); }
    std::size_t end(std::size_t row) const { return matrix_.end(row); }
    std::size_t column(std::size_t i) const { return static_cast<std::size_t>(matrix_.indices[i]); }
    const Slot* slots() const { return reinterpret_cast<const Slot*>(matrix_.indices.data()); }
    const double* values() const { return shape_.ones ? nullptr : matrix_.values.data(); }

    // Repeats are added up.
    void read(std::size_t row, bool, Canonicaliser& canonical, Instance& instance) const { read_row(matrix_, row, canonical, instance); }

private:
    const Matrix<Index>& matrix_;
    const Shape& shape_;
};

class BlockRows {
public:
    explicit BlockRows(const Block& block) : block_(block) {}

    std::size_t rows() const { return block_.rows(); }
    std::uint64_t columns() const { return block_.columns(); }
    std::size_t size() const { return block_.size(); }

    bool plain() const { return block_.plain(); }
    bool in_unit() const { return block_.in_unit(); }
    bool regular(std::size_t row) const { return block_.regular(row); }

    std::size_t begin(std::size_t row) const { return static_cast<std::size_t>(block_.starts()[row]); }
    std::size_t end(std::size_t row) const { return static_cast<std::size_t>(block_.starts()[row + 1]); }
    std::size_t column(std::size_t i) const { return static_cast<std::size_t>(block_.indices()[i]); }
    const Slot* slots() const { return reinterpret_cast<const Slot*>(block_.indices()); }
    const double* values() const { return block_.values(); }
    const Block& block() const { return block_; }

    // Under hashing a repeat may be two names in one place: the learner knows what that means.
    void read(std::size_t row, bool hashed, Canonicaliser& canonical, Instance& instance) const {
        block_.read(row, instance);
        if (block_.distinct()) return;
        if (!hashed) canonical(instance, Repeats::add_up);
        for (const Feature& feature : instance)
            if (!(std::fabs(feature.value) <= size_limit)) throw InputError(describe(feature) + ": its values add up to more than 1e150");
    }

private:
    const Block& block_;
};

// How one learner takes the rows.
template <BinaryLearner L, class Source>
class RowReader {
public:
    // `checked`: every row was found fit to be learned before.
    RowReader(const L& learner, const Source& source, bool checked) : learner_(&learner), source_(source) {
        const Intake& intake = learner.intake();
        const bool columns_are_slots = source.plain() && !learner.memory().policy().watches() && !learner.needs_every_vector();
        scale_ = columns_are_slots ? intake.only_scales() : nullptr;
        straight_ =
            columns_are_slots && intake.transformer.idle() && (!intake.bits || source.columns() <= std::uint64_t{1} << *intake.bits) &&
            (checked || ((!intake.attributes || source.columns() <= *intake.attributes) && (intake.values == ValueRange::any || source.in_unit())));
    }

    // Whether rows may need no instance at all, if the learner has slots for their columns: as they are, or scaled.
    bool straight() const { return straight_; }
    bool scales() const { return scale_ != nullptr; }

    // Whether this row needs no instance: its columns are direct slots.
    bool straight(std::size_t row) const { return straight_ && direct(row); }

    // The row scaled, where that is all that happens to it and none of its values vanishes.
    std::optional<Row> scaled(std::size_t row, std::vector<double>& values) const {
        if (scale_ == nullptr || !direct(row)) return std::nullopt;
        Row x = this->row(row);
        if (!scale_->scale(x.values, x.size, values)) return std::nullopt;
        x.values = values.data();
        return x;
    }

    Row row(std::size_t row) const {
        const std::size_t begin = source_.begin(row), end = source_.end(row);
        const double* values = source_.values();
        Row x{source_.slots() + begin, values == nullptr ? nullptr : values + begin, end - begin, false, true};
        if constexpr (L::fetches_next)
            if (row + 1 < source_.rows() && straight(row + 1)) {
                x.next = source_.slots() + source_.begin(row + 1);
                x.next_size = source_.end(row + 1) - source_.begin(row + 1);
            }
        return x;
    }

    // The weights of a row to come: by the time it is its turn, they are in the cache.
    [[gnu::always_inline]] void prefetch(std::size_t row) const {
        if (L::fetches_next || row >= source_.rows() || !(straight_ || scales()) || !direct(row)) return;
        const std::size_t begin = source_.begin(row);
        L::prefetch(learner_->direct(), std::span(source_.slots() + begin, source_.end(row) - begin));
    }

private:
    bool direct(std::size_t row) const {
        if (!source_.regular(row)) return false;
        const std::size_t begin = source_.begin(row), end = source_.end(row);
        return begin == end || source_.column(end - 1) < learner_->memory().names().extent();
    }

    const L* learner_;
    const Source& source_;
    bool straight_;
    const UnitLength* scale_;
};

// Rows as instances, one at a time.
template <class Source>
class InstanceReader {
public:
    InstanceReader(const Intake& intake, const Source& source) : source_(source), hashed_(intake.bits.has_value()) {}

    const Instance& operator()(std::size_t row) {
        source_.read(row, hashed_, canonical_, instance_);
        return instance_;
    }

private:
    const Source& source_;
    bool hashed_;
    Canonicaliser canonical_;
    Instance instance_;
};

// Calls each(row, x), x a Row, a named row, a listed row or an Instance, for the rows from `first` to before `last`, up to the first that is
// refused.
template <BinaryLearner L, class Source, class Each>
Halt for_rows(const L& learner, const Source& source, bool checked, std::size_t first, std::size_t last, Each each) {
    const RowReader<L, Source> reader(learner, source, checked);
    InstanceReader<Source> instance(learner.intake(), source);
    std::size_t row = first;
    try {
        if constexpr (requires { source.matrix(); }) {
            using Rows = NamedRows<typename Source::Column>;
            if (checked && Rows::suit(learner, source.matrix(), source.shape())) {
                Rows named(source.matrix(), source.shape());
                for (; row < last; ++row) each(row, named.at(row));
                return {last, {}};
            }
        }
        if constexpr (requires { source.block(); }) {
            if (ListedRow::suits(learner, source.block())) {
                for (; row < last; ++row) each(row, ListedRow{source.block().listed(row)});
                return {last, {}};
            }
        }
        std::vector<double> values;
        reader.prefetch(first);
        for (; row < last; ++row) {
            if (row + 1 < last) reader.prefetch(row + 1);
            if (reader.straight(row))
                each(row, reader.row(row));
            else if (const std::optional<Row> scaled = reader.scaled(row, values))
                each(row, *scaled);
            else
                each(row, instance(row));
        }
    } catch (const InputError& error) {
        return {row, error.what()};
    }
    return {last, {}};
}

}  // namespace thresher
