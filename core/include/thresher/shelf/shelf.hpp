// Very many small learners of one kind by key: those used last in memory, the others in a file.
//
// A key that never learned is the prototype, which may have learned before: what new keys begin with. Rows carry the number of their
// event; those below `events` were learned before and are skipped, so what is replayed counts once.
//
// Where a shelf backs off, one model more learns every row, whatever its key, and lies under the empty key. Of each key it is known by how
// many mistakes on its rows that one is behind the key's own, and whoever is not behind answers: which of the two is better is measured.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "thresher/shelf/kept_models.hpp"
#include "thresher/shelf/keyed_model.hpp"

namespace thresher {

// What came of a batch of rows.
struct ShelfCounts {
    std::uint64_t rows = 0;      // in the batch
    std::uint64_t had = 0;       // learned before
    std::uint64_t examples = 0;  // learned now
    std::uint64_t mistakes = 0;
};

// Names of labels by numbers of the shelf's own: answers of models that have their classes in other orders.
class LabelNumbers {
public:
    const std::vector<std::string>& names() const { return names_; }
    Class operator()(std::string_view name) {
        const auto found = numbers_.find(name);
        if (found != numbers_.end()) return found->second;
        names_.emplace_back(name);
        return numbers_[names_.back()] = static_cast<Class>(names_.size()) - 1;
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
    };
    std::vector<std::string> names_;
    std::unordered_map<std::string, Class, Hash, std::equal_to<>> numbers_;
};

template <class Model>
class Shelf {
public:
    using Scratch = typename Model::Scratch;

    Shelf(Model prototype, bool backs_off) : prototype_(std::move(prototype)), backs_off_(backs_off), kept_(Model::blank(prototype_), backs_off) {}

    KeptModels<Model>& kept() { return kept_; }
    const Model& prototype() const { return prototype_; }
    std::uint64_t events() const { return events_; }
    void set_events(std::uint64_t events) { events_ = events; }
    // What the numbers of answers stand for; empty of two labels, whose numbers are their own.
    const std::vector<std::string>& answer_names() const { return answer_numbers_.names(); }

    // Whether a row can be refused for its values.
    bool can_refuse() const {
        const Intake& intake = prototype_.first().intake();
        return intake.values != ValueRange::any || intake.attributes || !intake.idle();
    }

    // Throws where a row would be refused for its values; nothing changes.
    void check(std::string_view packed) {
        for (ByteReader in(packed); !in.empty();) {
            const KeyedRow row = take_row(in, instance_);
            try {
                prototype_.check(instance_, scratch_);
            } catch (const InputError& error) {
                throw_at(row, error.what());
            }
        }
    }

    // Learns rows in their order, up to event `last`; they were checked before. `answers`: what was said of each row that was not skipped, no_class of others.
    ShelfCounts learn(std::string_view packed, std::uint64_t last, std::vector<Class>* answers) {
        if (failed_) throw InputError("an example was refused half way: open the shelf again, as it was committed last");
        ShelfCounts counts;
        ByteReader in(packed);
        try {
            while (!in.empty()) {
                const KeyedRow row = take_row(in, instance_);
                ++counts.rows;
                Class answer = no_class;
                if (row.event < events_)
                    ++counts.had;
                else
                    answer = learn_row(row, counts);
                if (answers != nullptr) answers->push_back(answer);
            }
        } catch (...) {
            failed_ = true;
            throw;
        }
        events_ = std::max(events_, last);
        return counts;
    }

    // give(what is said of a row, examples that the key learned from, whether its own model said it); nothing changes but who is in memory.
    template <class Give>
    void predict(std::string_view packed, Give give) {
        for (ByteReader in(packed); !in.empty();) {
            const KeyedRow row = take_row(in, instance_);
            const auto [said, known, own] = say(row.key, [&](const Model& model) { return numbered(model, model.say(instance_, scratch_)); });
            give(said, known, own);
        }
    }

    const Model* get(std::string_view key) {
        Entry* const entry = kept_.find(key);
        const Live* const live = entry == nullptr ? nullptr : kept_.load(*entry);
        return live == nullptr ? nullptr : &live->model;
    }

    // Everything up to here is kept, with a note. Throws where it can't be written.
    void commit(std::string_view note) {
        if (failed_) throw InputError("an example was refused half way: nothing is committed");
        kept_.commit(note);
    }

private:
    using Entry = typename KeptModels<Model>::Entry;
    using Live = typename KeptModels<Model>::Live;

    [[noreturn]] static void throw_at(const KeyedRow& row, const std::string& why) {
        throw InputError("key '" + std::string(row.key) + "', event " + std::to_string(row.event) + ": " + why);
    }

    // What a model said of a row before it learned it.
    struct Taught {
        Class answer = no_class;
        bool right = false;
    };

    Class learn_row(const KeyedRow& row, ShelfCounts& counts) {
        if (row.number == no_class || row.weight == 0.0)  // nothing is learned: no key begins
            return std::get<0>(say(row.key, [&](const Model& model) { return number_of(model, model.answer(instance_, scratch_)); }));
        if ((row.number == named_class) != Model::has_names) throw_at(row, "its label was packed for other models");
        Taught shared;
        if (backs_off_) {
            Entry& all = kept_.entry_of({});
            shared = teach(all, row);
            kept_.changed(all);
        }
        Entry& entry = kept_.entry_of(row.key);
        const Taught own = teach(entry, row);
        std::int32_t& lead = entry.live->lead;
        const Taught& taught = !backs_off_ || lead > 0 ? own : shared;
        if (backs_off_) lead = std::clamp(lead + !shared.right - !own.right, -KeptModels<Model>::longest_lead, KeptModels<Model>::longest_lead);
        kept_.changed(entry);
        ++counts.examples;
        counts.mistakes += !taught.right && (!Model::has_names || taught.answer != no_class);
        return taught.answer;
    }

    Taught teach(Entry& entry, const KeyedRow& row) {
        Live* const live = kept_.load(entry);
        Model& model = (live == nullptr ? kept_.begin(entry, prototype_) : *live).model;
        try {
            const Class answer = model.learn(row, instance_, scratch_);
            return {number_of(model, answer), model.is_right(answer, row)};
        } catch (const InputError& error) {
            throw_at(row, error.what());
        }
    }

    // ask(model) of whoever answers for a key, what the key learned from, and whether its own model answers.
    template <class Ask>
    auto say(std::string_view key, Ask ask) {
        Entry* entry = kept_.find(key);
        const Live* live = entry == nullptr ? nullptr : kept_.load(*entry);
        const std::uint64_t known = live == nullptr ? 0 : live->model.examples();
        if (live != nullptr && (!backs_off_ || live->lead > 0)) return std::tuple(ask(live->model), known, true);
        entry = backs_off_ ? kept_.find({}) : nullptr;
        live = entry == nullptr ? nullptr : kept_.load(*entry);
        return std::tuple(ask(live == nullptr ? prototype_ : live->model), known, false);
    }

    Class number_of(const Model& model, Class answer) {
        if constexpr (Model::has_names)
            return answer == no_class ? no_class : answer_numbers_(model.name(answer));
        else
            return answer;
    }
    Said numbered(const Model& model, Said said) {
        said.answer = number_of(model, said.answer);
        return said;
    }

    Model prototype_;
    bool backs_off_;
    KeptModels<Model> kept_;
    std::uint64_t events_ = 0;
    bool failed_ = false;
    Instance instance_;
    Scratch scratch_;
    LabelNumbers answer_numbers_;
};

}  // namespace thresher
