// Shelves of learners, and rows with keys: argument checks, the lock, the GIL. No arithmetic.
#include "shelf.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "block.hpp"
#include "native_learner.hpp"
#include "thresher/loop/rows.hpp"
#include "thresher/shelf/shelf.hpp"

namespace thresher::bind {

namespace {

using Bytes = Vector<std::uint8_t>;

std::string_view text_of(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

nb::object numpy_of(std::string bytes) {
    auto* owned = new std::string(std::move(bytes));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::string*>(p); });
    return nb::cast(Array<std::uint8_t>(reinterpret_cast<std::uint8_t*>(owned->data()), {owned->size()}, owner));
}

// Rows of a block from `first` on, as many as there are numbers, each with its key, by partition: the text beside it, or its tag. And the
// partition of each row.
nb::tuple pack_rows(const NativeBlock& given, std::size_t first, Vector<Class> numbers, std::uint64_t first_event, std::size_t partitions,
                    bool by_tag, std::optional<Vector<std::uint64_t>> events) {
    const Block& block = given.examples();
    if (first > block.rows() || numbers.size() > block.rows() - first) throw InputError("more numbers than the block has rows");
    if (events && events->size() != numbers.size()) throw InputError("as many events as numbers");
    if (partitions < 1 || partitions > key_buckets) throw InputError("1 to 1,024 partitions");
    std::vector<std::string> parts(partitions);
    std::vector<std::uint16_t> partition_of(numbers.size());
    {
        nb::gil_scoped_release release;
        Canonicaliser canonical;
        Instance instance;
        const BlockRows rows(block);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::size_t row = first + i;
            const std::uint64_t event = events ? events->data()[i] : first_event + i;
            const Class number = numbers.data()[i];
            const std::string_view key = by_tag ? block.tag(row) : block.aside(row).front();
            if (key.empty()) throw InputError("event " + std::to_string(event) + " has no key");
            rows.read(row, false, canonical, instance);
            const double weight = block.weights().empty() ? 1.0 : block.weights()[row];
            if (!(weight >= 0.0 && weight <= 1e100) || number < no_class || number > 1)
                throw InputError("event " + std::to_string(event) + ": its importance weight or label can't be learned from");
            partition_of[i] = static_cast<std::uint16_t>(bucket_of(key) % partitions);
            pack_row({event, key, number, weight}, instance, parts[partition_of[i]]);
        }
    }
    nb::list answer;
    for (std::string& part : parts) answer.append(numpy_of(std::move(part)));
    return nb::make_tuple(answer, numpy(std::move(partition_of)));
}

// The partitions of keys that lie one after the other in `bytes`, each up to its end.
Array<std::uint16_t> partitions_of(Vector<std::int64_t> ends, const Bytes& bytes, std::size_t partitions) {
    if (partitions < 1 || partitions > key_buckets) throw InputError("1 to 1,024 partitions");
    if (ends.size() == 0) throw InputError("there is no end of a key");
    const std::string_view text = text_of(bytes);
    Result<std::uint16_t> found(ends.size() - 1);
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const std::int64_t begin = ends.data()[i], end = ends.data()[i + 1];
        if (begin < 0 || end < begin || static_cast<std::size_t>(end) > text.size()) throw InputError("the ends of keys do not fit their bytes");
        const std::string_view key = text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        found.span()[i] = static_cast<std::uint16_t>(bucket_of(key) % partitions);
    }
    nb::gil_scoped_acquire acquire;
    return found.release();
}

class NativeShelf : public OneAtATime<Rank::pending> {
public:
    explicit NativeShelf(const NativeLearner& learner) : shelf_(made(learner)) {}

    template <class F>
    auto with(F f) {
        const Use use(*this);
        return std::visit(f, shelf_);
    }

    void attach(const std::string& path, const std::string& head, bool read_only) {
        with([&](auto& shelf) { shelf.attach(std::make_unique<ShelfFile>(path, read_only ? ShelfFile::Mode::read : ShelfFile::Mode::write), head); });
    }

