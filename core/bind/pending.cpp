// Pending instances as Python sees them: argument checks, locks, the GIL. No arithmetic.
#include "pending.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.hpp"
#include "csr.hpp"
#include "example.hpp"
#include "native_learner.hpp"
#include "stated.hpp"
#include "thresher/classes/multiclass_batch.hpp"
#include "thresher/late/learn_late.hpp"
#include "thresher/text/plain_row.hpp"
#include "thresher/text/written_json.hpp"
#include "told_answers.hpp"

namespace thresher::bind {

namespace {

constexpr std::size_t most_read = 256;        // examples whose room is kept
constexpr std::size_t worth_letting_go = 16;  // questions: for fewer, giving up the interpreter costs more than it gives

// Its lock is always taken before a learner's.
struct NativePending : OneAtATime<Rank::pending> {
    NativePending() = default;
    NativePending(const NativePending&) = delete;
    NativePending& operator=(const NativePending&) = delete;

    // Room that a large request took is given back.
    void tidy() {
        if (read.size() > most_read) std::vector<Instance>().swap(read);
    }

    Pending pending;
    std::vector<Instance> read;  // examples on their way in
};

using UsePending = NativePending::Use;

using Number = Pending::Number;

// Keeps an instance under a number; the learner is asked what it says of it.
Class ask_one(NativePending& self, NativeLearner& learner, Number number, nb::handle x) {
    UsePending waiting(self);
    UseLearner use(learner);
    nb::object keep;
    const Instance& instance = read_example(x, learner.instance_, keep);
    const Class said = answer_instance(learner, instance);
    self.pending.put(number, instance, said);
    return said;
}

// One label: what became of it. `last` is the last instance that changed the learner.
std::uint8_t learn_number(NativePending& self, NativeLearner& learner, Number number, Class label, double weight, bool skip_overtaken, Number& last) {
    std::uint8_t flags = 0;
    Class said = no_class, predicted = no_class;
    const bool always_changes = std::visit([](const auto& engine) { return engine.first().changes_with_every_example(); }, learner.engine_);
    last = learn_late(self.pending, {{&number, 1}, {&label, 1}, {&weight, 1}}, skip_overtaken, always_changes, last,
                      {{&flags, 1}, {&said, 1}, {&predicted, 1}},
                      [&](const Instance& x, Class own, double importance) { return learn_instance(learner, x, own, importance); });
    return flags;
}

// Instances on their way in: of dicts, of prepared examples, or of texts in the log's own form.
class AskedAbout {
public:
    AskedAbout(const nb::list& xs, std::vector<Instance>& scratch) : keep_(xs.size()) {
        if (scratch.size() < xs.size()) scratch.resize(xs.size());
        found_.reserve(xs.size());
        static thread_local PlainRow read;
        for (std::size_t i = 0; i < xs.size() && are_read_; ++i) {
            const nb::object x = xs[i];
            if (PyBytes_CheckExact(x.ptr()) == 0) {
                found_.push_back(&read_example(x, scratch[i], keep_[i]));
                if (!keep_[i].is_valid()) keep_[i] = x;
            } else {
                ++texts_;
                are_read_ = read(view_of(x), scratch[i]);
                found_.push_back(&scratch[i]);
                keep_[i] = x;
            }
        }
    }

