"""Streams that are played against a learner, and what their comparator costs.

Of several candidates the one that the learner gets wrong is presented, so that the bounds are tested as hard as a
random search can.
"""

import numpy as np
from hypothesis import strategies as st

from tests.depth import tries

SEEDS = st.integers(0, 2**32 - 1)
HARD = tries(30)


def play(model, draw, trials, rng, candidates=8, note=None):
    """Presents, of a few candidates, one the learner gets wrong; lets it learn. `note` is told what it got wrong."""
    for _ in range(trials):
        x, y = draw(rng)
        for _ in range(candidates):
            if model.predict_one(x) != y:
                break
            x, y = draw(rng)
        if model.learn_one(x, y).mistake and note is not None:
            note(x, y)
    return model


def disjunction(rng, target, n, active):
    """A boolean example that a disjunction of columns labels: x, y."""
    x = dict.fromkeys(rng.choice(n, size=int(rng.integers(1, active + 1)), replace=False).tolist(), 1.0)
    if rng.random() < 0.5:
        x = {i: 1.0 for i in x if i not in target}
    elif target:
        x.pop(next(iter(x)))
        x[int(rng.choice(sorted(target)))] = 1.0
    return x, any(i in target for i in x)


def separable(rng, u, separation, boolean=False):
    """Draws examples with y u.x >= separation."""

    def draw(r):
        while True:
            x = r.choice([-1.0, 1.0], len(u)) if boolean else r.uniform(-1, 1, len(u))
            score = float(u @ x)
            if abs(score) >= separation:
                return {i: float(v) for i, v in enumerate(x)}, score > 0

    return draw


def thresholded(u, separation, values, wrong=0.0):
    """Draws examples of which u, at threshold 1, keeps its separation; a share of them `wrong` get any label.

    values: what an attribute may be when it is not 0.
    """

    pool = []

    def refill(r):
        rows = (r.random((64, len(u))) < r.uniform(0.1, 0.7, (64, 1))) * r.choice(values, (64, len(u)))
        noisy = r.random(64) < wrong
        scores = rows @ u
        labels = np.where(noisy, r.random(64) < 0.5, scores >= 1)
        kept = np.flatnonzero(noisy | (np.abs(scores - 1) >= separation))
        pool.extend(({i: v for i, v in enumerate(rows[k].tolist()) if v}, bool(labels[k])) for k in kept)
        pool.append(({}, False))  # so that there always is one: u.x = 0 is negative

    def draw(r):
        if not pool:
            refill(r)
        return pool.pop()

    return draw


class Ledger:
    """The costs of a comparator sequence at a separation: its rise, and the noise of what it is told (A2)."""

    def __init__(self, n, separation):
        self.weights = np.zeros(n)
        self.separation = separation
        self.rise = self.noise = 0.0

    def move(self, weights):
        self.rise += float(np.maximum(weights - self.weights, 0).sum())
        self.weights = weights

    def note(self, x, y):
        score = sum(self.weights[i] * v for i, v in x.items())
        self.noise += max(0.0, 1 + self.separation - score if y else score - (1 - self.separation))


class Schedule:
    """A disjunction that is switched on and off: what that costs (B1)."""

    def __init__(self, n, active):
        self.n, self.active = n, active
        self.target = set()
        self.on = self.off = self.errors = 0

    def switch(self, target):
        self.on += len(target - self.target)
        self.off += len(self.target - target)
        self.target = target

    def shift(self, rng, keep=0.5, literals=3):
        """Drops a part of the literals and takes new ones."""
        kept = {i for i in self.target if rng.random() < keep}
        self.switch(kept | {int(i) for i in rng.choice(self.n, size=literals, replace=False)})

    def draw(self, wrong=0.0):
        """Draws examples of the target of now, a share of them with the other label."""

        def draw(r):
            x, y = disjunction(r, self.target, self.n, self.active)
            return (x, not y) if r.random() < wrong else (x, y)

        return draw

    def errors_of(self, x, y):
        """a_t: bits to flip so that the target gives the label."""
        present = sum(i in self.target for i in x)
        return present if not y else int(present == 0)

    def note(self, x, y):
        self.errors += self.errors_of(x, y)
