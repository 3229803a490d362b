// Texts -> dicts and matrices of their words. No arithmetic.
#include "words.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "arrays.hpp"
#include "example.hpp"
#include "thresher/errors.hpp"

namespace thresher::bind {

namespace {

// Prefixes names with a column, or hashes them, as VW does.
struct Naming {
    std::string prefix;
    std::uint32_t mask = 0;  // 0: not hashed

    Naming(const std::string& column, std::optional<unsigned> bits) : prefix(column.empty() ? "" : column + "=") {
        if (bits) mask = static_cast<std::uint32_t>((std::uint64_t{1} << *bits) - 1);
    }
    bool hashed() const { return mask != 0; }
    bool plain() const { return !hashed() && prefix.empty(); }
};

// Names with their values, once each, whatever they are called.
class Named {
public:
    Named(WordSplitter& split, const Naming& naming) : split_(split), naming_(naming) {}

    // give(name, value); a hashed name is the four bytes of its index.
    template <class Give>
    void operator()(std::string_view text, bool counts, Give&& give) {
        if (!naming_.hashed()) {
            split_(text, [&](std::string_view name, double value) { give(naming_.prefix.empty() ? name : prefixed(name), value); });
            return;
        }
        met_.clear();
        split_(text, [&](std::string_view name, double value) {
            const std::uint32_t index = vw_hash(naming_.prefix.empty() ? name : prefixed(name), 0) & naming_.mask;
            met_.append({reinterpret_cast<const char*>(&index), sizeof index});
            met_.close(static_cast<std::uint64_t>(value));
        });
        for (std::size_t i = 0; i < met_.size(); ++i) give(met_.name(i), counts ? static_cast<double>(met_.times(i)) : 1.0);
    }

private:
    std::string_view prefixed(std::string_view name) {
        prefixed_.assign(naming_.prefix).append(name);
        return prefixed_;
    }

    WordSplitter& split_;
    const Naming& naming_;
    std::string prefixed_;
    TalliedNames met_;  // by index
};

// A text as a row over the names of all texts. That table is large: its parts are asked for before it is their turn.
void add_all(WordSplitter& split, std::string_view text, TalliedNames& columns, SparseRows& rows) {
    constexpr std::size_t far = 16, near = 8;
    split.clear();
    split.add(text);
    const TalliedNames& found = split.completed();
    const std::size_t size = found.size();
    columns.expect(size);
    rows.expect(size);
    for (std::size_t i = 0; i < std::min(far, size); ++i) columns.prefetch_slot(found.entry(i).hash);
    for (std::size_t i = 0; i < size; ++i) {
        if (i + far < size) columns.prefetch_slot(found.entry(i + far).hash);
        if (i + near < size) columns.prefetch_entry(found.entry(i + near).hash);
        rows.add(static_cast<std::int32_t>(columns.add(found.name(i), found.entry(i))), split.value_of(i));
    }
}

std::uint32_t index_of(std::string_view hashed) { return load<std::uint32_t>(hashed.data()); }

nb::object as_text(std::string_view name) {
    PyObject* text = PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr);
    if (text == nullptr) throw nb::python_error();
    return nb::steal(text);
}

void put(nb::dict& found, PyObject* name, double value, const nb::object& one) {
    const nb::object times = value == 1.0 ? one : nb::object(nb::int_(static_cast<std::uint64_t>(value)));
    if (PyDict_SetItem(found.ptr(), name, times.ptr()) != 0) throw nb::python_error();
}

// Texts of Python for names that came a moment ago: to find one is quicker than to make and to hash it. Of names in one place
// the last one is kept.
class KeptTexts {
public:
    KeptTexts() = default;
    KeptTexts(const KeptTexts&) = delete;
    KeptTexts& operator=(const KeptTexts&) = delete;
    ~KeptTexts() {
        for (const Kept& one : table_) Py_XDECREF(one.text);
    }

