// Blocks and readers as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>

#include "thresher/text/line_parsers.hpp"
#include "thresher/text/read_block.hpp"

namespace thresher {
class Reader;
}

namespace thresher::bind {

namespace nb = nanobind;

// A block on loan from its reader (or made from rows, with no reader at all): given back when Python lets go of it.
class NativeBlock {
public:
    NativeBlock(std::unique_ptr<ReadBlock> block, std::shared_ptr<Reader> reader) : block_(std::move(block)), reader_(std::move(reader)) {}
    ~NativeBlock();
    NativeBlock(const NativeBlock&) = delete;
    NativeBlock& operator=(const NativeBlock&) = delete;

    const Block& examples() const { return block_->block; }
    const ReadBlock& read() const { return *block_; }
    const Place& place(std::size_t row) const {
        if (row >= examples().rows()) throw nb::index_error("the block has no such row");
        return examples().place(row);
    }

private:
    std::unique_ptr<ReadBlock> block_;
    std::shared_ptr<Reader> reader_;
};

// The parser of a format of one line an example, by name: svmlight, vw or snow.
LineParser make_line_parser(const std::string& format, std::uint64_t first_column, std::optional<unsigned> bits, SnowIds ids);

void bind_block(nb::module_& module);
void bind_tally(nb::module_& module);

}  // namespace thresher::bind
