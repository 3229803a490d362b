"""The curve of a test stream while learning: each point is what a learner stopped there would have got."""

import pytest

import thresher as th
from thresher.errors import ParameterError
from thresher.evaluation import evaluate
from thresher.streams import PlantedDisjunction

STREAM = [(dict.fromkeys(x, 1.0), y) for x, y in PlantedDisjunction(trials=250, seed=3)]
TEST = [(dict.fromkeys(x, 1.0), y) for x, y in PlantedDisjunction(trials=80, seed=4)]


@pytest.mark.parametrize("every", [1, 60, 125, 250, 1000])
def test_every_point_is_that_of_a_learner_stopped_there(every):
    run = evaluate(STREAM, th.Perceptron(), test=TEST, test_every=every)
    assert [point.examples for point in run.test_curve] == list(range(every, 251, every))
    for point in run.test_curve[:: max(1, len(run.test_curve) // 5)]:
        stopped = evaluate(STREAM[: point.examples], th.Perceptron(), test=TEST)
        assert (point.tally.mistakes, point.tally.examples) == (stopped.test.mistakes, 80)
    plain = evaluate(STREAM, th.Perceptron(), test=TEST)
    assert (run.mistakes, run.test.mistakes) == (plain.mistakes, plain.test.mistakes)


def test_it_goes_on_over_passes():
    run = evaluate(STREAM, th.Perceptron(), test=TEST, test_every=200, passes=2)
    assert [point.examples for point in run.test_curve] == [200, 400]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"test_every": 10}, "give test= too"),
        ({"test_every": 0, "test": TEST}, "test_every must be"),
        ({"test_every": 10, "test": iter(TEST)}, "read again"),
    ],
)
def test_what_can_not_be_tested_again_and_again_is_refused(more, words):
    with pytest.raises(ParameterError, match=words):
        evaluate(STREAM, th.Perceptron(), **more)
