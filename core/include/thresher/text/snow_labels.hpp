// Ids that were labels. Where the targets of a SNoW file are not named, the first id of a line is its label; should another
// line have the same id among its attributes, without a strength, the file has several targets a line, or labels elsewhere than
// in front.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "thresher/data/block.hpp"

namespace thresher {

class SnowLabels {
public:
    struct Found {
        std::size_t row;
        std::uint64_t id;
    };

    // The first row of the block that has a label of before, or its own, among its attributes. line_of(row): its text.
    template <class LineOf>
    std::optional<Found> look(const Block& block, LineOf line_of) {
        std::optional<Found> found;
        for (std::size_t row = 0; row < block.rows() && !found; ++row) {
            if (const double label = block.labels()[row]; !std::isnan(label)) add(static_cast<std::uint64_t>(label));
            each_id(block, row, [&](std::uint64_t id) {
                if (!found && has(id) && is_bare(line_of(row), id)) found = Found{row, id};
            });
        }
        return found;
    }

private:
    template <class F>
    static void each_id(const Block& block, std::size_t row, F f) {
        if (!block.plain()) {
            for (const Feature& feature : block.listed(row)) f(feature.code);
            return;
        }
        for (auto i = block.starts()[row]; i < block.starts()[row + 1]; ++i) f(static_cast<std::uint64_t>(block.indices()[i]));
    }

    void add(std::uint64_t id) {
        ids_.insert(id);
        few_ |= bit(id);
    }

    // Whether an id stands in a line, behind its first one, without a strength.
    static bool is_bare(std::string_view line, std::uint64_t id) {
        bool first = true, strength = false;
        for (std::size_t at = 0; at < line.size(); ++at) {
            if (line[at] == '(') strength = true;
            if (line[at] == ')') strength = false;
            if (strength || line[at] < '0' || line[at] > '9') continue;
            std::uint64_t number = 0;
            for (; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at) number = number * 10 + static_cast<std::uint64_t>(line[at] - '0');
            if (!first && number == id && (at == line.size() || line[at] != '(')) return true;
            first = false;
            --at;
        }
        return false;
    }

    // Nearly every id is told from the labels by one bit.
    bool has(std::uint64_t id) const { return (few_ & bit(id)) != 0 && ids_.contains(id); }
    static std::uint64_t bit(std::uint64_t id) { return std::uint64_t{1} << (id % 64); }

    std::unordered_set<std::uint64_t> ids_;
    std::uint64_t few_ = 0;
};

}  // namespace thresher
