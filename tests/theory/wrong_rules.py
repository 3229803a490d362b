"""Rules with one thing wrong each, and streams and sequences to catch them with."""

import math

import numpy as np

import thresher as th
from thresher.theory import reference


class Sequence:
    """Concepts that change: one mapping for each trial from the given one on."""

    def __init__(self, segments):
        self.segments = segments

    def at(self, trial):
        return [concept for first, concept in self.segments if first <= trial][-1]


def learn(model, stream):
    for x, y in stream:
        model.learn_one(x, y)
    return model


def noisy_stream(seed, trials=300, n=6):
    """Labels by a coin: many promotions and demotions."""
    rng = np.random.default_rng(seed)
    stream = []
    for _ in range(trials):
        present = np.flatnonzero(rng.random(n) < 0.5)
        stream.append((dict.fromkeys(present.tolist(), 1.0), bool(rng.random() < 0.5)))
    return stream


def farthest(model, n=12, trials=80):
    """Of many examples that the model would learn, the one that moves its duals farthest out."""
    rng = np.random.default_rng(5)
    for _ in range(trials):
        candidates = rng.choice([-1.0, -0.3, 0.3, 1.0], (100, n))
        z = np.array([model.duals().get(i, 0.0) for i in range(n)])
        candidates = candidates[np.argsort(-candidates @ z)]
        examples = [dict(enumerate(x.tolist())) for x in candidates]
        yield next(((x, True) for x in examples if model._loss(x, True)), (examples[-1], False))


class Mutant(reference.TrackingWinnow):
    """Tracking Winnow whose step is multiplied: {label: factor}."""

    def __init__(self, factors, **parameters):
        super().__init__(**parameters)
        self.factors = factors

    def _move(self, x, step):
        super()._move(x, step * self.factors.get(step > 0, 1))


class Unfloored(reference.TrackingWinnow):
    def __init__(self, **parameters):
        super().__init__(**parameters)
        self.low = -math.inf


class Forgetful(reference.TrackingWinnow):
    """A demotion forgets every other attribute."""

    def _move(self, x, step):
        super()._move(dict(list(x.items())[::2]) if step < 0 else x, step)


class Eager(reference.TrackingWinnow):
    """Promotes on every positive example, right or wrong."""

    def _step(self, x, y, weight):
        if not y:
            return super()._step(x, y, weight)
        self._move(x, 1.0)
        return True


class Stuck(reference.TrackingWinnow):
    """Says yes whatever is learned, so that demotions have nothing to remove."""

    def predict(self, x):
        return True

    def _loss(self, x, y):
        return float(not y)


class TwicePromoted(th.TrackingWinnow):
    """A subclass that learns every positive mistake twice over."""

    def learn_one(self, x, y, weight=1.0):
        return super().learn_one(x, y, 2.0 if y else 1.0)


class WrongSwin(reference.Swin):
    """SWIN whose step is multiplied: {label: factor}."""

    def __init__(self, factors, low=None, **parameters):
        super().__init__(n=12, promotion=1.5, floor_share=0.1, **parameters)
        self.factors = factors
        self.low = self.low if low is None else low

    def _move(self, x, step):
        super()._move(x, step * self.factors.get(step > 0, 1))


class Forward(reference.Perceptron):
    """Learns from right predictions instead of wrong ones."""

    def _loss(self, x, y):
        return 1.0 - super()._loss(x, y)


class Curious(reference.Perceptron):
    """Predicting counts as learning."""

    def predict(self, x):
        self.examples += 1
        return super().predict(x)


class Leaking(reference.Perceptron):
    """An update also moves an attribute that the example does not have."""

    def _move(self, x, step):
        super()._move({**x, 99: 1.0}, step)


class Miscounting(reference.Perceptron):
    def learn(self, x, y, weight=1.0):
        prediction = super().learn(x, y, weight)
        self.mistakes += 1
        return prediction


class Restless(reference.Perceptron):
    """Changes weights and says that it did not."""

    def _step(self, x, y, weight):
        return super()._step(x, y, weight) and len(x) > 9


class TwoFaced(reference.Perceptron):
    """Answers otherwise when it learns."""

    def learn(self, x, y, weight=1.0):
        return not super().learn(x, y, weight)


class Unweighted(reference.Perceptron):
    """Takes an example of weight 0 for one of weight 1."""

    def learn(self, x, y, weight=1.0):
        return super().learn(x, y)


class OnlyWeights:
    """A Perceptron in a few lines, with nothing to show but weights and counts."""

    def __init__(self, rate):
        self.rate = rate
        self.kept = {}
        self.examples = self.mistakes = self.updates = 0

    def weights(self):
        return self.kept

    def predict_one(self, x):
        return sum(self.kept.get(i, 0.0) * v for i, v in x.items()) >= 0

    def learn_one(self, x, y):
        said = self.predict_one(x)
        self.examples += 1
        if said != y:
            self.mistakes += 1
            self.updates += 1
            for i, v in x.items():
                self.kept[i] = self.kept.get(i, 0.0) + self.rate * (1 if y else -1) * v
        return said
