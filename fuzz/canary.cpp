// A target that is wrong on purpose, in each of the ways in which a target can be: shows that failures are seen.
#include <unistd.h>

#include <climits>

#include "check.hpp"

using namespace thresher::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
    require(!has("assertion"), "the word is never there");
    if (has("address") && data[size] == 0) return 1;  // past the end
    if (has("undefined")) {
        volatile int largest = INT_MAX;
        largest = largest + 1;
    }
    if (has("exit")) _exit(3);
    return 0;
}
