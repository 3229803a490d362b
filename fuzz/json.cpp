// JSON lines, of any bytes.
#include "tables.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace thresher;
    fuzz::check_table<JsonParser>(Cutting::Kind::table_lines, data, size);
    return 0;
}
