// The rule for a row as Python sees it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "example.hpp"
#include "thresher/rows/rule.hpp"
#include "thresher/rows/writer.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// Roles of columns. Writers are lent to whoever reads a row, under the GIL; reading one may run anybody's code, so each has its own.
class NativeRows {
public:
    explicit NativeRows(RowRoles roles) : rule_(std::make_shared<const RowRule>(std::move(roles))) {}

    NativeRows(const NativeRows&) = delete;
    NativeRows& operator=(const NativeRows&) = delete;

    const std::shared_ptr<const RowRule>& rule() const { return rule_; }

    // One row being read: its attributes, and what is said of it as a whole. Names live as long as this.
    class Reading {
    public:
        Reading(NativeRows& rows, nb::handle row, bool head_only);
        ~Reading();
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

        Instance& instance() { return instance_; }
        const Block::Head& head() const { return head_; }

    private:
        NativeRows& rows_;
        std::unique_ptr<RowWriter> writer_;
        Instance instance_;
        Arena arena_;
        Block::Head head_;
    };

private:
    std::shared_ptr<const RowRule> rule_;
    std::vector<std::unique_ptr<RowWriter>> spare_;
};

// Rows without roles, as a learner without any reads dicts.
NativeRows& rows_without_roles();

}  // namespace thresher::bind
