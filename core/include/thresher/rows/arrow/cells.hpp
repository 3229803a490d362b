// Cells of Arrow -> the rule for a row: which call of the writer a cell is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "thresher/rows/arrow/column.hpp"
#include "thresher/rows/arrow/numbers.hpp"
#include "thresher/rows/writer.hpp"

namespace thresher::arrow {

// Why a table is refused before its first row.
struct SchemaRefusal {
    std::string message;
    std::string hint;
};

// One column of a table, or one member of an object, as the writer knows it.
class Cells {
public:
    // `name`: of the column; what stands around a member is in it. A type that nobody reads becomes a foreign one.
    Cells(RowWriter& writer, Type& type, std::string name, unsigned depth = 1)
        : column_(writer.column(name)), epoch_(writer.epoch()), name_(std::move(name)), depth_(depth), plain_(writer.role(column_) == Role::none) {
        if (writer.role(column_) == Role::ignore) type = foreign_type("left out");
        if (type.kind == Kind::foreign) {
            if (writer.role(column_) != Role::ignore) refuse(type.problem);
            return;
        }
        Type& inner = value_type(type);
        check(inner, 0);
        if (inner.kind != Kind::object) return;
        if (depth_ > deepest_object) refuse("nested more than " + std::to_string(deepest_object) + " deep");
        for (Type& member : inner.children) {
            if (member.name.empty()) refuse("an object with a member that has no name");
            for (const Cells& other : members_)
                if (other.name_ == prefix() + member.name) refuse("a struct with two members of one name");
            members_.emplace_back(writer, member, prefix() + member.name, depth_ + 1);
        }
    }

    const std::string& name() const { return name_; }
    RowWriter::Column column() const { return column_; }

    // `coded`: the cell is a value of a dictionary.
    void write(RowWriter& writer, const Column& column, std::size_t i, bool coded = false) {
        if (epoch_ != writer.epoch()) [[unlikely]]
            ask_again(writer);
        if (!column.valid(i)) return writer.missing(column_);
        if (column.type().dictionary) return write(writer, column.dictionary(), column.code(i), true);
        write_value(writer, column, i, coded);
    }

private:
    static Type& value_type(Type& type) {
        if (type.dictionary) return value_type(*type.dictionary);
        return type.kind == Kind::runs ? value_type(type.children[1]) : type;
    }

    std::string prefix() const { return depth_ == 1 && name_ == "features" ? "" : name_ + "."; }

    // The writer has forgotten its columns.
    void ask_again(RowWriter& writer) {
        column_ = writer.column(name_);
        epoch_ = writer.epoch();
        by_key_.clear();
    }

    // What can't be a cell whatever its value is.
    void check(Type& type, int within) const {
        if (type.kind == Kind::foreign) refuse(type.problem);
        if (type.is_list()) {
            Type& item = value_type(type.children[0]);
            if (item.kind == Kind::days || item.kind == Kind::moment)
                refuse("of the type list of dates, which is no number, text, date or list of texts");
            return check(item, within + 1);
        }
        if (type.kind == Kind::map) {
            Type& key = value_type(type.children[0].children[0]);
            if (!key.is_text()) refuse("of the type map, with keys that are no texts");
            check(value_type(type.children[0].children[1]), within + 1);
        }
        if (type.kind == Kind::object && within > 0)
            for (Type& member : type.children) check(value_type(member), within + 1);
    }

    [[noreturn]] void refuse(const std::string& problem) const {
        throw SchemaRefusal{"column " + shown(name_) + " is " + problem, "convert it, or leave it out: ignore="};
    }

    // Of a cell that is there.
    void write_value(RowWriter& writer, const Column& column, std::size_t i, bool coded) {
        switch (column.type().kind) {
            case Kind::text:
            case Kind::large_text:
            case Kind::text_view: return writer.text(column_, sound(column, i));
            case Kind::real: return write_real(writer, plain_number(column, i), coded);
            case Kind::whole: return write_whole(writer, static_cast<double>(column.whole(i)), column.whole(i), coded);
            case Kind::natural: return write_whole(writer, static_cast<double>(column.natural(i)), column.natural(i), coded);
            case Kind::truth: return writer.truth(column_, column.truth(i));
            case Kind::decimal: return write_decimal(writer, decimal_text(column, i), coded);
            case Kind::days:
            case Kind::moment: return writer.moment(column_, moment_at(column, i));
            default: return write_nested(writer, column, i, coded);
        }
    }

    void write_nested(RowWriter& writer, const Column& column, std::size_t i, bool coded) {
        switch (column.type().kind) {
            case Kind::list:
            case Kind::large_list:
            case Kind::fixed_list: return write_list(writer, column, i);
            case Kind::object: return write_object(writer, column, i);
            case Kind::map: return write_map(writer, column, i);
            case Kind::runs: return write(writer, column.child(1), column.run(i), coded);
            default: return writer.missing(column_);
        }
    }

