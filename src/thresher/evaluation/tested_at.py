"""What came of a test file at one moment of a run."""

from typing import Any, NamedTuple

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
    tally: Tally

    def to_plain(self) -> dict[str, Any]:
        """What JSON can hold."""
        error = self.tally.error if self.tally.answered else None
        return {"examples": self.examples, "mistakes": self.tally.mistakes, "error": error}
