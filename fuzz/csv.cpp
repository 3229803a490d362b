// CSV, of any bytes.
#include "tables.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace thresher;
    fuzz::check_table<CsvParser>(Cutting::Kind::csv, data, size);
    return 0;
}
