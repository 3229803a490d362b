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
