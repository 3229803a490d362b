// Links between attributes and classes: one exists once both were active together (SNoW). They tell at the price of the links alone which
// classes an example may belong to.
//
//     linear   s_c = w_c . v / |v| + b_c; softmax over those who compete, rate 2/sqrt(sum of squares) for each link; v is scaled (auto/values.hpp)
//     bayes    naive Bayes over the attributes present: ln n_c + sum of ln (1 + n_ac / a) - |x| ln (t_c + a attributes), a = 1/20
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "thresher/auto/cell.hpp"
#include "thresher/auto/moves.hpp"
#include "thresher/auto/values.hpp"
#include "thresher/classes/softmax.hpp"
#include "thresher/data/example.hpp"
#include "thresher/data/label.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

// What scoring reads lies together: the two that are added up, side by side, and where to.
struct ClassLink {
    float weight = 0.0F, log_count = 0.0F;
    std::uint32_t number = 0;  // of the class
    float squares = 0.0F;
    float count = 0.0F;  // examples of the class that have the attribute
};

class ClassLinks {
public:
    static constexpr double smoothing = .05, most_times = 10.0, heaviest = 1e6;

    struct Attribute {
        float unit = 0.0F, mean = 0.0F, spread = 0.0F, largest = 0.0F, seen = 0.0F;  // of its values, as cells have them
        std::vector<ClassLink> links;                                                // in the order of their classes
    };

    struct Totals {
        double examples = 0.0, attributes = 0.0;
        double log_examples = 0.0, log_attributes = 0.0;  // as naive Bayes adds them, of when the class last learned
        double bias = 0.0, squares = 0.0;
    };

    // What learning needs to know of the example that was scored.
    struct Scratch {
        std::vector<Slot> slots;
        std::vector<float> values;
        double length = 1.0;                // 1 over it, of attributes that are known
        std::vector<Two> sums;              // linear and naive Bayes, by class
        std::vector<double> linear, bayes;  // scores by class
        std::vector<float> steps;           // by class
    };

    double learned = 0.0;  // examples
    double known = 0.0;    // attributes learned from more than once
    double room = 0.0;     // attributes, as naive Bayes counts them: it follows their number in steps of an eighth

    const Names& names() const { return names_; }
    std::size_t attributes() const { return attributes_.size(); }
    const Attribute& attribute(std::size_t i) const { return attributes_[i]; }
    const std::vector<Totals>& totals() const { return totals_; }
    std::vector<Totals>& totals() { return totals_; }

    void add_class() {
        totals_.emplace_back();
        refresh(totals_.back());
    }

    // The attribute's place, made if there is none.
    Attribute& at(const Feature& feature) {
        Slot slot = names_.find(feature);
        if (slot == pristine_slot) {
            slot = names_.add(feature);
            attributes_.emplace_back();
        }
        return attributes_[slot - first_free_slot];
    }

    // Where the link with a class is, or would be: so many are of a class before it. Halved without a branch, as which way it goes is as good
    // as tossed: searches for several classes wait side by side.
    static std::size_t place_of(std::span<const ClassLink> links, Class number) {
        const auto wanted = static_cast<std::uint32_t>(number);
        const ClassLink* from = links.data();
        for (std::size_t left = links.size(); left > 0;) {
            const std::size_t half = (left + 1) / 2;
            from += half * static_cast<std::size_t>(from[half - 1].number < wanted);
            left -= half;
        }
        return static_cast<std::size_t>(from - links.data());
    }
    static bool is_at(std::span<const ClassLink> links, std::size_t place, Class number) {
        return place < links.size() && links[place].number == static_cast<std::uint32_t>(number);
    }

    // That of an attribute with a class; one that adds nothing if there is none.
    ClassLink link_of(Slot slot, Class number) const {
        if (slot == pristine_slot) return {};
        const std::size_t place = place_of(of(slot).links, number);
        return is_at(of(slot).links, place, number) ? of(slot).links[place] : ClassLink{};
    }

