"""Wrong parameters are refused when the learner is made, with the range in the message."""

import math

import pytest

import thresher as th
from thresher.choices import links, losses, ranges, rates
from thresher.data import features


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: th.TrackingWinnow(promotion=1.0), "promotion must be a number above 1"),
        (lambda: th.TrackingWinnow(promotion=float("nan")), "promotion must be"),
        (lambda: th.TrackingWinnow(promotion="2"), "promotion must be"),
        (lambda: th.TrackingWinnow(floor=0), "floor must be a number of at least 1e-100 and below 1"),
        (lambda: th.TrackingWinnow(floor=2), "floor must be a number .* below 1; got 2"),
        (lambda: th.TrackingWinnow(lift_above=1.0), "go together"),
        (lambda: th.TrackingWinnow.for_separation(1.5, norm=3), "separation must be a number above 0 and of at most 1"),
        (lambda: th.TrackingWinnow.for_separation(0.5, norm=-3), "norm must be a number above 0"),
        (lambda: th.TrackingWinnow(transform=features.UnitLength()), "destroys a fixed threshold"),
        (lambda: th.Winnow(), "give n"),
        (lambda: th.Winnow(n=0), "n must be a whole number from 1"),
        (lambda: th.Winnow(n=2.5), "n must be a whole number"),
        (lambda: th.Winnow(n=5, elimination=1), "elimination must be True or False"),
        (lambda: th.WinnowR(n=5, floor=2.0), "floor must be a number above 0 and of at most 1"),
        (lambda: th.Swin(5, 1.5, 0.9), "floor_share must be a number of at least 0 and below 0.81093"),
        (lambda: th.Swin(5, 1.5, 0.0), "give the initial weight"),
        (lambda: th.Swin(5, bias=True), "no bias"),
        (lambda: th.BalancedWinnow(0.5), "promotion must be"),
        (lambda: th.BalancedWinnow(2, floor=2.0), "floor must be"),
        (lambda: th.BalancedWinnow(margin=-1), "margin must be"),
        (lambda: th.Perceptron(0), "rate must be a number above 0"),
        (lambda: th.Perceptron(bias="yes"), "bias must be True or False"),
        (lambda: th.Perceptron(bits=40), "bits must be a whole number from 1 to 31"),
        (lambda: th.Perceptron(join_after=-1), "join_after must be"),
        (lambda: th.Perceptron(when_full="panic"), "when_full must be one of"),
        (lambda: th.Perceptron(labels=("a", "a")), "labels must differ"),
        (lambda: th.Perceptron(labels=("a", "b", "c")), "pair"),
        (lambda: th.Perceptron(transform="unit"), "transform must be of thresher.data.features"),
        (lambda: th.PassiveAggressive("PA-III"), "variant must be one of 'PA', 'PA-I', 'PA-II'"),
        (lambda: th.PNormPerceptron(1.5), "p must be a number of at least 2"),
        (lambda: th.PNormPerceptron("log"), "give n"),
        (lambda: th.PNormPerceptron("exp"), 'or "log"'),
        (lambda: th.InterpolatedPerceptron(0), "k must be a whole number from 1"),
        (lambda: th.Alma(alpha=0), "alpha must be a number above 0 and of at most 1"),
        (lambda: th.Alma(transform=features.UnitLength()), "leave UnitLength out"),
        (lambda: th.TrackingPNorm(radius=0), "radius must be"),
        (lambda: th.Arow(r=0), "r must be a number above 0"),
        (lambda: th.QuasiAdditive(link="identity"), "link must be"),
        (lambda: th.QuasiAdditive(loss="hinge"), "loss must be"),
        (lambda: th.QuasiAdditive(links.Identity(), rate=rates.Alma()), "ALMA's rate goes with"),
        (lambda: th.QuasiAdditive(links.Identity(), rate=rates.Eliminating()), "elimination goes with"),
        (lambda: th.QuasiAdditive(links.Identity(), range=ranges.WeightRange(floor=1)), "use DualRange"),
        (lambda: th.QuasiAdditive(links.Halves(), losses.Logistic(), rates.Adaptive()), "constant rate"),
        (lambda: th.QuasiAdditive(links.PNorm(3, normalised=True), rate=rates.Adaptive()), "normalised p-norm"),
        (
            lambda: th.QuasiAdditive(links.Exponential(2), rate=rates.Aggressive(2.0), threshold=1.0),
            "margin < threshold",
        ),
        (lambda: th.QuasiAdditive(initial=math.inf), "initial must be"),
        (lambda: th.QuasiAdditive(initial={"a": math.nan}), r"initial\['a'\] must be"),
        (lambda: links.Exponential(1.0), "promotion must be"),
        (lambda: links.PNorm(1), "p must be"),
        (lambda: losses.Margin(-1), "margin must be"),
        (lambda: rates.Constant(0), "rate must be"),
        (lambda: ranges.DualRange(3, 1), "above the high end"),
        (lambda: features.Complement(0), "n must be"),
        (lambda: features.LiftSmall(2), "least must be"),
    ],
)
def test_a_wrong_parameter_is_refused(make, match):
    with pytest.raises(th.ParameterError, match=match):
        make()


def test_an_unknown_parameter_is_a_type_error():
    with pytest.raises(TypeError, match=r"Perceptron takes no 'colour'; it takes rate, margin, .*bias, .*labels"):
        th.Perceptron(colour="red")


def test_a_representation_shows_what_differs_from_the_defaults():
    assert repr(th.Perceptron()) == "Perceptron()"
    assert repr(th.AdaptiveWinnow(0.5)) == "AdaptiveWinnow(rate=0.5)"
    assert repr(th.Perceptron(bias=True, labels=("a", "b"))) == "Perceptron(bias=True, labels=('a', 'b'))"
