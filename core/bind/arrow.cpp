#include "arrow.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <deque>

#include "block.hpp"
#include "lent_columns.hpp"
#include "rows.hpp"
#include "table.hpp"
#include "thresher/errors.hpp"
#include "thresher/rows/arrow/table.hpp"

namespace thresher::bind {

namespace {

std::string error_of(arrow::Owned<arrow::Stream>& stream, int code) {
    const char* said = stream->get_last_error == nullptr ? nullptr : stream->get_last_error(stream.get());
    return said == nullptr ? "error " + std::to_string(code) : std::string(said);
}

// The next array of a stream; empty at the end.
arrow::Owned<arrow::Array> next_of(arrow::Owned<arrow::Stream>& stream) {
    arrow::Owned<arrow::Array> array;
    if (const int code = stream->get_next(stream.get(), array.get()); code != 0)
        throw InputError("the table can't be read: " + error_of(stream, code));
    return array;
}

// A table of Arrow, in one part or in many. Parts are kept only where numbers are read where they lie.
class ArrowFrame : public LentFrame {
public:
    ArrowFrame(MatrixMaker& maker, arrow::Owned<arrow::Stream> stream) : stream_(std::move(stream)) {
        nb::gil_scoped_release release;  // the stream may need it
        if (const int code = stream_->get_schema(stream_.get(), schema_.get()); code != 0)
            throw InputError("the table can't be read: " + error_of(stream_, code));
        matrix_.emplace(maker, *schema_);
    }
    ArrowFrame(MatrixMaker& maker, arrow::Owned<arrow::Schema> schema, arrow::Owned<arrow::Array> array) : schema_(std::move(schema)) {
        matrix_.emplace(maker, *schema_);
        arrays_.push_back(std::move(array));
    }

    std::optional<arrow::NumberTable> numbers(MatrixMaker& maker) override {
        if (!matrix_->holds_numbers_only()) return std::nullopt;
        nb::gil_scoped_release release;
        if (!stream_.empty())
            for (auto array = next_of(stream_); !array.empty(); array = next_of(stream_)) arrays_.push_back(std::move(array));
        arrow::NumberTable table;
        for (std::size_t i = 0; i < maker.attributes().size(); ++i) table.names.push_back(maker.attributes()[i]);
        for (const auto& array : arrays_) {
            const arrow::Column& part = parts_.emplace_back(matrix_->type(), *array);
            if (part.has_gaps()) return std::nullopt;
            table.parts.push_back({matrix_->numbers_in(part), part.length()});
        }
        return table;
    }

    void add_to(MatrixMaker&) override {
        nb::gil_scoped_release release;
        for (const auto& array : arrays_) matrix_->add(*array);
        if (!stream_.empty())
            for (auto array = next_of(stream_); !array.empty(); array = next_of(stream_)) matrix_->add(*array);
    }

private:
    arrow::Owned<arrow::Stream> stream_;
    arrow::Owned<arrow::Schema> schema_;
    std::optional<arrow::TableMatrix> matrix_;
    std::deque<arrow::Owned<arrow::Array>> arrays_;
    std::deque<arrow::Column> parts_;
};

// Columns without objects, by two threads.
void add_by_turns(MatrixMaker& maker, const std::vector<arrow::NumberColumn>& numbers, const std::vector<FrameColumn*>& others, std::size_t rows) {
    MatrixMaker behind(maker.rule());
    std::vector<arrow::NumberColumn> numbers_behind = numbers;
    for (arrow::NumberColumn& column : numbers_behind)
        column.attribute = behind.attributes().number(maker.attributes()[static_cast<std::size_t>(column.attribute)]);
    std::vector<LentCells> cells, cells_behind;
    for (const FrameColumn* column : others) {
        cells.push_back(column->cells(maker.writer()));
        cells_behind.push_back(column->cells(behind.writer()));
    }
    const auto writes = [](std::vector<LentCells>& some) {
        return [&some](RowWriter& writer, std::size_t i) {
            for (LentCells& one : some) one.write(writer, i);
        };
    };
    const auto mine = [&](const MatrixMaker::Stretch& stretch) { maker.add(numbers, stretch, true, writes(cells)); };
    const auto behind_them = [&](const MatrixMaker::Stretch& stretch) { behind.add(numbers_behind, stretch, true, writes(cells_behind)); };
    maker.add_by_turns(behind, rows, mine, behind_them);
}

// A frame of pandas, column by column.
class ColumnsFrame : public LentFrame {
public:
    ColumnsFrame(MatrixMaker& maker, const nb::list& names, const nb::list& columns, std::size_t rows) : rows_(rows) {
        bool spills = false;
        for (std::size_t j = 0; j < nb::len(columns); ++j) {
            const FrameColumn& column = held_.emplace_back(maker, names[j], nb::cast<nb::tuple>(columns[j]), rows);
            spills = spills || column.spills_names();
            objects_ = objects_ || column.holds_objects();
        }
        for (FrameColumn& column : held_) {
            const auto straight = spills ? std::nullopt : column.straight(maker);
            if (straight)
                numbers_.push_back(*straight);
            else if (column.read())
                others_.push_back(&column);
        }
    }

    std::optional<arrow::NumberTable> numbers(MatrixMaker& maker) override {
        if (!others_.empty()) return std::nullopt;
        arrow::NumberTable table;
        for (const arrow::NumberColumn& column : numbers_) table.names.push_back(maker.attributes()[static_cast<std::size_t>(column.attribute)]);
        if (!std::ranges::all_of(table.names, &Feature::named)) return std::nullopt;
        table.parts.push_back({numbers_, rows_});
        return table;
    }

