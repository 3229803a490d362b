// What a column of Arrow holds, read from its schema. A type that has no place in a row is `foreign`: whoever wants the column
// refuses it, before the first row.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/arrow/c_data.hpp"

namespace thresher::arrow {

enum class Kind {
    nothing,     // nulls alone
    truth,       // bits
    whole,       // signed, `width` bytes
    natural,     // unsigned
    real,        // 2, 4 or 8 bytes
    decimal,     // a whole number of `width` bytes times 10^-scale
    text,        // 32-bit offsets
    large_text,  // 64-bit offsets
    text_view,   // 16 bytes a cell: the text itself, or where it stands
    days,        // since 1970-01-01, 32 bits
    moment,      // 64 bits, `per_second` to a second since 1970-01-01
    list,        // of texts, 32-bit offsets
    large_list,
    fixed_list,  // `width` items each
    object,      // members with names of their own
    map,         // members with names by row
    runs,        // each value for a number of rows
    foreign,     // what has no place in a row
};

struct Type {
    Kind kind = Kind::nothing;
    std::string name = {};
    std::size_t width = 0;
    int scale = 0;
    std::int64_t per_second = 1;
    std::vector<Type> children = {};        // items of a list, members of an object, key and value of a map, ends and values of runs
    std::shared_ptr<Type> dictionary = {};  // the cells are numbers of its values
    std::string problem = {};               // of a foreign type: what it is

    bool is_text() const { return kind == Kind::text || kind == Kind::large_text || kind == Kind::text_view; }
    bool is_list() const { return kind == Kind::list || kind == Kind::large_list || kind == Kind::fixed_list; }
};

// Data that can't be what it says it is.
struct Damaged : InputError {
    explicit Damaged(const std::string& what) : InputError("the Arrow data is damaged: " + what) {}
};

inline constexpr int deepest_type = 16;  // types within types

namespace type_detail {

inline std::optional<Type> number(std::string_view format) {
    const auto of = [](Kind kind, std::size_t width) { return Type{.kind = kind, .width = width}; };
    if (format.size() != 1) return std::nullopt;
    switch (format[0]) {
        case 'n': return of(Kind::nothing, 0);
        case 'b': return of(Kind::truth, 0);
        case 'c': return of(Kind::whole, 1);
        case 's': return of(Kind::whole, 2);
        case 'i': return of(Kind::whole, 4);
        case 'l': return of(Kind::whole, 8);
        case 'C': return of(Kind::natural, 1);
        case 'S': return of(Kind::natural, 2);
        case 'I': return of(Kind::natural, 4);
        case 'L': return of(Kind::natural, 8);
        case 'e': return of(Kind::real, 2);
        case 'f': return of(Kind::real, 4);
        case 'g': return of(Kind::real, 8);
        case 'u': return of(Kind::text, 4);
        case 'U': return of(Kind::large_text, 8);
        default: return std::nullopt;
    }
}

inline std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
    return number;
}

// d:precision,scale or d:precision,scale,bits
inline std::optional<Type> decimal(std::string_view format) {
    if (!format.starts_with("d:")) return std::nullopt;
    format.remove_prefix(2);
    std::vector<std::int64_t> parts;
    for (;;) {
        const std::size_t comma = format.find(',');
        const auto part = whole_number(format.substr(0, comma));
        if (!part || parts.size() == 3) return std::nullopt;
        parts.push_back(*part);
        if (comma == std::string_view::npos) break;
        format.remove_prefix(comma + 1);
    }
    if (parts.size() < 2) return std::nullopt;
    const std::int64_t bits = parts.size() == 3 ? parts[2] : 128;
    if ((bits != 32 && bits != 64 && bits != 128 && bits != 256) || parts[1] < -1000 || parts[1] > 1000) return std::nullopt;
    return Type{.kind = Kind::decimal, .width = static_cast<std::size_t>(bits / 8), .scale = static_cast<int>(parts[1])};
}

inline std::optional<Type> date(std::string_view format) {
    if (format == "tdD") return Type{.kind = Kind::days, .width = 4};
    if (format == "tdm") return Type{.kind = Kind::moment, .width = 8, .per_second = 1000};
    if (format.size() < 4 || !format.starts_with("ts") || format[3] != ':') return std::nullopt;
    Type type{.kind = Kind::moment, .width = 8};  // with a zone or without, the number is the time in UTC
    switch (format[2]) {
        case 's': type.per_second = 1; break;
        case 'm': type.per_second = 1'000; break;
        case 'u': type.per_second = 1'000'000; break;
        case 'n': type.per_second = 1'000'000'000; break;
        default: return std::nullopt;
    }
    return type;
}

inline std::optional<Type> nested(std::string_view format) {
    if (format == "vu") return Type{.kind = Kind::text_view, .width = 16};
    if (format == "+l") return Type{.kind = Kind::list, .width = 4};
    if (format == "+L") return Type{.kind = Kind::large_list, .width = 8};
    if (format == "+s") return Type{.kind = Kind::object};
    if (format == "+m") return Type{.kind = Kind::map, .width = 4};
    if (format == "+r") return Type{.kind = Kind::runs};
    if (!format.starts_with("+w:")) return std::nullopt;
    const auto size = whole_number(format.substr(3));
    if (!size || *size < 0 || *size > 1 << 20) return std::nullopt;
    return Type{.kind = Kind::fixed_list, .width = static_cast<std::size_t>(*size)};
}

// What people call a type that is refused.
inline std::string shown(std::string_view format) {
    const auto starts = [&](const char* with) { return format.starts_with(with); };
    if (format == "z" || format == "Z" || format == "vz" || starts("w:")) return "binary";
    if (starts("tt")) return "time";
    if (starts("tD")) return "duration";
    if (starts("ti")) return "interval";
    if (starts("+u")) return "union";
    if (starts("+v")) return "list_view";
    return std::string(format.substr(0, 20));
}

}  // namespace type_detail

