// svmlight, with columns that begin with 0 and with 1.
#include "thresher/text/svmlight.hpp"
#include "check.hpp"

using namespace thresher;
using namespace thresher::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Outcome from_zero = check_parser(SvmlightParser{0}, bytes);
    const Outcome from_one = Machine(SvmlightParser{1})(bytes);
    // What is an example in a file from 1 on is one in a file from 0 on, a column further.
    auto same = from_zero.examples.begin();
    for (Example example : from_one.examples) {
        for (Attribute& attribute : example.attributes) ++attribute.column;
        while (same != from_zero.examples.end() && same->line < example.line) ++same;
        require(same != from_zero.examples.end() && *same == example, "the first column only shifts the columns");
    }
    for (const Example& example : from_zero.examples)
        for (const Attribute& attribute : example.attributes) require(!attribute.named, "svmlight has no names");
    const Outcome several = check_parser(SvmlightParser{0, true}, bytes);
    require_reads_all(several, from_zero);
    return 0;
}
