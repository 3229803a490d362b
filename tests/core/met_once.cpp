// Crossings that one example has met: kept as that example or in cells of their own, the answers have the same bits.
#include "thresher/auto/met_once.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "thresher/shelf/keyed_model.hpp"

using namespace thresher;

namespace {

using Model = ModelOfTwo<AutoLearner>;

Model fresh() { return Model({AutoLearner(Intake(), MemoryPolicy{})}); }
const MetOnce& once(const Model& model) { return model.engine().learner.ensemble().crossings.memory().once(); }

// All crossings get cells: a model file has no other way to keep them.
Model with_cells(const Model& model) {
    Model twin = fresh();
    auto engine = model.engine();
    restore_auto(engine.learner, take_auto(model.engine().learner));
    return Model(std::move(engine));
}

std::string packed(const Model& model) {
    std::string bytes;
    model.pack_into(bytes);
    return bytes;
}
Model unpacked(std::string_view bytes) {
    Model model = fresh();
    model.unpack_from(bytes);
    return model;
}
std::string in_order(const Model& model) {
    std::string bytes;
    model.pack_in_order_into(bytes);
    return bytes;
}

struct Kind {
    int attributes, active;
    bool numbers;
    int rows;
};

// Some are there or not, some take three values and some any.
Instance some_row(const Kind& kind, std::mt19937_64& random) {
    std::vector<int> names(static_cast<std::size_t>(kind.attributes));
    for (int i = 0; i < kind.attributes; ++i) names[static_cast<std::size_t>(i)] = i + 1;
    std::ranges::shuffle(names, random);
    names.resize(static_cast<std::size_t>(kind.active));
    std::ranges::sort(names);
    Instance row;
    for (const int name : names) {
        const double any = static_cast<double>(random() >> 11) * 0x1p-53;
        const double value = !kind.numbers || name % 5 == 0 ? 1.0 : name % 4 == 0 ? static_cast<double>(random() % 3) + .5 : any;
        row.push_back(Feature::column(static_cast<std::uint64_t>(name), value));
    }
    return row;
}

KeyedRow row_number(int i, const Instance& row) {
    double sum = 0.0;
    for (const Feature& feature : row) sum += (feature.code % 2 == 0 ? -1.0 : 1.0) * feature.value;
    return {static_cast<std::uint64_t>(i), "key", sum > .2 * (i % 3), i % 5 == 0 ? 2.5 : 1.0, {}};
}

void the_layout_changes_no_bit() {
    for (const Kind& kind : {Kind{10, 5, true, 90}, Kind{10, 10, true, 160}, Kind{9, 8, true, 60}, Kind{10, 8, false, 60}, Kind{16, 12, true, 40},
                             Kind{20, 6, true, 60}}) {
        std::mt19937_64 random(static_cast<unsigned>(kind.attributes * 100 + kind.active));
        Model plain = fresh(), moved = fresh(), celled = fresh();
        Model::Scratch scratch;
        bool was_used = false;
        for (int i = 0; i < kind.rows; ++i) {
            const Instance row = some_row(kind, random);
            const KeyedRow numbered = row_number(i, row);
            const auto said = std::bit_cast<std::uint64_t>(plain.say(row, scratch).score);
            CHECK(std::bit_cast<std::uint64_t>(moved.say(row, scratch).score) == said);
            CHECK(std::bit_cast<std::uint64_t>(celled.say(row, scratch).score) == said);
            plain.learn(numbered, row, scratch);
            moved.learn(numbered, row, scratch);
            celled.learn(numbered, row, scratch);
            was_used = was_used || !once(plain).empty();
            if (random() % 8 == 0) moved = unpacked(packed(moved));
            celled = with_cells(celled);
            CHECK(once(celled).empty());
            if (i % 10 == 9) {
                CHECK(in_order(moved) == in_order(plain));
                CHECK(in_order(celled) == in_order(plain));
            }
            CHECK(plain.engine().learner.ensemble().crossings.memory().size() == celled.engine().learner.ensemble().crossings.memory().size());
        }
        CHECK(was_used);
    }
}

void of_ten_numbers_it_takes_half_or_less() {
    std::mt19937_64 random(7);
    Model model = fresh();
    Model::Scratch scratch;
    for (int i = 0; i < 60; ++i) {
        const Instance row = some_row({10, 5, true, 60}, random);
        model.learn(row_number(i, row), row, scratch);
    }
    CHECK(2 * packed(model).size() < packed(with_cells(model)).size());
    CHECK(2 * model.bytes() < with_cells(model).bytes());
}

// Whatever stands in the bytes, it is refused or it is a model that answers and learns.
void forged_bytes_are_refused_or_harmless() {
    std::mt19937_64 random(11);
    Model model = fresh();
    Model::Scratch scratch;
    std::vector<Instance> rows;
    for (int i = 0; i < 20; ++i) rows.push_back(some_row({10, 6, true, 20}, random));
    for (int i = 0; i < 20; ++i) model.learn(row_number(i, rows[static_cast<std::size_t>(i)]), rows[static_cast<std::size_t>(i)], scratch);
    CHECK(!once(model).empty());
    std::string tail;
    ByteWriter out(tail);
    put(out, once(model));
    const std::string bytes = packed(model);
    CHECK(bytes.ends_with(tail));
    int refused = 0, taken = 0;
    for (int i = 0; i < 600; ++i) {
        std::string forged = bytes;
        const std::size_t at = bytes.size() - tail.size() + random() % tail.size();
        const char odd[] = {'\0', '\1', '\x7f', '\x80', '\xff'};
        if (i % 3 == 0)
            forged.resize(at);
        else
            forged[at] = i % 3 == 1 ? odd[random() % 5] : static_cast<char>(forged[at] ^ (1 << random() % 8));
        try {
            Model other = unpacked(forged);
            ++taken;
            for (int k = 0; k < 4; ++k) {
                const Instance& row = rows[random() % rows.size()];
                CHECK(std::isfinite(other.say(row, scratch).score));
                other.learn(row_number(k, row), row, scratch);
            }
            CHECK(in_order(unpacked(packed(other))) == in_order(other));
        } catch (const InputError&) {
            ++refused;
        }
    }
    CHECK(refused > 200 && taken > 0);
}

}  // namespace

int main() {
    return thresher::test::run({{"the layout changes no bit", the_layout_changes_no_bit},
                                {"of ten numbers it takes half or less", of_ten_numbers_it_takes_half_or_less},
                                {"forged bytes are refused or harmless", forged_bytes_are_refused_or_harmless}});
}