    void write_real(RowWriter& writer, double value, bool coded) {
        if (coded && !std::isnan(value)) return writer.code(column_, written(value));
        writer.number(column_, value);
    }
    template <class Whole>
    void write_whole(RowWriter& writer, double value, Whole whole, bool coded) {
        if (plain_ && !coded) return writer.number(column_, value);
        const std::string text = std::to_string(whole);
        if (coded) return writer.code(column_, text);
        writer.number(column_, value, text);
    }
    void write_decimal(RowWriter& writer, const std::string& text, bool coded) {
        if (coded) return writer.code(column_, text);
        writer.number(column_, number_in(text), text);
    }

    std::string_view sound(const Column& column, std::size_t i) const {
        const std::string_view text = column.text(i);
        if (!column.sound() && !is_utf8(text))
            throw CellRefusal{"column " + shown(name_) + " holds a text that is not UTF-8", "convert it to UTF-8", name_};
        return text;
    }

    void write_list(RowWriter& writer, const Column& column, std::size_t i) {
        if (!writer.begin_list(column_)) return;
        const auto [begin, end] = column.span(i);
        for (std::int64_t at = begin; at < end; ++at) write_item(writer, column.child(0), static_cast<std::size_t>(at));
        writer.end_list(column_);
    }

    void write_item(RowWriter& writer, const Column& column, std::size_t i) {
        if (!column.valid(i)) return;
        if (column.type().dictionary) return write_item(writer, column.dictionary(), column.code(i));
        switch (column.type().kind) {
            case Kind::text:
            case Kind::large_text:
            case Kind::text_view: return writer.item(column_, sound(column, i));
            case Kind::truth: return writer.item_truth(column_, column.truth(i));
            case Kind::real: return writer.item(column_, plain_number(column, i), {});
            case Kind::whole: return writer.item(column_, static_cast<double>(column.whole(i)), std::to_string(column.whole(i)));
            case Kind::natural: return writer.item(column_, static_cast<double>(column.natural(i)), std::to_string(column.natural(i)));
            case Kind::decimal: return writer.item(column_, number_in(decimal_text(column, i)), decimal_text(column, i));
            case Kind::runs: return write_item(writer, column.child(1), column.run(i));
            case Kind::object:
            case Kind::map: writer.refuse_item(column_, "an object");
            default: writer.refuse_item(column_, "a list");
        }
    }

    void write_object(RowWriter& writer, const Column& column, std::size_t i) {
        if (!writer.enter_object(column_)) return;
        for (std::size_t member = 0; member < members_.size(); ++member)
            if (column.child(member).type().kind != Kind::foreign) members_[member].write(writer, column.child(member), column.inner(i));
    }

    // The names of a map's members come with its rows.
    void write_map(RowWriter& writer, const Column& column, std::size_t i) {
        if (!writer.enter_object(column_)) return;
        if (depth_ >= deepest_object) throw CellRefusal{"objects stand within objects more than 8 deep", "", name_};
        const auto [begin, end] = column.span(i);
        const Column& entries = column.child(0);
        for (std::int64_t at = begin; at < end; ++at) {
            const std::size_t inner = entries.inner(static_cast<std::size_t>(at));
            write_member(writer, entries.child(0), entries.child(1), inner);
        }
    }

    void write_member(RowWriter& writer, const Column& keys, const Column& values, std::size_t i) {
        if (!keys.valid(i)) throw CellRefusal{"column " + shown(name_) + " has a member without a name", "", name_};
        const std::string_view key = keys.type().dictionary ? sound(keys.dictionary(), keys.code(i)) : sound(keys, i);
        if (key.empty()) throw CellRefusal{"a member has an empty name", "every member needs a name", name_};
        const std::string name = prefix() + std::string(key);
        std::unique_ptr<Cells>& member = by_key_[writer.column(name)];
        try {
            if (!member) {
                Type type = values.type();
                member = std::make_unique<Cells>(writer, type, name, depth_ + 1);
            }
        } catch (SchemaRefusal& refusal) {
            throw CellRefusal{std::move(refusal.message), std::move(refusal.hint), name_};
        }
        member->write(writer, values, i);
    }

    RowWriter::Column column_;
    std::uint64_t epoch_;  // of the writer's columns
    std::string name_;
    unsigned depth_;
    bool plain_;
    std::vector<Cells> members_;
    std::unordered_map<RowWriter::Column, std::unique_ptr<Cells>> by_key_;  // members of a map
};

}  // namespace thresher::arrow
