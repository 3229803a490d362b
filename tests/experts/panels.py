"""Experts that read what they say from the instance, panels of real learners, and streams for both."""

import random

import thresher as th
from thresher import experts
from thresher.protocols import Outcome


class Reader:
    """An expert that states what the instance has under its number; learns nothing, and counts.

    A number is the probability of True; a dict says it of every label.
    """

    tells_changes = True

    def __init__(self, number, labels=()):
        self.number = number
        self.labels = labels
        self.examples = self.mistakes = self.updates = 0

    def predict_one(self, x):
        stated = self.predict_proba_one(x)
        return max(stated, key=stated.__getitem__)

    def predict_proba_one(self, x):
        stated = x[self.number]
        return stated if isinstance(stated, dict) else {True: stated, False: 1 - stated}

    def learn_one(self, x, y, weight=1.0):
        said = self.predict_one(x)
        self.examples += 1
        self.mistakes += said != y
        return Outcome(said, y, said != y, False)


def readers(count, labels=()):
    return {f"reader {i}": Reader(i, labels) for i in range(count)}


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
    "Majority, randomised": lambda panel: experts.Majority(panel, 0.3, randomized=True, seed=5),
    "Majority on mistakes": lambda panel: experts.Majority(panel, on_mistakes=True),
    "Floored": experts.Floored,
    "Clouds": experts.Clouds,
    "FixedShare": lambda panel: experts.FixedShare(panel, share=0.01),
    "FixedShare, randomised": lambda panel: experts.FixedShare(panel, share=0.01, randomized=True, seed=5),
    "FixedShare on mistakes": lambda panel: experts.FixedShare(panel, share=0.01, on_mistakes=True),
    "AbsoluteLoss": experts.AbsoluteLoss,
    "AbsoluteLoss, shared": lambda panel: experts.AbsoluteLoss(panel, share=0.01, prediction="mean"),
    "AbsoluteLoss, randomised": lambda panel: experts.AbsoluteLoss(panel, randomized=True),
    "Mixture": experts.Mixture,
    "Mixture, shared": lambda panel: experts.Mixture(panel, share=0.01, most_switches=3),
    "PastPosteriors": lambda panel: experts.PastPosteriors(panel, horizon=1000),
    "PastPosteriors, uniform": lambda panel: experts.PastPosteriors(panel, 0.01, past="uniform"),
    "LogisticMixing": experts.LogisticMixing,
    "LogisticMixing, adaptive": lambda panel: experts.LogisticMixing(panel, None, radius=2),
}


def shifting(count, seed=1, stretch=60):
    """Instances of columns 0 .. 11 with a disjunction that shifts."""
    rng = random.Random(seed)
    for t in range(count):
        x = dict.fromkeys(rng.sample(range(12), 4), 1.0)
        yield x, bool({0, 1} & set(x)) if t // stretch % 2 == 0 else bool({5, 6} & set(x))


LABELS = {2: (False, True), 3: ("bird", "cat", "dog"), 5: (1, 2, 3, "eagle", "fox")}


def statements(rng, count, trials, shifts=0.05, labels=(False, True), votes=False):
    """What readers state, one of them mostly right and another one now and then; and the outcomes.

    Of True and False it is the probability of True, of others that of each.
    """
    right = rng.randrange(count)
    for _ in range(trials):
        right = rng.randrange(count) if rng.random() < shifts else right
        y = rng.choice(labels)
        sure = [rng.uniform(0.7, 0.99) if i == right else rng.uniform(0.05, 0.8) for i in range(count)]
        stated = [spread(rng, q, y, labels) for q in sure]
        if votes:
            stated = [{label: float(label == max(q, key=q.__getitem__)) for label in labels} for q in stated]
        yield [q[True] for q in stated] if labels == (False, True) else stated, y


def spread(rng, probability, y, labels):
    """So much for one label, and the rest for the others in random parts."""
    others = [label for label in labels if label != y]
    parts = [rng.uniform(0.05, 1) for _ in others]
    rest = {label: (1 - probability) * part / sum(parts) for label, part in zip(others, parts, strict=True)}
    return {label: rest.get(label, probability) for label in labels}