    static ClassLink& link(Attribute& attribute, Class number) {
        const std::size_t place = place_of(attribute.links, number);
        if (is_at(attribute.links, place, number)) return attribute.links[place];
        return *attribute.links.insert(attribute.links.begin() + static_cast<std::ptrdiff_t>(place),
                                       ClassLink{0.0F, 0.0F, static_cast<std::uint32_t>(number)});
    }

    static void count(ClassLink& link, float weight) {
        link.count += weight;
        link.log_count = static_cast<float>(log_of_ratio(link.count + smoothing, smoothing));
    }

    void count(Totals& totals, double examples, double attributes) const {
        totals.examples += examples;
        totals.attributes += attributes;
        refresh(totals);
    }

    void score(std::span<const Feature> x, Scratch& scratch) const {
        find(x, scratch);
        scratch.sums.assign(totals_.size(), Two{});
        double squares = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            scratch.values[i] = x[i].value > 0.0 ? 1.0F : -1.0F;
            if (scratch.slots[i] == pristine_slot) continue;
            const Attribute& attribute = of(scratch.slots[i]);
            const float value = scratch.values[i] = seen_as(attribute, x[i].value);
            squares += on_grid(static_cast<double>(value) * value);
            add(attribute.links, value, scratch.sums);
        }
        scratch.length = squares > 0.0 ? 1.0 / std::sqrt(squares) : 1.0;
        const auto size = static_cast<double>(x.size());
        scratch.linear.resize(totals_.size());
        scratch.bayes.resize(totals_.size());
        for (std::size_t c = 0; c < totals_.size(); ++c) {
            scratch.linear[c] = scratch.sums[c][0] * scratch.length + totals_[c].bias;
            scratch.bayes[c] = scratch.sums[c][1] + (totals_[c].log_examples - size * totals_[c].log_attributes);
        }
    }

    // Learns the example that was scored into `scratch`. `competing`: these move, the right class among them.
    void learn(std::span<const Feature> x, Class right, double weight, std::span<const Class> competing, Scratch& scratch) {
        step(right, weight, competing, scratch);
        const float counted = static_cast<float>(std::min(weight, heaviest));
        for (std::size_t i = 0; i < x.size(); ++i) {
            Attribute& attribute = scratch.slots[i] == pristine_slot ? at(x[i]) : attributes_[scratch.slots[i] - first_free_slot];
            const float value = static_cast<float>(scratch.values[i] * scratch.length);
            ClassLink& own = link(attribute, right);
            count(own, counted);
            move(attribute.links, competing, scratch.steps, value);
            if (attribute.seen == 1.0F) known += 1.0;
            remember(attribute, x[i].value);
        }
        for (const Class c : competing) scratch.steps[static_cast<std::size_t>(c)] = 0.0F;
        learned += 1.0;
        make_room();
        count(totals_[static_cast<std::size_t>(right)], std::min(weight, heaviest), std::min(weight, heaviest) * static_cast<double>(x.size()));
    }

    // Where there are an eighth more attributes than naive Bayes counted, every class counts them anew.
    void make_room() {
        const auto now = static_cast<double>(attributes_.size());
        if (now < room * 1.125 || now == room) return;
        room = now;
        refresh();
    }

    void refresh() {
        for (Totals& totals : totals_) refresh(totals);
    }

    std::size_t bytes() const {
        std::size_t sum = names_.bytes() + attributes_.capacity() * sizeof(Attribute) + totals_.capacity() * sizeof(Totals);
        for (const Attribute& one : attributes_) sum += one.links.capacity() * sizeof(ClassLink);
        return sum;
    }

