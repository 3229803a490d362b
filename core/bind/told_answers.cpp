#include "told_answers.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <utility>

#include "thresher/errors.hpp"
#include "thresher/text/written_json.hpp"

namespace thresher::bind {

nb::bytes bytes_of(std::string_view text) { return nb::bytes(text.data(), text.size()); }

std::string_view view_of(nb::handle part) {
    if (PyBytes_Check(part.ptr()) != 0) return {PyBytes_AS_STRING(part.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(part.ptr()))};
    Py_ssize_t length = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(part.ptr(), &length);
    if (text == nullptr) throw nb::python_error();
    return {text, static_cast<std::size_t>(length)};
}

AnswerForms::AnswerForms(const nb::list& labels, const nb::list& keys, std::vector<Class> order) : order_(std::move(order)) {
    for (nb::handle label : labels) labels_.emplace_back(view_of(label));
    for (nb::handle key : keys) keys_.emplace_back(view_of(key));
    if (keys_.size() != order_.size()) throw nb::value_error("as many keys as classes in order are needed");
    for (const Class number : order_)
        if (number < 0 || static_cast<std::size_t>(number) >= labels_.size()) throw nb::value_error("a class has no form");
}

void AnswerForms::check(std::size_t classes) const {
    if (!labels_.empty() && labels_.size() < classes) throw nb::value_error("a class has no form");
}

void AnswerForms::append(std::string_view ticket, const Stated& stated, std::uint64_t seq, std::string& text) const {
    text.append(R"({"ticket":")").append(ticket).append(R"(","label":)");
    if (labels_.empty() || stated.answer < 0)
        text.append("null");
    else
        text.append(labels_.at(static_cast<std::size_t>(stated.answer)));
    text.append(R"(,"probabilities":)");
    if (tells(stated)) {
        char before = '{';
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const double share = stated.probabilities.at(static_cast<std::size_t>(order_[i]));
            text.append(1, std::exchange(before, ',')).append(keys_[i]);
            if (std::isfinite(share))
                write_json_number(share, text);
            else
                text.append("null");
        }
        text.append(before == '{' ? "{}" : "}");
    } else {
        text.append("null");
    }
    text.append(R"(,"seq":)").append(std::to_string(seq)).append("}");
}

namespace {

nb::bytes text_of(const AnswerForms& self, const std::string& ticket, Class answer, std::vector<double> shares, std::uint64_t seq) {
    std::string text;
    self.append(ticket, {answer, {}, std::move(shares)}, seq, text);
    return bytes_of(text);
}

}  // namespace

void bind_told_answers(nb::module_& module) {
    nb::class_<AnswerForms>(module, "AnswerForms")
        .def(nb::init<const nb::list&, const nb::list&, std::vector<Class>>(), nb::arg("labels"), nb::arg("keys"), nb::arg("order"),
             nb::sig("def __init__(self, labels: list[bytes], keys: list[bytes], order: collections.abc.Sequence[int]) -> None"))
        .def("text", &text_of, nb::arg("ticket"), nb::arg("answer"), nb::arg("shares"), nb::arg("seq"));
}

}  // namespace thresher::bind
