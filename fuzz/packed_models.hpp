// Small models of every kind that a shelf keeps, each taught the same rows every time, and of which arrays their packed bytes consist.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "forge.hpp"
#include "thresher/shelf/keyed_model.hpp"

namespace thresher::fuzz {

// A row whose values are from 0 to 1, of names and of columns.
inline Instance row_of(std::uint64_t number) {
    static const std::string names[] = {"a", "b", "free", "a name that is longer than sixteen", "\xc3\xa9"};
    Instance instance;
    for (std::size_t i = 0; i < std::size(names); ++i)
        if ((number >> i & 1) != 0) instance.push_back(Feature::of(names[i], number % 3 == 0 ? 0.5 : 1.0));
    instance.push_back(Feature::column(number % 3, number % 4 == 0 ? 0.25 : 1.0));
    return instance;
}

template <class Model>
Model taught(Model model, int rows, int classes) {
    typename Model::Scratch scratch;
    std::uint64_t random = 7;
    for (int i = 0; i < rows; ++i) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        const std::uint64_t number = random >> 40;
        const int own = classes == 2  ? static_cast<int>((number & 1) != 0)
                        : i < classes ? i
                                      : static_cast<int>(number % static_cast<unsigned>(classes));
        const std::string label = "label " + std::to_string(own);
        KeyedRow row{static_cast<std::uint64_t>(i), "key", own, 1.0, label};
        model.learn(row, row_of(number), scratch);
    }
    return model;
}

template <class Model>
std::string packed(const Model& model) {
    std::string bytes;
    model.pack_into(bytes);
    return bytes;
}

// Which arrays there are.

inline std::vector<Piece> with(std::vector<Piece> first, const std::vector<Piece>& then) {
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

inline const std::vector<Piece> attribute_arrays{array(8), array(1), array(8)};

inline std::vector<Piece> linear_anatomy(bool voted = false) {
    const std::vector<Piece> plain = with(with({fixed(88, 8)}, attribute_arrays), {array(8)});
    return voted ? with(plain, {array(8), array(8), array(8), array(8), array(8)}) : plain;
}
inline std::vector<Piece> bayes_anatomy() { return with(with({fixed(112, 8)}, attribute_arrays), {array(8)}); }
inline std::vector<Piece> auto_anatomy() {
    const std::size_t numbers = packed_auto::count_numbers(Ensemble()) * sizeof(double);
    const std::vector<Piece> past{array(8), array(8)}, crossings{array(1), array(1), array(4), fixed(packed_crossings::spare, 8), array(8)};
    // Of sixty-four examples each that were kept there is a word, with a column for each attribute.
    const Piece word = may_lack(records(sizeof(MetOnce::Column), 8));
    const std::vector<Piece> met_once{fixed(4, 4), array(8), records(packed_crossings::example_bytes, 4), array(4), word, word};
    const std::vector<Piece> cells{records(packed_auto::cell_bytes, 4), array(8)};
    return with(with(with(with({fixed(48, 8)}, attribute_arrays), with({fixed(numbers, 8)}, cells)), with(past, {fixed(sizeof(CrossedCell), 4)})),
                with(crossings, met_once));
}
inline std::vector<Piece> classes_anatomy(std::size_t classes, const std::vector<Piece>& member, bool background, bool contest) {
    std::vector<Piece> all{fixed(4, 4)};
    for (std::size_t i = 0; i < classes; ++i) all.push_back(array(1));
    all.push_back(fixed(4, 4));
    for (std::size_t i = 0; i < classes + background; ++i) all.push_back(packed_inside(member));
    all = with(all, {fixed(8, 8), records(16, 8)});
    return contest ? with(with(all, attribute_arrays), {array(4), array(8), array(4), array(4), array(8), array(8)}) : all;
}

// Which models.

inline ModelOfTwo<LinearLearner> linear(LinearConfig config, Intake intake = {}, const MemoryPolicy& memory = {}) {
    return ModelOfTwo<LinearLearner>({LinearLearner(std::move(intake), memory, std::move(config))});
}
inline ModelOfTwo<LinearLearner> perceptron_model() {
    LinearConfig config;
    config.bias = config.calibrated = true;
    return linear(config);
}
inline ModelOfTwo<LinearLearner> winnow_model(Rate rate) {
    LinearConfig config;
    config.link = ExponentialLink{1.0, Power(2.0)};
    config.rate = rate;
    config.threshold = 4.0;
    config.nonnegative = true;
    Intake intake;
    intake.values = ValueRange::unit_interval;
    intake.attributes = 8;
    return linear(config, intake);
}
inline ModelOfTwo<LinearLearner> averaging_model(Averaging how, double join_share) {
    LinearConfig config;
    config.averaging = how;
    MemoryPolicy memory;
    memory.join_share = join_share;
    return linear(config, {}, memory);
}
inline ModelOfTwo<LinearLearner> adaptive_winnow_model() {
    LinearConfig config;
    config.link = TwoSinhLink{};
    config.loss = LogisticLoss{};
    config.rate = AdaptiveRate{0.5};
    config.bias = true;
    return linear(config);
}
inline ModelOfTwo<LinearLearner> arow_model() {
    LinearConfig config;
    config.loss = MarginLoss{1.0, 1.0};
    config.rate = SecondOrderRate{1.0};
    MemoryPolicy memory;
    memory.most = 5;
    memory.when_full = MemoryPolicy::WhenFull::forget;
    return linear(config, {}, memory);
}
inline ModelOfTwo<LinearLearner> tracking_p_norm_model() {
    LinearConfig config;
    config.link = NormalisedLink{3.0};
    config.loss = InclusiveMarginLoss{0.5};
    config.rate = ConstantRate{0.5};
    config.radius = 2.0;
    return linear(config);
}
inline ModelOfTwo<LinearLearner> halves_model() {
    LinearConfig config;
    config.link = HalvesLink{1.0, Power(2.0)};
    config.range.low = -3.0;
    MemoryPolicy memory;
    memory.join_after = 2;
    return linear(config, {}, memory);
}
inline ModelOfTwo<NaiveBayesLearner> naive_bayes_model() {
    Intake intake;
    intake.values = ValueRange::not_negative;
    return ModelOfTwo<NaiveBayesLearner>({NaiveBayesLearner(std::move(intake), {}, LogCountsLink{1.0, true, 0.9}, true)});
}
inline ModelOfTwo<AutoLearner> automatic_model(double join_share) {
    MemoryPolicy memory;
    memory.join_share = join_share;
    return ModelOfTwo<AutoLearner>({AutoLearner({}, memory)});
}
inline ModelOfMany<LinearLearner> perceptrons_of_classes() { return {Multiclass<LinearLearner>(perceptron_model().first(), {}), {}}; }
inline ModelOfMany<AutoLearner> automatics_of_classes() {
    MulticlassConfig config;
    config.informed = true;
    return {Multiclass<AutoLearner>(AutoLearner({}, {}), config), {}};
}

}  // namespace thresher::fuzz
