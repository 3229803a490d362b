// Tables of Arrow, made of the input byte by byte: every buffer is as long as the interface promises and no longer, and what stands in
// it, offsets, codes, lengths of members, names, texts, is anything at all. Nothing is read outside, and what comes out is the same
// through a block and through a matrix.
#include <deque>
#include <map>
#include <memory>

#include "check.hpp"
#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/arrow/table.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

constexpr const char* formats[] = {
    "n", "b",      "c",          "s",   "i",   "l",    "C",       "S",  "I",  "L",  "e",  "f",    "g",  "u", "U",   "vu", "g",       "u",
    "l", "d:10,2", "d:38,5,256", "tdD", "tdm", "tss:", "tsn:UTC", "+l", "+L", "+s", "+m", "+w:2", "+r", "z", "ttm", "+s", "d:9,0,32"};
constexpr const char* names[] = {"a", "b", "c", "features", "a.b", "a=b", "", "x", "label", "\xff"};

// A table out of bytes. Everything it lends lives as long as this.
class Making {
public:
    explicit Making(std::string_view input) : input_(input) {}

    std::pair<arrow::Schema*, arrow::Array*> table() { return column("+s", take() % 6, 0); }

private:
    unsigned take() {
        if (input_.empty()) return 0;
        const auto first = static_cast<unsigned char>(input_.front());
        input_.remove_prefix(1);
        return first;
    }

    char* memory(std::size_t size) { return (memory_.emplace_back(std::make_unique<char[]>(size))).get(); }
    char* filled(std::size_t size) {
        char* const bytes = memory(size);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(take());
        return bytes;
    }

    std::pair<arrow::Schema*, arrow::Array*> column(const char* format, std::size_t length, int depth) {
        arrow::Schema& schema = schemas_.emplace_back();
        arrow::Array& array = arrays_.emplace_back();
        schema.format = format;
        schema.name = names[take() % std::size(names)];
        schema.release = [](arrow::Schema*) {};
        array.release = [](arrow::Array*) {};
        array.offset = take() % 4 == 0 ? take() % 3 : 0;
        array.length = static_cast<std::int64_t>(length);
        array.null_count = -1;
        const arrow::Type type = arrow::type_detail::plain_type(format);
        give_buffers(array, type, length + static_cast<std::size_t>(array.offset), depth);
        give_children(schema, array, type, depth);
        if (type.kind == arrow::Kind::whole && depth < 4 && take() % 8 == 0) {
            std::tie(schema.dictionary, array.dictionary) = column(formats[take() % std::size(formats)], take() % 4, depth + 1);
        }
        forge(schema, array);
        return {&schema, &array};
    }

    void give_buffers(arrow::Array& array, const arrow::Type& type, std::size_t cells, int) {
        std::vector<const void*>& buffers = buffers_.emplace_back();
        using arrow::Kind;
        if (type.kind != Kind::nothing && type.kind != Kind::runs) buffers.push_back(take() % 3 == 0 ? filled((cells + 7) / 8) : nullptr);
        switch (type.kind) {
            case Kind::truth: buffers.push_back(filled((cells + 7) / 8)); break;
            case Kind::text:
            case Kind::large_text:
                buffers.push_back(offsets(cells, type.width));
                buffers.push_back(filled(last_));
                break;
            case Kind::list:
            case Kind::large_list:
            case Kind::map: buffers.push_back(offsets(cells, type.width)); break;
            case Kind::text_view: give_views(buffers, cells); break;
            case Kind::nothing:
            case Kind::runs:
            case Kind::object:
            case Kind::fixed_list:
            case Kind::foreign: break;
            default: buffers.push_back(numbers(cells, type.width)); break;
        }
        array.n_buffers = static_cast<std::int64_t>(buffers.size());
        array.buffers = buffers.data();
    }

