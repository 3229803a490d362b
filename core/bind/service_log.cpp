// What the label service reads and writes for every event, where Python would take longer than the learner: questions, labels and checksums.
#include "service_log.hpp"

#include <string>
#include <string_view>

#include "thresher/errors.hpp"
#include "thresher/numeric/crc32.hpp"
#include "thresher/text/written_label.hpp"
#include "thresher/text/written_question.hpp"
#include "told_answers.hpp"

namespace thresher::bind {

namespace {

// Gives the lines of a body that are not empty to a reader; false if it can't read one, or if there are more than `most`.
template <class Read>
bool each_line(std::string_view rest, std::size_t most, Read read) {
    for (std::size_t lines = 0; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.empty()) continue;
        if (++lines > most || !read(line)) return false;
    }
    return true;
}

nb::str text_of_view(std::string_view text) { return nb::str(text.data(), text.size()); }

// The questions of a body, one a line, each written as the service's own client writes it: (ids, texts of x). None if one is not, or if
// there are more than `most`.
nb::object question_lines(nb::bytes body, std::size_t most) {
    nb::list ids, texts;
    WrittenQuestion question;
    const bool are_read = each_line(view_of(body), most, [&](std::string_view line) {
        if (!read_question(line, question)) return false;
        if (question.id)
            ids.append(text_of_view(*question.id));
        else
            ids.append(nb::none());
        texts.append(bytes_of(question.x));
        return true;
    });
    return are_read ? nb::object(nb::make_tuple(ids, texts)) : nb::none();
}

// The same of labels: (tickets, texts of labels).
nb::object label_lines(nb::bytes body, std::size_t most) {
    nb::list tickets, texts;
    WrittenLabel told;
    const bool are_read = each_line(view_of(body), most, [&](std::string_view line) {
        if (!read_label(line, told)) return false;
        tickets.append(text_of_view(told.ticket));
        texts.append(bytes_of(told.label));
        return true;
    });
    return are_read ? nb::object(nb::make_tuple(tickets, texts)) : nb::none();
}

// A value of a damaged log may be of any kind: whatever it is, the checksum is another one then.
void append_whole(nb::handle value, std::string& to) {
    int overflow = 1;
    const long long number = PyLong_Check(value.ptr()) != 0 ? PyLong_AsLongLongAndOverflow(value.ptr(), &overflow) : 0;
    to.append(1, ' ').append(overflow == 0 ? std::to_string(number) : "?");
}

std::string_view text_of(nb::handle part) {
    if (PyBytes_Check(part.ptr()) == 0 && PyUnicode_Check(part.ptr()) == 0) return "?";
    return view_of(part);
}

// Of events (model, seq, kind, at, id, body, said), all of one model and one after the other: the checksum of each and of all before it.
nb::list checksums(const nb::list& events, std::uint32_t before) {
    nb::list found;
    std::string head;
    for (nb::handle one : events) {
        if (PyTuple_Check(one.ptr()) == 0 || PyTuple_GET_SIZE(one.ptr()) < 7) throw nb::type_error("an event is a tuple of seven");
        const auto part = [&](Py_ssize_t place) { return nb::handle(PyTuple_GET_ITEM(one.ptr(), place)); };
        head = std::to_string(before);
        for (Py_ssize_t place = 0; place < 4; ++place) append_whole(part(place), head);
        head.push_back(' ');
        before = crc32(head);
        for (Py_ssize_t place = 4; place < 7; ++place) before = crc32(text_of(part(place)), before);
        found.append(before);
    }
    return found;
}

// Events and their checksums, value after value, as SQLite's binding takes them fastest: whatever is bytes as a bytearray, which it does not
// look for a conversion of.
nb::list flat_events(const nb::list& events, const nb::list& sums) {
    if (sums.size() != events.size()) throw nb::value_error("as many checksums as events are needed");
    nb::list found;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const nb::object event = events[i];
        if (PyTuple_Check(event.ptr()) == 0) throw nb::type_error("an event is a tuple");
        for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(event.ptr()); ++place) {
            const nb::handle value(PyTuple_GET_ITEM(event.ptr(), place));
            if (PyBytes_CheckExact(value.ptr()) != 0)
                found.append(nb::steal(PyByteArray_FromStringAndSize(PyBytes_AS_STRING(value.ptr()), PyBytes_GET_SIZE(value.ptr()))));
            else
                found.append(value);
        }
        found.append(sums[i]);
    }
    return found;
}

}  // namespace

void bind_service_log(nb::module_& module) {
    module.def("question_lines", &question_lines, nb::arg("body"), nb::arg("most"),
               nb::sig("def question_lines(body: bytes, most: int) -> tuple[list[str | None], list[bytes]] | None"));
    module.def("label_lines", &label_lines, nb::arg("body"), nb::arg("most"),
               nb::sig("def label_lines(body: bytes, most: int) -> tuple[list[str], list[bytes]] | None"));
    module.def("checksums", &checksums, nb::arg("events"), nb::arg("before"), nb::sig("def checksums(events: list, before: int) -> list[int]"));
    module.def("flat_events", &flat_events, nb::arg("events"), nb::arg("checksums"),
               nb::sig("def flat_events(events: list, checksums: list) -> list"));
}

}  // namespace thresher::bind
