"""The best sequence of experts in hindsight, kept while the run goes on: what masters that share are compared with."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple


class Best(NamedTuple):
    """A sequence of experts: how often it changes, how many experts are in it, and what it lost."""

    switches: int
    pool: int
    loss: float

    def __str__(self) -> str:
        if not self.switches:
            return "the best expert"
        changes = "1 switch" if self.switches == 1 else f"{self.switches} switches"
        return f"the best sequence of experts with {changes}"


class Sequences:
    """For each number of switches up to `most` and each expert: the least loss of a sequence that ends with it.

    experts: how many.   most: switches. Takes time and memory in proportion to their product, whatever the run.
    """

    def __init__(self, experts: int, most: int) -> None:
        self.least = [[0.0] * experts, *([inf] * experts for _ in range(most))]
        self._used = [[1 << i for i in range(experts)], *([0] * experts for _ in range(most))]  # sets, as bits
        self._begun = False

    def add(self, losses: Sequence[float]) -> None:
        """One trial: what each expert lost."""
        places = range(len(losses))
        if self._begun:
            for s in range(len(self.least) - 1, 0, -1):
                before, used = self.least[s - 1], self._used[s - 1]
                first = min(places, key=before.__getitem__)
                second = min((i for i in places if i != first), key=before.__getitem__, default=first)
                for i in places:
                    origin = second if i == first else first
                    if origin != i and before[origin] < self.least[s][i]:
                        self.least[s][i] = before[origin]
                        self._used[s][i] = used[origin] | 1 << i
        self._begun = True
        self.least = [[total + loss for total, loss in zip(row, losses, strict=True)] for row in self.least]

    def best(self) -> list[Best]:
        """The best sequence with each number of switches for which there is one."""
        found = []
        for switches, row in enumerate(self.least):
            end = min(range(len(row)), key=row.__getitem__)
            if row[end] < inf:
                found.append(Best(switches, self._used[switches][end].bit_count(), row[end]))
        return found

    def state(self) -> dict[str, list[Any]]:
        """For a file: the sets in bytes."""
        count = len(self.least[0])
        return {
            "sequence_losses": [-1.0 if loss == inf else loss for row in self.least for loss in row],
            "sequence_sets": [byte for row in self._used for used in row for byte in used.to_bytes(count // 8 + 1)],
        }

    def resume(self, state: Any, begun: bool) -> None:
        """From a file."""
        count, rows = len(self.least[0]), range(len(self.least))
        losses = [inf if loss == -1 else float(loss) for loss in state["sequence_losses"]]
        size = count // 8 + 1
        text = bytes(int(byte) for byte in state["sequence_sets"])
        sets = [int.from_bytes(text[at : at + size]) for at in range(0, len(text), size)]
        if len(losses) != count * len(rows) or len(sets) != len(losses):
            raise ValueError("the sequences of experts are damaged")
        if not all(loss >= 0 for loss in losses) or max(losses[:count]) == inf:
            raise ValueError("a sequence of experts has lost less than nothing, or more than there is")
        if any(used >> count for used in sets):
            raise ValueError("a sequence uses experts that are not there")
        self.least = [losses[s * count : (s + 1) * count] for s in rows]
        self._used = [sets[s * count : (s + 1) * count] for s in rows]
        self._begun = begun
