"""Every learner in the settings the laws are tried on: a new learner gets all the laws by a line here."""

import math
from collections.abc import Callable
from typing import NamedTuple

import thresher as th
from thresher.choices import links, losses, ranges, rates
from thresher.data import features


def cubic(z):
    """A user's own link."""
    return z + z**3


class Case(NamedTuple):
    """How to make the learner, what it accepts (values in [0, 1] only, or any sign and size), and whether it merges."""

    make: Callable[[], th.Learner]
    unit_interval: bool = False
    columns_only: bool = False
    mergeable: bool = True


# However labels are called: every fifth of them, from the second on.
WEIGHTS = {name: 3.0 for n in range(1, 60, 5) for name in (n, f"label {n:02d}")}

CASES = {
    "Perceptron": Case(lambda: th.Perceptron()),
    "Perceptron bias margin": Case(lambda: th.Perceptron(0.5, margin=(1.0, 0.5), bias=True)),
    "Perceptron probabilities": Case(lambda: th.Perceptron(bias=True, probabilities=True)),
    "Perceptron class weights": Case(lambda: th.Perceptron(bias=True, class_weights=WEIGHTS)),
    "Perceptron hashed": Case(lambda: th.Perceptron(bits=4)),
    "Perceptron join_after": Case(lambda: th.Perceptron(join_after=2)),
    "Perceptron join_share": Case(lambda: th.Perceptron(join_share=0.7)),
    "Perceptron conjunctions": Case(lambda: th.Perceptron(transform=features.Conjunctions())),
    "Perceptron max_attributes": Case(lambda: th.Perceptron(max_attributes=3, when_full="forget")),
    "Perceptron max_attributes ignore": Case(lambda: th.Perceptron(max_attributes=3)),
    "Perceptron sign map": Case(lambda: th.Perceptron(transform=features.SignMap(12)), columns_only=True),
    "Perceptron duplicate": Case(lambda: th.Perceptron(transform=features.Duplicate(12)), columns_only=True),
    "AveragedPerceptron": Case(lambda: th.AveragedPerceptron(bias=True)),
    "AveragedPerceptron voted": Case(lambda: th.AveragedPerceptron(voted=True), mergeable=False),
    "PassiveAggressive PA": Case(lambda: th.PassiveAggressive("PA")),
    "PassiveAggressive PA-I": Case(lambda: th.PassiveAggressive("PA-I", aggressiveness=0.1, bias=True)),
    "PassiveAggressive PA-II": Case(lambda: th.PassiveAggressive("PA-II")),
    "Winnow": Case(lambda: th.Winnow(n=8), unit_interval=True),
    "Winnow complement": Case(lambda: th.Winnow(n=24, transform=features.Complement(12)), True, columns_only=True),
    "Winnow elimination": Case(lambda: th.Winnow(n=8, elimination=True), unit_interval=True),
    "Winnow aggressive": Case(lambda: th.Winnow(n=8, aggressive=True, margin=(2.0, 1.0)), unit_interval=True),
    "Winnow discarding": Case(lambda: th.Winnow(n=8, discard=0.4, margin=1.0), unit_interval=True),
    "Winnow discarding beside the largest": Case(
        lambda: th.Winnow(n=8, discard_relative=0.4, discard_every=3, margin=1.0), unit_interval=True
    ),
    "Winnow demotion": Case(lambda: th.Winnow(n=8, promotion=1.5, demotion=0.8, margin=1.0), unit_interval=True),
    "WinnowR": Case(lambda: th.WinnowR(n=8), unit_interval=True),
    "WinnowR demotion": Case(lambda: th.WinnowR(n=8, demotion=0.25, margin=(0.0, 1.0)), unit_interval=True),
    "TrackingWinnow": Case(lambda: th.TrackingWinnow(2.0, 0.05), unit_interval=True),
    "TrackingWinnow lift": Case(
        lambda: th.TrackingWinnow(1.5, 0.02, transform=features.LiftSmall(0.3)), unit_interval=True
    ),
    "TrackingWinnow lift at random": Case(
        lambda: th.TrackingWinnow(1.5, 0.02, transform=features.LiftAtRandom(0.6, seed=3)), unit_interval=True
    ),
    "TrackingWinnow monitor": Case(
        lambda: th.TrackingWinnow(1.5, 0.02, lift_above=0.1, lift_least=0.3), unit_interval=True
    ),
    "TrackingWinnow aggressive": Case(
        lambda: th.TrackingWinnow(2.0, 0.05, aggressive=True, margin=0.25), unit_interval=True
    ),
    "TrackingWinnow demotion": Case(
        lambda: th.TrackingWinnow(2.0, 0.05, demotion=0.75, margin=(0.5, 0.25)), unit_interval=True
    ),
    "Swin": Case(lambda: th.Swin(12), unit_interval=True),
    "Swin randomized": Case(lambda: th.Swin(12, 1.5, 0.1, randomized=True, seed=5), unit_interval=True),
    "BalancedWinnow": Case(lambda: th.BalancedWinnow(2.0, bias=True)),
    "BalancedWinnow floor": Case(lambda: th.BalancedWinnow(1.5, floor=0.25, ceiling=16.0)),
    "BalancedWinnow aggressive": Case(lambda: th.BalancedWinnow(1.5, aggressive=True, margin=0.5)),
    "BalancedWinnow demotion": Case(lambda: th.BalancedWinnow(1.5, demotion=0.8, margin=(0.5, 0.25), bias=True)),
    "WeightedMajority": Case(lambda: th.WeightedMajority(0.5)),
    "PNormPerceptron": Case(lambda: th.PNormPerceptron(3.5)),
    "PNormPerceptron log": Case(lambda: th.PNormPerceptron("log", n=1000)),
    "InterpolatedPerceptron": Case(lambda: th.InterpolatedPerceptron(5, rate=0.5)),
    "Alma": Case(lambda: th.Alma()),
    "Alma p": Case(lambda: th.Alma(4.0, alpha=0.7)),
    "TrackingPNorm": Case(lambda: th.TrackingPNorm(3.0, rate=0.3, radius=2.0)),
    "Auto": Case(lambda: th.Auto(), mergeable=False),
    "Auto hashed": Case(lambda: th.Auto(bits=4), mergeable=False),
    "Auto class weights": Case(lambda: th.Auto(class_weights=WEIGHTS), mergeable=False),
    "Auto join_after": Case(lambda: th.Auto(join_after=2), mergeable=False),
    "Auto join_share": Case(lambda: th.Auto(join_share=0.7), mergeable=False),
    "Auto max_attributes": Case(lambda: th.Auto(max_attributes=3, when_full="forget"), mergeable=False),
    "Auto unit length": Case(lambda: th.Auto(transform=features.UnitLength()), mergeable=False),
    "AdaptiveWinnow": Case(lambda: th.AdaptiveWinnow()),
    "NaiveBayes": Case(lambda: th.NaiveBayes(), unit_interval=True),
    "NaiveBayes half life": Case(lambda: th.NaiveBayes(0.1, half_life=2.5), unit_interval=True, mergeable=False),
    "NaiveBayes probabilities": Case(
        lambda: th.NaiveBayes(0.5, prior=False, probabilities=True, join_after=1), unit_interval=True
    ),
    "NaiveBayes max_attributes": Case(
        lambda: th.NaiveBayes(half_life=1.0, max_attributes=3, when_full="forget"), unit_interval=True, mergeable=False
    ),
    "Arow": Case(lambda: th.Arow(bias=True)),
    "QuasiAdditive aggressive": Case(
        lambda: th.QuasiAdditive(links.TwoSinh(), losses.Margin(0.1), rates.Aggressive(0.1))
    ),
    "QuasiAdditive aggressive additive": Case(
        lambda: th.QuasiAdditive(links.Identity(), losses.Margin(0.5), rates.Aggressive(0.5), threshold=0.25)
    ),
    "QuasiAdditive dual range": Case(
        lambda: th.QuasiAdditive(
            links.TwoSinh(1.5), losses.Logistic(), rates.Adaptive(0.5), ranges.DualRange(-2, 2), initial=0.25
        )
    ),
    "QuasiAdditive second order": Case(
        lambda: th.QuasiAdditive(links.TwoSinh(), losses.Margin(1.0), rates.SecondOrder(2.0))
    ),
    "QuasiAdditive per attribute": Case(
        lambda: th.QuasiAdditive(
            links.PerAttribute(links.Identity(), {"a": links.TwoSinh(), 1: links.Constant(-0.5), 3: links.PNorm(3)}),
            initial={"b": 0.5, 2: -1.0},
        )
    ),
    "QuasiAdditive own link": Case(lambda: th.QuasiAdditive(cubic, bias=True)),
    "QuasiAdditive exponential": Case(lambda: th.QuasiAdditive(links.Exponential(math.e), threshold=2.0)),
}

