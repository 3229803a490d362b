"""What takes part: a name, a library, settings, and a way to play; what it leaves behind; what it is measured with."""

import contextlib
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from .examples import Examples

PATIENCE = 10.0  # seconds of the clock for each second of the processor: the machine may have other work


class OutOfTime(Exception):
    """It did not finish; so many rows were done."""


class Refused(Exception):
    """It does not take this set."""


@dataclass
class Answer:
    """What was said before each label was seen.

    said: classes.   scores: how sure, positive for class 1.   probabilities: of class 1; of many classes a column for
    each.   seconds: of learning in memory.   file_seconds: of a whole process, from a text file to the end.
    memory_mb: growth of the peak.
    Seconds are those of a processor: other work on the machine does not count.
    """

    said: np.ndarray
    scores: np.ndarray | None = None
    probabilities: np.ndarray | None = None
    seconds: float | None = None
    file_seconds: float | None = None
    memory_mb: float | None = None


def stated_answer(stated: np.ndarray, **measured: float) -> Answer:
    """Of one who states probabilities, a column for each class: the most probable class, of equal ones the first."""
    total = stated.sum(axis=1, keepdims=True)
    told = np.where(total > 0, stated / np.where(total > 0, total, 1.0), 1.0 / stated.shape[1])
    said = told.argmax(axis=1).astype(np.int32)
    if stated.shape[1] > 2:
        return Answer(said, None, told, **measured)
    return Answer(said, told[:, 1] - 0.5, told[:, 1], **measured)


@dataclass(frozen=True)
class Contestant:
    """One learner in one setting.

    family: the library it is run with.   ours: Thresher's own.   tuned: not the setting one gets by default.
    settings: in words that its users know.   unfit: why a set is not for it; "" if it is.   slow: played on small sets
    only.
    """

    name: str
    family: str
    settings: str
    play: Callable[[Examples, float], Answer]
    ours: bool = False
    tuned: bool = False
    binary: bool = True
    many: bool = False
    slow: bool = False
    unfit: Callable[[Examples], str] = lambda examples: ""

    def takes(self, classes: int) -> bool:
        """Whether it can tell so many classes apart."""
        return self.binary if classes == 2 else self.many


class Meter:
    """Measures the block it is opened around: seconds of the processor, and by how much the peak of memory grew."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.seconds = self.memory_mb = 0.0

    def __enter__(self) -> Self:
        self._peak = begin_peak()
        self._began = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.process_time() - self._began
        self.memory_mb = max(0.0, peak_mb() - self._peak)

    def rows(self, count: int) -> Iterator[int]:
        """0, 1, ... as long as there is time."""
        for row in range(count):
            if row % 64 == 0:
                self.check(row, count)
            yield row

    def check(self, row: int, count: int) -> None:
        """Stops the run where its time is up."""
        if time.process_time() - self._began > self.limit:
            raise OutOfTime(f"{row} of {count} rows in {self.limit:g} s")


def begin_peak() -> float:
    """Forgets the peak of memory so far, where the system lets us; what it is now, in MB."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return peak_mb()


def peak_mb() -> float:
    """The peak of this process's memory."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def logistic(scores: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-s)), without overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * scores))
