// Questions about instances that then wait for their labels: one or several, in one call, told as a service tells them.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "example.hpp"
#include "native_pending.hpp"
#include "stated.hpp"
#include "thresher/text/plain_row.hpp"
#include "thresher/text/written_json.hpp"
#include "told_answers.hpp"

namespace thresher::bind {

namespace {

using Number = Pending::Number;

constexpr std::size_t worth_letting_go = 16;  // questions: for fewer, giving up the interpreter costs more than it gives

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

// How many labels are learned before each question, never fewer than before the one before it; none: all of them before the first.
std::vector<std::size_t> labels_before(const nb::list& counts, std::size_t questions, std::size_t labels) {
    if (counts.size() == 0) return std::vector<std::size_t>(questions, labels);
    if (counts.size() != questions) throw nb::value_error("as many counts of labels as questions are needed");
    std::vector<std::size_t> found;
    for (nb::handle count : counts) {
        const auto number = nb::cast<std::size_t>(count);
        if (number > labels || (!found.empty() && number < found.back())) throw nb::value_error("there are no such labels before a question");
        found.push_back(number);
    }
    return found;
}

// Asks about instances one after the other, each when so many labels are learned, those that came since the one before in the order of their
// instances; and keeps them under numbers from `first` on. If one of them is refused, nothing is learned and none is kept.
AllStated ask_all(NativePending& self, NativeLearner& learner, Number first, std::span<const Instance* const> xs, std::span<const LateLabel> labels,
                  std::span<const std::size_t> before, bool skip_overtaken, Number last) {
    AllStated found{{}, std::vector<std::uint8_t>(labels.size()), last};
    found.stated.reserve(xs.size());
    if (labels.empty()) {  // whoever is refused leaves nothing behind
        for (const Instance* x : xs) found.stated.push_back(state_instance(learner, *x));
        for (std::size_t i = 0; i < xs.size(); ++i) self.pending.put(first + i, *xs[i], found.stated[i].answer);
        return found;
    }
    for (const Instance* x : xs) check_instance(learner, *x);
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::size_t learned = 0;
    const auto learn_until = [&](std::size_t until) {
        const std::span<std::size_t> next = std::span(order).subspan(learned, until - learned);
        std::ranges::sort(next, {}, [&](std::size_t place) { return std::pair(labels[place].of, place); });
        for (const std::size_t place : next) {
            const LateLabel& label = labels[place];
            found.flags[place] = learn_number(self, learner, label.of, label.own, label.weight, skip_overtaken, found.last);
        }
        learned = until;
    };
    for (std::size_t i = 0; i < xs.size(); ++i) {
        learn_until(before[i]);
        found.stated.push_back(state_instance(learner, *xs[i]));
        self.pending.put(first + i, *xs[i], found.stated.back().answer);
    }
    learn_until(labels.size());
    return found;
}

bool calls_python(const NativeLearner& learner) {
    return std::visit([](const auto& engine) { return engine.first().calls_python(); }, learner.engine_);
}

// How a service tells answers: tickets, each written as it is, and where each stands in its log.
struct Telling {
    std::vector<std::string_view> tickets;
    const AnswerForms* forms = nullptr;
    std::vector<std::uint64_t> places;

