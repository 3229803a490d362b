"""Examples made to measure: as bad for the learner's weights of now as the comparator allows.

Everything is said of v = y x: it is got wrong when w.v <= 0, and the comparator keeps u.v >= separation. Examples keep
a little off the limits, so that rounding can't break an assumption.
"""

import numpy as np

CLOSE = 1e-8


def size(v, p):
    """|v|_p."""
    return float((np.abs(v) ** p).sum() ** (1 / p))


def weights_of(model, n):
    return np.array([model.weight(i) for i in range(n)])


def in_ball(rng, w, u, least, p, most, level=0.0, tries=4):
    """v of |v|_p = most, with w.v just below `level` and u.v just above `least`; None if none is found.

    Progress is slowest there: the part of v that helps neither is as long as it can be.
    """
    scale = np.abs(w).max() or 1.0
    limits = np.array([least + CLOSE * size(u, 1), level / scale - CLOSE])
    for _ in range(tries):
        stretch = np.diag(rng.choice([0.1, 1.0], len(u)) if p > 2 else np.ones(len(u)))
        along = rng.normal(size=len(u)) * rng.choice([0.01, 1.0], len(u))
        along *= -np.sign(w @ along) or 1.0
        for planes in (np.stack([u, w / scale]), u[None]):  # w.v may be below its level without being held there
            across = stretch @ np.linalg.pinv(planes @ stretch)
            foot = across @ limits[: len(planes)]
            if size(foot, p) > most:
                continue
            v = _outward(foot, along - across @ (planes @ along), p, most)
            if u @ v >= least and w @ v <= level and size(v, p) <= most:
                return v
    return None


def _outward(foot, along, p, most):
    """The point of the sphere that one reaches from the foot."""
    inside, outside = 0.0, 2 * most / (size(along, p) or 1.0)
    for _ in range(40):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if size(foot + middle * along, p) <= most else (inside, middle)
    return foot + inside * along


def in_box(rng, w, u, least, most, level=0.0, tries=10):
    """v of |v_i| <= most, nearly all at corners, with w.v just below `level` and u.v >= least; or None."""
    close = CLOSE * np.abs(w).max()
    spare = max(0.0, most * size(u, 1) - least)
    for attempt in range(tries):
        v = np.where(u != 0, -most * np.sign(u), rng.choice([-most, most], len(u)))
        v = _turned(v, u, least + spare * max(CLOSE, attempt / tries), rng.permutation(len(u)))
        with np.errstate(divide="ignore", invalid="ignore"):
            cheapest = np.lexsort((rng.random(len(u)), np.nan_to_num(u * v / np.abs(w))))
        v = _turned(v, -w, close - level, cheapest)
        if u @ v >= least and w @ v <= level:
            return v
    return None


def _turned(v, towards, least, order):
    """v with coordinates turned round in this order, the last one as far as needed, until towards.v >= least."""
    v = v.copy()
    for i in order:
        need = least - towards @ v
        if need <= 0:
            break
        if towards[i] * v[i] < 0:
            v[i] += np.sign(towards[i]) * min(2 * abs(v[i]), need / abs(towards[i]))
    return v


def teach_mistakes(model, find, trials, rng, n, note=None, patience=3):
    """Presents what `find(weights)` makes, until it finds nothing. `note` is told every v that was a mistake."""
    in_vain = 0
    for _ in range(trials):
        w = weights_of(model, n)
        v = find(w)
        in_vain = in_vain + 1 if v is None else 0
        if in_vain == patience:
            break
        if v is None:
            continue
        y = bool(w.any() and rng.random() < 0.5)  # at w = 0 only a negative example is wrong
        outcome = model.learn_one(dict(enumerate((v if y else -v).tolist())), y)
        if outcome.mistake and note is not None:
            note(v)
    return model


def against_a_disjunction(rng, model, target, n, threshold):
    """A boolean example that the model gets wrong and the disjunction of the target labels: x, y; or None.

    Positive: the lightest literal and as much else as stays below the threshold. Negative: just enough to reach it.
    """
    others = [i for i in range(n) if i not in target]
    rng.shuffle(others)
    y = bool(target and rng.random() < 0.5)
    x = {min(target, key=model.weight): 1.0} if y else {}
    total = sum(model.weight(i) for i in x)
    for i in others:
        if not y and total >= threshold:
            break
        if not y or total + model.weight(i) < threshold:
            x[i] = 1.0
            total += model.weight(i)
    return (x, y) if (total >= threshold) != y else None


class Noise:
    """By how much the mistakes miss a separation (E9, C3), and their average margin."""

    def __init__(self, u, separation):
        self.u, self.separation = u, separation
        self.missed, self.margins = [], []

    def __call__(self, v):
        margin = float(self.u @ v)
        self.margins.append(margin)
        self.missed.append(max(0.0, self.separation - margin))

    @property
    def total(self):
        return sum(self.missed)

    @property
    def length(self):
        return size(self.missed, 2) if self.missed else 0.0

    @property
    def average_margin(self):
        return sum(self.margins) / len(self.margins)
