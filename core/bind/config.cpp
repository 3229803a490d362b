#include "config.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "thresher/numeric/shown_number.hpp"

namespace thresher::bind {

namespace {

template <class T>
T get(const nb::dict& from, const char* key) {
    if (!from.contains(key)) throw ParameterError(std::string("the description of the learner lacks '") + key + "'");
    return nb::cast<T>(from[key]);
}

bool given(const nb::dict& from, const char* key) { return from.contains(key) && !from[key].is_none(); }

template <class T>
T get_or(const nb::dict& from, const char* key, T otherwise) {
    return given(from, key) ? nb::cast<T>(from[key]) : otherwise;
}

[[noreturn]] void unknown(const char* what, const std::string& kind) {
    throw ParameterError(std::string("no ") + what + " is called '" + kind + "'");
}

SimpleLink read_simple_link(const nb::dict& from) {
    const auto kind = get<std::string>(from, "kind");
    if (kind == "identity") return IdentityLink{};
    if (kind == "exponential") return ExponentialLink{get<double>(from, "initial"), Power(get<double>(from, "promotion"))};
    if (kind == "balanced") return BalancedLink{get<double>(from, "initial"), Power(get<double>(from, "promotion"))};
    if (kind == "two_sinh") return TwoSinhLink{};
    if (kind == "p_norm") return PNormLink(get<double>(from, "p"));
    if (kind == "interpolated") return InterpolatedLink{get<double>(from, "k")};
    if (kind == "constant") return ConstantLink{get<double>(from, "value")};
    unknown("link", kind);
}

// Vectorised: one call with all the duals of an update.
CustomLink wrap(nb::object given) {
    // Learners are copied, and copies dropped, by those who don't hold the GIL: Python's own count is left alone.
    const std::shared_ptr<nb::object> function(new nb::object(std::move(given)), [](nb::object* held) {
        nb::gil_scoped_acquire gil;
        delete held;
    });
    return {[function](std::span<const double> duals, std::span<double> weights) {
        nb::gil_scoped_acquire gil;
        using Out = nb::ndarray<nb::numpy, const double, nb::ndim<1>>;
        auto* copy = new std::vector<double>(duals.begin(), duals.end());
        nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
        nb::object result =
            nb::module_::import_("numpy").attr("asarray")((*function)(Out(copy->data(), {copy->size()}, owner)), nb::arg("dtype") = "float64");
        nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> array;
        if (!nb::try_cast(result, array)) throw InputError("the link must give one array, as long as the one it got");
        if (array.size() != weights.size())
            throw InputError("the link gave " + std::to_string(array.size()) + " weights for " + std::to_string(weights.size()) + " duals");
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i] = array(i);
            if (!(std::fabs(weights[i]) <= size_limit))
                throw InputError("the link gave the weight " + shown_number(weights[i]) + " for the dual " + shown_number(duals[i]) +
                                 "; weights must be finite numbers of size at most 1e150");
        }
    }};
}

Link read_link(const nb::dict& from, nb::object function) {
    const auto kind = get<std::string>(from, "kind");
    if (kind == "halves") return HalvesLink{get<double>(from, "initial"), Power(get<double>(from, "promotion"))};
    if (kind == "normalised_p_norm") return NormalisedLink{get<double>(from, "p")};
    if (kind == "custom") {
        if (function.is_none()) throw ParameterError("this learner has a link of the user's own: give it again, link=...");
        return wrap(std::move(function));
    }
    if (kind == "per_attribute") {
        PerAttributeLink link{0, {}};
        for (nb::handle one : get<nb::list>(from, "links")) link.links.push_back(read_simple_link(nb::cast<nb::dict>(one)));
        return link;
    }
    return std::visit([](auto&& link) { return Link(std::move(link)); }, read_simple_link(from));
}

Loss read_loss(const nb::dict& from) {
    const auto kind = get<std::string>(from, "kind");
    if (kind == "mistake") return MistakeLoss{};
    if (kind == "margin") return MarginLoss{get<double>(from, "positive"), get<double>(from, "negative")};
    if (kind == "inclusive_margin") return InclusiveMarginLoss{get<double>(from, "margin")};
    if (kind == "logistic") return LogisticLoss{};
    if (kind == "randomised") return RandomisedLoss{get<double>(from, "width")};
    if (kind == "always") return AlwaysLoss{};
    unknown("loss", kind);
}

Rate read_rate(const nb::dict& from) {
    const auto kind = get<std::string>(from, "kind");
    if (kind == "constant") return ConstantRate{get<double>(from, "rate"), get_or(from, "demotion", get<double>(from, "rate"))};
    if (kind == "eliminating") return EliminatingRate{get<double>(from, "rate")};
    if (kind == "aggressive") return AggressiveRate{get<double>(from, "margin"), get_or(from, "negative", get<double>(from, "margin"))};
    if (kind == "passive_aggressive") {
        using Variant = PassiveAggressiveRate::Variant;
        const auto variant = get<std::string>(from, "variant");
        return PassiveAggressiveRate{variant == "PA"     ? Variant::plain
                                     : variant == "PA-I" ? Variant::capped
                                                         : Variant::softened,
                                     get<double>(from, "aggressiveness"), get<double>(from, "margin")};
    }
    if (kind == "alma") return AlmaRate{get<double>(from, "p"), get<double>(from, "trigger"), get<double>(from, "step")};
    if (kind == "adaptive") return AdaptiveRate{get<double>(from, "rate")};
    if (kind == "second_order") return SecondOrderRate{get<double>(from, "r")};
    unknown("rate", kind);
}