    // False where one is a text of another form.
    explicit operator bool() const { return are_read_; }
    // Whether nobody else can change them meanwhile.
    bool are_texts() const { return texts_ == found_.size(); }
    std::span<const Instance* const> each() const { return found_; }

private:
    std::vector<nb::object> keep_;
    std::vector<const Instance*> found_;
    std::size_t texts_ = 0;
    bool are_read_ = true;
};

struct LateLabel {
    Number of;
    Class own;
    double weight;
};

std::vector<LateLabel> late_labels(const nb::list& labels) {
    std::vector<LateLabel> found;
    for (nb::handle label : labels) {
        const auto [of, own, weight] = nb::cast<std::tuple<Number, Class, double>>(label);
        found.push_back({of, own, weight});
    }
    return found;
}

struct AllStated {
    std::vector<Stated> stated;
    std::vector<std::uint8_t> flags;  // of each label
    Number last;
};

// Learns labels, then asks about instances one after the other and keeps them under numbers from `first` on. If one of them is refused,
// nothing is learned and none is kept.
AllStated ask_all(NativePending& self, NativeLearner& learner, Number first, std::span<const Instance* const> xs,
                  const std::vector<LateLabel>& labels, bool skip_overtaken, Number last) {
    AllStated found{{}, {}, last};
    if (!labels.empty())
        for (const Instance* x : xs) check_instance(learner, *x);
    // Whoever is refused where nothing was learned before leaves nothing behind; otherwise all were looked at above.
    for (const LateLabel& label : labels)
        found.flags.push_back(learn_number(self, learner, label.of, label.own, label.weight, skip_overtaken, found.last));
    found.stated.reserve(xs.size());
    for (const Instance* x : xs) found.stated.push_back(state_instance(learner, *x));
    for (std::size_t i = 0; i < xs.size(); ++i) self.pending.put(first + i, *xs[i], found.stated[i].answer);
    return found;
}

bool calls_python(const NativeLearner& learner) {
    return std::visit([](const auto& engine) { return engine.first().calls_python(); }, learner.engine_);
}

// How a service tells answers: tickets, each written as it is, and where the first stands in its log.
struct Telling {
    std::vector<std::string_view> tickets;
    const AnswerForms* forms = nullptr;
    std::uint64_t first = 0;

