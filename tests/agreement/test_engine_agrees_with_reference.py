"""The fast engine and the readable truth, over random streams: same predictions, mistakes, counts and state."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from thresher._core import coin
from thresher.choices import links, losses, ranges, rates
from thresher.data import features
from thresher.theory import reference

# name -> (our learner, the reference)
UNIT = {
    "Winnow": (lambda: th.Winnow(n=6), lambda: reference.Winnow(n=6)),
    "Winnow A11": (
        lambda: th.Winnow(promotion=1.3, threshold=1.0, initial=0.15),
        lambda: reference.Winnow(n=6, promotion=1.3, threshold=1.0, initial=0.15),
    ),
    "Winnow1": (lambda: th.Winnow(n=6, elimination=True), lambda: reference.Winnow(n=6, elimination=True)),
    "WinnowR": (lambda: th.WinnowR(n=6), lambda: reference.WinnowR(n=6)),
    "TrackingWinnow": (
        lambda: th.TrackingWinnow(2.0, 0.125),
        lambda: reference.TrackingWinnow(promotion=2.0, floor=0.125),
    ),
    "TrackingWinnow A5": (
        lambda: th.TrackingWinnow.for_separation(0.5, norm=7),
        lambda: reference.TrackingWinnow(promotion=1.5, floor=0.5 / 350),
    ),
    "TrackingWinnow A9": (
        lambda: th.TrackingWinnow(2.0, 0.125, lift_above=0.2, lift_least=0.5),
        lambda: reference.TrackingWinnow(promotion=2.0, floor=0.125, lift_above=0.2, lift_least=0.5),
    ),
    "Winnow thick": (
        lambda: th.Winnow(n=6, margin=(2.0, 0.5)),
        lambda: reference.Winnow(n=6, margin=(2.0, 0.5)),
    ),
    "Winnow1 thick": (
        lambda: th.Winnow(n=6, elimination=True, margin=1.0),
        lambda: reference.Winnow(n=6, elimination=True, margin=(1.0, 1.0)),
    ),
    "Winnow demotion": (
        lambda: th.Winnow(n=6, demotion=0.25, margin=0.25),
        lambda: reference.Winnow(n=6, demotion=0.25, margin=(0.25, 0.25)),
    ),
    "Winnow discarding": (
        lambda: th.Winnow(n=6, discard=0.3, margin=0.5),
        lambda: reference.Winnow(n=6, discard=0.3, margin=(0.5, 0.5)),
    ),
    "Winnow discarding beside the largest": (
        lambda: th.Winnow(n=6, discard_relative=0.2, discard_every=3, margin=0.5),
        lambda: reference.Winnow(n=6, discard_relative=(0.2, 3), margin=(0.5, 0.5)),
    ),
    "Winnow discarding beside the largest, at every update": (
        lambda: th.Winnow(n=6, demotion=0.25, discard=0.1, discard_relative=1.0, discard_every=1),
        lambda: reference.Winnow(n=6, demotion=0.25, discard=0.1, discard_relative=(1.0, 1)),
    ),
    "WinnowR demotion": (
        lambda: th.WinnowR(n=6, demotion=0.25, margin=(0.0, 1.0)),
        lambda: reference.WinnowR(n=6, demotion=0.25, margin=(0.0, 1.0)),
    ),
    "TrackingWinnow demotion": (
        lambda: th.TrackingWinnow(2.0, 0.125, demotion=0.25, margin=(0.5, 0.25)),
        lambda: reference.TrackingWinnow(promotion=2.0, floor=0.125, demotion=0.25, margin=(0.5, 0.25)),
    ),
    "Swin": (
        lambda: th.Swin(12, 1.5, 0.1),
        lambda: reference.Swin(n=12, promotion=1.5, floor_share=0.1),
    ),
    "Swin without floor": (
        lambda: th.Swin(12, 2.0, 0.0, initial=0.25),
        lambda: reference.Swin(n=12, promotion=2.0, floor_share=0.0, initial=0.25),
    ),
    "Swin randomized": (
        lambda: th.Swin(12, 1.5, 0.1, randomized=True, seed=9),
        lambda: reference.Swin(n=12, promotion=1.5, floor_share=0.1, randomized=True, coin=lambda t: coin(9, t)),
    ),
    "aggressive multiplicative": (
        lambda: th.QuasiAdditive(
            links.Exponential(2.0, 0.25), losses.Margin(0.25), rates.Aggressive(0.25), threshold=1.0
        ),
        lambda: reference.Aggressive(additive=False, threshold=1.0, margin=0.25, promotion=2.0, initial=0.25),
    ),
}

# Steps that end on the margin: once the last bits differ, a tie may fall either way, and from there on the two are
# different learners. name -> (our learner, the reference, the scores of a tie)
AGGRESSIVE = {
    "aggressive multiplicative": (*UNIT.pop("aggressive multiplicative"), (0.25, -0.25)),
    "Winnow aggressive": (
        lambda: th.Winnow(n=6, aggressive=True, margin=(1.0, 0.5)),
        lambda: reference.Winnow(n=6, aggressive=True, margin=(1.0, 0.5)),
        (1.0, -0.5),
    ),
    "Winnow aggressive, negatives with a margin": (
        lambda: th.Winnow(n=6, aggressive=True, margin=(0.0, 0.5)),
        lambda: reference.Winnow(n=6, aggressive=True, margin=(0.0, 0.5)),
        (0.0, -0.5),
    ),
    "Winnow aggressive discarding": (
        lambda: th.Winnow(n=6, aggressive=True, margin=(1.0, 0.5), discard=0.5),
        lambda: reference.Winnow(n=6, aggressive=True, margin=(1.0, 0.5), discard=0.5),
        (1.0, -0.5),
    ),
    "WinnowR aggressive": (
        lambda: th.WinnowR(n=6, aggressive=True, margin=0.5),
        lambda: reference.WinnowR(n=6, aggressive=True, margin=(0.5, 0.5)),
        (0.5, -0.5),
    ),
    "TrackingWinnow aggressive": (
        lambda: th.TrackingWinnow(2.0, 0.125, aggressive=True, margin=0.25),
        lambda: reference.TrackingWinnow(promotion=2.0, floor=0.125, aggressive=True, margin=(0.25, 0.25)),
        (0.25, -0.25),
    ),
    "BalancedWinnow aggressive": (
        lambda: th.BalancedWinnow(2.0, aggressive=True, margin=(0.5, 0.25)),
        lambda: reference.BalancedWinnow(promotion=2.0, aggressive=True, margin=(0.5, 0.25)),
        (0.5, -0.25),
    ),
}

SIGNED = {
    "Perceptron": (lambda: th.Perceptron(), lambda: reference.Perceptron()),
    "Perceptron with learned threshold": (
        lambda: th.Perceptron(0.5, bias=True),
        lambda: reference.Perceptron(rate=0.5, bias=True),
    ),
    "thick separator": (
        lambda: th.Perceptron(margin=(1.0, 0.25)),
        lambda: reference.QuasiAdditive(link=reference.identity, loss="margin", margin=(1.0, 0.25)),
    ),
    "PA": (lambda: th.PassiveAggressive("PA"), lambda: reference.PassiveAggressive(variant="PA")),
    "PA-I": (
        lambda: th.PassiveAggressive("PA-I", aggressiveness=0.1, bias=True),
        lambda: reference.PassiveAggressive(variant="PA-I", aggressiveness=0.1, bias=True),
    ),
    "PA-II": (
        lambda: th.PassiveAggressive("PA-II", aggressiveness=0.5),
        lambda: reference.PassiveAggressive(variant="PA-II", aggressiveness=0.5),
    ),
    "aggressive additive": (
        lambda: th.QuasiAdditive(links.Identity(), losses.Margin(0.5), rates.Aggressive(0.5), threshold=0.25),
        lambda: reference.Aggressive(additive=True, threshold=0.25, margin=0.5),
    ),
    "BalancedWinnow": (lambda: th.BalancedWinnow(2.0), lambda: reference.BalancedWinnow(promotion=2.0)),
    "BalancedWinnow with floor": (
        lambda: th.BalancedWinnow(1.5, floor=0.25, ceiling=8.0),
        lambda: reference.BalancedWinnow(promotion=1.5, floor=0.25, ceiling=8.0),
    ),
    "BalancedWinnow thick": (
        lambda: th.BalancedWinnow(2.0, margin=(1.0, 0.25)),
        lambda: reference.BalancedWinnow(promotion=2.0, margin=(1.0, 0.25)),
    ),
    "BalancedWinnow demotion": (
        lambda: th.BalancedWinnow(2.0, demotion=0.25, margin=(0.5, 0.25)),
        lambda: reference.BalancedWinnow(promotion=2.0, demotion=0.25, margin=(0.5, 0.25)),
    ),
    "BalancedWinnow demotion floor": (
        lambda: th.BalancedWinnow(2.0, demotion=0.25, floor=0.25),
        lambda: reference.BalancedWinnow(promotion=2.0, demotion=0.25, floor=0.25),
    ),
    "lopsided rate": (
        lambda: th.QuasiAdditive(links.Identity(), rate=rates.Constant(1.0, 0.25)),
        lambda: reference.QuasiAdditive(link=reference.identity, rate=1.0, demotion=0.25),
    ),
    "WeightedMajority": (lambda: th.WeightedMajority(0.5), lambda: reference.WeightedMajority(rate=0.5)),
    "p-norm": (lambda: th.PNormPerceptron(3.5), lambda: reference.PNormPerceptron(p=3.5)),
    "f_k": (lambda: th.InterpolatedPerceptron(5, rate=0.5), lambda: reference.InterpolatedPerceptron(k=5, rate=0.5)),
    "logistic 2 sinh": (
        lambda: th.QuasiAdditive(links.TwoSinh(), losses.Logistic(), rates.Constant(0.25), initial=0.1),
        lambda: reference.QuasiAdditive(link=reference.two_sinh, loss="logistic", rate=0.25, initial_dual=0.1),
    ),
    "dual range": (
        lambda: th.QuasiAdditive(links.Identity(), range=ranges.DualRange(-1, 2)),
        lambda: reference.QuasiAdditive(link=reference.identity, low=-1, high=2),
    ),
    "adaptive": (
        lambda: th.AdaptiveWinnow(transform=(), bias=True),
        lambda: reference.AdaptiveDual(link=reference.two_sinh, rate=0.3, loss="logistic", bias=True),
    ),
    "adaptive with margin": (
        lambda: th.QuasiAdditive(links.Identity(), losses.Margin(0.25), rates.Adaptive(1.0)),
        lambda: reference.AdaptiveDual(link=reference.identity, rate=1.0, loss="margin", margin=(0.25, 0.25)),
    ),
    "AROW": (lambda: th.Arow(bias=True), lambda: reference.Arow(bias=True)),
    "own link": (
        lambda: th.QuasiAdditive(lambda z: z + z**3),
        lambda: reference.QuasiAdditive(link=lambda z: z + z**3),
    ),
}


def decided_by_last_bits(ours, truth, x, levels=(0.0,)):
    """Whether the score lies on a level, and weights agree up to their last bits only: either side is right."""
    on_a_tie = any(abs(truth.score(x) - level) < 1e-9 for level in levels)
    return on_a_tie and any(ours.weight(attribute) != weight for attribute, weight in truth.weights().items())


def same_run(ours, truth, stream, *, exact):
    """Runs both over the stream, comparing everything after every example; up to one that is decided by last bits."""
    for x, y in stream:
        if not exact and decided_by_last_bits(ours, truth, x):
            break
        assert ours.predict_one(x) == truth.predict(x)
        outcome = ours.learn_one(x, y)
        assert outcome.prediction == truth.learn(x, y)
        counts = (ours.examples, ours.mistakes, ours.updates, ours.promotions, ours.demotions)
        assert counts == (truth.examples, truth.mistakes, truth.updates, truth.promotions, truth.demotions)
    weights = truth.weights()
    for attribute, weight in weights.items():
        if exact:
            assert ours.weight(attribute) == weight
        else:
            assert math.isclose(ours.weight(attribute), weight, rel_tol=1e-12, abs_tol=1e-12)
    assert set(ours.weights()) <= set(weights)
    for x, _ in stream:
        if exact:
            assert ours.score_one(x) == truth.score(x)
        else:
            assert math.isclose(ours.score_one(x), truth.score(x), rel_tol=1e-12, abs_tol=1e-11)


@pytest.mark.parametrize("name", [*UNIT, *SIGNED])
@given(stream=strategies.boolean_streams())
def test_boolean_attributes_give_identical_state(name, stream):
    ours, truth = {**UNIT, **SIGNED}[name]
    # Powers of a user's link in numpy may differ in the last bits.
    same_run(ours(), truth(), stream, exact=name != "own link")


@pytest.mark.parametrize("name", AGGRESSIVE)
@given(stream=strategies.streams(strategies.COLUMNS, st.one_of(strategies.ONES, strategies.UNIT_GRID)))
@example(
    stream=[
        ({0: 1.0}, True),
        ({0: 1.0, 1: 1.0, 5: 1.0, 8: 1.0}, False),
        ({0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 5: 1.0, 8: 1.0, 11: 1.0}, False),
        ({0: 1.0, 1: 1.0, 5: 1.0, 8: 1.0}, True),
        ({0: 1.0}, False),
        ({0: 1.0, 1: 1.0, 5: 1.0, 8: 1.0}, False),
        ({0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}, True),
        ({0: 1.0, 1: 1.0, 5: 1.0, 8: 1.0}, True),
    ]
)
def test_aggressive_learners_agree_up_to_the_last_bits(name, stream):
    make, reference_of, ties = AGGRESSIVE[name]
    ours, truth = make(), reference_of()
    for length, (x, _) in enumerate(stream):
        if decided_by_last_bits(ours, truth, x, (0.0, *ties)):
            return
        same_run(ours, truth, stream[length : length + 1], exact=False)


@pytest.mark.parametrize("name", UNIT)
@given(stream=strategies.streams(strategies.COLUMNS, st.one_of(strategies.ONES, strategies.UNIT_GRID)))
def test_values_in_the_unit_interval(name, stream):
    ours, truth = UNIT[name]
    same_run(ours(), truth(), stream, exact=False)  # fractional powers: equal to the last bits


@pytest.mark.parametrize("link", [links.Exponential(2.0, 0.25), links.TwoSinh(), links.PNorm(3.0), links.Identity()])
@given(x=strategies.examples(strategies.COLUMNS, st.floats(0.1, 1.0)), y=st.booleans())
def test_an_aggressive_step_puts_the_score_on_its_target(link, x, y):
    ours = th.QuasiAdditive(link, losses.Margin(0.25), rates.Aggressive(0.25), threshold=1.0)
    if ours.learn_one(x, y).updated:
        assert math.isclose(ours.score_one(x), 0.25 if y else -0.25, abs_tol=1e-12)
    elif x:
        assert ours.score_one(x) <= -0.25 if not y else ours.score_one(x) >= 0.25


@pytest.mark.parametrize("name", SIGNED)
@given(stream=strategies.streams(strategies.COLUMNS, st.one_of(strategies.ONES, strategies.SIGNED_GRID)))
def test_values_of_any_sign(name, stream):
    ours, truth = SIGNED[name]
    same_run(ours(), truth(), stream, exact=name != "own link" and "Winnow" not in name)


@pytest.mark.parametrize("name", ["Perceptron", "BalancedWinnow", "p-norm", "adaptive", "AROW", "PA-I"])
@given(stream=strategies.signed_streams())
def test_arbitrary_reals(name, stream):
    ours, truth = SIGNED[name]
    same_run(ours(), truth(), stream, exact="Winnow" not in name)


@given(stream=strategies.boolean_streams(), voted=st.booleans(), bias=st.booleans())
@example(stream=[({0: 1.0}, True), ({0: 1.0}, False), ({1: 1.0}, True)], voted=True, bias=False)
def test_averaged_and_voted_perceptrons(stream, voted, bias):
    ours = th.AveragedPerceptron(voted=voted, bias=bias)
    truth = reference.AveragedPerceptron(voted=voted, bias=bias)
    for x, y in stream:
        assert ours.score_one(x) == truth.score(x)
        assert ours.learn_one(x, y).prediction == truth.learn(x, y)
    assert (ours.mistakes, ours.updates) == (truth.mistakes, truth.updates)


@given(
    # Powers of tiny values underflow in the plain reference; the engine scales them.
    stream=strategies.streams(
        strategies.COLUMNS, st.one_of(strategies.ONES, strategies.SIGNED_REALS.filter(lambda v: abs(v) > 1e-3))
    ),
    p=st.sampled_from([2.0, 3.0, 7.5]),
)
def test_normalised_p_norm_learners(stream, p):
    """Scales are kept differently, so scores agree to the last bits only; ties aside, decisions agree."""
    pairs = [
        (th.Alma(p), reference.Alma(p=p)),
        (th.TrackingPNorm(p, rate=0.3, radius=2.0), reference.TrackingPNorm(p=p, rate=0.3, radius=2.0)),
    ]
    for ours, truth in pairs:
        for x, y in stream:
            score = truth.score(x)
            assert math.isclose(ours.score_one(x), score, rel_tol=1e-7, abs_tol=1e-9)
            if 0 < abs(score) < 1e-9:
                break
            before = truth.updates
            prediction = truth.learn(x, y)
            outcome = ours.learn_one(x, y)
            assert outcome.prediction == prediction
            if outcome.updated != (truth.updates > before):  # on the edge of the trigger
                break
            assert ours.mistakes == truth.mistakes


@pytest.mark.parametrize(
    ("stages", "truth"),
    [
        (features.Complement(12), lambda x: reference.complement(x, 12)),
        (features.Duplicate(12), lambda x: reference.duplicate(x, 12)),
        (features.SignMap(12), lambda x: reference.sign_map(x, 12)),
        (features.LiftSmall(0.5), lambda x: reference.lift(x, 0.5)),
        (features.UnitLength(), lambda x: reference.unit_length(x)),
        (features.UnitLength(3.0), lambda x: reference.unit_length(x, 3.0)),
    ],
)
@given(stream=strategies.streams(strategies.COLUMNS, st.one_of(strategies.ONES, strategies.UNIT_GRID)))
def test_transformations(stages, truth, stream):
    ours, plain = th.Perceptron(transform=stages), th.Perceptron()
    for x, y in stream:
        transformed = truth({k: v for k, v in x.items() if v})
        assert ours.score_one(x) == plain.score_one(transformed)
        assert ours.learn_one(x, y) == plain.learn_one(transformed, y)


@pytest.mark.parametrize(
    "attributes", [strategies.COLUMNS, strategies.NAMES, st.sampled_from([1, 2, "1", "a&b", "\\\\", "a", "b"])]
)
@given(data=st.data())
def test_conjunctions(attributes, data):
    ours, plain = th.Perceptron(transform=features.Conjunctions()), th.Perceptron()
    for x, y in data.draw(strategies.streams(attributes, st.one_of(strategies.ONES, strategies.SIGNED_GRID))):
        conjoined = reference.conjunctions(x)
        assert ours.score_one(x) == plain.score_one(conjoined)
        assert ours.learn_one(x, y) == plain.learn_one(conjoined, y)
    assert ours.weights() == plain.weights()


@pytest.mark.parametrize("share", [0.25, 0.5, 0.9, 1.0])
@given(stream=strategies.unit_streams(most=60))
def test_attributes_take_part_while_they_are_frequent(share, stream):
    for ours, learner in [
        (th.Perceptron(join_share=share), reference.Perceptron()),
        (th.TrackingWinnow(2.0, 0.125, join_share=share), reference.TrackingWinnow(promotion=2.0, floor=0.125)),
    ]:
        truth = reference.FrequentOnly(learner, share)
        for x, y in stream:
            assert math.isclose(ours.score_one(x), truth.score(x), rel_tol=1e-12, abs_tol=1e-12)
            assert ours.learn_one(x, y).prediction == truth.learn(x, y)
        assert ours.mistakes == learner.mistakes


@given(stream=strategies.unit_streams(), seed=st.integers(0, 1000))
def test_lifting_at_random(stream, seed):
    """A8: the coins depend on the seed, the number of examples learned and the column, and on nothing else."""
    ours, plain = th.Perceptron(transform=features.LiftAtRandom(0.75, seed=seed)), th.Perceptron()
    for x, y in stream:
        lifted = reference.lift_at_random(
            {k: v for k, v in x.items() if v}, 0.75, lambda column: coin(seed, ours.examples, 2 * column)
        )
        assert ours.score_one(x) == plain.score_one(lifted)
        assert ours.learn_one(x, y) == plain.learn_one(lifted, y)


@given(stream=strategies.boolean_streams(), weights=st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=60))
def test_importance_weights(stream, weights):
    for ours, truth in [
        (th.Perceptron(), reference.Perceptron()),
        (th.TrackingWinnow(2.0, 0.125), reference.TrackingWinnow(promotion=2.0, floor=0.125)),
        (th.Arow(), reference.Arow()),
    ]:
        for (x, y), weight in zip(stream, weights, strict=False):
            assert ours.learn_one(x, y, weight).prediction == truth.learn(x, y, weight)
        assert (ours.examples, ours.mistakes) == (truth.examples, truth.mistakes)
        assert all(ours.weight(a) == w for a, w in truth.weights().items())


def test_the_comparison_can_fail():
    """A mutated rule is caught: the floor of the reference is off by a little."""
    stream = [({0: 1.0}, True), ({0: 1.0}, False)] * 20
    with pytest.raises(AssertionError):
        same_run(th.TrackingWinnow(2.0, 0.1), reference.TrackingWinnow(promotion=2.0, floor=0.101), stream, exact=True)
