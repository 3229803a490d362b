// SNoW.
#include "thresher/text/snow.hpp"
#include "check.hpp"

using namespace thresher;
using namespace thresher::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const Example& example : check_parser(SnowParser{}, bytes).examples) {
        const auto label = std::bit_cast<double>(example.label);
        require(std::isnan(label) || (label >= 0.0 && label == std::floor(label)), "a label is an id");
        for (const Attribute& attribute : example.attributes) require(!attribute.named, "SNoW has no names");
    }
    return 0;
}
