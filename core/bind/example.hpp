// Python's dicts and prepared examples -> instances.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>
#include <vector>

#include "thresher/data/example.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// An example made once and used many times: it owns its names.
class PreparedExample {
public:
    PreparedExample(nb::sequence attributes, nb::object values, bool once);
    explicit PreparedExample(const Instance& instance);  // copies the names
    explicit PreparedExample(nb::dict row);              // read as a row without roles
    // Each attribute once, with names that lie there.
    PreparedExample(Instance instance, std::unique_ptr<char[]> names) : names_(std::move(names)), instance_(std::move(instance)) {}

    const Instance& instance() const { return instance_; }
    nb::list items() const;

private:
    void own_names();
    void settle(Repeats repeats);

    std::unique_ptr<char[]> names_;  // one after the other
    Instance instance_;
};

// The instance of a dict, which is read as a row without roles, or of a prepared example. It borrows names from x, or from `keep`
// where x holds more than numbers; `scratch` is used for dicts.
const Instance& read_example(nb::handle x, Instance& scratch, nb::object& keep);

// Columns of a batch: a name or a column number each.
void read_columns(nb::sequence names, Instance& columns);

void bind_example(nb::module_& module);
void bind_rows(nb::module_& module);

}  // namespace thresher::bind