    // False where a ticket has to be written otherwise.
    bool read(nb::handle telling, std::size_t questions) {
        if (telling.is_none()) return true;
        const auto [named, how, seq] = nb::cast<std::tuple<nb::list, nb::object, std::uint64_t>>(telling);
        if (named.size() != questions) throw nb::value_error("as many tickets as questions are needed");
        forms = &nb::cast<const AnswerForms&>(how);
        first = seq;
        for (nb::handle ticket : named) tickets.push_back(view_of(ticket));
        return std::ranges::all_of(tickets, is_plain_text);
    }
};

// From label to probability, in the order in which labels are shown; None where there are none.
nb::object by_label(const Stated& stated, const nb::tuple& names, const nb::list& order) {
    if (stated.probabilities.empty()) return nb::none();
    nb::dict found;
    for (nb::handle place : order) {
        const auto number = nb::cast<std::size_t>(place);
        found[nb::handle(PyTuple_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(number)))] = stated.probabilities.at(number);
    }
    return found;
}

// The score that is shown: of two labels that of the positive one, of many that of the answer, if there is one.
nb::object shown_score(const NativeLearner& learner, const Stated& stated) {
    if (!learner.many()) return nb::float_(stated.scores.front());
    return stated.answer < 0 ? nb::none() : nb::object(nb::float_(stated.scores.at(static_cast<std::size_t>(stated.answer))));
}

// Learns labels, then asks about instances; see ask_all. names: the label of each class, and behind them what no answer is; order: in which
// classes are shown; telling: how a service tells the answers, (tickets, AnswerForms, place of the first), or None. Gives lists of labels,
// probabilities by label, scores and texts; what became of each label; and the last instance that changed the learner. None, and nothing
// done, if one is a text of another form, or a ticket can't be told as it is.
nb::object ask_each(NativePending& self, NativeLearner& learner, Number first, const nb::list& xs, const nb::list& labels, bool skip_overtaken,
                    Number last, const nb::tuple& names, const nb::list& order, nb::handle telling) {
    Telling told;
    if (!told.read(telling, xs.size())) return nb::none();
    UsePending waiting(self);
    UseLearner use(learner);
    if (names.size() <= learner.classes()) throw nb::value_error("every class needs a name, and no answer one behind them");
    if (told.forms != nullptr) told.forms->check(learner.classes());
    const AskedAbout asked(xs, self.read);
    if (!asked) return nb::none();
    const std::vector<LateLabel> late = late_labels(labels);
    AllStated all;
    {
        std::optional<nb::gil_scoped_release> release;
        if (xs.size() >= worth_letting_go && asked.are_texts() && !calls_python(learner)) release.emplace();
        all = ask_all(self, learner, first, asked.each(), late, skip_overtaken, last);
    }
    nb::list said, probabilities, scores, texts;
    std::string text;
    for (std::size_t i = 0; i < all.stated.size(); ++i) {
        const Stated& one = all.stated[i];
        said.append(names[one.answer < 0 ? names.size() - 1 : static_cast<std::size_t>(one.answer)]);
        probabilities.append(by_label(one, names, order));
        scores.append(shown_score(learner, one));
        if (told.forms == nullptr) continue;
        text.clear();
        told.forms->append(told.tickets[i], one, told.first + i, text);
        texts.append(bytes_of(text));
    }
    nb::list flags;
    for (const std::uint8_t one : all.flags) flags.append(one);
    self.tidy();
    return nb::make_tuple(said, probabilities, scores, texts, flags, all.last);
}

// Keeps an instance for which somebody else has spoken.
void put(NativePending& self, Number number, nb::handle x, Class said) {
    if (said < no_class) throw InputError("what was said is a class number, or -1");
    UsePending waiting(self);
    nb::object keep;
    Instance scratch;
    self.pending.put(number, read_example(x, scratch, keep), said);
}

// The rows of a matrix under numbers from `first` on: what the learner says of each.
Array<Class> ask_many(NativePending& self, NativeLearner& learner, Number first, Vector<std::int64_t> starts, nb::object indices,
                      Vector<double> values, std::uint64_t columns, std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Result<Class> said(starts.size() == 0 ? 0 : starts.size() - 1);
    UsePending waiting(self);
    UseLearner use(learner);
    with_matrix(arrays, [&](const auto& matrix) {
        std::visit([&](const auto& engine) { predict_rows(engine, matrix, said.span(), learner.scratch_); }, learner.engine_);
        put_rows(self.pending, matrix, first, said.span());
    });
    return said.release();
}

// Learns the labels of instances, in the order given, and lets go of them: (flags of thresher::LateFlag, what was said, what was
// predicted, the last instance that changed the learner).
nb::tuple learn(NativePending& self, NativeLearner& learner, Vector<Number> numbers, Vector<Class> classes, Vector<double> weights,
                bool skip_overtaken, Number last) {
    if (classes.size() != numbers.size() || weights.size() != numbers.size()) throw InputError("as many classes and weights as numbers are needed");
    Result<std::uint8_t> flags(numbers.size());
    Result<Class> said(numbers.size()), predicted(numbers.size());
    {
        UsePending waiting(self);
        UseLearner use(learner);
        nb::gil_scoped_release release;
        const bool always_changes = std::visit([](const auto& engine) { return engine.first().changes_with_every_example(); }, learner.engine_);
        last = learn_late(self.pending, {span_of(numbers), span_of(classes), span_of(weights)}, skip_overtaken, always_changes, last,
                          {flags.span(), said.span(), predicted.span()},
                          [&](const Instance& x, Class number, double weight) { return learn_instance(learner, x, number, weight); });
    }
    return nb::make_tuple(flags.release(), said.release(), predicted.release(), last);
}

// Learns one label, as `learn` does: (flags, the last instance that changed the learner).
nb::tuple learn_one(NativePending& self, NativeLearner& learner, Number number, Class label, double weight, bool skip_overtaken, Number last) {
    UsePending waiting(self);
    UseLearner use(learner);
    const std::uint8_t flags = learn_number(self, learner, number, label, weight, skip_overtaken, last);
    return nb::make_tuple(flags, last);
}

PreparedExample example(const NativePending& self, Number number) {
    UsePending waiting(self);
    Instance instance;
    self.pending.read(number, instance);
    return PreparedExample(instance);
}

Class said(const NativePending& self, Number number) {
    UsePending waiting(self);
    Instance instance;
    return self.pending.read(number, instance);
}

nb::object numbers(const NativePending& self) {
    UsePending waiting(self);
    std::vector<Number> found;
    found.reserve(self.pending.size());
    self.pending.each_number([&](Number number) { found.push_back(number); });
    return numpy(std::move(found));
}

nb::dict snapshot(const NativePending& self) {
    UsePending waiting(self);
    PendingArrays taken = take_pending(self.pending);
    nb::dict arrays;
    arrays["numbers"] = numpy(std::move(taken.numbers));
    arrays["said"] = numpy(std::move(taken.said));
    arrays["ends"] = numpy(std::move(taken.ends));
    arrays["attributes"] = numpy(std::move(taken.attributes));
    arrays["values"] = numpy(std::move(taken.values));
    arrays["names"] = numpy(std::move(taken.names));
    arrays["name_ends"] = numpy(std::move(taken.name_ends));
    return arrays;
}

template <class T>
Vector<T> array(const nb::dict& arrays, const char* name) {
    return nb::cast<Vector<T>>(arrays[name]);
}

void restore(NativePending& self, const nb::dict& arrays) {
    // Held by name: an array that had to be converted lives only as long as this.
    const auto numbers = array<Number>(arrays, "numbers");
    const auto said = array<Class>(arrays, "said");
    const auto ends = array<std::uint64_t>(arrays, "ends");
    const auto attributes = array<std::int64_t>(arrays, "attributes");
    const auto values = array<double>(arrays, "values");
    const auto names = array<std::uint8_t>(arrays, "names");
    const auto name_ends = array<std::uint64_t>(arrays, "name_ends");
    Pending restored =
        restore_pending({span_of(numbers), span_of(said), span_of(ends), span_of(attributes), span_of(values), span_of(names), span_of(name_ends)});
    UsePending waiting(self);
    self.pending = std::move(restored);
}

}  // namespace

