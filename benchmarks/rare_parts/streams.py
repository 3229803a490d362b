"""Streams with few positives: made, and thinned out of real sets. All are matrices in the order of the stream."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from scipy.special import expit

CATEGORIES = (12, 40, 5, 8)
NUMBERS = 5
MOST_VALUES = 25_000_000  # of a thinned set: longer rows mean fewer of them
FILES = {
    "a9a": ("a9a/a9a", "a9a/a9a.t"),
    "agaricus": ("agaricus/agaricus.txt.train", "agaricus/agaricus.txt.test"),
    "sms_spam": ("sms_spam/sms_spam.libsvm",),
    "their_there": ("confusion/their_there.gutenberg.libsvm",),
    "spamassassin": ("spamassassin/spamassassin.libsvm",),
    "farm_ads": ("farm_ads/farm_ads.libsvm",),
}


@dataclass(frozen=True)
class RareStream:
    """name: of the stream. X, y: its rows and labels. dense: the columns that are numbers, the others are 0 or 1."""

    name: str
    X: sp.csr_matrix
    y: np.ndarray
    dense: int = 0

    def from_row(self, first: int) -> "RareStream":
        """Without the rows before."""
        return RareStream(self.name, self.X[first:], self.y[first:], self.dense)


def payments(
    rows: int, share: float, seed: int, turns: Iterable[int] = (), *, turned_round: bool = False
) -> RareStream:
    """Five numbers on very different scales, four categories, a curve and a product among what matters.

    At each turn the weights are drawn anew, or are those of before with the other sign.
    """
    rng = np.random.default_rng(seed)
    amount, hour = rng.lognormal(3.5, 1.2, rows), rng.uniform(0, 24, rows)
    days, before, other = rng.gamma(2, 200, rows), rng.poisson(1.5, rows).astype(float), rng.normal(0, 1, rows)
    numbers = np.column_stack([amount, hour, days, before, other])
    z = np.column_stack(
        [
            (np.log(amount) - 3.5) / 1.2,
            1.4 * np.sin(hour / 12 * np.pi),
            (days - 400) / 283,
            (before - 1.5) / 1.22,
            other,
        ]
    )
    chosen = [(rng.random(rows) ** 1.7 * size).astype(int) for size in CATEGORIES]
    scores, weights = np.zeros(rows), None
    for part in stretches(rows, turns):
        if weights is None or not turned_round:
            weights = [rng.normal(0, 0.5, NUMBERS + 1), *(rng.normal(0, 0.6, size) for size in CATEGORIES)]
        else:
            weights = [-w for w in weights]
        curve = np.column_stack([z[part], z[part, 0] * z[part, 3]]) @ weights[0]
        linear = sum(w[column[part]] for w, column in zip(weights[1:], chosen, strict=True))
        scores[part] = with_share(1.2 * (curve + linear), share)
    starts = np.cumsum([NUMBERS, *CATEGORIES])
    columns = np.column_stack([column + start for column, start in zip(chosen, starts, strict=False)])
    ones = sp.csr_matrix(
        (np.ones(columns.size), columns.ravel() - NUMBERS, np.arange(0, columns.size + 1, len(CATEGORIES))),
        shape=(rows, sum(CATEGORIES)),
    )
    X = sp.csr_matrix(sp.hstack([sp.csr_matrix(numbers), ones]))
    return RareStream("payments", X, rng.random(rows) < expit(scores), NUMBERS)


def words(rows: int, share: float, seed: int, turns: Iterable[int] = (), *, vocabulary: int = 2000) -> RareStream:
    """About thirty words a row, some much more common than others; a tenth of them say something."""
    rng = np.random.default_rng(seed)
    columns = np.sort((rng.random((rows, 30)) ** 3 * vocabulary).astype(np.int32), axis=1)
    X = sp.csr_matrix(
        (np.ones(columns.size), columns.ravel(), np.arange(0, columns.size + 1, 30)), shape=(rows, vocabulary)
    )
    X.sum_duplicates()
    X.data[:] = 1.0
    scores = np.zeros(rows)
    for part in stretches(rows, turns):
        weights = rng.normal(0, 1.5, vocabulary) * (rng.random(vocabulary) < 0.1)
        scores[part] = with_share(X[part] @ weights, share)
    return RareStream("words", X, rng.random(rows) < expit(scores))


def numbers(rows: int, share: float, seed: int, turns: Iterable[int] = ()) -> RareStream:
    """Fifteen normal numbers; positives are shifted by three deviations in one direction: a line is all there is."""
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < share
    X = rng.normal(size=(rows, 15))
    for part in stretches(rows, turns):
        shift = rng.normal(size=15)
        X[part] += np.where(y[part, None], 3 * shift / np.linalg.norm(shift), 0.0)
    return RareStream("numbers", sp.csr_matrix(X), y, 15)


MADE = {"payments": payments, "words": words, "numbers": numbers}


def thinned(name: str, folder: Path, rows: int, share: float, seed: int) -> RareStream:
    """Rows of a real set, drawn again and again, positives so seldom; long rows fewer of them."""
    from sklearn.datasets import load_svmlight_files

    parts = load_svmlight_files([str(folder / path) for path in FILES[name]])
    X = sp.csr_matrix(sp.vstack(parts[0::2]))
    positive = np.concatenate(parts[1::2]) > 0
    rng = np.random.default_rng(seed)
    rows = min(rows, int(MOST_VALUES / (X.nnz / X.shape[0])))
    y = rng.random(rows) < share
    drawn = np.where(y, rng.choice(np.flatnonzero(positive), rows), rng.choice(np.flatnonzero(~positive), rows))
    return RareStream(f"{name}, thinned", X[drawn], y)


def stretches(rows: int, turns: Iterable[int]) -> list[slice]:
    """The rows between turns."""
    ends = [0, *turns, rows]
    return [slice(first, last) for first, last in pairwise(ends)]


def with_share(scores: np.ndarray, share: float) -> np.ndarray:
    """The scores moved so that the mean of their probabilities is the share."""
    low, high = -60.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if expit(scores + middle).mean() > share else (middle, high)
    return scores + low
