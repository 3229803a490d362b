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

std::vector<std::string> texts_of(const std::vector<nb::bytes>& given) {
    std::vector<std::string> texts;
    for (const nb::bytes& one : given) texts.emplace_back(one.c_str(), one.size());
    return texts;
}

std::vector<nb::bytes> bytes_of(const std::vector<std::string>& texts) {
    std::vector<nb::bytes> found;
    for (const std::string& one : texts) found.emplace_back(one.data(), one.size());
    return found;
}

// Rows of a block from `first` on, as many as there are numbers, each with its key, by partition: the text beside it, or its tag. And the
// partition of each row. With names, numbers are places among them, and rows carry the name.
nb::tuple pack_rows(const NativeBlock& given, std::size_t first, Vector<Class> numbers, std::uint64_t first_event, std::size_t partitions,
                    bool by_tag, std::optional<Vector<std::uint64_t>> events, const std::optional<std::vector<nb::bytes>>& given_names) {
    const Block& block = given.examples();
    if (first > block.rows() || numbers.size() > block.rows() - first) throw InputError("more numbers than the block has rows");
    if (events && events->size() != numbers.size()) throw InputError("as many events as numbers");
    if (partitions < 1 || partitions > key_buckets) throw InputError("1 to 1,024 partitions");
    const std::vector<std::string> names = given_names ? texts_of(*given_names) : std::vector<std::string>();
    const Class most = given_names ? static_cast<Class>(names.size()) - 1 : 1;
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
            if (!(weight >= 0.0 && weight <= 1e100) || number < no_class || number > most)
                throw InputError("event " + std::to_string(event) + ": its importance weight or label can't be learned from");
            partition_of[i] = static_cast<std::uint16_t>(bucket_of(key) % partitions);
            KeyedRow keyed{event, key, number, weight};
            if (given_names && number != no_class) {
                keyed.number = named_class;
                keyed.label = names[static_cast<std::size_t>(number)];
            }
            pack_row(keyed, instance, parts[partition_of[i]]);
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
    NativeShelf(const NativeLearner& learner, bool backs_off, const std::vector<nb::bytes>& names) : shelf_(made(learner, backs_off, names)) {}

    template <class F>
    auto with(F f) {
        const Use use(*this);
        return std::visit(f, shelf_);
    }

    void attach(const std::string& path, const std::string& head, bool read_only) {
        with([&](auto& shelf) {
            shelf.kept().attach(std::make_unique<ShelfFile>(path, read_only ? ShelfFile::Mode::read : ShelfFile::Mode::write), head);
        });
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

    // (answers, scores, probabilities of the positive label or of the answer (NaN: none), examples that the key's model learned from,
    // whether that one answered)
    nb::tuple predict(const Bytes& rows) {
        std::vector<Class> answers;
        std::vector<double> scores, probabilities;
        std::vector<std::uint64_t> known;
        std::vector<std::uint8_t> own;
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            shelf.predict(text_of(rows), [&](const Said& said, std::uint64_t examples, bool by_own) {
                scores.push_back(said.score);
                known.push_back(examples);
                answers.push_back(said.answer);
                probabilities.push_back(said.probability);
                own.push_back(by_own);
            });
        });
        return nb::make_tuple(numpy(std::move(answers)), numpy(std::move(scores)), numpy(std::move(probabilities)), numpy(std::move(known)),
                              numpy(std::move(own)));
    }

    std::unique_ptr<NativeLearner> get(std::string_view key) {
        return with([&](auto& shelf) -> std::unique_ptr<NativeLearner> {
            const auto* found = shelf.get(key);
            return found == nullptr ? nullptr : std::make_unique<NativeLearner>(Engine(found->engine()));
        });
    }

    // Of the classes of a key's model; none of two labels.
    std::vector<nb::bytes> names(std::string_view key) {
        return with([&](auto& shelf) -> std::vector<nb::bytes> {
            const auto* found = shelf.get(key);
            if constexpr (std::remove_cvref_t<decltype(shelf.prototype())>::has_names)
                if (found != nullptr) return bytes_of(found->names());
            return {};
        });
    }

    void put(std::string_view key, const NativeLearner& learner, const std::vector<nb::bytes>& names) {
        with([&](auto& shelf) {
            using Model = std::remove_cvref_t<decltype(shelf.prototype())>;
            Engine engine = (static_cast<void>(UseLearner(learner)), learner.engine_);
            auto* own = std::get_if<typename Model::Engine>(&engine);
            if (own == nullptr) throw InputError("the learner is of another kind than those on the shelf");
            if constexpr (Model::has_names) {
                shelf.kept().put(key, Model(std::move(*own), texts_of(names)));
            } else {
                if (own->positive != shelf.prototype().engine().positive) throw InputError("the learner is of another kind than those on the shelf");
                shelf.kept().put(key, Model(std::move(*own)));
            }
        });
    }

    std::vector<std::string> keys() {
        std::vector<std::string> found;
        with([&](auto& shelf) { shelf.kept().each_key([&](std::string_view key) { found.emplace_back(key); }); });
        std::ranges::sort(found);
        return found;
    }

    std::vector<std::pair<std::uint32_t, nb::bytes>> digests() {
        std::vector<std::pair<std::uint32_t, std::string>> found;
        with([&](auto& shelf) {
            nb::gil_scoped_release release;
            shelf.kept().digests([&](std::uint32_t bucket, std::string digest) { found.emplace_back(bucket, std::move(digest)); });
        });
        std::vector<std::pair<std::uint32_t, nb::bytes>> answer;
        for (const auto& [bucket, digest] : found) answer.emplace_back(bucket, nb::bytes(digest.data(), digest.size()));
        return answer;
    }

    std::optional<nb::bytes> shared_digest() {
        return with([](auto& shelf) -> std::optional<nb::bytes> {
            const std::optional<std::string> found = shelf.kept().shared_digest();
            if (!found) return std::nullopt;
            return nb::bytes(found->data(), found->size());
        });
    }

    std::vector<nb::bytes> answer_names() {
        return with([](auto& shelf) { return bytes_of(shelf.answer_names()); });
    }

    void commit(const std::string& note) {
        with([&](auto& shelf) {
            if (shelf.kept().file() == nullptr) throw InputError("the shelf has no file");
            nb::gil_scoped_release release;
            shelf.commit(note);
        });
    }
    void compact() {
        with([&](auto& shelf) {
            if (shelf.kept().file() == nullptr) throw InputError("the shelf has no file");
            nb::gil_scoped_release release;
            shelf.kept().compact();
        });
    }
    std::string note() {
        return with([](auto& shelf) { return shelf.kept().file() == nullptr ? std::string() : shelf.kept().file()->note(); });
    }
    std::string head() {
        return with([](auto& shelf) { return shelf.kept().file() == nullptr ? std::string() : shelf.kept().file()->head(); });
    }