    // Mostly numbers that people have.
    char* numbers(std::size_t cells, std::size_t width) {
        if (take() % 4 == 0) return filled(cells * width);
        char* const bytes = memory(cells * width);
        for (std::size_t i = 0; i < cells; ++i) {
            bytes[i * width] = static_cast<char>(take() % 5);
            if (width == 8 && take() % 2 == 0) {
                const double value = static_cast<double>(take() % 7) - 2.0;
                std::memcpy(bytes + i * width, &value, 8);
            }
        }
        return bytes;
    }

    char* offsets(std::size_t cells, std::size_t width) {
        char* const bytes = memory((cells + 1) * width);
        std::int64_t at = 0;
        for (std::size_t i = 0; i <= cells; ++i) {
            const unsigned step = take();
            at = step % 16 == 15 ? static_cast<std::int64_t>(take()) - 128 : at + step % 4;
            if (width == 4) {
                const auto narrow = static_cast<std::int32_t>(at);
                std::memcpy(bytes + i * 4, &narrow, 4);
            } else {
                std::memcpy(bytes + i * 8, &at, 8);
            }
        }
        last_ = at > 0 ? static_cast<std::size_t>(at) : 0;
        return bytes;
    }

    void give_views(std::vector<const void*>& buffers, std::size_t cells) {
        char* const views = memory(cells * 16);
        for (std::size_t i = 0; i < cells; ++i) {
            const std::int32_t words[4] = {static_cast<std::int32_t>(take()) - 3, static_cast<std::int32_t>(take()),
                                           static_cast<std::int32_t>(take() % 3) - (take() % 9 == 0), static_cast<std::int32_t>(take())};
            std::memcpy(views + i * 16, words, 16);
        }
        buffers.push_back(views);
        const std::size_t count = take() % 3;
        char* const sizes = memory(count * 8);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t size = take();
            std::memcpy(sizes + i * 8, &size, 8);
            buffers.push_back(filled(static_cast<std::size_t>(size)));
        }
        buffers.push_back(sizes);
    }

    void give_children(arrow::Schema& schema, arrow::Array& array, const arrow::Type& type, int depth) {
        using arrow::Kind;
        const std::size_t expected = type.is_list() || type.kind == Kind::map ? 1 : type.kind == Kind::runs ? 2 : 0;
        const std::size_t count = type.kind == Kind::object ? take() % 4 + (depth == 0) : expected;
        if (count == 0 || depth > 6) return;
        auto& child_schemas = schema_lists_.emplace_back();
        auto& child_arrays = array_lists_.emplace_back();
        for (std::size_t i = 0; i < count; ++i) {
            const char* format = formats[take() % std::size(formats)];
            std::size_t length = static_cast<std::size_t>(array.length + array.offset);
            if (type.kind == Kind::map && take() % 16 != 0) format = "+s";
            if (type.kind == Kind::runs && i == 0 && take() % 16 != 0) format = "i";
            if (type.kind != Kind::object) length = type.kind == Kind::fixed_list ? length * 2 : std::min<std::size_t>(last_, 32);
            if (take() % 16 == 0) length = take() % 8;
            const auto [child_schema, child_array] = column(format, length, depth + 1);
            child_schemas.push_back(child_schema);
            child_arrays.push_back(child_array);
        }
        schema.n_children = array.n_children = static_cast<std::int64_t>(count);
        schema.children = child_schemas.data();
        array.children = child_arrays.data();
    }

    // Lengths and counts that can't be, seldom; never one that a producer would have to keep with longer buffers.
    void forge(arrow::Schema& schema, arrow::Array& array) {
        switch (take() % 64) {
            case 0: array.length = -1; break;
            case 1: array.offset = -array.length - 1; break;
            case 2: array.length = std::int64_t{1} << 62; break;
            case 3: array.n_buffers = array.n_buffers > 0 ? array.n_buffers - 1 : -1; break;
            case 4: array.null_count = 3; break;
            case 5: schema.n_children = -1; break;
            case 6: array.n_children = 0; break;
            case 7: array.release = nullptr; break;
            case 8: schema.dictionary = nullptr; break;
            case 9: schema.name = nullptr; break;
            default: break;
        }
    }

    std::string_view input_;
    std::size_t last_ = 4;  // the last offset that was made
    std::deque<std::unique_ptr<char[]>> memory_;
    std::deque<arrow::Schema> schemas_;
    std::deque<arrow::Array> arrays_;
    std::deque<std::vector<const void*>> buffers_;
    std::deque<std::vector<arrow::Schema*>> schema_lists_;
    std::deque<std::vector<arrow::Array*>> array_lists_;
};