private:
    const Attribute& of(Slot slot) const { return attributes_[slot - first_free_slot]; }

    // What the example's attributes are is asked for together, and then their links, so that they come together.
    void find(std::span<const Feature> x, Scratch& scratch) const {
        scratch.slots.resize(x.size());
        scratch.values.resize(x.size());
        for (const Feature& feature : x) names_.prefetch(feature);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (const Slot slot = scratch.slots[i] = names_.find(x[i]); slot != pristine_slot) __builtin_prefetch(&of(slot));
        for (const Slot slot : scratch.slots)
            if (slot != pristine_slot) __builtin_prefetch(of(slot).links.data());
    }

    // Both scores of every class that is linked, in one register.
    static void add(std::span<const ClassLink> links, float value, std::vector<Two>& sums) {
        constexpr double shift = 1.5 * 268435456.0;  // as on_grid has it
        const Two times{value, 1.0};
        for (const ClassLink& link : links) {
            const Two term = Two{link.weight, link.log_count} * times;
            sums[link.number] += (term + shift) - shift;
        }
    }

    // Those that compete. Of many links they are looked for, few are all looked at.
    static void move(std::vector<ClassLink>& links, std::span<const Class> competing, const std::vector<float>& steps, float value) {
        if (links.size() <= few_links) {
            for (ClassLink& link : links) move(link, steps[link.number] * value);
            return;
        }
        for (const Class c : competing)
            if (const std::size_t place = place_of(links, c); is_at(links, place, c)) move(links[place], steps[links[place].number] * value);
    }

    void refresh(Totals& totals) const {
        totals.log_examples = log_of_ratio(totals.examples + .5, 1.0);
        totals.log_attributes = log_of_ratio(totals.attributes + smoothing * room + 1.0, 1.0);
    }

    // As cells do it.
    static Cell cell_of(const Attribute& attribute) {
        Cell cell;
        cell.unit = attribute.unit;
        cell.mean = attribute.mean;
        cell.spread = attribute.spread;
        cell.largest = attribute.largest;
        cell.seen = attribute.seen;
        return cell;
    }

    float seen_as(const Attribute& attribute, double x) const {
        if (x == 1.0 && attribute.unit == 1.0F && attribute.mean == 1.0F && attribute.spread == 0.0F) return 1.0F;  // the usual one
        const Cell cell = cell_of(attribute);
        const auto so_far = static_cast<float>(std::min(learned, static_cast<double>(values::most_seen)));
        return values::scaled(cell, values::in_unit(cell, x), so_far);
    }

    static void remember(Attribute& attribute, double x) {
        Cell cell = cell_of(attribute);
        values::remember(cell, x);
        attribute.unit = cell.unit;
        attribute.mean = cell.mean;
        attribute.spread = cell.spread;
        attribute.largest = cell.largest;
        attribute.seen = cell.seen;
    }

    // The gradient of every class that competes, and the biases' moves.
    void step(Class right, double weight, std::span<const Class> competing, Scratch& scratch) {
        scratch.steps.resize(totals_.size(), 0.0F);
        std::vector<double> shares;
        for (const Class c : competing) shares.push_back(scratch.linear[static_cast<std::size_t>(c)]);
        softmax(shares);
        for (std::size_t j = 0; j < competing.size(); ++j) {
            const auto c = static_cast<std::size_t>(competing[j]);
            const double gradient = ((competing[j] == right ? 1.0 : 0.0) - shares[j]) * std::min(weight, most_times);
            scratch.steps[c] = static_cast<float>(gradient);
            Totals& totals = totals_[c];
            totals.squares += gradient * gradient;
            if (totals.squares > 0.0) totals.bias = std::clamp(totals.bias + rate * gradient / std::sqrt(totals.squares), -limit, limit);
        }
    }

    static void move(ClassLink& link, float gradient) {
        if (gradient == 0.0F) return;
        link.squares += gradient * gradient;
        if (link.squares > 0.0F) link.weight = within(link.weight + rate * gradient / std::sqrt(link.squares), weight_limit);
    }

    static constexpr std::size_t few_links = 32;
    static constexpr double limit = 64.0;
    static constexpr float rate = 2.0F;

    Names names_;
    std::vector<Attribute> attributes_;
    std::vector<Totals> totals_;
};

}  // namespace thresher
