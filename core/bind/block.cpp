#include "block.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>

#include "arrays.hpp"
#include "example.hpp"
#include "rows.hpp"
#include "thresher/errors.hpp"
#include "thresher/text/reading.hpp"
#include "thresher/text/snow_labels.hpp"

namespace thresher::bind {

namespace {

nb::object text_of(std::string_view text) { return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")); }

nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }

class NativeReader {
public:
    NativeReader(int file, const std::string& format, std::uint64_t first_column, std::optional<unsigned> bits, unsigned workers, std::size_t depth,
                 std::size_t stretch, std::uint64_t offset, std::uint64_t lines, const NativeRows* rows, std::optional<std::string> separator,
                 std::size_t longest, const nb::bytes& begun, SnowIds ids)
        : reader_(std::make_shared<Reader>(file, parser_maker(format, first_column, bits, rows, std::move(ids)), std::max(workers, 1U),
                                           std::max<std::size_t>(depth, 1), cutting(format, stretch, offset, separator, longest, begun), lines)) {}

    // The next block, None at the end. While it waits, signals are looked after.
    std::unique_ptr<NativeBlock> next() {
        std::unique_ptr<ReadBlock> block;
        for (;;) {
            Reader::Answer answer;
            {
                nb::gil_scoped_release release;
                answer = reader_->next(block, std::chrono::milliseconds(100));
            }
            if (answer == Reader::Answer::block) return std::make_unique<NativeBlock>(std::move(block), reader_);
            if (answer == Reader::Answer::end) return nullptr;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
    }

    void stop() {
        nb::gil_scoped_release release;
        reader_->stop();
    }

private:
    // Every worker has a parser of its own.
    static std::function<Parser()> parser_maker(const std::string& format, std::uint64_t first_column, std::optional<unsigned> bits,
                                                const NativeRows* rows, SnowIds ids) {
        if (is_table_format(format)) {
            if (rows == nullptr) throw ParameterError("tables are read by rows");
            return [format, rule = rows->rule()]() -> Parser {
                if (format == "csv") return CsvParser(rule);
                if (format == "json") return JsonParser(rule);
                return PlainTextParser(rule);
            };
        }
        const LineParser parser = make_line_parser(format, first_column, bits, std::move(ids));
        return [parser] { return std::visit([](const auto& one) -> Parser { return one; }, parser); };
    }

    static Cutting cutting(const std::string& format, std::size_t stretch, std::uint64_t offset, const std::optional<std::string>& separator,
                           std::size_t longest, const nb::bytes& begun) {
        Cutting cutting;
        cutting.begun.assign(begun.c_str(), begun.size());
        if (is_table_format(format)) cutting.kind = format == "csv" ? Cutting::Kind::csv : Cutting::Kind::table_lines;
        cutting.stretch = stretch;
        cutting.offset = offset;
        cutting.longest = longest;
        if (separator) {
            if (separator->size() != 1 || static_cast<unsigned char>(separator->front()) > 0x7f || *separator == "\"" || *separator == "\n" ||
                *separator == "\r")
                throw ParameterError("separator must be one character of ASCII, not a quote or a line end");
            cutting.separator = separator->front();
        }
        return cutting;
    }

    static bool is_table_format(const std::string& format) { return format == "csv" || format == "json" || format == "text"; }

    std::shared_ptr<Reader> reader_;
};

// Rows that Python has read: dicts, with labels (NaN: none), importance weights and line numbers.
std::unique_ptr<NativeBlock> block_of_rows(nb::sequence rows, Vector<double> labels, Vector<double> weights, Vector<std::uint64_t> lines,
                                           nb::sequence tags) {
    const std::size_t size = nb::len(rows);
    if (labels.size() != size || weights.size() != size || lines.size() != size || nb::len(tags) != size)
        throw InputError("as many labels, weights, lines and tags as rows");
    auto read = std::make_unique<ReadBlock>();
    Block& block = read->block;
    block.clear();
    Instance scratch;
    const auto keep_text = [&](std::string_view text) {
        char* place = block.arena().take(text.size());
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return std::string_view(place, text.size());
    };
    for (std::size_t row = 0; row < size; ++row) {
        nb::object keep;
        const nb::object x = rows[row];
        const Instance& instance = read_example(x, scratch, keep);
        block.begin(instance.size());
        for (const Feature& feature : instance) {
            if (feature.named())
                block.add_name(keep_text(feature.text()), feature.value);
            else
                block.add_column(feature.code, feature.value);
        }
        const std::string tag = nb::cast<std::string>(nb::object(tags[row]));
        block.end({labels.data()[row], weights.data()[row], keep_text(tag), {}, {}}, {lines.data()[row], 0, 0});
    }
    return std::make_unique<NativeBlock>(std::move(read), nullptr);
}

// (row, line, column, message, hint, begin, end) of a line that is no example.
nb::tuple describe(const NativeBlock& self, const Trouble& trouble) {
    const ReadBlock& read = self.read();
    return nb::make_tuple(trouble.row, read.line_number(trouble.place), trouble.column, text_of(trouble.message), text_of(trouble.hint),
                          read.offset + trouble.place.begin, read.offset + trouble.place.end, bytes_of(read.line_of(trouble.place)));
}

// The names of the columns as a CSV file has them; None for other formats.
nb::object header_of(const NativeBlock& self) {
    if (!self.read().header) return nb::none();
    nb::list names;
    for (const std::string& name : self.read().header->names) names.append(text_of(name));
    return names;
}

// What the cells of each column of a table were: (column, counts).
nb::list columns_of(const NativeBlock& self) {
    nb::list columns;
    for (const ColumnCounts& counts : self.examples().column_counts()) {
        nb::dict found;
        found["missing"] = counts.missing;
        found["numbers"] = counts.numbers;
        found["truths"] = counts.truths;
        found["categories"] = counts.categories;
        found["dates"] = counts.dates;
        found["words"] = counts.words;
        found["other"] = counts.other;
        found["rows_looked_at"] = counts.looked_at;
        found["distinct"] = counts.hashes.size();
        found["hashes"] = nb::cast(counts.hashes);
        found["longest"] = counts.longest;
        found["whole_numbers_rising"] = counts.rising && counts.numbers_looked_at > 1;
        found["first"] = counts.first;
        found["last"] = counts.last;
        found["padded"] = counts.padded;
        found["digits"] = counts.digits;
        columns.append(nb::make_tuple(text_of(counts.name), found));
    }
    return columns;
}

}  // namespace

NativeBlock::~NativeBlock() {
    if (reader_) reader_->give_back(std::move(block_));
}

LineParser make_line_parser(const std::string& format, std::uint64_t first_column, std::optional<unsigned> bits, SnowIds ids) {
    if (format == "svmlight") return SvmlightParser{first_column, ids.several};
    if (format == "vw") return VwParser(bits, ids.several);
    if (format == "snow") return SnowParser(std::move(ids));
    throw ParameterError("there is no parser for " + format);
}

void bind_block(nb::module_& module) {
    nb::class_<SnowIds>(module, "SnowIds")
        .def(
            "__init__",
            [](SnowIds* self, std::vector<std::uint64_t> targets, std::optional<std::uint64_t> one, bool candidates, bool several) {
                std::ranges::sort(targets);
                new (self) SnowIds{std::move(targets), one, candidates, several};
            },
            nb::arg("targets"), nb::arg("one").none(), nb::arg("candidates"), nb::arg("several"));
    nb::class_<NativeBlock>(module, "NativeBlock")
        .def("__len__", [](const NativeBlock& self) { return self.examples().rows(); })
        .def_prop_ro("has_texts", [](const NativeBlock& self) { return self.examples().has_label_texts(); })
        .def_prop_ro(
            "labels", [](const NativeBlock& self) { return numpy(std::vector<double>(self.examples().labels())); },
            nb::sig("def labels(self) -> NDArray[numpy.float64]"))
        .def_prop_ro(
            "weights",
            [](const NativeBlock& self) -> nb::object {
                if (self.examples().weights().empty()) return nb::none();
                return numpy(std::vector<double>(self.examples().weights()));
            },
            nb::sig("def weights(self) -> NDArray[numpy.float64] | None"))
        .def_prop_ro("features", [](const NativeBlock& self) { return self.examples().features(); })
        .def_prop_ro("offset", [](const NativeBlock& self) { return self.read().offset; })
        .def_prop_ro("size", [](const NativeBlock& self) { return self.read().size(); })
        .def_prop_ro("header", &header_of, nb::sig("def header(self) -> list[str] | None"))
        .def_prop_ro("columns", &columns_of, nb::sig("def columns(self) -> list[tuple[str, dict[str, int | float | bool | list[int]]]]"))
        .def_prop_ro("lines", [](const NativeBlock& self) { return self.read().lines; })
        .def_prop_ro("lines_before", [](const NativeBlock& self) { return self.read().lines_before; })
        .def_prop_ro("troubles",
                     [](const NativeBlock& self) {
                         nb::list troubles;
                         for (const Trouble& trouble : self.examples().troubles()) troubles.append(describe(self, trouble));
                         return troubles;
                     })
        .def_prop_ro("empty_lines",
                     [](const NativeBlock& self) {
                         std::vector<std::uint64_t> lines;
                         for (const Place& place : self.examples().empty_lines()) lines.push_back(self.read().line_number(place));
                         return lines;
                     })
        .def(
            "label",
            [](const NativeBlock& self, std::size_t row) -> nb::object {
                self.place(row);
                const std::string_view text = self.examples().label_text(row);
                if (!text.empty()) return text_of(text);
                return nb::float_(self.examples().labels()[row]);
            },
            nb::arg("row"), nb::sig("def label(self, row: int) -> float | str"))
        .def(
            "features_of",
            [](const NativeBlock& self, std::size_t row) {
                self.place(row);
                return self.examples().row_features(row);
            },
            nb::arg("row"))
        .def(
            "example",
            [](const NativeBlock& self, std::size_t row) {
                self.place(row);
                Instance instance;
                self.examples().read(row, instance);
                return PreparedExample(instance);
            },
            nb::arg("row"))
        .def(
            "aside",
            [](const NativeBlock& self, std::size_t row) {
                self.place(row);
                nb::list texts;
                for (const std::string_view text : self.examples().aside(row)) texts.append(text_of(text));
                return texts;
            },
            nb::arg("row"), nb::sig("def aside(self, row: int) -> list[str]"))
        .def(
            "tag",
            [](const NativeBlock& self, std::size_t row) {
                self.place(row);
                return text_of(self.examples().tag(row));
            },
            nb::arg("row"))
        .def(
            "line", [](const NativeBlock& self, std::size_t row) { return self.read().line_number(self.place(row)); }, nb::arg("row"))
        .def(
            "begin", [](const NativeBlock& self, std::size_t row) { return self.read().offset + self.place(row).begin; }, nb::arg("row"))
        .def(
            "end", [](const NativeBlock& self, std::size_t row) { return self.read().offset + self.place(row).end; }, nb::arg("row"))
        .def("text", [](const NativeBlock& self, std::size_t row) { return bytes_of(self.read().line_of(self.place(row))); }, nb::arg("row"));
    module.def("block_of_rows", &block_of_rows, nb::arg("rows"), nb::arg("labels"), nb::arg("weights"), nb::arg("lines"), nb::arg("tags"));
    nb::class_<SnowLabels>(module, "SnowLabels")
        .def(nb::init<>())
        .def(
            "look",
            [](SnowLabels& self, const NativeBlock& block) -> nb::object {
                const std::optional<SnowLabels::Found> found =
                    self.look(block.examples(), [&](std::size_t row) { return block.read().line_of(block.place(row)); });
                return found ? nb::object(nb::make_tuple(found->row, found->id)) : nb::none();
            },
            nb::arg("block"), nb::sig("def look(self, block: NativeBlock) -> tuple[int, int] | None"));
    nb::class_<NativeReader>(module, "NativeReader")
        .def(nb::init<int, const std::string&, std::uint64_t, std::optional<unsigned>, unsigned, std::size_t, std::size_t, std::uint64_t,
                      std::uint64_t, const NativeRows*, std::optional<std::string>, std::size_t, const nb::bytes&, SnowIds>(),
             nb::arg("file"), nb::arg("format"), nb::arg("first_column"), nb::arg("bits").none(), nb::arg("workers"), nb::arg("depth"),
             nb::arg("stretch"), nb::arg("offset"), nb::arg("lines"), nb::arg("rows").none() = nb::none(), nb::arg("separator").none() = nb::none(),
             nb::arg("longest") = longest_row, nb::arg("begun") = nb::bytes("", 0), nb::arg("snow_ids") = SnowIds())
        .def("next", &NativeReader::next, nb::sig("def next(self) -> NativeBlock | None"))
        .def("stop", &NativeReader::stop);
}

}  // namespace thresher::bind