using Row = std::map<std::string, double>;

void add(Row& row, const Feature& feature) {
    require(feature.named() && is_utf8(feature.text()), "a name is UTF-8");
    require(feature.value != 0.0 && std::fabs(feature.value) <= size_limit, "a value is a number that computes");
    require(row.emplace(std::string(feature.text()), feature.value).second, "an attribute is there once");
}

// The rows as a block; `refused`: the first row that is none.
std::vector<Row> through_block(const RowRule& rule, const arrow::Schema& schema, const arrow::Array& array, std::size_t& refused) {
    RowWriter writer(rule);
    arrow::Table table(writer, schema);
    const arrow::Column column(table.type(), array);
    Block block;
    table.read(writer, column, block, true);
    check_shape(block);
    require(block.rows() + block.troubles().size() == column.length(), "every row is an example or a trouble");
    refused = block.troubles().empty() ? column.length() : static_cast<std::size_t>(block.troubles()[0].place.line - 1);
    std::vector<Row> rows;
    Instance instance;
    for (std::size_t i = 0; i < block.rows(); ++i) {
        block.read(i, instance);
        Row& row = rows.emplace_back();
        for (const Feature& feature : instance) add(row, feature);
    }
    return rows;
}

std::vector<Row> through_matrix(const RowRule& rule, const arrow::Schema& schema, const arrow::Array& array) {
    MatrixMaker maker(rule);
    arrow::TableMatrix(maker, schema).add(array);
    SparseRows& sparse = maker.rows();
    std::vector<Row> rows(sparse.rows());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (auto at = static_cast<std::size_t>(sparse.starts[i]); at < static_cast<std::size_t>(sparse.starts[i + 1]); ++at) {
            Feature feature = maker.attributes()[static_cast<std::size_t>(sparse.indices.data()[at])];
            feature.value = sparse.values.data()[at];
            add(rows[i], feature);
        }
    return rows;
}

const RowRule& rule(unsigned which) {
    static const RowRule none;
    static const RowRule roles([] {
        RowRoles roles;
        roles.text = {"a"};
        roles.categories = {"b"};
        roles.ignore = {"c"};
        roles.missing = {"2", "NA"};
        return roles;
    }());
    static const RowRule dates([] {
        RowRoles roles;
        roles.dates = {"a"};
        roles.ignore = {"a.b"};
        return roles;
    }());
    return which % 3 == 0 ? none : which % 3 == 1 ? roles : dates;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const RowRule& read_by = rule(data[0]);
    Making making({reinterpret_cast<const char*>(data) + 1, std::min<std::size_t>(size - 1, 4096)});
    const auto [schema, array] = making.table();
    std::size_t refused = 0;
    std::vector<Row> block;
    try {
        block = through_block(read_by, *schema, *array, refused);
    } catch (const InputError&) {
        return 0;
    } catch (const arrow::SchemaRefusal& refusal) {
        require(!refusal.message.empty(), "a refusal has a message");
        return 0;
    }
    try {
        require(through_matrix(read_by, *schema, *array) == block, "a matrix has the rows of the block");
        require(refused == static_cast<std::size_t>(array->length), "a matrix is made if no row is refused");
    } catch (const RowRefusal& refusal) {
        require(refusal.row == refused, "the first row that is refused is told");
    }
    return 0;
}