inline Type foreign_type(std::string problem) { return Type{.kind = Kind::foreign, .problem = std::move(problem)}; }

inline Type type_of(const Schema& schema, int depth = 0);

namespace type_detail {

inline void read_children(Type& type, const Schema& schema, int depth) {
    const bool any_number = type.kind == Kind::object;
    const std::int64_t expected = type.is_list() || type.kind == Kind::map ? 1 : type.kind == Kind::runs ? 2 : 0;
    if (schema.n_children < 0 || (!any_number && schema.n_children != expected) || (schema.n_children > 0 && schema.children == nullptr))
        throw Damaged("a schema has " + std::to_string(schema.n_children) + " members where " + std::to_string(expected) + " were expected");
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
        if (schema.children[i] == nullptr) throw Damaged("a schema lacks a member");
        type.children.push_back(type_of(*schema.children[i], depth + 1));
    }
    if (type.kind == Kind::map && (type.children[0].kind != Kind::object || type.children[0].children.size() != 2))
        throw Damaged("a map has no keys and values");
    if (type.kind == Kind::runs && (type.children[0].kind != Kind::whole || type.children[0].width < 2))
        throw Damaged("the ends of runs are no whole numbers");
}

inline Type plain_type(std::string_view format) {
    for (const auto read : {number, decimal, date, nested})
        if (auto found = read(format)) return *found;
    return foreign_type("of the type " + shown(format) + ", which is no number, text, date or list of texts");
}

}  // namespace type_detail

// `depth`: how many types stand around this one.
inline Type type_of(const Schema& schema, int depth) {
    if (schema.release == nullptr || schema.format == nullptr) throw Damaged("a schema is empty");
    const std::string_view name = schema.name == nullptr ? "" : schema.name;
    if (!is_utf8(name)) throw Damaged("the name of a column is not UTF-8");
    Type type = depth > deepest_type ? foreign_type("nested too deeply") : type_detail::plain_type(schema.format);
    if (type.kind != Kind::foreign) type_detail::read_children(type, schema, depth);
    if (schema.dictionary != nullptr) {
        if (type.kind != Kind::whole && type.kind != Kind::natural) throw Damaged("the numbers of a dictionary are no whole numbers");
        type.dictionary = std::make_shared<Type>(type_of(*schema.dictionary, depth + 1));
    }
    type.name = name;
    return type;
}

}  // namespace thresher::arrow
