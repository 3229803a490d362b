// What the label service writes for every event, where Python would take longer than the learner: answers and checksums.
#include "service_log.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include "thresher/errors.hpp"
#include "thresher/numeric/crc32.hpp"
#include "thresher/text/written_json.hpp"

namespace thresher::bind {

namespace {

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

std::string_view view_of(nb::handle part) {
    if (PyBytes_Check(part.ptr()) != 0) return {PyBytes_AS_STRING(part.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(part.ptr()))};
    Py_ssize_t length = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(part.ptr(), &length);
    if (text == nullptr) throw nb::python_error();
    return {text, static_cast<std::size_t>(length)};
}

// The answer to a question, behind what is there; keys: what stands before each probability. False where the ticket or a probability can't
// stand there as it is.
bool append_answer(std::string_view ticket, nb::handle label, const nb::tuple& keys, nb::handle stated, std::uint64_t seq, std::string& text) {
    if (!is_plain_text(ticket) || PyDict_Check(stated.ptr()) == 0 || static_cast<std::size_t>(PyDict_GET_SIZE(stated.ptr())) != keys.size())
        return false;
    text.append("{\"ticket\":\"").append(ticket).append("\",\"label\":").append(view_of(label)).append(",\"probabilities\":{");
    PyObject *name = nullptr, *value = nullptr;
    Py_ssize_t at = 0;
    for (std::size_t i = 0; PyDict_Next(stated.ptr(), &at, &name, &value) != 0; ++i) {
        if (PyFloat_CheckExact(value) == 0 || !std::isfinite(PyFloat_AS_DOUBLE(value))) return false;
        if (i > 0) text.push_back(',');
        text.append(view_of(keys[i]));
        write_json_number(PyFloat_AS_DOUBLE(value), text);
    }
    text.append("},\"seq\":").append(std::to_string(seq)).append("}");
    return true;
}

// Answers with their places from `first` on. None where one of them has to be written otherwise.
nb::object answer_texts(const nb::list& tickets, const nb::list& labels, const nb::tuple& keys, const nb::list& stated, std::uint64_t first) {
    if (labels.size() != tickets.size() || stated.size() != tickets.size()) throw nb::value_error("as many labels and probabilities as tickets");
    nb::list found;
    std::string text;
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        text.clear();
        if (!append_answer(view_of(tickets[i]), labels[i], keys, stated[i], first + i, text)) return nb::none();
        found.append(bytes_of(text));
    }
    return found;
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

}  // namespace

void bind_service_log(nb::module_& module) {
    module.def("answer_texts", &answer_texts, nb::arg("tickets"), nb::arg("labels"), nb::arg("keys"), nb::arg("stated"), nb::arg("first"),
               nb::sig("def answer_texts(tickets: list[str], labels: list[bytes], keys: tuple[bytes, ...], stated: list, first: int) -> "
                       "list[bytes] | None"));
    module.def("checksums", &checksums, nb::arg("events"), nb::arg("before"), nb::sig("def checksums(events: list, before: int) -> list[int]"));
}

}  // namespace thresher::bind
