"""Mistake bounds, lemmas and measures are about two labels, and say so in one sentence."""

import pytest

import thresher as th
from thresher.errors import InputError, ParameterError
from thresher.theory import Checked, certify, measure_progress

THREE = [({"a": 1.0}, 0), ({"b": 1.0}, 1), ({"c": 1.0}, 2)] * 3


def of_many():
    return th.Multiclass(th.Perceptron())


def widened():
    model = th.Auto()
    for x, y in THREE:
        model.learn_one(x, y)
    return model


@pytest.mark.parametrize("make", [of_many, widened])
def test_a_learner_of_many_labels_is_refused(make):
    with pytest.raises(ParameterError, match="a certificate is about two labels"):
        certify(make(), THREE)
    with pytest.raises(ParameterError, match="checking is about two labels"):
        Checked(make())


def test_progress_is_not_measured_of_many_labels():
    with pytest.raises(ParameterError, match=r"two labels|learner of Thresher's"):
        measure_progress(of_many(), THREE, {"a": 1.0})


@pytest.mark.parametrize("make", [th.Perceptron, th.TrackingWinnow, th.Auto])
def test_a_stream_with_a_third_label_is_refused(make):
    with pytest.raises((InputError, ParameterError), match="about two labels"):
        certify(make(), THREE)


def test_auto_is_checked_until_the_third_label_comes():
    model = Checked(th.Auto())
    for x, y in THREE[:2]:
        model.learn_one(x, y)
    with pytest.raises(ParameterError, match="about two labels"):
        model.learn_one(*THREE[2])


def test_minus_1_and_0_are_the_same_label():
    told = [certify(th.Perceptron(), [({"a": 1.0}, 1), ({"b": 1.0}, negative)] * 5) for negative in (0, -1, False)]
    assert len({certificate.measured["positives"] for certificate in told}) == 1


def renamed(negative, positive, *, first):
    """One stream under other names for its labels, beginning with either."""
    stream = [({"a": 1.0, "c": 1.0}, True), ({"b": 1.0, "c": 1.0}, False)] * 6
    return [(x, positive if y else negative) for x, y in stream][0 if first == positive else 1 :]


@pytest.mark.parametrize("make", [th.Perceptron, th.TrackingWinnow, lambda: th.Winnow(4), th.PassiveAggressive])
@pytest.mark.parametrize(("negative", "positive"), [("no", "yes"), ("ham", "spam"), ("cat", "dog"), (-2, -1), (3, 7)])
def test_a_certificate_is_the_same_whatever_two_labels_are_called(make, negative, positive):
    for first, plain in ((negative, False), (positive, True)):
        told = certify(make(), renamed(negative, positive, first=first))
        usual = certify(make(), renamed(False, True, first=plain))
        assert told.measured == usual.measured
        assert (told.mistakes, told.updates) == (usual.mistakes, usual.updates)
        assert [line.bound for line in told.lines] == [line.bound for line in usual.lines]


def test_what_stands_beside_auto_knows_the_same_positive_label():
    told, usual = (certify(th.Auto(), renamed(*pair, first=pair[0])) for pair in (("cat", "dog"), (False, True)))
    assert told.shadow is not None
    assert told.shadow.measured == usual.shadow.measured
    assert [line.bound for line in told.shadow.lines] == [line.bound for line in usual.shadow.lines]


def test_a_stream_of_nothing_but_negatives_has_no_positive():
    assert certify(th.Perceptron(), [({"a": 1.0}, "no")] * 3).measured["positives"] == 0


def test_somebody_elses_learner_is_told_labels_as_they_are_written():
    class Parrot:
        mistakes = updates = examples = 0

        def __init__(self):
            self.told = []

        def predict_one(self, x):
            return "no"

        def learn_one(self, x, y, weight=1.0):
            self.told.append(y)
            self.examples += 1

    parrot = Parrot()
    certificate = certify(parrot, renamed("no", "yes", first="no"))
    assert set(parrot.told) == {"no", "yes"}
    assert certificate.shadow is not None


def test_a_third_label_is_named_beside_the_two():
    stream = [({"a": 1.0}, "no"), ({"b": 1.0}, "yes"), ({"c": 1.0}, "maybe")]
    with pytest.raises(InputError, match=r"about two labels, here 'no' and 'yes'; this is 'maybe'"):
        certify(th.Perceptron(), stream)


@pytest.mark.parametrize("make", [th.Perceptron, th.TrackingWinnow, th.Auto])
@pytest.mark.parametrize("first", ["no", "yes"])
def test_labels_that_are_texts_are_checked_like_any(make, first):
    told, usual = Checked(make()), Checked(make())
    for x, y in renamed("no", "yes", first=first):
        assert told.learn_one(x, y).mistake == usual.learn_one(x, y == "yes").mistake


@pytest.mark.parametrize("first", ["no", "yes"])
def test_progress_is_measured_the_same_whatever_two_labels_are_called(first):
    stream = renamed("no", "yes", first=first)
    told = measure_progress(th.Perceptron(), stream, {"a": 1.0, "b": -1.0})
    assert told == measure_progress(th.Perceptron(), [(x, y == "yes") for x, y in stream], {"a": 1.0, "b": -1.0})