void bind_pending(nb::module_& module) {
    nb::class_<NativePending>(module, "NativePending")
        .def(nb::init<>())
        .def("ask_one", &ask_one, nb::arg("learner"), nb::arg("number"), nb::arg("x"))
        .def("ask_many", &ask_many, nb::arg("learner"), nb::arg("first"), nb::arg("starts"), nb::arg("indices"), nb::arg("values"),
             nb::arg("columns"), nb::arg("names").none())
        .def("ask_each", &ask_each, nb::arg("learner"), nb::arg("first"), nb::arg("xs"), nb::arg("labels"), nb::arg("skip_overtaken"),
             nb::arg("last"), nb::arg("names"), nb::arg("order"), nb::arg("telling").none(),
             nb::sig("def ask_each(self, learner: NativeLearner, first: int, xs: list, labels: list, skip_overtaken: bool, last: int, "
                     "names: tuple, order: list, telling: tuple | None) -> tuple | None"))
        .def("learn_one", &learn_one, nb::arg("learner"), nb::arg("number"), nb::arg("label"), nb::arg("weight"), nb::arg("skip_overtaken"),
             nb::arg("last"))
        .def("put", &put, nb::arg("number"), nb::arg("x"), nb::arg("said"))
        .def("learn", &learn, nb::arg("learner"), nb::arg("numbers"), nb::arg("classes"), nb::arg("weights"), nb::arg("skip_overtaken"),
             nb::arg("last"))
        .def("example", &example, nb::arg("number"))
        .def("said", &said, nb::arg("number"))
        .def(
            "has",
            [](const NativePending& self, Number number) {
                UsePending waiting(self);
                return self.pending.has(number);
            },
            nb::arg("number"))
        .def(
            "drop",
            [](NativePending& self, Number number) {
                UsePending waiting(self);
                self.pending.drop(number);
            },
            nb::arg("number"))
        .def("numbers", &numbers)
        .def("snapshot", &snapshot)
        .def("restore", &restore, nb::arg("arrays"))
        .def("__len__",
             [](const NativePending& self) {
                 UsePending waiting(self);
                 return self.pending.size();
             })
        .def_prop_ro("oldest",
                     [](const NativePending& self) {
                         UsePending waiting(self);
                         return self.pending.oldest();
                     })
        .def_prop_ro("bytes", [](const NativePending& self) {
            UsePending waiting(self);
            return self.pending.bytes();
        });
}

}  // namespace thresher::bind
