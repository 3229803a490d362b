// Tables of numbers alone, learned where they lie: every cell is what the column says it is, however rows are turned and whichever
// types, gaps and parts there are; what is too large is noticed; and learning the table is learning its rows one by one.
//
// Of the input the first byte says the learner, the second how many columns; then the columns' types; the rest are parts.
#include <bit>
#include <deque>
#include <memory>
#include <optional>

#include "check.hpp"
#include "packed_models.hpp"
#include "thresher/loop/table_rows.hpp"
#include "thresher/rows/arrow/table.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

using Engine = TwoLabels<LinearLearner>;

constexpr const char* formats[] = {"g", "g", "g", "f", "e", "b", "c", "s", "i", "l", "C", "S", "I", "L"};
constexpr const char* names[] = {"a", "b", "a name that is longer than sixteen", "\xc3\xa9", "d", "e", "f"};
constexpr double odd[] = {0.0, -0.0, 1.0, -1.0, 1e150, -1e150, 1.0000001e150, HUGE_VAL, std::numeric_limits<double>::quiet_NaN(), 5e-324};

class Input {
public:
    explicit Input(std::string_view bytes) : bytes_(bytes) {}

    bool empty() const { return bytes_.empty(); }
    unsigned take() {
        if (bytes_.empty()) return 0;
        const auto first = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return first;
    }

private:
    std::string_view bytes_;
};

// Parts of one schema. Every buffer is as long as the interface promises, and what it lends lives as long as this.
class Tables {
public:
    explicit Tables(Input& input) : input_(input) {
        schema_ = schema("+s", "");
        for (std::size_t count = 1 + input.take() % std::size(names); children_.size() < count;)
            children_.push_back(&schemas_.emplace_back(schema(formats[input.take() % std::size(formats)], names[children_.size()])));
        schema_.n_children = static_cast<std::int64_t>(children_.size());
        schema_.children = children_.data();
        // One in eight is longer than what is turned at a time.
        for (std::size_t count = 1 + input.take() % 3; parts_.size() < count;)
            add_part(input.take() % 8 == 0 ? 100 + input.take() % 60 : input.take() % 9);
    }

    const arrow::Schema& schema() const { return schema_; }
    const std::deque<arrow::Array>& parts() const { return parts_; }

private:
    static arrow::Schema schema(const char* format, const char* name) {
        arrow::Schema made{};
        made.format = format;
        made.name = name;
        made.release = [](arrow::Schema*) {};
        return made;
    }

    static arrow::Array array(std::size_t length, std::vector<const void*>& buffers) {
        arrow::Array made{};
        made.length = static_cast<std::int64_t>(length);
        made.null_count = -1;
        made.n_buffers = static_cast<std::int64_t>(buffers.size());
        made.buffers = buffers.data();
        made.release = [](arrow::Array*) {};
        return made;
    }

    char* memory(std::size_t size) { return memory_.emplace_back(std::make_unique<char[]>(size)).get(); }
    char* any(std::size_t size) {
        char* const bytes = memory(size);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(input_.take());
        return bytes;
    }

    char* cells(std::size_t count, const arrow::Type& type) {
        if (type.kind == arrow::Kind::truth) return any((count + 7) / 8);
        if (input_.take() % 4 == 0) return any(count * type.width);
        char* const bytes = memory(count * type.width);
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned which = input_.take();
            const double value = which < 128 ? static_cast<double>(which % 5) : odd[which % std::size(odd)];
            const auto narrow = static_cast<float>(value);
            if (type.kind == arrow::Kind::real && type.width == 8)
                std::memcpy(bytes + i * 8, &value, 8);
            else if (type.kind == arrow::Kind::real && type.width == 4)
                std::memcpy(bytes + i * 4, &narrow, 4);
            else
                bytes[i * type.width] = static_cast<char>(which);
        }
        return bytes;
    }

    void add_part(std::size_t rows) {
        const std::size_t skipped = input_.take() % 4 == 0 ? input_.take() % 3 : 0;  // of the table, before its first row
        auto& columns = columns_.emplace_back();
        for (const arrow::Schema* child : children_) {
            const std::size_t own = input_.take() % 4 == 0 ? input_.take() % 3 : 0;  // of this column alone
            const std::size_t count = rows + skipped + own;
            auto& buffers = buffers_.emplace_back();
            buffers.push_back(input_.take() % 3 == 0 ? any((count + 7) / 8) : nullptr);
            buffers.push_back(cells(count, arrow::type_detail::plain_type(child->format)));
            arrow::Array& made = arrays_.emplace_back(array(rows + skipped, buffers));
            made.offset = static_cast<std::int64_t>(own);
            columns.push_back(&made);
        }
        arrow::Array& part = parts_.emplace_back(array(rows, buffers_.emplace_back(1, nullptr)));
        part.offset = static_cast<std::int64_t>(skipped);
        part.n_children = static_cast<std::int64_t>(columns.size());
        part.children = columns.data();
    }

    Input& input_;
    arrow::Schema schema_;
    std::vector<arrow::Schema*> children_;
    std::deque<arrow::Schema> schemas_;
    std::deque<arrow::Array> parts_, arrays_;
    std::deque<std::vector<arrow::Array*>> columns_;
    std::deque<std::vector<const void*>> buffers_;
    std::deque<std::unique_ptr<char[]>> memory_;
};

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

