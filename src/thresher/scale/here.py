"""The embedded default: all partitions in this process."""

from collections.abc import Callable, Mapping
from typing import Any

from .batches import Batch
from .partitions import Partitions, Reply
from .team import Progress, Team


class Here(Team):
    """All partitions in this process.

    Parameters
    ----------
    make : callable
        make(numbers) opens partitions.
    partitions : int
        How many there are.
    """

    def __init__(self, make: Callable[[list[int]], Partitions], partitions: int) -> None:
        self._partitions, self._count = make(list(range(partitions))), partitions
        self._last: Reply | None = None

    def state(self) -> dict[int, tuple[int, Any]]:
        """Of each partition how many events it learned, and where the stream goes on."""
        return self._partitions.state()

    def advance(self, events: int) -> None:
        """Takes so many events for learned."""
        self._partitions.advance(events)

    def send(
        self, batch: Batch, *, commit: bool, answered: bool = False, soon: bool = True
    ) -> Mapping[int, Any] | None:
        """Learns a batch now; answers by partition where they are wanted."""
        share = batch.share(range(self._count))
        reply = self._partitions.learn(batch.first, batch.last, share, batch.where, commit=commit, answered=answered)
        if reply.kind != "ok":
            raise AssertionError(f"events before {batch.first} are missing")  # all partitions are asked where to begin
        self._last = reply
        return reply.answers

    def finish(self, *, commit: bool) -> None:
        """Everything was learned; it is kept."""
        if commit:
            self._partitions.commit()

    def go_back(self) -> None:
        """Rows are looked at before they are learned here: there is nothing to forget."""

    def predict(self, parts: Mapping[int, Any]) -> dict[int, Any]:
        """Answers by partition."""
        return self._partitions.predict(parts)

    def model(self, number: int, key: str) -> bytes | None:
        """The saved learner of a key."""
        return self._partitions.model(number, key)

    def keys(self) -> list[str]:
        """All keys."""
        return self._partitions.keys()

    def digests(self) -> list[tuple[int, bytes]]:
        """Of every bucket."""
        return self._partitions.digests()

    def figures(self) -> dict[str, int]:
        """What there is."""
        return self._partitions.figures()

    def progress(self) -> Progress:
        """How far it is."""
        last = self._last
        return Progress(1, 0, 0, last.examples if last else 0, last.mistakes if last else 0)

    def close(self) -> None:
        """Lets go of the files."""
        self._partitions.close()