    void check(const Bytes& rows) {
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            shelf.check(text_of(rows));
        });
    }

    // (rows, had, examples, mistakes, answers or None)
    nb::tuple learn(const Bytes& rows, std::uint64_t last, bool answered) {
        ShelfCounts counts;
        std::vector<Class> answers;
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            counts = shelf.learn(text_of(rows), last, answered ? &answers : nullptr);
        });
        return nb::make_tuple(counts.rows, counts.had, counts.examples, counts.mistakes, answered ? numpy(std::move(answers)) : nb::none());
    }

    // (answers, scores, probabilities of the positive label (NaN: none), examples that the key's model learned from)
    nb::tuple predict(const Bytes& rows) {
        std::vector<Class> answers;
        std::vector<double> scores, probabilities;
        std::vector<std::uint64_t> known;
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            shelf.predict(text_of(rows), [&](double score, std::uint64_t examples, Class answer, const auto& two) {
                scores.push_back(score);
                known.push_back(examples);
                answers.push_back(answer);
                probabilities.push_back(two.learner.probability(score).value_or(std::numeric_limits<double>::quiet_NaN()));
            });
        });
        return nb::make_tuple(numpy(std::move(answers)), numpy(std::move(scores)), numpy(std::move(probabilities)), numpy(std::move(known)));
    }

    std::unique_ptr<NativeLearner> get(std::string_view key) {
        return with([&](auto& shelf) -> std::unique_ptr<NativeLearner> {
            const auto* found = shelf.get(key);
            return found == nullptr ? nullptr : std::make_unique<NativeLearner>(Engine(*found));
        });
    }

    void put(std::string_view key, const NativeLearner& learner) {
        Engine engine = (static_cast<void>(UseLearner(learner)), learner.engine_);
        with([&](auto& shelf) {
            using Two = typename std::remove_cvref_t<decltype(shelf)>::Two;
            auto* two = std::get_if<Two>(&engine);
            if (two == nullptr || two->positive != shelf.prototype().positive)
                throw InputError("the learner is of another kind than those on the shelf");
            shelf.put(key, std::move(*two));
        });
    }

    std::vector<std::string> keys() {
        std::vector<std::string> found;
        with([&](auto& shelf) { shelf.each_key([&](std::string_view key) { found.emplace_back(key); }); });
        std::ranges::sort(found);
        return found;
    }

    std::vector<std::pair<std::uint32_t, nb::bytes>> digests() {
        std::vector<std::pair<std::uint32_t, std::string>> found;
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            shelf.digests([&](std::uint32_t bucket, std::string digest) { found.emplace_back(bucket, std::move(digest)); });
        });
        std::vector<std::pair<std::uint32_t, nb::bytes>> answer;
        for (const auto& [bucket, digest] : found) answer.emplace_back(bucket, nb::bytes(digest.data(), digest.size()));
        return answer;
    }

    void commit(const std::string& note) {
        with([&](auto& shelf) {
            if (shelf.file() == nullptr) throw InputError("the shelf has no file");
            nb::gil_scoped_release release;
            shelf.commit(note);
        });
    }
    void compact() {
        with([&](auto& shelf) {
            if (shelf.file() == nullptr) throw InputError("the shelf has no file");
            nb::gil_scoped_release release;
            shelf.compact();
        });
    }
    std::string note() {
        return with([](auto& shelf) { return shelf.file() == nullptr ? std::string() : shelf.file()->note(); });
    }
    std::string head() {
        return with([](auto& shelf) { return shelf.file() == nullptr ? std::string() : shelf.file()->head(); });
    }

private:
    using AnyShelf = std::variant<Shelf<LinearLearner>, Shelf<NaiveBayesLearner>, Shelf<AutoLearner>>;

    static AnyShelf made(const NativeLearner& learner) {
        const UseLearner use(learner);
        return with_two(learner, [](const auto& two) -> AnyShelf {
            if (two.learner.calls_python()) throw ParameterError("learners on a shelf run without Python: a link of your own can't be there");
            return Shelf<typename std::remove_cvref_t<decltype(two)>::Member>(two);
        });
    }

    AnyShelf shelf_;
};

}  // namespace

void bind_shelf(nb::module_& module) {
    nb::class_<NativeShelf>(module, "NativeShelf")
        .def(nb::init<const NativeLearner&>(), nb::arg("learner"))
        .def("attach", &NativeShelf::attach, nb::arg("path"), nb::arg("head"), nb::arg("read_only"))
        .def("check", &NativeShelf::check, nb::arg("rows"))
        .def_prop_ro("can_refuse", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.can_refuse(); }); })
        .def("learn", &NativeShelf::learn, nb::arg("rows"), nb::arg("last"), nb::arg("answered"))
        .def("predict", &NativeShelf::predict, nb::arg("rows"))
        .def("get", &NativeShelf::get, nb::arg("key"), nb::sig("def get(self, key: str) -> NativeLearner | None"))
        .def("put", &NativeShelf::put, nb::arg("key"), nb::arg("learner"))
        .def("keys", &NativeShelf::keys)
        .def("digests", &NativeShelf::digests)
        .def("commit", &NativeShelf::commit, nb::arg("note"))
        .def("compact", &NativeShelf::compact)
        .def("__len__", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.size(); }); })
        .def_prop_ro("note", &NativeShelf::note)
        .def_prop_ro("head", &NativeShelf::head)
        .def_prop_ro("live", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.live(); }); })
        .def_prop_ro("memory", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.memory(); }); })
        .def_prop_rw(
            "events", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.events(); }); },
            [](NativeShelf& self, std::uint64_t events) { self.with([&](auto& shelf) { shelf.set_events(events); }); })
        .def("set_budget", [](NativeShelf& self, std::size_t bytes) { self.with([&](auto& shelf) { shelf.set_budget(bytes); }); }, nb::arg("bytes"));
    module.def("pack_rows", &pack_rows, nb::arg("block"), nb::arg("first"), nb::arg("numbers"), nb::arg("first_event"), nb::arg("partitions"),
               nb::arg("by_tag"), nb::arg("events") = nb::none());
    module.def("partitions_of", &partitions_of, nb::arg("ends"), nb::arg("bytes"), nb::arg("partitions"));
    module.def("bucket_of", &bucket_of, nb::arg("key"));
}

}  // namespace thresher::bind
