"""How the error on a test file falls while a learner learns: the file is predicted again every so many examples."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .contestant import Contestant
    from .tally import Tally


class TestedAt(NamedTuple):
    """The test file at one moment.

    Attributes
    ----------
    examples : int
        How many had been read.
    tally : Tally
        What came of the test file then.
    """

    examples: int
    tally: "Tally"

    def to_plain(self) -> dict[str, Any]:
        """What JSON can hold."""
        error = self.tally.error if self.tally.answered else None
        return {"examples": self.examples, "mistakes": self.tally.mistakes, "error": error}


class CurveOnTest:
    """A milestone that predicts the test file with each learner, and remembers what came of it."""

    def __init__(self, every: int, contestants: "Sequence[Contestant]", judge: "Callable[[Contestant], Tally]") -> None:
        self.next = self._every = every
        self._judge = judge
        self._points: dict[int, list[TestedAt]] = {id(contestant): [] for contestant in contestants}

    def reach(self, loop: Any) -> None:
        """So many have been read."""
        self.next = (loop.examples // self._every + 1) * self._every
        for contestant in loop.contestants:
            self._points[id(contestant)].append(TestedAt(loop.examples, self._judge(contestant)))

    def of(self, contestant: "Contestant") -> list[TestedAt]:
        """What is known of one of them.

        Parameters
        ----------
        contestant : Contestant
            One of the loop's.
        """
        return self._points[id(contestant)]
