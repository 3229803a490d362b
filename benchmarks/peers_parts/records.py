"""What a run left behind: one JSON line each, and beside it which rows were wrong, a bit a row."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from .contestant import Answer
from .examples import Examples

DONE, UNFINISHED, REFUSED, FAILED = "done", "not finished", "refused", "failed"
LEAST = 1e-6  # probabilities are kept this far from 0 and 1, or one mistake could cost without end


@dataclass(frozen=True)
class Record:
    """One contestant on one order of one set.

    digest: of the examples.   version: of the library.   order: 0 is the file's own, others are seeds of permutations.
    limit: the seconds it was given.   reason: why it is not done.
    """

    set: str
    digest: str
    order: int
    contestant: str
    version: str
    limit: float
    status: str = DONE
    reason: str = ""
    rows: int = 0
    error: float | None = None
    log_loss: float | None = None
    average_precision: float | None = None
    seconds: float | None = None
    file_seconds: float | None = None
    memory_mb: float | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """Two records of one key are of the same run."""
        return self.set, self.digest, self.order, self.contestant, self.version

    @property
    def stem(self) -> str:
        """The name of its arrays."""
        return f"{self.set}-{self.digest}-{self.order}-{self.contestant}"


class Store:
    """The folder of results: `runs.jsonl`, and a file of arrays for each run that was finished."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.arrays = folder / "arrays"
        self.arrays.mkdir(parents=True, exist_ok=True)
        self._log = folder / "runs.jsonl"
        self.records: dict[tuple[Any, ...], Record] = {}
        for record in _read(self._log):
            self.records[record.key] = record

    def __contains__(self, wanted: Record) -> bool:
        """Whether that run need not be made again: what failed is, and what did not finish if it gets more time."""
        known = self.records.get(wanted.key)
        if known is None or known.status == FAILED:
            return False
        return known.status != UNFINISHED or known.limit >= wanted.limit

    def add(self, record: Record) -> None:
        """Takes a record in, on disk at once."""
        self.records[record.key] = record
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(record)) + "\n")

    def current(self, versions: Mapping[str, str], digests: Mapping[str, str]) -> list[Record]:
        """The records of these versions (by contestant) and these examples (by set)."""
        return [
            record
            for record in self.records.values()
            if versions.get(record.contestant) == record.version and digests.get(record.set) == record.digest
        ]

    def errors(self, record: Record) -> np.ndarray:
        """Which rows were wrong, in the order they were played."""
        with np.load(self.arrays / f"{record.stem}.npz") as kept:
            return np.unpackbits(kept["wrong"], count=record.rows).astype(bool)

    def scores(self, record: Record) -> np.ndarray | None:
        """How sure it was, if it said so."""
        with np.load(self.arrays / f"{record.stem}.npz") as kept:
            return np.asarray(kept["scores"], dtype=np.float64) if "scores" in kept else None

    def keep(self, record: Record, examples: Examples, answer: Answer) -> None:
        """Writes the arrays of a run."""
        arrays = {"wrong": np.packbits(answer.said != examples.y)}
        if answer.scores is not None:
            arrays["scores"] = answer.scores.astype(np.float32)
        np.savez_compressed(self.arrays / f"{record.stem}.npz", **arrays)


@dataclass(frozen=True)
class Measured:
    """The numbers of a run, from its answer."""

    error: float
    log_loss: float | None
    average_precision: float | None

    @classmethod
    def of(cls, examples: Examples, answer: Answer) -> Self:
        wrong = float(np.mean(answer.said != examples.y))
        return cls(wrong, _log_loss(examples, answer.probabilities), _average_precision(examples, answer))


def _log_loss(examples: Examples, stated: np.ndarray | None) -> float | None:
    if stated is None:
        return None
    rows = np.arange(len(examples))
    told = np.where(examples.y == 1, stated, 1 - stated) if examples.binary else stated[rows, examples.y]
    return float(-np.mean(np.log(np.clip(told, LEAST, 1 - LEAST))))


def _average_precision(examples: Examples, answer: Answer) -> float | None:
    """Of class 1 of two, by how sure its scores or probabilities are."""
    order = answer.scores if answer.scores is not None else answer.probabilities
    if order is None or not examples.binary or not examples.y.any():
        return None
    down = np.argsort(-order, kind="stable")
    hits = np.cumsum(examples.y[down] == 1)
    ends = np.append(np.flatnonzero(np.diff(order[down])), len(order) - 1)  # equal scores are one threshold
    gained = np.diff(hits[ends], prepend=0)
    return float(np.sum(gained * hits[ends] / (ends + 1)) / hits[-1])


def _read(path: Path) -> Iterable[Record]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield Record(**json.loads(line))
        except (json.JSONDecodeError, TypeError):
            continue  # a line that an interruption cut off, or of an older script: that run is made again
