// A frame that Python lends: its columns as they lie, from which a matrix is made when somebody asks for one.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>

#include "rows.hpp"
#include "thresher/rows/arrow/cells.hpp"
#include "thresher/rows/arrow/number_table.hpp"
#include "thresher/rows/matrix_maker.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// A frame of some library.
class LentFrame {
public:
    virtual ~LentFrame() = default;
    // Where it holds nothing but numbers, in columns with names: it lives as long as the frame.
    virtual std::optional<arrow::NumberTable> numbers(MatrixMaker& maker) = 0;
    // Adds all rows.
    virtual void add_to(MatrixMaker& maker) = 0;
};

class NativeTable {
public:
    // `make(maker)` gives the frame. Throws if a cell can't be understood.
    template <class Make>
    NativeTable(const NativeRows& rows, Make make) : rule_(rule_of_frames(rows)), maker_(rule_) {
        with_refusals([&] {
            frame_ = make(maker_);
            read();
        });
    }
    NativeTable(const NativeTable&) = delete;
    NativeTable& operator=(const NativeTable&) = delete;

    std::size_t rows() const { return rows_; }
    // None where it holds anything but numbers that can be computed with, or a matrix was made.
    const std::optional<arrow::NumberTable>& numbers() const { return numbers_; }
    // Starts, indices, values and names of a sparse matrix.
    nb::object arrays();

    // Throws what a frame is refused for as Python's own exception.
    template <class F>
    static auto with_refusals(F f) {
        try {
            return f();
        } catch (const arrow::SchemaRefusal& refusal) {
            raise(refusal.message, refusal.hint, "ignore");
        } catch (const RowRefusal& refusal) {
            raise("row " + std::to_string(refusal.row) + ": " + refusal.cell.message, refusal.cell.hint, "categories");
        }
    }
    static RowRule rule_of_frames(const NativeRows& rows);

private:
    [[noreturn]] static void raise(const std::string& message, const std::string& hint, const char* field);
    void read();

    RowRule rule_;
    MatrixMaker maker_;
    std::unique_ptr<LentFrame> frame_;
    std::optional<arrow::NumberTable> numbers_;
    std::size_t rows_ = 0;
    nb::object arrays_;
};

nb::tuple arrays_of(MatrixMaker& maker);

}  // namespace thresher::bind
