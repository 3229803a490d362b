"""Thresher's learners, each as one gets it by default, and AROW in several settings.

The time in memory is that of learn_many; the time from a file that of a whole process of the command line on the same
text that VW reads. Where probabilities are stated, a second pass, one example at a time, asks for them.
"""

import inspect
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import thresher as th
from thresher.data.features import UnitLength
from thresher.errors import ThresherError
from thresher.learners import LEARNERS
from thresher.learners.naming import spell

from .contestant import Answer, Contestant, Meter, Refused
from .examples import Examples
from .vw import run_command, write_text

COMMAND = [sys.executable, "-c", "from thresher.cli import start; start()", "learn", "--quiet", "--json", "--learner"]
SAME = ("QuasiAdditive",)  # is the Perceptron unless told otherwise


class Batch:
    """A learner of ours. make: from the number of columns. command: its name on the command line."""

    def __init__(self, make: Callable[[int], Any], command: str | None = None) -> None:
        self.make = make
        self.command = command

    def __call__(self, examples: Examples, limit: float) -> Answer:
        X, labels = examples.matrix(), examples.y.astype(bool) if examples.binary else examples.y
        try:
            with Meter(limit) as meter:
                said = np.asarray(self.make(examples.columns).learn_many(X, labels))
        except ThresherError as error:
            raise Refused(str(error)) from None
        answer = Answer(_classes(said), None, None, meter.seconds, None, meter.memory_mb)
        answer.probabilities = _stated(self.make(examples.columns), examples, limit)
        if examples.binary:
            answer.file_seconds = self._from_file(examples, limit)
        return answer

    def _from_file(self, examples: Examples, limit: float) -> float | None:
        if self.command is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder, "examples.vw")
            write_text(examples, text)
            try:
                return run_command([*COMMAND, self.command, str(text)], limit)[0]
            except RuntimeError:  # the command line does not know it, or refuses the values
                return None


def _classes(said: np.ndarray) -> np.ndarray:
    """Answers as classes; none is class -1, which is always wrong."""
    if said.dtype.kind != "O":
        return said.astype(np.int32)
    return np.array([-1 if answer is None else int(answer) for answer in said], dtype=np.int32)


def _stated(model: Any, examples: Examples, limit: float) -> np.ndarray | None:
    """The probability of class 1, or of each of many, before each label was seen, where the learner states any."""
    try:
        model.predict_proba_one({})
    except (AttributeError, ThresherError):
        return None
    stated = np.zeros((len(examples), examples.classes))
    rows, labels = examples.dicts(), (examples.y.astype(bool) if examples.binary else examples.y).tolist()
    with Meter(limit) as meter:
        for at in meter.rows(len(examples)):
            told = model.predict_proba_one(rows[at])
            stated[at] = [told.get(label, 0.0) for label in range(examples.classes)]
            model.learn_one(rows[at], labels[at])
    return stated[:, 1] if examples.binary else stated


def _sized(kind: type) -> bool:
    """Whether it is made for a number of attributes."""
    wanted = inspect.signature(kind.__init__).parameters.get("n")
    return wanted is not None and kind.__name__ in ("Winnow", "WinnowR", "Swin")


def _named(kind: type) -> Contestant:
    name, sized = spell(kind), _sized(kind)
    play = Batch(lambda columns: kind(n=columns) if sized else kind(), None if sized else name)
    return Contestant(name, "thresher", f"{kind.__name__}({'n=columns' if sized else ''})", play, ours=True)


def _late_comer(name: str, settings: str, kind: str, make: Callable[[Any], Any], **options: Any) -> Contestant:
    """A learner that this Thresher may not have yet."""

    def unfit(examples: Examples) -> str:
        return "" if hasattr(th, kind) else f"this Thresher has no {kind}"

    play = Batch(lambda columns: make(getattr(th, kind)), name if name == "auto" else None)
    return Contestant(name, "thresher", settings, play, ours=True, unfit=unfit, **options)


def _arow(r: float, unit: bool) -> Contestant:
    transform = {"transform": UnitLength()} if unit else {}
    play = Batch(lambda columns: th.Arow(r=r, bias=True, **transform))
    words = f"AROW r={r:g}, bias{', unit length' if unit else ''} (Thresher's engine)"
    return Contestant(f"arow-r{r:g}{'-unit' if unit else ''}", "arow-grid", words, play, tuned=True)


AUTO = "auto"
OURS = [
    _late_comer(AUTO, "Auto()", "Auto", lambda kind: kind(), many=True),
    *(_named(kind) for name, kind in sorted(LEARNERS.items()) if name not in (*SAME, "Auto", "Multiclass")),
    _late_comer("multiclass", "Multiclass()", "Multiclass", lambda kind: kind(), binary=False, many=True),
    _late_comer(
        "multiclass-constraint",
        "Multiclass(Perceptron(bias=True), scheme='constraint')",
        "Multiclass",
        lambda kind: kind(th.Perceptron(bias=True), scheme="constraint"),
        binary=False,
        many=True,
    ),
]
AROW = [_arow(r, unit) for r in (0.1, 1.0, 10.0) for unit in (False, True)]
