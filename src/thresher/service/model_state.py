"""What there is of a model, and what its parts share: its place in the log, its learners, what waits.

`asked_model` has the questions, `told_model` the labels, `model` the rest and what events of the log become.
"""

from typing import Any

from ..errors import InputError
from .config import ModelConfig
from .contestants import Contestant, Contestants
from .events import Event, encode
from .histograms import DELAYS, Histogram
from .in_settings import sentence
from .refusals import Refused
from .wording import waiting


class ModelState:
    """A model, its learners and the questions that wait.

    Parameters
    ----------
    number : int
        In the log.
    name : str
        In requests.
    config : ModelConfig
        How it is made.
    """

    def __init__(self, number: int, name: str, config: ModelConfig) -> None:
        self.number = number
        self.name = name
        self.config = config
        self.seq = 0
        self.learners = Contestants(Contestant("first", config, 1))
        self.waiting: dict[str, int] = {}  # tickets that wait for their label, and when they were asked; oldest first
        self.last_at = 0
        self.delays = Histogram(DELAYS)  # seconds from question to label

    @property
    def late(self) -> Any:
        """The learner that answers."""
        return self.learners.champion.late

    @property
    def knows_labels(self) -> bool:
        """Whether any label came, or was declared."""
        return self.learners.champion.knows_labels

    @property
    def learned_labels(self) -> bool:
        """Whether the learner has learned, or was told, any label; one that came may still wait."""
        return any(name is not None for name in self.late.learner.known_labels.came)

    @property
    def forgotten(self) -> bool:
        """Whether there were questions that memory does not know: long ago, or before this learner was there."""
        return self.learners.champion.since > 1 or self.late.forgotten > 0

    @property
    def room(self) -> int:
        """How many more questions may wait."""
        return int(self.late.room)

    def _event(self, kind: int, at: int, ticket: str, body: Any, said: Any) -> Event:
        self.seq += 1
        what, told = b"" if body is None else encode(body), b"" if said is None else encode(said)
        return Event(self.number, self.seq, kind, self._moment(at), ticket, what, told)

    def _moment(self, at: int) -> int:
        if at > self.last_at:  # a clock that was set back does not change the order
            self.last_at = at
        return self.last_at


def refused(model: ModelState, error: InputError) -> Refused:
    """A question that can't be asked: because too many wait, or because of what it is."""
    if model.room <= 0:
        return Refused(
            429,
            f"{waiting(model.late.pending, 'question')} for a label of {model.name!r}; no more may.",
            retry_after=60,
        )
    return Refused(422, sentence(error))
