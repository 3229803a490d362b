"""Whoever holds the partitions: this process, or workers elsewhere."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from .batches import Batch
from .logs import Lag


class Progress(NamedTuple):
    """How far a job is.

    Parameters
    ----------
    workers : int
        Who learns.
    waiting : int
        Batches that were sent and not answered.
    replays : int
        Batches that were sent once more because a worker was lost.
    examples, mistakes : int
        So far.
    lag : Lag or None
        What a log that goes on has and was not read yet; None of files, and where it can't be told.
    """

    workers: int
    waiting: int
    replays: int
    examples: int
    mistakes: int
    lag: Lag | None = None


class Team(ABC):
    """Holds all partitions, and learns batches in their order."""

    @abstractmethod
    def state(self) -> dict[int, tuple[int, Any]]:
        """Of each partition how many events it learned, and where the stream goes on behind them."""

    @abstractmethod
    def advance(self, events: int) -> None:
        """Takes so many events for learned: for logs, whose places are told by offsets alone."""

    @abstractmethod
    def send(
        self, batch: Batch, *, commit: bool, answered: bool = False, soon: bool = False
    ) -> Mapping[int, Any] | None:
        """Learns a batch, now or later, together with others unless it is to be soon; answers by partition where they
        are wanted.
        """

    def reads(self, sizes: Mapping[str, int]) -> bool:
        """Whether whoever learns reads files of such sizes itself, so that it is sent places in place of rows."""
        return False

    @abstractmethod
    def finish(self, *, commit: bool) -> None:
        """Returns when everything that was sent is learned, and kept where there are files."""

    @abstractmethod
    def go_back(self) -> None:
        """To be called when a row was refused: forgets what some partitions may have learned and others not."""

    @abstractmethod
    def predict(self, parts: Mapping[int, Any]) -> dict[int, Any]:
        """Answers, scores, probabilities and known examples by partition."""

    @abstractmethod
    def model(self, number: int, key: str) -> bytes | None:
        """The saved learner of a key of a partition; None where it never learned."""

    @abstractmethod
    def keys(self) -> list[str]:
        """All keys, in order."""

    @abstractmethod
    def digests(self) -> list[tuple[int, bytes]]:
        """Bucket and fingerprint of every bucket that has keys."""

    @abstractmethod
    def figures(self) -> dict[str, int]:
        """Keys, learners in memory, their bytes, examples and mistakes."""

    @abstractmethod
    def progress(self) -> Progress:
        """How far it is."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of everything. What was not committed is lost."""
