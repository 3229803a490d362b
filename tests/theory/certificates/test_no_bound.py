"""Where no theorem applies the certificate says so in a sentence, and shows tracking Winnow beside it if it can."""

import pytest

import thresher as th
from thresher import certify
from thresher.choices import links, losses, ranges, rates

BOOLEAN = [({"free", "now"}, True), ({"lunch", "now"}, False)] * 20
SIGNED = [({"a": 1.0, "b": -2.0}, True), ({"a": -1.0, "b": 3.0}, False)] * 10


def cubic(z):
    return z + z**3


WITHOUT = {
    "averaged": (lambda: th.AveragedPerceptron(), "averaged and voted"),
    "voted": (lambda: th.AveragedPerceptron(voted=True), "averaged and voted"),
    "passive-aggressive": (lambda: th.PassiveAggressive(), "thresher bound J7"),
    "arow": (lambda: th.Arow(), "rate, range and start"),
    "adaptive": (lambda: th.AdaptiveWinnow(), "rate, range and start"),
    "balanced, floor": (lambda: th.BalancedWinnow(floor=0.1), "rate, range and start"),
    "balanced, threshold": (lambda: th.BalancedWinnow(threshold=1.0), "rate, range and start"),
    "balanced, margin": (lambda: th.BalancedWinnow(margin=1.0), "this loss"),
    "p-norm, margin": (lambda: th.PNormPerceptron(3.0, margin=1.0), "this loss"),
    "f_4": (lambda: th.InterpolatedPerceptron(4), "odd k"),
    "alma, bias": (lambda: th.Alma(bias=True), "length 1"),
    "alma's rate alone": (
        lambda: th.QuasiAdditive(links.PNorm(2.0, normalised=True), losses.Margin(0.0, inclusive=True), rates.Alma()),
        "length 1",
    ),
    "tracker, margin": (lambda: th.TrackingPNorm(margin=0.5), "margin 0"),
    "normalised, start": (
        lambda: th.QuasiAdditive(links.PNorm(3.0, normalised=True), initial=0.5),
        "starts from weights that are 0",
    ),
    "logistic": (lambda: th.QuasiAdditive(links.Identity(), losses.Logistic()), "this loss"),
    "start": (lambda: th.QuasiAdditive(links.Identity(), initial=0.5), "rate, range and start"),
    "range": (lambda: th.QuasiAdditive(links.Identity(), range=ranges.DualRange(-1, 1)), "rate, range and start"),
    "own link": (lambda: th.QuasiAdditive(cubic), "this link"),
    "constant link": (lambda: th.QuasiAdditive(links.PerAttribute(links.Identity(), {"a": links.TwoSinh()})), "link"),
    "join_after": (lambda: th.Perceptron(join_after=2), "join_after"),
    "join_share": (lambda: th.Perceptron(join_share=0.9), "join_share"),
    "Winnow, margin": (lambda: th.Winnow(n=4, margin=0.5), "a margin"),
    "Winnow, aggressive": (lambda: th.Winnow(n=4, aggressive=True, margin=0.1), "aggressive steps"),
    "Winnow, discard": (lambda: th.Winnow(n=4, discard=0.1), "discarded weights"),
    "Winnow, discard_relative": (lambda: th.Winnow(n=4, discard_relative=0.1), "discarded weights"),
    "WinnowR, demotion": (lambda: th.WinnowR(n=4, demotion=0.9), "a demotion factor"),
    "TrackingWinnow, demotion": (lambda: th.TrackingWinnow(2.0, 0.01, demotion=0.9), "a demotion factor"),
    "TrackingWinnow, margin": (lambda: th.TrackingWinnow(2.0, 0.01, margin=0.1), "a margin"),
    "BalancedWinnow, demotion": (lambda: th.BalancedWinnow(demotion=0.9), "another length"),
    "BalancedWinnow, aggressive": (lambda: th.BalancedWinnow(aggressive=True, margin=0.1), "rate, range and start"),
    "a rate for demotions": (lambda: th.QuasiAdditive(links.Identity(), rate=rates.Constant(1, 0.5)), "length"),
    "max_attributes": (lambda: th.TrackingWinnow(2.0, 0.01, max_attributes=2), "max_attributes"),
    "lifting while it updates": (lambda: th.TrackingWinnow(2.0, 0.01, lift_above=0.1, lift_least=0.1), "A9"),
    "floor too large": (lambda: th.TrackingWinnow(2.0, 0.6), "choose a floor below 0.5"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_the_sentence_says_why_and_tracking_winnow_stands_beside_it(name):
    make, words = WITHOUT[name]
    certificate = certify(make(), BOOLEAN)
    assert not certificate.lines
    assert certificate.best is None
    assert certificate.holds  # nothing was promised
    assert words in certificate.reason
    assert certificate.reason in str(certificate)
    shadow = certificate.shadow
    assert shadow.learner == "tracking-winnow"
    assert shadow.trials == certificate.trials == 40
    assert shadow.lines
    assert shadow.holds
    assert shadow.attributes() == ["free"]
    assert "beside it, on the same stream" in str(certificate)


@pytest.mark.parametrize("make", [lambda: th.AdaptiveWinnow(), lambda: th.Arow()], ids=["AdaptiveWinnow", "Arow"])
def test_values_outside_0_and_1_have_no_tracking_winnow_beside_them(make):
    certificate = certify(make(), SIGNED)
    assert not certificate.lines
    assert certificate.shadow is None
    one = [*BOOLEAN, ({"free": 1.5}, True)]
    assert certify(make(), one).shadow is None  # one of them is enough


def test_tracking_winnow_beside_can_be_left_out():
    assert certify(th.AdaptiveWinnow(), BOOLEAN, shadow=False).shadow is None


def test_it_stands_beside_a_learner_whose_labels_have_names():
    named = [(x, "spam" if y else "ham") for x, y in BOOLEAN]
    shadow = certify(th.AdaptiveWinnow(labels=("ham", "spam")), named).shadow
    assert shadow.trials == len(named)
    assert shadow.attributes() == ["free"]


def test_it_stands_beside_auto_which_finds_out_what_its_labels_are():
    certificate = certify(th.Auto(), [(x, "spam" if y else "ham") for x, y in BOOLEAN])
    assert certificate.trials == len(BOOLEAN)
    assert certificate.shadow.attributes() in (["free"], ["lunch"])  # of whichever label is positive


def test_importance_weights_have_no_bound():
    weighted = [(x, y, 1.0 + i % 2) for i, (x, y) in enumerate(BOOLEAN)]
    for make in (lambda: th.TrackingWinnow(2.0, 0.01), lambda: th.Perceptron()):
        certificate = certify(make(), weighted)
        assert not certificate.lines
        assert "importance weights" in certificate.reason
    assert certify(th.TrackingWinnow(2.0, 0.01), [(x, y, 1.0) for x, y in BOOLEAN]).lines


def test_an_importance_weight_of_0_is_no_trial():
    certificate = certify(th.TrackingWinnow(2.0, 0.01), [(x, y, float(i % 2)) for i, (x, y) in enumerate(BOOLEAN)])
    assert certificate.trials == len(BOOLEAN) // 2
    assert certificate.lines


def test_where_weights_overflow_no_bound_holds_any_more():
    certificate = certify(th.PNormPerceptron(64.0), [({"a": 1e6}, True), ({"b": 1e6}, False)] * 3)
    assert not certificate.lines
    assert "edge of what can be computed" in certificate.reason


def test_a_stream_that_is_refused_says_why():
    certificate = certify(th.TrackingWinnow(2.0, 0.01), SIGNED)
    assert certificate.trials == 0
    assert "no example could be learned from" in certificate.reason
    assert "values from 0 to 1" in certificate.reason
    some = certify(th.TrackingWinnow(2.0, 0.01), [*BOOLEAN, ({"free": 1.5}, True)])
    assert some.trials == len(BOOLEAN)
    assert some.measured["examples refused"] == 1
