"""Planted streams: repeatable, on the side they promise, wrong exactly where they say."""

import random
from dataclasses import replace

import pytest

from thresher.errors import ParameterError
from thresher.streams import PlantedDisjunction
from thresher.theory.concepts import (
    AtLeast,
    Conjunction,
    Disjunction,
    LinearThreshold,
    Planted,
    Schedule,
    alternating,
    drifting,
    exchange,
)

TRIALS = 400
DISJUNCTION = exchange(TRIALS, literals=4, shifts=3)
SIGNED = Schedule.fixed(LinearThreshold({0: 1.0, 1: -2.0, 2: 0.5}, 0), TRIALS)

CLEAN = {
    "sparse disjunction": Planted(DISJUNCTION, 60, active=8),
    "dense disjunction": Planted(DISJUNCTION, 20, "dense"),
    "real disjunction": Planted(DISJUNCTION, 40, "real", active=6, smallest=0.1, separation=0.25),
    "sparse conjunction": Planted(Schedule.fixed(Conjunction(range(8)), TRIALS), 40, active=12),
    "dense at least": Planted(Schedule.fixed(AtLeast(3, range(5)), TRIALS), 12, "dense", positives=0.2),
    "names": Planted(Schedule.fixed(AtLeast(2, ["a", "b", "c"]), TRIALS), 12, active=4),
    "drifting": Planted(
        drifting(Disjunction([0]), Disjunction([1]), TRIALS, 9), 12, "real", smallest=0.01, separation=0.1
    ),
}


def right_sides(stream, told):
    """For each example, whether its score is on the side of its label by the separation."""
    scores = stream.sequence.scores(example.x for example in told)
    return [
        score >= 1 + stream.guaranteed - 1e-9 if example.y else score <= 1 - stream.guaranteed + 1e-9
        for score, example in zip(scores, told, strict=True)
    ]


@pytest.mark.parametrize("name", CLEAN)
def test_clean_examples_are_separated_and_repeatable(name):
    stream = CLEAN[name]
    told = list(stream.told())
    assert all(right_sides(stream, told))
    assert list(stream) == list(stream) == [(example.x, example.y) for example in told]
    assert list(replace(stream, seed=1)) != list(stream)
    assert sum(stream.sequence.noise([e.x for e in told], [e.y for e in told], stream.guaranteed)) < 1e-9
    assert abs(sum(example.y for example in told) - stream.positives * TRIALS) < 4 * (TRIALS / 4) ** 0.5


def test_the_check_of_sides_can_fail():
    stream = replace(CLEAN["sparse disjunction"], flips=0.1)
    told = list(stream.told())
    assert right_sides(stream, told) == [not example.flipped for example in told]
    assert 0 < sum(example.flipped for example in told) < TRIALS / 4


def test_instances_look_as_they_should():
    assert {len(x) for x, _ in CLEAN["sparse disjunction"]} == {8}
    assert {v for x, _ in CLEAN["dense disjunction"] for v in x.values()} == {1.0}
    real = [v for x, _ in CLEAN["real disjunction"] for v in x.values()]
    assert 0.1 <= min(real) < 0.2
    assert max(real) <= 1
    outside = sum(len(x.keys() - set(range(10))) for x, _ in CLEAN["dense disjunction"])  # 10 columns, fair coins
    assert abs(outside - 5 * TRIALS) < 4 * (10 * TRIALS / 4) ** 0.5


def test_boolean_positives_of_a_disjunction_have_one_literal_on():
    stream = Planted(alternating(TRIALS, every=50), 30, "dense")
    for weights, (x, y) in zip(stream.sequence.walk(), stream, strict=True):
        assert len(weights.keys() & x.keys()) == y


def test_attribute_errors_are_where_they_say_and_cost_what_they_say():
    at = {3, 70, 250, 399}
    stream = Planted(DISJUNCTION, 40, active=8, attribute_errors=at)
    told = list(stream.told())
    errors = stream.sequence.attribute_errors([e.x for e in told], [e.y for e in told])
    assert {t for t, example in enumerate(told) if example.attribute_error} == at
    assert [t for t, a in enumerate(errors) if a] == sorted(at)
    assert all(errors[t] == (1 if told[t].y else 4) for t in at)
    assert {len(example.x) for example in told} == {8}