    [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { __builtin_prefetch(&table_[hash % places]); }
    [[gnu::always_inline]] void prefetch_text(std::uint64_t hash) const {
        if (const Kept& one = table_[hash % places]; one.hash == hash) __builtin_prefetch(one.text);
    }

    nb::object operator()(std::string_view name, std::uint64_t hash) {
        Kept& one = table_[hash % places];
        if (one.hash == hash && is(one.text, name)) return nb::borrow(one.text);
        nb::object made = as_text(name);
        if (name.size() > longest || !PyUnicode_IS_COMPACT_ASCII(made.ptr())) return made;
        Py_XDECREF(std::exchange(one.text, Py_NewRef(made.ptr())));
        one.hash = hash;
        return made;
    }

private:
    static constexpr std::size_t places = 1 << 16, longest = 64;
    struct Kept {
        std::uint64_t hash = 0;
        PyObject* text = nullptr;  // ASCII
    };

    static bool is(PyObject* text, std::string_view name) {
        if (text == nullptr || static_cast<std::size_t>(PyUnicode_GET_LENGTH(text)) != name.size()) return false;
        return std::memcmp(PyUnicode_DATA(text), name.data(), name.size()) == 0;
    }

    std::vector<Kept> table_ = std::vector<Kept>(places);
};

void add_all(WordSplitter& split, std::string_view text, KeptTexts& texts, const nb::object& one, nb::dict& found) {
    constexpr std::size_t far = 16, near = 8;
    split.clear();
    split.add(text);
    const TalliedNames& names = split.completed();
    const std::size_t size = names.size();
    for (std::size_t i = 0; i < size; ++i) {
        if (i + far < size) texts.prefetch(names.entry(i + far).hash);
        if (i + near < size) texts.prefetch_text(names.entry(i + near).hash);
        put(found, texts(names.name(i), names.entry(i).hash).ptr(), split.value_of(i), one);
    }
}

class NativeWords {
public:
    explicit NativeWords(nb::dict options) : options_(read_word_options(options)) {}

    nb::dict one(nb::handle text, const std::string& column, std::optional<unsigned> bits) {
        Lent lent(*this);
        const Naming naming(column, bits);
        const nb::object one = nb::int_(1);
        nb::dict found;
        if (naming.plain()) {
            if (!lent.texts) lent.texts = std::make_unique<KeptTexts>();
            add_all(*lent.split, bytes_of(text, lent.scratch), *lent.texts, one, found);
            return found;
        }
        Named(*lent.split, naming)(bytes_of(text, lent.scratch), options_.counts, [&](std::string_view name, double value) {
            const nb::object key = naming.hashed() ? nb::object(nb::int_(index_of(name))) : as_text(name);
            put(found, key.ptr(), value, one);
        });
        return found;
    }

    // The same as a prepared example: no objects of Python's are made of its names. They are not hashed, and have no column.
    PreparedExample example(nb::handle text) {
        Lent lent(*this);
        WordSplitter& split = *lent.split;
        split.clear();
        split.add(bytes_of(text, lent.scratch));
        const TalliedNames& found = split.completed();
        auto names = std::make_unique_for_overwrite<char[]>(found.all().size() + 1);
        if (!found.all().empty()) std::memcpy(names.get(), found.all().data(), found.all().size());
        Instance instance(found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            const TalliedNames::Entry& entry = found.entry(i);
            instance[i] = {names.get() + entry.begin, entry.size, entry.hash, entry.ends, split.value_of(i)};
        }
        return {std::move(instance), std::move(names)};
    }