    void add_to(MatrixMaker& maker) override {
        CellReader reader(maker.writer());
        const auto write = [&](RowWriter& writer, std::size_t i) {
            for (FrameColumn* column : others_) column->write(writer, reader, i);
        };
        if (objects_) return maker.add(numbers_, {0, rows_, rows_}, !others_.empty(), write);
        nb::gil_scoped_release release;
        if (others_.empty() || !MatrixMaker::is_worth_a_thread(rows_ * held_.size()))
            return maker.add(numbers_, {0, rows_, rows_}, !others_.empty(), write);
        add_by_turns(maker, numbers_, others_, rows_);
    }

private:
    std::size_t rows_;
    bool objects_ = false;
    std::deque<FrameColumn> held_;
    std::vector<arrow::NumberColumn> numbers_;
    std::vector<FrameColumn*> others_;
};

std::unique_ptr<NativeTable> table_of_stream(const NativeRows& rows, nb::handle capsule) {
    return std::make_unique<NativeTable>(
        rows, [&](MatrixMaker& maker) { return std::make_unique<ArrowFrame>(maker, taken<arrow::Stream>(capsule, "arrow_array_stream")); });
}

std::unique_ptr<NativeTable> table_of_array(const NativeRows& rows, nb::handle schema, nb::handle array) {
    return std::make_unique<NativeTable>(rows, [&](MatrixMaker& maker) {
        return std::make_unique<ArrowFrame>(maker, taken<arrow::Schema>(schema, "arrow_schema"), taken<arrow::Array>(array, "arrow_array"));
    });
}

std::unique_ptr<NativeTable> table_of_columns(const NativeRows& rows, nb::list names, nb::list columns, std::size_t count) {
    return std::make_unique<NativeTable>(rows, [&](MatrixMaker& maker) { return std::make_unique<ColumnsFrame>(maker, names, columns, count); });
}

// Dicts, and examples that are prepared already.
nb::tuple matrix_of_rows(NativeRows& self, nb::list rows) {
    const RowRule rule = NativeTable::rule_of_frames(self);
    MatrixMaker maker(rule);
    NativeTable::with_refusals([&] {
        CellReader reader(maker.writer());
        for (std::size_t i = 0; i < nb::len(rows); ++i) {
            const nb::object row = rows[i];
            if (nb::isinstance<PreparedExample>(row)) {
                maker.add(nb::cast<const PreparedExample&>(row).instance());
                continue;
            }
            const nb::object own = nb::steal(PyDict_Copy(row.ptr()));
            if (!own.is_valid()) throw nb::python_error();
            maker.add({}, {0, 1, 1}, true, [&](RowWriter&, std::size_t) { reader(own); });
        }
    });
    return arrays_of(maker);
}

constexpr std::uint64_t most_early_rows = 10000;  // at the first of these columns are looked at more closely

// One batch of a file as a block; what can't be understood is among its troubles.
std::unique_ptr<NativeBlock> block_of_arrow(NativeRows& rows, nb::handle schema_capsule, nb::handle array_capsule, std::uint64_t lines_before) {
    const auto schema = taken<arrow::Schema>(schema_capsule, "arrow_schema");
    const auto array = taken<arrow::Array>(array_capsule, "arrow_array");
    auto read = std::make_unique<ReadBlock>();
    NativeTable::with_refusals([&] {
        nb::gil_scoped_release release;
        RowWriter writer(*rows.rule());
        arrow::Table table(writer, *schema);
        const arrow::Column column(table.type(), *array);
        read->lines_before = lines_before;
        read->lines = column.length();
        table.read(writer, column, read->block, lines_before < most_early_rows);
    });
    return std::make_unique<NativeBlock>(std::move(read), nullptr);
}

// Throws unless every column of a schema has a place in a row, or is left out.
void check_arrow_schema(NativeRows& rows, nb::handle schema_capsule) {
    const auto schema = taken<arrow::Schema>(schema_capsule, "arrow_schema");
    NativeTable::with_refusals([&] {
        RowWriter writer(*rows.rule());
        arrow::Table(writer, *schema);
    });
}

}  // namespace

void bind_arrow(nb::module_& module) {
    auto rows = nb::borrow<nb::class_<NativeRows>>(module.attr("NativeRows"));
    constexpr const char* result = " -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64], list[str | int]]";
    static const std::string of_rows = std::string("def matrix_of_rows(self, rows: list[dict[str | int, object] | PreparedExample])") + result;
    static const std::string of_table = std::string("def arrays(self)") + result;
    nb::class_<NativeTable>(module, "NativeTable")
        .def_prop_ro("rows", &NativeTable::rows)
        .def("arrays", &NativeTable::arrays, nb::sig(of_table.c_str()));
    rows.def("table", &table_of_stream, nb::arg("stream"))
        .def("table_of_array", &table_of_array, nb::arg("schema"), nb::arg("array"))
        .def("table_of_columns", &table_of_columns, nb::arg("names"), nb::arg("columns"), nb::arg("rows"),
             nb::sig("def table_of_columns(self, names: list[str | int], columns: list[tuple[object, ...]], rows: int) -> NativeTable"))
        .def("matrix_of_rows", &matrix_of_rows, nb::arg("rows"), nb::sig(of_rows.c_str()));
    module.def("block_of_arrow", &block_of_arrow, nb::arg("rows"), nb::arg("schema"), nb::arg("array"), nb::arg("lines_before"));
    module.def("check_arrow_schema", &check_arrow_schema, nb::arg("rows"), nb::arg("schema"));
}

}  // namespace thresher::bind