    // False where a ticket has to be written otherwise.
    bool read(nb::handle telling, std::size_t questions) {
        if (telling.is_none()) return true;
        const auto [named, how, seqs] = nb::cast<std::tuple<nb::list, nb::object, nb::sequence>>(telling);
        if (named.size() != questions || nb::len(seqs) != questions) throw nb::value_error("as many tickets and places as questions are needed");
        forms = &nb::cast<const AnswerForms&>(how);
        for (nb::handle seq : seqs) places.push_back(nb::cast<std::uint64_t>(seq));
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

// Learns labels and asks about instances; see ask_all. names: the label of each class, and behind them what no answer is; order: in which
// classes are shown; telling: how a service tells the answers, (tickets, AnswerForms, places), or None; before: see labels_before. Gives lists
// of labels, probabilities by label, scores and texts; what became of each label; and the last instance that changed the learner. None, and
// nothing done, if one is a text of another form, or a ticket can't be told as it is.
nb::object ask_each(NativePending& self, NativeLearner& learner, Number first, const nb::list& xs, const nb::list& labels, bool skip_overtaken,
                    Number last, const nb::tuple& names, const nb::list& order, nb::handle telling, const nb::list& before) {
    Telling told;
    if (!told.read(telling, xs.size())) return nb::none();
    UsePending waiting(self);
    UseLearner use(learner);
    if (names.size() <= learner.classes()) throw nb::value_error("every class needs a name, and no answer one behind them");
    if (told.forms != nullptr) told.forms->check(learner.classes());
    const AskedAbout asked(xs, self.read);
    if (!asked) return nb::none();
    const std::vector<LateLabel> late = late_labels(labels);
    const std::vector<std::size_t> counts = labels_before(before, xs.size(), late.size());
    AllStated all;
    {
        std::optional<nb::gil_scoped_release> release;
        if (xs.size() >= worth_letting_go && asked.are_texts() && !calls_python(learner)) release.emplace();
        all = ask_all(self, learner, first, asked.each(), late, counts, skip_overtaken, last);
    }
    nb::list said, probabilities, scores, texts;
    std::string text;
    for (std::size_t i = 0; i < all.stated.size(); ++i) {
        const Stated& one = all.stated[i];
        said.append(names[one.answer < 0 ? names.size() - 1 : static_cast<std::size_t>(one.answer)]);
        probabilities.append(by_label(one, names, order));
        if (told.forms == nullptr) {  // whoever is told sees no score
            scores.append(shown_score(learner, one));
            continue;
        }
        text.clear();
        told.forms->append(told.tickets[i], one, told.places[i], text);
        texts.append(bytes_of(text));
    }
    nb::list flags;
    for (const std::uint8_t one : all.flags) flags.append(one);
    self.tidy();
    return nb::make_tuple(said, probabilities, scores, texts, flags, all.last);
}

// The same about one instance, a dict or a prepared example, of whose answer nobody is told: (label, probabilities, score, what became of each
// label, the last instance that changed the learner).
nb::tuple ask_stated(NativePending& self, NativeLearner& learner, Number number, nb::handle x, const nb::list& labels, bool skip_overtaken,
                     Number last, const nb::tuple& names, const nb::list& order) {
    UsePending waiting(self);
    UseLearner use(learner);
    if (names.size() <= learner.classes()) throw nb::value_error("every class needs a name, and no answer one behind them");
    if (self.read.empty()) self.read.resize(1);
    nb::object keep;
    const Instance* const instance = &read_example(x, self.read.front(), keep);
    const std::vector<LateLabel> late = late_labels(labels);
    const std::size_t before = late.size();
    const AllStated all = ask_all(self, learner, number, {&instance, 1}, late, {&before, 1}, skip_overtaken, last);
    const Stated& one = all.stated.front();
    nb::list flags;
    for (const std::uint8_t flag : all.flags) flags.append(flag);
    const nb::object said = names[one.answer < 0 ? names.size() - 1 : static_cast<std::size_t>(one.answer)];
    return nb::make_tuple(said, by_label(one, names, order), shown_score(learner, one), flags, all.last);
}

}  // namespace

void bind_pending_asked(nb::class_<NativePending>& pending) {
    pending.def("ask_stated", &ask_stated, nb::arg("learner"), nb::arg("number"), nb::arg("x"), nb::arg("labels"), nb::arg("skip_overtaken"),
                nb::arg("last"), nb::arg("names"), nb::arg("order"),
                nb::sig("def ask_stated(self, learner: NativeLearner, number: int, x: object, labels: list, skip_overtaken: bool, last: int, "
                        "names: tuple, order: list) -> tuple"));
    pending.def("ask_each", &ask_each, nb::arg("learner"), nb::arg("first"), nb::arg("xs"), nb::arg("labels"), nb::arg("skip_overtaken"),
                nb::arg("last"), nb::arg("names"), nb::arg("order"), nb::arg("telling").none(), nb::arg("before"),
                nb::sig("def ask_each(self, learner: NativeLearner, first: int, xs: list, labels: list, skip_overtaken: bool, last: int, "
                        "names: tuple, order: list, telling: tuple | None, before: list[int]) -> tuple | None"));
}

}  // namespace thresher::bind
