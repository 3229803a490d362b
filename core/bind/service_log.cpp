// What the label service writes for every event, where Python would take longer than the learner: answers and checksums.
#include "service_log.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <vector>

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

// The answer to a question; keys: what stands before each probability. None where the ticket can't stand there as it is.
nb::object answer_text(std::string_view ticket, const nb::bytes& label, const nb::tuple& keys, const std::vector<double>& probabilities,
                       std::uint64_t seq) {
    if (!is_plain_text(ticket) || keys.size() != probabilities.size()) return nb::none();
    std::string text;
    text.reserve(96 + ticket.size() + 40 * keys.size());
    text.append("{\"ticket\":\"").append(ticket).append("\",\"label\":").append(view_of(label)).append(",\"probabilities\":{");
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        if (!std::isfinite(probabilities[i])) return nb::none();
        if (i > 0) text.push_back(',');
        text.append(view_of(keys[i]));
        write_json_number(probabilities[i], text);
    }
    text.append("},\"seq\":").append(std::to_string(seq)).append("}");
    return bytes_of(text);
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
    module.def("answer_text", &answer_text, nb::arg("ticket"), nb::arg("label"), nb::arg("keys"), nb::arg("probabilities"), nb::arg("seq"),
               nb::sig("def answer_text(ticket: str, label: bytes, keys: tuple[bytes, ...], probabilities: Sequence[float], seq: int) -> "
                       "bytes | None"));
    module.def("checksums", &checksums, nb::arg("events"), nb::arg("before"), nb::sig("def checksums(events: list, before: int) -> list[int]"));
}

}  // namespace thresher::bind
