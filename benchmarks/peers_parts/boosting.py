"""LightGBM's boosted trees, which do not learn on-line: retrained on everything before, every 2,000 rows."""

import warnings

import numpy as np

from .contestant import Answer, Contestant, Meter, stated_answer
from .examples import Examples

EVERY = 2000


class Retrained:
    """Predicts so many rows with what was trained on all before them; the first ones by the shares of labels so far."""

    def __init__(self, every: int = EVERY) -> None:
        self.every = every

    def __call__(self, examples: Examples, limit: float) -> Answer:
        from lightgbm import LGBMClassifier

        X, y = examples.matrix(), examples.y
        stated = np.zeros((len(examples), examples.classes))
        stated[: self.every] = _shares_before(y[: self.every], examples.classes)
        with Meter(limit) as meter, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about names of columns
            for first in range(self.every, len(examples), self.every):
                meter.check(first, len(examples))
                block = slice(first, first + self.every)
                known = np.unique(y[:first])
                if len(known) < 2:
                    stated[block, known[0]] = 1.0
                    continue
                model = LGBMClassifier(n_jobs=1, verbose=-1, random_state=1).fit(X[:first], y[:first])
                stated[block, model.classes_] = model.predict_proba(X[block])
        return stated_answer(stated, seconds=meter.seconds, memory_mb=meter.memory_mb)


def _shares_before(y: np.ndarray, classes: int) -> np.ndarray:
    counts = np.zeros((len(y), classes))
    counts[np.arange(len(y)), y] = 1
    return np.cumsum(counts, axis=0) - counts


BOOSTING = [
    Contestant(
        f"lightgbm-{EVERY}", "lightgbm", f"LGBMClassifier(), retrained every {EVERY:,} rows", Retrained(), many=True
    )
]