// The cells as they are turned, some rows at a time, beside the cells as they lie. The rows, whether they can be computed with or not.
std::vector<Instance> rows_of(const arrow::NumberTable& table) {
    std::vector<Instance> rows;
    arrow::NumberTile tile;
    bool computable = true;
    for (const arrow::NumberTable::Part& part : table.parts)
        for (std::size_t first = 0; first < part.rows; first += arrow::NumberTile::rows) {
            const std::size_t count = std::min(arrow::NumberTile::rows, part.rows - first);
            bool fine = true, full = true;
            const bool tile_fine = tile.load(part.columns, first, count);
            for (std::size_t i = 0; i < count; ++i) {
                Instance& row = rows.emplace_back();
                for (std::size_t j = 0; j < part.columns.size(); ++j) {
                    const double lies = part.columns[j](first + i), cell = std::isnan(lies) ? 0.0 : lies;
                    fine = fine && std::fabs(cell) <= size_limit;
                    full = full && cell != 0.0;
                    require(bits(tile.row(i)[j]) == bits(cell), "a cell that was turned is the cell as it lies");
                    if (cell == 0.0) continue;
                    row.push_back(table.names[j]);
                    row.back().value = cell;
                }
            }
            require(tile_fine == fine, "a tile is refused if a number of it is too large");
            require(tile.full() == full, "a tile is full if no cell of it is 0");
            computable = computable && fine;
        }
    require(table.is_computable() == computable, "a table is computed with if no number of it is too large");
    require(table.rows() == rows.size(), "as many rows as its parts have");
    return rows;
}

Engine learner(unsigned which) {
    if (which % 3 == 0) return perceptron_model().engine();
    return which % 3 == 1 ? adaptive_winnow_model().engine() : averaging_model(Averaging::averaged, 0.0).engine();
}

std::string state(const Engine& engine) {
    std::string bytes;
    pack(engine.learner, bytes);
    return bytes;
}

void check_learning(const arrow::NumberTable& table, const std::vector<Instance>& rows, unsigned which) {
    Engine whole = learner(which), single = learner(which);
    if (which % 4 == 0) {  // some of the names were met before
        Engine::Scratch scratch;
        for (Engine* engine : {&whole, &single}) engine->learn(Instance{Feature::of("d", 1.0), Feature::of("elsewhere", 0.5)}, 1, 1.0, scratch);
    }
    std::vector<Class> numbers, answers(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) numbers.push_back(static_cast<Class>((i * 7 + which) % 5 % 3) - 1);
    Engine::Scratch scratch;
    try {
        if (!learn_table(whole, table, numbers, {}, answers, scratch)) return;
    } catch (const InputError&) {
        return;  // sums that are no numbers any more
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        require(single.learn(rows[i], numbers[i], 1.0, scratch).answer == answers[i], "a row is answered as it is alone");
    require(state(whole) == state(single), "a table is learned as its rows are, one by one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input({reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 1 << 14)});
    const unsigned which = input.take();
    const Tables tables(input);
    const RowRule rule;
    MatrixMaker maker(rule);
    arrow::TableMatrix matrix(maker, tables.schema());
    require(matrix.holds_numbers_only(), "every column is of numbers");
    arrow::NumberTable table;
    for (std::size_t i = 0; i < maker.attributes().size(); ++i) table.names.push_back(maker.attributes()[i]);
    std::deque<arrow::Column> parts;
    for (const arrow::Array& array : tables.parts()) {
        const arrow::Column& part = parts.emplace_back(matrix.type(), array);
        table.parts.push_back({matrix.numbers_in(part), part.length()});
    }
    const std::vector<Instance> rows = rows_of(table);
    if (table.is_computable()) check_learning(table, rows, which);
    return 0;
}
