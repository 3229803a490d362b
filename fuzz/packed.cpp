// Packed learners, forged: whatever is unpacked is a learner, and whatever is not is refused.
//
// The first byte of the input says which kind. Its highest bit: the rest is packed bytes as they are. Otherwise the rest is a list of
// edits of the bytes of a model of this kind that has learned a little.
#include <cmath>
#include <optional>

#include "check.hpp"
#include "packed_models.hpp"

// Of AddressSanitizer; g++ comes without the header that declares it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t), void (*)(const volatile void*));

using namespace thresher;
using namespace thresher::fuzz;

namespace {

// How many bytes were asked for. What is unpacked must not take more than it is worth.
std::uint64_t asked_for = 0;
void count_allocation(const volatile void*, std::size_t size) { asked_for += size; }
void count_nothing(const volatile void*) {}

void require_modest(std::uint64_t before, std::size_t size) {
    constexpr std::uint64_t in_any_case = 4 << 20, a_byte = 256;
    require(asked_for - before <= in_any_case + a_byte * size, "memory is in proportion to what is unpacked");
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

std::vector<Instance> some_rows() {
    std::vector<Instance> rows;
    for (std::uint64_t number = 1; number < 40; number += 8) rows.push_back(row_of(number));
    return rows;
}

// What is said of a row; none if it is refused.
template <class Model>
std::optional<Said> said_of(const Model& model, const Instance& instance, typename Model::Scratch& scratch) {
    try {
        const Said said = model.say(instance, scratch);
        require(std::isfinite(said.score), "a score is finite");
        require(std::isnan(said.probability) || (said.probability >= 0.0 && said.probability <= 1.0), "a probability is one");
        return said;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

template <class Model>
void check_answers(const Model& one, const Model& other) {
    typename Model::Scratch scratch;
    for (const Instance& instance : some_rows()) {
        const auto said = said_of(one, instance, scratch), again = said_of(other, instance, scratch);
        require(said.has_value() == again.has_value(), "what was packed refuses what was refused");
        if (said) require(said->answer == again->answer && same(said->score, again->score), "what was packed answers as what was unpacked");
    }
}

template <class Model>
void teach(Model& model) {
    typename Model::Scratch scratch;
    std::uint64_t number = 0;
    for (const Instance& instance : some_rows()) {
        const KeyedRow row{number, "key", static_cast<Class>(number % 2), 1.0, number % 3 == 0 ? "label 1" : "new"};
        ++number;
        try {
            model.learn(row, instance, scratch);
        } catch (const InputError&) {  // may be refused
        }
        said_of(model, instance, scratch);
    }
}

template <class Model>
Model unpacked(const Model& blank, std::string_view bytes) {
    Model model = blank;
    model.unpack_from(bytes);
    return model;
}

template <class Model>
void check_bytes(const Model& blank, std::string_view bytes) {
    Model model = blank;
    const std::uint64_t before = asked_for;
    try {
        model.unpack_from(bytes);
    } catch (const InputError&) {
        return require_modest(before, bytes.size());
    }
    require_modest(before, bytes.size());
    const std::string first = packed(model);
    Model twin = unpacked(blank, first);  // it must be possible: a refusal ends the run
    require(packed(twin) == first, "what is packed again is the same");
    check_answers(model, twin);
    // They need not learn the same: an attribute that is as new is not packed, and leaves a place more to a learner of n attributes.
    for (Model* one : {&model, &twin}) {
        teach(*one);
        const std::string later = packed(*one);
        require(packed(unpacked(blank, later)) == later, "what learned on can be packed and unpacked");
    }
}

using Check = std::function<void(std::string_view input, bool raw)>;

template <class Model>
Check check_of(Model made, std::vector<Piece> anatomy, int classes = 2) {
    const Model blank = Model::blank(made);
    const std::string bytes = packed(taught(std::move(made), classes == 2 ? 40 : 3 * classes, classes));
    require(put_together(take_apart(bytes, anatomy)) == bytes, "the anatomy is that of the bytes");
    return [blank, bytes, anatomy](std::string_view input, bool raw) {
        check_bytes(blank, raw ? std::string(input) : forged(bytes, anatomy, edits_in(input)));
    };
}

const std::vector<Check>& checks() {
    static const std::vector<Check> all{
        check_of(perceptron_model(), linear_anatomy()),
        check_of(winnow_model(ConstantRate{1.0}), linear_anatomy()),
        check_of(winnow_model(EliminatingRate{1.0}), linear_anatomy()),
        check_of(averaging_model(Averaging::voted, 0.0), linear_anatomy(true)),
        check_of(averaging_model(Averaging::averaged, 0.7), linear_anatomy()),
        check_of(adaptive_winnow_model(), linear_anatomy()),
        check_of(arow_model(), linear_anatomy()),
        check_of(tracking_p_norm_model(), linear_anatomy()),
        check_of(halves_model(), linear_anatomy()),
        check_of(naive_bayes_model(), bayes_anatomy()),
        check_of(automatic_model(0.0), auto_anatomy()),
        check_of(automatic_model(0.7), auto_anatomy()),
        check_of(perceptrons_of_classes(), classes_anatomy(4, linear_anatomy(), false, false), 4),
        check_of(automatics_of_classes(), classes_anatomy(3, auto_anatomy(), true, false), 3),
    };
    return all;
}

// As many classes as compete, which takes a hundred times as long: now and then.
const Check& contest() {
    static const Check check = check_of(automatics_of_classes(), classes_anatomy(34, auto_anatomy(), true, true), 34);
    return check;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int installed = __sanitizer_install_malloc_and_free_hooks(count_allocation, count_nothing);
    require(installed > 0, "allocations are counted");
    if (size == 0) return 0;
    const auto& all = checks();
    const unsigned kind = data[0] & 127U;
    const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
    (kind == 127 ? contest() : all[kind % all.size()])(input, data[0] >= 128);
    return 0;
}
