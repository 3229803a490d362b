"""Experts that read what they say from the instance, crews of real learners, and streams for both."""

import random

import thresher as th
from thresher import experts
from thresher.protocols import Outcome


class Reader:
    """An expert that states what the instance has under its number; learns nothing, and counts."""

    tells_changes = True

    def __init__(self, number):
        self.number = number
        self.examples = self.mistakes = self.updates = 0

    def predict_one(self, x):
        return x[self.number] >= 0.5

    def predict_proba_one(self, x):
        return {False: 1 - x[self.number], True: x[self.number]}

    def learn_one(self, x, y, weight=1.0):
        said = self.predict_one(x)
        self.examples += 1
        self.mistakes += said != y
        return Outcome(said, y, said != y, False)


def readers(count):
    return {f"reader {i}": Reader(i) for i in range(count)}


def learners():
    """Experts of Thresher's own, all with probabilities."""
    return [
        th.AdaptiveWinnow(),
        th.TrackingWinnow(floor=0.1, probabilities=True),
        th.Perceptron(probabilities=True),
        th.AdaptiveWinnow(rate=0.1),
    ]


MASTERS = {
    "Majority": experts.Majority,
    "Majority, randomised": lambda crew: experts.Majority(crew, 0.3, randomized=True, seed=5),
    "Majority on mistakes": lambda crew: experts.Majority(crew, on_mistakes=True),
    "Floored": experts.Floored,
    "FixedShare": lambda crew: experts.FixedShare(crew, share=0.01),
    "FixedShare, randomised": lambda crew: experts.FixedShare(crew, share=0.01, randomized=True, seed=5),
    "FixedShare on mistakes": lambda crew: experts.FixedShare(crew, share=0.01, on_mistakes=True),
    "AbsoluteLoss": experts.AbsoluteLoss,
    "AbsoluteLoss, shared": lambda crew: experts.AbsoluteLoss(crew, share=0.01, prediction="mean"),
    "AbsoluteLoss, randomised": lambda crew: experts.AbsoluteLoss(crew, randomized=True),
    "Mixture": experts.Mixture,
    "Mixture, shared": lambda crew: experts.Mixture(crew, share=0.01, most_switches=3),
    "PastPosteriors": lambda crew: experts.PastPosteriors(crew, horizon=1000),
    "PastPosteriors, uniform": lambda crew: experts.PastPosteriors(crew, 0.01, past="uniform"),
    "LogisticMixing": experts.LogisticMixing,
    "LogisticMixing, adaptive": lambda crew: experts.LogisticMixing(crew, None, radius=2),
}


def shifting(count, seed=1, spell=60):
    """Instances of columns 0 .. 11 with a disjunction that shifts."""
    rng = random.Random(seed)
    for t in range(count):
        x = dict.fromkeys(rng.sample(range(12), 4), 1.0)
        yield x, bool({0, 1} & set(x)) if t // spell % 2 == 0 else bool({5, 6} & set(x))


def statements(rng, count, trials, shifts=0.05, votes=False):
    """What readers state, one of them mostly right and another one now and then; and the outcomes."""
    right = rng.randrange(count)
    for _ in range(trials):
        right = rng.randrange(count) if rng.random() < shifts else right
        y = rng.random() < 0.5
        sure = [rng.uniform(0.7, 0.99) if i == right else rng.uniform(0.05, 0.8) for i in range(count)]
        stated = [q if y else 1 - q for q in sure]
        yield [float(q >= 0.5) for q in stated] if votes else stated, y