private:
    template <class L>
    using OfTwo = Shelf<ModelOfTwo<L>>;
    template <class L>
    using OfMany = Shelf<ModelOfMany<L>>;
    using AnyShelf = std::variant<OfTwo<LinearLearner>, OfTwo<NaiveBayesLearner>, OfTwo<AutoLearner>,  //
                                  OfMany<LinearLearner>, OfMany<NaiveBayesLearner>, OfMany<AutoLearner>>;

    static AnyShelf made(const NativeLearner& learner, bool backs_off, const std::vector<nb::bytes>& names) {
        const UseLearner use(learner);
        return std::visit(
            [&](const auto& engine) -> AnyShelf {
                using L = typename std::remove_cvref_t<decltype(engine)>::Member;
                if (engine.first().calls_python()) throw ParameterError("learners on a shelf run without Python: a link of your own can't be there");
                if constexpr (has_many_classes<decltype(engine)>)
                    return OfMany<L>(ModelOfMany<L>(engine, texts_of(names)), backs_off);
                else
                    return OfTwo<L>(ModelOfTwo<L>(engine), backs_off);
            },
            learner.engine_);
    }

    AnyShelf shelf_;
};

}  // namespace

void bind_shelf(nb::module_& module) {
    nb::class_<NativeShelf>(module, "NativeShelf")
        .def(nb::init<const NativeLearner&, bool, const std::vector<nb::bytes>&>(), nb::arg("learner"), nb::arg("backs_off") = false,
             nb::arg("names") = nb::list())
        .def("attach", &NativeShelf::attach, nb::arg("path"), nb::arg("head"), nb::arg("read_only"))
        .def("check", &NativeShelf::check, nb::arg("rows"))
        .def_prop_ro("can_refuse", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.can_refuse(); }); })
        .def("learn", &NativeShelf::learn, nb::arg("rows"), nb::arg("last"), nb::arg("answered"))
        .def("predict", &NativeShelf::predict, nb::arg("rows"))
        .def("get", &NativeShelf::get, nb::arg("key"), nb::sig("def get(self, key: str) -> NativeLearner | None"))
        .def("names", &NativeShelf::names, nb::arg("key"))
        .def("put", &NativeShelf::put, nb::arg("key"), nb::arg("learner"), nb::arg("names") = nb::list())
        .def_prop_ro("answer_names", &NativeShelf::answer_names)
        .def("shared_digest", &NativeShelf::shared_digest)
        .def("keys", &NativeShelf::keys)
        .def("digests", &NativeShelf::digests)
        .def("commit", &NativeShelf::commit, nb::arg("note"))
        .def("compact", &NativeShelf::compact)
        .def("__len__", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.kept().size(); }); })
        .def_prop_ro("note", &NativeShelf::note)
        .def_prop_ro("head", &NativeShelf::head)
        .def_prop_ro("live", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.kept().live(); }); })
        .def_prop_ro("memory", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.kept().memory(); }); })
        .def_prop_rw(
            "events", [](NativeShelf& self) { return self.with([](auto& shelf) { return shelf.events(); }); },
            [](NativeShelf& self, std::uint64_t events) { self.with([&](auto& shelf) { shelf.set_events(events); }); })
        .def(
            "set_budget", [](NativeShelf& self, std::size_t bytes) { self.with([&](auto& shelf) { shelf.kept().set_budget(bytes); }); },
            nb::arg("bytes"));
    module.def("pack_rows", &pack_rows, nb::arg("block"), nb::arg("first"), nb::arg("numbers"), nb::arg("first_event"), nb::arg("partitions"),
               nb::arg("by_tag"), nb::arg("events") = nb::none(), nb::arg("names") = nb::none());
    module.def("partitions_of", &partitions_of, nb::arg("ends"), nb::arg("bytes"), nb::arg("partitions"));
    module.def("bucket_of", &bucket_of, nb::arg("key"));
}

}  // namespace thresher::bind
