// What a shelf keeps by key: a learner of two labels, or one of many that knows its classes by the names under which they come.
//
// Of two labels rows carry class numbers. Of many they carry the label itself, because every key meets classes in an order of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/two_labels.hpp"
#include "thresher/shelf/keyed_rows.hpp"
#include "thresher/shelf/packed_auto.hpp"
#include "thresher/shelf/packed_classes.hpp"
#include "thresher/shelf/packed_learner.hpp"

namespace thresher {

// What a model says of a row. The score and the probability are the positive label's; of many classes, the answer's.
struct Said {
    Class answer = no_class;
    double score = 0.0;
    double probability = std::numeric_limits<double>::quiet_NaN();  // none
};

template <BinaryLearner L>
class ModelOfTwo {
public:
    using Engine = TwoLabels<L>;
    using Scratch = typename L::Scratch;
    static constexpr bool has_names = false, is_in_order = !std::is_same_v<L, AutoLearner>;  // equal states are packed into equal bytes

    explicit ModelOfTwo(Engine engine) : engine_(std::move(engine)) {}
    static ModelOfTwo blank(const ModelOfTwo& like) {
        ModelOfTwo twin = like;
        twin.engine_.learner.renew();
        return twin;
    }

    const Engine& engine() const { return engine_; }
    const L& first() const { return engine_.learner; }
    std::uint64_t examples() const { return engine_.learner.counts().examples; }
    std::size_t bytes() const { return sizeof(*this) + engine_.bytes() + allocations * 16; }

    void check(const Instance& instance, Scratch& scratch) const { prepare(engine_.learner, instance, scratch); }
    Class answer(const Instance& instance, Scratch& scratch) const { return engine_.answer(instance, scratch); }
    Said say(const Instance& instance, Scratch& scratch) const {
        Said said;
        said.score = score(engine_.learner, instance, scratch);
        said.answer = engine_.answer(instance, scratch);
        if (const auto probability = engine_.learner.probability(said.score)) said.probability = *probability;
        return said;
    }
    // What was said before the label was seen.
    Class learn(const KeyedRow& row, const Instance& instance, Scratch& scratch) {
        return engine_.learn(instance, row.number, row.weight, scratch).answer;
    }
    bool is_right(Class answer, const KeyedRow& row) const { return answer == row.number; }

    // Before it is packed, in so many steps; none where it is small.
    static constexpr unsigned steps_to_fetch = std::is_same_v<L, AutoLearner> ? thresher::steps_to_fetch : 0;
    void fetch(unsigned step) const {
        if constexpr (steps_to_fetch > 0) fetch_to_pack(engine_.learner, step);
    }
    void pack_into(std::string& into) const { pack(engine_.learner, into); }
    void pack_in_order_into(std::string& into) const { pack_in_order(engine_.learner, into); }
    void unpack_from(std::string_view bytes) { unpack(bytes, engine_.learner); }

private:
    static constexpr std::size_t allocations = 8;

    Engine engine_;
};

template <BinaryLearner L>
class ModelOfMany {
public:
    using Engine = Multiclass<L>;
    using Scratch = typename L::Scratch;
    static constexpr bool has_names = true, is_in_order = !std::is_same_v<L, AutoLearner>;

    ModelOfMany(Engine engine, std::vector<std::string> names) : engine_(std::move(engine)), names_(std::move(names)) {
        if (names_.size() != engine_.size()) throw InputError("as many names as classes");
    }
    static ModelOfMany blank(const ModelOfMany& like) { return {Engine(like.engine_.prototype(), like.engine_.config()), {}}; }

    const Engine& engine() const { return engine_; }
    const L& first() const { return engine_.prototype(); }
    const std::vector<std::string>& names() const { return names_; }
    std::string_view name(Class answer) const { return answer == no_class ? std::string_view() : names_[static_cast<std::size_t>(answer)]; }
    std::uint64_t examples() const { return engine_.confusion().examples(); }
    std::size_t bytes() const {
        std::size_t sum = sizeof(*this) + engine_.bytes() + names_.capacity() * sizeof(std::string) + (engine_.size() + 2) * allocations * 16;
        for (const std::string& name : names_) sum += name.capacity() > 15 ? name.capacity() + 17 : 0;
        return sum;
    }

    void check(const Instance& instance, Scratch& scratch) const { engine_.prepare(instance, scratch); }
    Class answer(const Instance& instance, Scratch& scratch) const { return say(instance, scratch).answer; }
    Said say(const Instance& instance, Scratch& scratch) const {
        std::vector<double> scores;
        engine_.score(engine_.prepare(instance, scratch), scores);
        Said said;
        said.answer = engine_.answer(scores);
        if (said.answer == no_class) return said;
        const auto at = static_cast<std::size_t>(said.answer);
        said.score = scores[at];
        std::vector<double> shares(scores.size());
        if (engine_.probabilities(scores, shares)) said.probability = shares[at];
        return said;
    }
    Class learn(const KeyedRow& row, const Instance& instance, Scratch& scratch) {
        const auto found = std::ranges::find(names_, row.label);
        const auto number = static_cast<Class>(found - names_.begin());
        const auto example = engine_.prepare(instance, scratch);
        const Verdict verdict = whole_or_nothing(engine_, [&] { return engine_.learn(example, number, row.weight); });
        if (found == names_.end()) names_.emplace_back(row.label);
        return verdict.answer;
    }
    bool is_right(Class answer, const KeyedRow& row) const { return answer != no_class && name(answer) == row.label; }

    static constexpr unsigned steps_to_fetch = 0;
    void fetch(unsigned) const {}
    void pack_into(std::string& into) const { put(into, false); }
    void pack_in_order_into(std::string& into) const { put(into, true); }
    void unpack_from(std::string_view bytes) {
        ByteReader in(bytes);
        const auto count = in.take<std::uint32_t>();
        names_.clear();
        for (std::uint32_t i = 0; i < count; ++i) names_.emplace_back(in.text());
        unpack(in.rest(), engine_);
        require_saved(engine_.size() == names_.size(), "classes");
    }

private:
    static constexpr std::size_t allocations = 8;

    void put(std::string& into, bool in_order) const {
        ByteWriter out(into);
        out.put(static_cast<std::uint32_t>(names_.size()));
        for (const std::string& name : names_) out.put_text(name);
        pack(engine_, into, in_order);
    }

    Engine engine_;
    std::vector<std::string> names_;  // by class number, as rows carry them
};

}  // namespace thresher