# Of any number of labels, which they meet on the way.
ANY_LABELS = {
    "Auto": Case(lambda: th.Auto(), mergeable=False),
    "Auto hashed": Case(lambda: th.Auto(bits=4), mergeable=False),
    "Auto join_after": Case(lambda: th.Auto(join_after=2), mergeable=False),
    "Multiclass": Case(lambda: th.Multiclass(), mergeable=False),
    "Multiclass constraint": Case(lambda: th.Multiclass(scheme="constraint"), mergeable=False),
    "Multiclass class weights": Case(lambda: th.Multiclass(th.Arow(), class_weights=WEIGHTS), mergeable=False),
    "Multiclass informed": Case(lambda: th.Multiclass(th.AveragedPerceptron(), newcomers="informed"), mergeable=False),
    "Multiclass abstaining": Case(lambda: th.Multiclass(th.Perceptron(bias=True), abstain_below=0.5), mergeable=False),
    "Multiclass softmax": Case(
        lambda: th.Multiclass(th.BalancedWinnow(margin=0.5), "constraint", softmax=True), mergeable=False
    ),
    "Multiclass conjunctions": Case(
        lambda: th.Multiclass(th.Perceptron(transform=features.Conjunctions())), mergeable=False
    ),
    "Multiclass Arow": Case(lambda: th.Multiclass(th.Arow(max_attributes=3)), mergeable=False),
    "Multiclass TrackingWinnow": Case(
        lambda: th.Multiclass(th.TrackingWinnow(2.0, 0.125), class_weights="balanced"), True, mergeable=False
    ),
    "Multiclass NaiveBayes": Case(lambda: th.Multiclass(th.NaiveBayes()), True, mergeable=False),
    "Multiclass probabilities": Case(lambda: th.Multiclass(th.Perceptron(probabilities=True)), mergeable=False),
}
# By how many they are. 0 and 1 are known by name; others are not: these and the texts can stand for each other.
LABELS = {
    count: {
        "texts": [f"label {i:02d}" for i in range(count)],
        "numbers": list(range(count)),
        "other numbers": list(range(5, 5 + count)),
    }
    for count in (2, 3, 50)
}