def test_attribute_errors_with_a_probability():
    stream = Planted(DISJUNCTION, 40, "dense", attribute_errors=0.1)
    told = list(stream.told())
    errors = stream.sequence.attribute_errors([e.x for e in told], [e.y for e in told])
    assert [a > 0 for a in errors] == [example.attribute_error for example in told]
    assert 0 < sum(example.attribute_error for example in told) < TRIALS / 4


def test_signed_instances_keep_their_distance_from_the_threshold():
    stream = Planted(SIGNED, 6, "signed", separation=0.3)
    (_, target), *_ = SIGNED.segments
    for x, y in stream:
        score = sum(c * x.get(a, 0) for a, c in target.coefficients)
        assert score >= 0.3 if y else score <= -0.3
    assert min(v for x, _ in stream for v in x.values()) < -0.9
    with pytest.raises(ParameterError):
        _ = stream.sequence


@pytest.mark.parametrize("kind", [Disjunction, Conjunction])
def test_targets_with_negations_are_planted_too(kind):
    target = kind([0, 1], negated=[2, 3])
    stream = Planted(Schedule.fixed(target, TRIALS), 8, "dense")
    assert all(target(x) == y for x, y in stream)
    assert 0 < sum(y for _, y in stream) < TRIALS


def test_streams_that_can_not_be_are_refused():
    schedule = Schedule.fixed(Conjunction(range(5)), TRIALS)
    for match, make in {
        "how many": lambda: Planted(schedule, 20),
        "leave active out": lambda: Planted(schedule, 20, "dense", active=3),
        "positive example": lambda: Planted(schedule, 20, active=4),
        "monotone disjunctions": lambda: Planted(schedule, 20, active=8, attribute_errors=0.1),
        "give a separation": lambda: Planted(schedule, 20, "real"),
        "one of": lambda: Planted(schedule, 20, "ternary"),
        "attribute errors must be": lambda: Planted(DISJUNCTION, 20, active=8, attribute_errors=[TRIALS]),
        "all 4 literals": lambda: Planted(DISJUNCTION, 20, active=3, attribute_errors=[1]),
        "smaller separation": lambda: Planted(schedule, 20, "real", separation=0.5),
        "A16": lambda: Planted(Schedule.fixed(Disjunction([0], [1]), 5), 20, "real", separation=0.5),
        "flips": lambda: Planted(schedule, 20, active=8, flips=1.5),
    }.items():
        with pytest.raises(ParameterError, match=match):
            make()


def plainly(stream):
    """What PlantedDisjunction yields, in one loop."""
    rng = random.Random(stream.seed)
    moved = stream.literals // 2
    for shift in range(stream.shifts + 1):
        chosen = list(range(shift * moved, shift * moved + stream.literals))
        irrelevant = [i for i in range(stream.attributes) if i not in chosen]
        end = [stream.trials * (shift + i) // (stream.shifts + 1) for i in (0, 1)]
        for _ in range(*end):
            y = rng.random() < 0.5
            x = dict.fromkeys(rng.sample(irrelevant, stream.active - y), 1.0)
            if y:
                x[rng.choice(chosen)] = 1.0
            yield x, y != (rng.random() < stream.noise)


@pytest.mark.parametrize(
    "choices",
    [
        {"trials": 500},
        {"trials": 300, "noise": 0.2, "seed": 5, "literals": 13},
        {"trials": 40, "attributes": 300, "active": 1, "literals": 7, "shifts": 39, "noise": 0.3},
    ],
    ids=["usual", "noisy", "a shift every trial"],
)
def test_the_planted_disjunction_of_the_streams_is_one_of_these(choices):
    stream = PlantedDisjunction(**choices)
    assert list(stream) == list(plainly(stream))
    assert stream.literals_added == stream.planted.sequence.literals_on
    assert stream.targets() == [frozenset(target.literals) for _, target in stream.planted.schedule.segments]
