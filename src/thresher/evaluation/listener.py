"""Who is told what was said of each example, while the loop goes over a stream."""

from typing import TYPE_CHECKING, Any, Protocol

from ..streams import Block, Trouble

if TYPE_CHECKING:
    from ..learners import BlockAnswers


class Listener(Protocol):
    """Told the answer to every example in the order of the stream, each as it was before its label was learned."""

    scored: bool  # wants scores and probabilities too

    def begin(self, source: str) -> None:
        """What follows is of this file."""

    def hear(self, learner: Any, block: Block, first: int, answers: "BlockAnswers") -> None:
        """What was said of rows of a block from `first` on."""

    def ask(self, learner: Any, block: Block, row: int) -> Any:
        """What the learner says of one row now; for `say`, once it is sure that the row can be learned from."""

    def say(self, block: Block, row: int, asked: Any) -> None:
        """What `ask` found is the answer to this row."""

    def refuse(self, trouble: Trouble) -> None:
        """A line that is no example, where such a line is answered too."""

    def flush(self) -> None:
        """Nothing more is known until more is read: whoever waits for answers must have them all."""


class Nobody:
    """Nobody listens."""

    scored = False

    def begin(self, source: str) -> None:
        """Hears nothing."""

    def hear(self, learner: Any, block: Block, first: int, answers: "BlockAnswers") -> None:
        """Hears nothing."""

    def ask(self, learner: Any, block: Block, row: int) -> Any:
        """Asks nothing."""

    def say(self, block: Block, row: int, asked: Any) -> None:
        """Says nothing."""

    def refuse(self, trouble: Trouble) -> None:
        """Refuses nothing."""

    def flush(self) -> None:
        """Nobody waits."""


NOBODY = Nobody()