    // starts, indices, values and, if they are not hashed, the names of the columns in the order in which they first occur.
    nb::tuple many(nb::list texts, const std::string& column, std::optional<unsigned> bits) {
        Lent lent(*this);
        const Naming naming(column, bits);
        Named named(*lent.split, naming);
        TalliedNames columns;
        SparseRows rows;
        for (std::size_t row = 0; row < texts.size(); ++row) {
            const nb::object text = texts[row];
            const std::string_view bytes = bytes_of(text, lent.scratch);
            if (naming.plain()) {
                add_all(*lent.split, bytes, columns, rows);
            } else {
                named(bytes, options_.counts, [&](std::string_view name, double value) {
                    if (!naming.hashed()) columns.append(name);
                    rows.expect(1);
                    rows.add(static_cast<std::int32_t>(naming.hashed() ? index_of(name) : columns.close()), value);
                });
            }
            rows.end_row();
        }
        return numpy(rows, names_of(columns, naming));
    }

private:
    static nb::object names_of(const TalliedNames& columns, const Naming& naming) {
        if (naming.hashed()) return nb::none();
        if (columns.size() > std::numeric_limits<std::int32_t>::max()) throw InputError("the texts have more than 2^31 different words");
        nb::list names;
        for (std::size_t i = 0; i < columns.size(); ++i) names.append(as_text(columns.name(i)));
        return names;
    }

    // A splitter for the time of a call: making Python's objects may run other code, which may come in here again.
    struct Lent {
        explicit Lent(NativeWords& owner) : owner(owner), split(std::move(owner.split_)), texts(std::move(owner.texts_)) {
            if (!split) split = std::make_unique<WordSplitter>(owner.options_);
        }
        ~Lent() {
            owner.split_ = std::move(split);
            owner.texts_ = std::move(texts);
        }
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;

        NativeWords& owner;
        std::unique_ptr<WordSplitter> split;
        std::unique_ptr<KeptTexts> texts;
        std::string scratch;
    };

    WordOptions options_;
    std::unique_ptr<WordSplitter> split_;
    std::unique_ptr<KeptTexts> texts_;
};

void read_characters(nb::handle given, WordOptions& options) {
    if (given.is_none()) return;
    const auto sizes = nb::cast<nb::sequence>(given);
    if (nb::len(sizes) != 2) throw ParameterError("characters must be two whole numbers");
    options.characters_from = nb::cast<unsigned>(sizes[0]);
    options.characters_to = nb::cast<unsigned>(sizes[1]);
}

}  // namespace

WordOptions read_word_options(nb::dict given) {
    WordOptions options;
    for (const auto& [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        if (name == "pairs") {
            options.pairs = nb::cast<bool>(value);
        } else if (name == "lower") {
            options.lower = nb::cast<bool>(value);
        } else if (name == "counts") {
            options.counts = nb::cast<bool>(value);
        } else if (name == "shape") {
            options.shape = nb::cast<bool>(value);
        } else if (name == "characters") {
            read_characters(value, options);
        } else {
            throw ParameterError("words have no setting " + name);
        }
    }
    return options;
}

std::string_view bytes_of(nb::handle text, std::string& scratch) {
    PyObject* raw = text.ptr();
    if (!PyUnicode_Check(raw)) {
        const auto kind = nb::cast<std::string>(nb::handle(text.type()).attr("__name__"));
        throw InputError("words are those of a text (str); got " + kind + ".");
    }
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(raw));
    if (PyUnicode_IS_COMPACT_ASCII(raw)) return {static_cast<const char*>(PyUnicode_DATA(raw)), length};
    scratch.clear();
    const int kind = PyUnicode_KIND(raw);
    const void* data = PyUnicode_DATA(raw);
    for (std::size_t i = 0; i < length; ++i) append_character(scratch, PyUnicode_READ(kind, data, i));
    return scratch;
}

void bind_words(nb::module_& module) {
    nb::class_<NativeWords>(module, "NativeWords")
        .def(nb::init<nb::dict>(), nb::arg("options"))
        .def_prop_ro_static("unicode", [](nb::handle) { return unicode_version; })
        .def("one", &NativeWords::one, nb::arg("text").none(), nb::arg("column") = "", nb::arg("bits") = nb::none())
        .def("example", &NativeWords::example, nb::arg("text").none())
        .def("many", &NativeWords::many, nb::arg("texts"), nb::arg("column") = "", nb::arg("bits") = nb::none());
}

}  // namespace thresher::bind
