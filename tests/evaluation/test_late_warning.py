"""Delays that depend on the label are noticed, others are not."""

import pytest

from thresher import AdaptiveWinnow, Perceptron
from thresher.evaluation.late.correlation import FEWEST, DelayMeter
from thresher.evaluation.late.evaluate import evaluate_late
from thresher.late import Delayed
from thresher.late.simulate.arrivals import ByLabel, Constant, HeavyTailed, Missing, Uniform
from thresher.streams import PlantedDisjunction


def planted(trials, seed):
    return [(list(map(str, x)), bool(y)) for x, y in PlantedDisjunction(trials=trials, seed=seed)]


def warning(rule, *, seed=0, until="labels", learner=AdaptiveWinnow, trials=600):
    return evaluate_late(planted(trials, seed), Delayed(learner()), rule, until=until, shadow=False).warning


@pytest.mark.parametrize("until", ["labels", "end"])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["constant", "uniform", "heavy", "missing", "missing and late"])
def test_delays_that_have_nothing_to_do_with_the_label_raise_no_warning(kind, seed, until):
    rule = {
        "constant": Constant(20),
        "uniform": Uniform(1, 100, seed),
        "heavy": HeavyTailed(5, 1.0, seed),
        "missing": Missing(0.3, seed=seed),
        "missing and late": Missing(0.3, Uniform(1, 60, seed), seed=seed),
    }[kind]
    assert warning(rule, seed=seed, until=until) is None


@pytest.mark.parametrize("until", ["labels", "end"])
@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (ByLabel(10, 40), "the delay depends on the label: positive labels take 10 questions, negative ones 40"),
        (ByLabel(Uniform(1, 20), Uniform(1, 60, 1)), "the delay depends on the label"),
        (ByLabel(HeavyTailed(20, 1.2), HeavyTailed(5, 1.2, 1)), "the delay depends on the label"),
        (ByLabel(3, None), "only positive labels come"),
        (ByLabel(None, 3), "only negative labels come"),
    ],
    ids=["constant", "uniform", "heavy", "clicks", "complaints"],
)
def test_delays_that_depend_on_the_label_are_told(rule, sentence, until):
    assert warning(rule, until=until).startswith(sentence)


@pytest.mark.parametrize("until", ["labels", "end"])
def test_labels_that_are_missing_more_often_in_one_class_are_told_by_what_was_predicted(until):
    stream = [({"free" if i % 2 else "lunch": 1, f"word{i % 7}": 1}, bool(i % 2)) for i in range(600)]

    def told(rule):
        return evaluate_late(stream, Delayed(AdaptiveWinnow()), rule, until=until, shadow=False).warning

    assert told(ByLabel(Missing(0.6, 5), 5)).startswith("labels may be missing for a reason")
    assert told(Missing(0.6, 5)) is None


def test_few_labels_are_no_evidence():
    assert warning(ByLabel(10, 40), trials=FEWEST) is None


def test_a_difference_that_is_certain_but_tiny_is_not_told():
    assert warning(ByLabel(100, 105), learner=Perceptron) is None


def test_the_means_are_those_of_the_delays_that_came():
    meter = DelayMeter()
    assert meter.mean is None
    for delay in (1, 2, 6):
        meter.add(delay, label=True, said=True)
    assert (meter.mean, meter.longest, meter.count) == (3.0, 6, 3)