Transform read_transform(const nb::dict& from) {
    const auto kind = get<std::string>(from, "kind");
    if (kind == "complement") return Complement{get<std::uint64_t>(from, "n")};
    if (kind == "duplicate") return Duplicate{get<std::uint64_t>(from, "n")};
    if (kind == "sign_map") return SignMap{get<std::uint64_t>(from, "n")};
    if (kind == "lift") return Lift{get<double>(from, "least")};
    if (kind == "lift_at_random") return LiftAtRandom{get<double>(from, "least"), get<std::uint64_t>(from, "seed")};
    if (kind == "conjunctions") return Conjunctions{};
    if (kind == "unit_length") return UnitLength{get<double>(from, "p")};
    unknown("transformation", kind);
}

MemoryPolicy read_memory(const nb::dict& from) {
    MemoryPolicy memory;
    memory.join_after = get_or<std::uint64_t>(from, "join_after", 0);
    memory.join_share = get_or(from, "join_share", 0.0);
    if (given(from, "max_attributes")) memory.most = get<std::size_t>(from, "max_attributes");
    if (get_or<std::string>(from, "when_full", "ignore") == "forget") memory.when_full = MemoryPolicy::WhenFull::forget;
    return memory;
}

Intake read_intake(const nb::dict& description) {
    Intake intake;
    if (get_or(description, "unit_interval", false)) intake.values = ValueRange::unit_interval;
    if (get_or(description, "nonnegative", false)) intake.values = ValueRange::not_negative;
    if (given(description, "n")) intake.attributes = get<std::uint64_t>(description, "n");
    if (given(description, "transform"))
        for (nb::handle stage : get<nb::list>(description, "transform"))
            intake.transformer.stages.push_back(read_transform(nb::cast<nb::dict>(stage)));
    if (!given(description, "memory")) return intake;
    const auto memory = get<nb::dict>(description, "memory");
    if (given(memory, "bits")) intake.bits = get<unsigned>(memory, "bits");
    return intake;
}

LinearConfig read_linear(const nb::dict& description, nb::object function, const Intake& intake) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LinearConfig config;
    config.link = read_link(get<nb::dict>(description, "link"), std::move(function));
    config.loss = read_loss(get<nb::dict>(description, "loss"));
    config.rate = read_rate(get<nb::dict>(description, "rate"));
    config.range.low = get_or(description, "dual_low", -infinity);
    config.range.high = get_or(description, "dual_high", infinity);
    config.range.discard = get_or(description, "dual_discard", -infinity);
    if (given(description, "discard_relative")) {
        const auto discard = get<nb::dict>(description, "discard_relative");
        config.discard = RelativeDiscard{get<double>(discard, "below"), std::max<std::uint64_t>(get<std::uint64_t>(discard, "every"), 1)};
    }
    config.initial_dual = get_or(description, "initial_dual", 0.0);
    config.threshold = get_or(description, "threshold", 0.0);
    config.bias = get_or(description, "bias", false);
    config.nonnegative = intake.values != ValueRange::any && std::holds_alternative<ExponentialLink>(config.link);
    const auto averaging = get_or<std::string>(description, "averaging", "none");
    config.averaging = averaging == "averaged" ? Averaging::averaged : averaging == "voted" ? Averaging::voted : Averaging::none;
    config.calibrated = get_or(description, "probabilities", false);
    if (given(description, "radius")) config.radius = get<double>(description, "radius");
    if (given(description, "monitor")) {
        const auto monitor = get<nb::dict>(description, "monitor");
        config.monitor = Monitor{get<double>(monitor, "above"), get<double>(monitor, "least")};
    }
    config.seed = get_or<std::uint64_t>(description, "seed", 0);
    return config;
}

}  // namespace

Learner read_learner(const nb::dict& description, nb::object function) {
    Intake intake = read_intake(description);
    const MemoryPolicy memory = given(description, "memory") ? read_memory(get<nb::dict>(description, "memory")) : MemoryPolicy();
    if (get_or(description, "ensemble", false)) return AutoLearner(std::move(intake), memory);
    const auto link = get<nb::dict>(description, "link");
    if (get<std::string>(link, "kind") == "log_counts") {
        intake.values = ValueRange::not_negative;
        const LogCountsLink counts{get<double>(link, "smoothing"), get<bool>(link, "prior"), get<double>(link, "fade")};
        return NaiveBayesLearner(std::move(intake), memory, counts, get_or(description, "probabilities", false));
    }
    LinearConfig config = read_linear(description, std::move(function), intake);
    return LinearLearner(std::move(intake), memory, std::move(config));
}

}  // namespace thresher::bind
