#include "arrow.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <deque>

#include "arrays.hpp"
#include "block.hpp"
#include "lent_columns.hpp"
#include "rows.hpp"
#include "thresher/errors.hpp"
#include "thresher/rows/arrow/table.hpp"

namespace thresher::bind {

namespace {

// Python's own exception, which has a place for the hint.
[[noreturn]] void raise(const std::string& message, const std::string& hint, const char* field) {
    const nb::object type = nb::module_::import_("thresher.errors").attr("InputError");
    const nb::object error = type(message, nb::arg("field") = field, nb::arg("hint") = hint);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw nb::python_error();
}

template <class F>
auto with_refusals(F f) {
    try {
        return f();
    } catch (const arrow::SchemaRefusal& refusal) {
        raise(refusal.message, refusal.hint, "ignore");
    } catch (const RowRefusal& refusal) {
        raise("row " + std::to_string(refusal.row) + ": " + refusal.cell.message, refusal.cell.hint, "categories");
    }
}

// In a frame nobody asks for labels, weights and tags: their columns are left out.
RowRule rule_of_frames(const NativeRows& rows) {
    RowRoles roles = rows.rule()->roles();
    for (std::string* name : {&roles.label, &roles.weight, &roles.tag}) {
        if (!name->empty()) roles.ignore.push_back(*name);
        name->clear();
    }
    return RowRule(std::move(roles));
}

nb::tuple arrays_of(MatrixMaker& maker) {
    nb::list names;
    for (std::size_t i = 0; i < maker.attributes().size(); ++i) {
        const Feature& feature = maker.attributes()[i];
        names.append(feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code)));
    }
    return numpy(maker.rows(), names);
}

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

nb::tuple matrix_of_stream(NativeRows& self, nb::handle capsule) {
    auto stream = taken<arrow::Stream>(capsule, "arrow_array_stream");
    const RowRule rule = rule_of_frames(self);
    MatrixMaker maker(rule);
    with_refusals([&] {
        nb::gil_scoped_release release;  // the stream may need it
        arrow::Owned<arrow::Schema> schema;
        if (const int code = stream->get_schema(stream.get(), schema.get()); code != 0)
            throw InputError("the table can't be read: " + error_of(stream, code));
        arrow::TableMatrix matrix(maker, *schema);
        for (auto array = next_of(stream); !array.empty(); array = next_of(stream)) matrix.add(*array);
    });
    return arrays_of(maker);
}

nb::tuple matrix_of_array(NativeRows& self, nb::handle schema_capsule, nb::handle array_capsule) {
    const auto schema = taken<arrow::Schema>(schema_capsule, "arrow_schema");
    const auto array = taken<arrow::Array>(array_capsule, "arrow_array");
    const RowRule rule = rule_of_frames(self);
    MatrixMaker maker(rule);
    with_refusals([&] {
        nb::gil_scoped_release release;
        arrow::TableMatrix(maker, *schema).add(*array);
    });
    return arrays_of(maker);
}

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

nb::tuple matrix_of_columns(NativeRows& self, nb::list names, nb::list columns, std::size_t rows) {
    const RowRule rule = rule_of_frames(self);
    MatrixMaker maker(rule);
    with_refusals([&] {
        std::deque<FrameColumn> held;
        bool spills = false, objects = false;
        for (std::size_t j = 0; j < nb::len(columns); ++j) {
            const FrameColumn& column = held.emplace_back(maker, names[j], nb::cast<nb::tuple>(columns[j]), rows);
            spills = spills || column.spills_names();
            objects = objects || column.holds_objects();
        }
        std::vector<arrow::NumberColumn> numbers;
        std::vector<FrameColumn*> others;
        for (FrameColumn& column : held) {
            const auto straight = spills ? std::nullopt : column.straight(maker);
            if (straight)
                numbers.push_back(*straight);
            else if (column.read())
                others.push_back(&column);
        }
        CellReader reader(maker.writer());
        const auto write = [&](RowWriter& writer, std::size_t i) {
            for (FrameColumn* column : others) column->write(writer, reader, i);
        };
        if (objects) return maker.add(numbers, {0, rows, rows}, !others.empty(), write);
        nb::gil_scoped_release release;
        if (others.empty() || !MatrixMaker::is_worth_a_thread(rows * held.size())) return maker.add(numbers, {0, rows, rows}, !others.empty(), write);
        add_by_turns(maker, numbers, others, rows);
    });
    return arrays_of(maker);
}

// Dicts, and examples that are prepared already.
nb::tuple matrix_of_rows(NativeRows& self, nb::list rows) {
    const RowRule rule = rule_of_frames(self);
    MatrixMaker maker(rule);
    with_refusals([&] {
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
    with_refusals([&] {
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
    with_refusals([&] {
        RowWriter writer(*rows.rule());
        arrow::Table(writer, *schema);
    });
}

}  // namespace

void bind_arrow(nb::module_& module) {
    auto rows = nb::borrow<nb::class_<NativeRows>>(module.attr("NativeRows"));
    constexpr const char* result = " -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64], list[str | int]]";
    static const std::string of_stream = std::string("def matrix(self, stream: object)") + result;
    static const std::string of_array = std::string("def matrix_of_array(self, schema: object, array: object)") + result;
    static const std::string of_columns =
        std::string("def matrix_of_columns(self, names: list[str | int], columns: list[tuple[object, ...]], rows: int)") + result;
    static const std::string of_rows = std::string("def matrix_of_rows(self, rows: list[dict[str | int, object] | PreparedExample])") + result;
    rows.def("matrix", &matrix_of_stream, nb::arg("stream"), nb::sig(of_stream.c_str()))
        .def("matrix_of_array", &matrix_of_array, nb::arg("schema"), nb::arg("array"), nb::sig(of_array.c_str()))
        .def("matrix_of_columns", &matrix_of_columns, nb::arg("names"), nb::arg("columns"), nb::arg("rows"), nb::sig(of_columns.c_str()))
        .def("matrix_of_rows", &matrix_of_rows, nb::arg("rows"), nb::sig(of_rows.c_str()));
    module.def("block_of_arrow", &block_of_arrow, nb::arg("rows"), nb::arg("schema"), nb::arg("array"), nb::arg("lines_before"));
    module.def("check_arrow_schema", &check_arrow_schema, nb::arg("rows"), nb::arg("schema"));
}

}  // namespace thresher::bind
