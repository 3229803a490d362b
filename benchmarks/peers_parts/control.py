"""The control: our masters over seven learners of other libraries.

If they do as well as Thresher's own, the merit is the master's and not its experts'. Experts learn every example
whatever the master says, so what they said in their own runs is what they would have said here.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from thresher.protocols import Outcome

from .contestant import Answer, Contestant, Meter, Refused
from .examples import Examples

SEVEN = ("vw-logistic", "vw-hinge", "vw-coin", "vw-squared", "vw-ftrl", "sklearn-log", "sklearn-pa1")
SHARE = 0.001
MASTERS: dict[str, tuple[str, dict[str, Any]]] = {
    "control-share": ("FixedShare", {"share": SHARE}),
    "control-absolute": ("AbsoluteLoss", {"share": SHARE}),
    "control-mixing": ("LogisticMixing", {}),
}


class Recorded:
    """A learner that says again what it said in its own run, row after row; as a master takes one."""

    examples = mistakes = updates = 0

    def __init__(self, sure: Sequence[float]) -> None:
        self._sure = sure

    def predict_one(self, x: object) -> bool:
        return self._sure[self.examples] > 0.5

    def predict_proba_one(self, x: object) -> dict[bool, float]:
        probability = self._sure[self.examples]
        return {False: 1.0 - probability, True: probability}

    def learn_one(self, x: object, y: bool, weight: float = 1.0) -> Outcome:
        said = self.predict_one(x)
        self.examples += 1
        self.updates += 1
        self.mistakes += said != y
        return Outcome(said, y, said != y, True)


def how_sure(scores: np.ndarray) -> np.ndarray:
    """From scores of any size to [0, 1]: (1 + tanh(score / mean size of the scores so far, this one included)) / 2."""
    sizes = np.cumsum(np.abs(scores)) / np.arange(1, len(scores) + 1)
    return (1.0 + np.tanh(np.divide(scores, sizes, out=np.zeros(len(scores)), where=sizes > 0))) / 2.0


def play_control(
    name: str, scores: Sequence[np.ndarray], probabilities: Sequence[bool], examples: Examples, limit: float
) -> Answer:
    """The master over recorded scores, one array for each expert. probabilities: whether they are log odds."""
    try:
        from thresher import experts
    except ImportError:
        raise Refused("this Thresher has no masters") from None
    kind, options = MASTERS[name]
    sure = [
        0.5 + 0.5 * np.tanh(own / 2) if odds else how_sure(own) for own, odds in zip(scores, probabilities, strict=True)
    ]
    master = getattr(experts, kind)({n: Recorded(s.tolist()) for n, s in zip(SEVEN, sure, strict=True)}, **options)
    said = np.zeros(len(examples), dtype=np.int32)
    labels = examples.y.astype(bool).tolist()
    with Meter(limit) as meter:
        for at in meter.rows(len(examples)):
            said[at] = master.learn_one({}, labels[at]).prediction
    return Answer(said, None, None, meter.seconds, None, meter.memory_mb)


def _needs_records(name: str) -> Callable[[Examples, float], Answer]:
    def play(examples: Examples, limit: float) -> Answer:
        raise Refused(f"{name} is played over the records of its experts")

    return play


CONTROL = [
    Contestant(name, "control", f"{kind} over {', '.join(SEVEN)}", _needs_records(name))
    for name, (kind, _) in MASTERS.items()
]
