// A table of Arrow: its columns by the rule for a row.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "thresher/rows/arrow/cells.hpp"
#include "thresher/rows/matrix_maker.hpp"

namespace thresher::arrow {

// Whether an object's members have names that could be those of columns.
inline bool spills_names(const Type& type) { return type.name == "features" && type.kind != Kind::foreign && !is_plain_number(type); }

class Table {
public:
    // SchemaRefusal if a column has no place in a row.
    Table(RowWriter& writer, const Schema& schema) : type_(type_of(schema)) {
        if (type_.kind != Kind::object || type_.dictionary) throw SchemaRefusal{"this is no table: its rows have no columns", ""};
        for (Type& column : type_.children) {
            if (column.name.empty()) throw SchemaRefusal{"a column has no name", "every column needs one"};
            if (!names_.insert(column.name).second) throw SchemaRefusal{"two columns have the name " + shown(column.name), "rename one of them"};
            cells_.emplace_back(writer, column, column.name);
        }
    }

    const Type& type() const { return type_; }  // columns that are left out are foreign in it

    // The cells of one row; `skip`: columns that somebody else reads.
    void write(RowWriter& writer, const Column& table, std::size_t i, const std::vector<bool>& skip = {}) {
        if (!table.valid(i)) return;
        for (std::size_t j = 0; j < cells_.size(); ++j)
            if ((skip.empty() || !skip[j]) && type_.children[j].kind != Kind::foreign) cells_[j].write(writer, table.child(j), table.inner(i));
    }

    // All rows, as a block; one that is refused is a trouble. `look`: at the first of them more closely.
    void read(RowWriter& writer, const Column& table, Block& block, bool look) {
        block.clear();
        writer.open({block.list(), block.arena(), false, look});
        for (std::size_t i = 0; i < table.length(); ++i) {
            const Place place{i + 1, 0, 0};
            block.begin_row();
            writer.begin();
            try {
                write(writer, table, i);
                block.end_row(writer.end(), place);
            } catch (CellRefusal& refusal) {
                writer.give_up();
                block.give_up({0, place, 1, std::move(refusal.message), std::move(refusal.hint)});
            }
        }
        block.set_column_counts(writer.counts());
    }

    // The columns whose numbers may go straight into a matrix.
    std::vector<bool> numbers(const MatrixMaker& maker) const {
        std::vector<bool> found(cells_.size(), false);
        for (const Type& column : type_.children)
            if (spills_names(column)) return found;
        for (std::size_t j = 0; j < cells_.size(); ++j) found[j] = is_plain_number(type_.children[j]) && maker.takes_numbers(type_.children[j].name);
        return found;
    }

private:
    Type type_;
    std::vector<Cells> cells_;
    std::unordered_set<std::string> names_;
};

// The rows of one table after the other, all of one schema.
class TableMatrix {
public:
    TableMatrix(MatrixMaker& maker, const Schema& schema)
        : maker_(maker), schema_(schema), table_(maker.writer(), schema), straight_(table_.numbers(maker)) {
        for (std::size_t j = 0; j < straight_.size(); ++j) {
            const Type& type = table_.type().children[j];
            attributes_.push_back(straight_[j] ? maker.attributes().number(Feature::of(type.name, 1.0)) : 0);
            has_others_ = has_others_ || (!straight_[j] && type.kind != Kind::foreign);
        }
    }

    const Type& type() const { return table_.type(); }
    bool holds_numbers_only() const { return !has_others_; }

    // Those columns of some rows whose numbers go straight into a matrix.
    std::vector<NumberColumn> numbers_in(const Column& table) const {
        std::vector<NumberColumn> numbers;
        for (std::size_t j = 0; j < straight_.size(); ++j)
            if (straight_[j]) numbers.push_back({attributes_[j], &table.child(j), table.inner(0)});
        return numbers;
    }

    void add(const Array& array) {
        const Column table(table_.type(), array);
        const std::size_t count = table.length();
        if (!has_others_ || !MatrixMaker::is_worth_a_thread(count * straight_.size())) return add(table, {0, count, count});
        MatrixMaker behind(maker_.rule());
        TableMatrix second(behind, schema_);
        const auto mine = [&](const MatrixMaker::Stretch& stretch) { add(table, stretch); };
        const auto behind_them = [&](const MatrixMaker::Stretch& stretch) { second.add(table, stretch); };
        maker_.add_by_turns(behind, count, mine, behind_them);
    }

private:
    void add(const Column& table, const MatrixMaker::Stretch& stretch) {
        const auto through_rule = [&](const std::vector<bool>& skip) {
            return [&](RowWriter& writer, std::size_t i) { table_.write(writer, table, i, skip); };
        };
        if (table.has_gaps()) return maker_.add({}, stretch, true, through_rule(nothing_));
        maker_.add(numbers_in(table), stretch, has_others_, through_rule(straight_));
    }

    MatrixMaker& maker_;
    const Schema& schema_;
    Table table_;
    std::vector<bool> straight_;
    std::vector<bool> nothing_;
    std::vector<std::int32_t> attributes_;
    bool has_others_ = false;
};

}  // namespace thresher::arrow
