// One example on its way in: attributes by name or by column, with values; and the same example resolved to slots.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/numeric/hash.hpp"
#include "thresher/numeric/sum.hpp"

namespace thresher {

// Columns are whole numbers below this.
inline constexpr std::uint64_t column_limit = std::uint64_t{1} << 62;

// Values larger than this in size are refused and weights are kept below it, so no product, square or sum of them
// can overflow: 1e150 * 1e150 = 1e300.
inline constexpr double size_limit = 1e150;

struct Feature {
    const char* name;  // null: a column
    std::uint32_t length;
    std::uint64_t code;  // the column, or the name's table hash
    Ends ends;           // of the name; of a column the number itself
    double value;

    bool named() const { return name != nullptr; }
    std::string_view text() const { return {name, length}; }

    [[gnu::always_inline]] static Feature column(std::uint64_t index, double value) { return {nullptr, 0, index, Ends::of(index), value}; }
    static Feature of(std::string_view text, double value) {
        Feature feature;
        feature.set_name(text);
        feature.value = value;
        return feature;
    }

    // Field by field into its place: building a feature elsewhere and copying it costs more than all the rest.
    [[gnu::always_inline]] void set_name(std::string_view text) {
        ends = Ends(text);
        name = text.data();
        length = static_cast<std::uint32_t>(text.size());
        code = hash_bytes(text, ends, table_seed());
    }

    bool same_attribute(const Feature& other) const {
        if (code != other.code || named() != other.named() || length != other.length) return false;
        return !named() || (ends == other.ends && (length <= Ends::whole || text() == other.text()));
    }
};

// The one order of attributes: columns before names, both increasing.
inline bool comes_before(const Feature& a, const Feature& b) {
    if (a.named() != b.named()) return b.named();
    return a.named() ? a.text() < b.text() : a.code < b.code;
}

// Names for people: column 17, attribute 'free'.
inline std::string describe(const Feature& feature) {
    return feature.named() ? "attribute '" + std::string(feature.text()) + "'" : "column " + std::to_string(feature.code);
}

using Instance = std::vector<Feature>;

// What a repeated attribute means: (indices, values) and matrices add up, a list of names says it once.
enum class Repeats { add_up, count_once };

// Brings an instance to the form the rest of the core expects: each attribute once, no zeros. Needs no sorting: a
// small open table of positions finds the repeats, and repeats are added up exactly, so their order can't show.
class Canonicaliser {
public:
    void operator()(Instance& instance, Repeats policy) {
        const std::size_t size = std::bit_ceil(instance.size() * 2 + 2);
        table_.assign(size, 0);
        repeats_.clear();
        std::size_t kept = 0;
        for (std::size_t i = 0; i < instance.size(); ++i) {
            const Feature feature = instance[i];
            std::size_t at = static_cast<std::size_t>(mix(feature.code)) & (size - 1);
            while (table_[at] != 0 && !instance[table_[at] - 1].same_attribute(feature)) at = (at + 1) & (size - 1);
            if (table_[at] != 0) {
                repeats_.push_back({table_[at] - 1, feature.value});
            } else {
                instance[kept] = feature;
                table_[at] = static_cast<std::uint32_t>(++kept);
            }
        }
        instance.resize(kept);
        if (policy == Repeats::add_up && !repeats_.empty()) add_up(instance);
        std::erase_if(instance, [](const Feature& feature) { return feature.value == 0.0; });
    }

private:
    struct Repeat {
        std::size_t position;
        double value;
    };

    void add_up(Instance& instance) {
        std::ranges::sort(repeats_, {}, &Repeat::position);
        ExactSum sum;
        for (std::size_t i = 0; i < repeats_.size();) {
            Feature& feature = instance[repeats_[i].position];
            sum.clear();
            sum.add(feature.value);
            for (const std::size_t position = repeats_[i].position; i < repeats_.size() && repeats_[i].position == position; ++i)
                sum.add(repeats_[i].value);
            feature.value = sum.rounded();
        }
    }

    std::vector<std::uint32_t> table_;
    std::vector<Repeat> repeats_;
};

}  // namespace thresher
