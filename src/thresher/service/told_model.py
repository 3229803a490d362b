"""The labels of a model: each that is taken becomes an event, which was applied; any other changes nothing."""

from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..late import LabelStatus
from ..protocols import Label
from .answers import Fate, waiting_bytes
from .asked_model import AskedModel
from .bodies import Expired, Told
from .config import ModelConfig
from .events import Event, Kind, events_of
from .in_settings import sentence
from .refusals import Refused
from .written_labels import WrittenLabels

_TAKEN = {LabelStatus.WAITING: "waiting", LabelStatus.CORRECTED: "corrected"}
LABEL = int(Kind.LABEL)


class ToldModel(AskedModel):
    """The part of a model that is told."""

    def __init__(self, number: int, name: str, config: ModelConfig) -> None:
        super().__init__(number, name, config)
        self._written_labels = WrittenLabels()

    def label(self, ticket: str, label: Label, weight: float, at: int) -> tuple[Event | None, Fate]:
        """A label; without an event where it changed nothing."""
        try:
            status = self.learners.label(ticket, label, weight)
        except InputError as error:
            raise Refused(422, sentence(error)) from None
        if status not in _TAKEN:
            return None, Fate(ticket, str(status))
        asked_at = self.waiting.pop(ticket, None)
        fate = Fate(ticket, _TAKEN[status], self.seq + 1)
        event = self._event(LABEL, at, ticket, Told(label, weight), fate)
        if asked_at is not None:
            self.delays.add((event.at - asked_at) / 1e6)
        return event, fate

    def label_texts(self, tickets: list[str], texts: list[bytes], at: int) -> list[Event] | None:
        """Labels as they are written, all of them taken.

        None, and nothing done, where one is not written as the log would write it, or is not the first of a question
        that waits: then somebody else has to look at it.
        """
        labels = list(map(self._written_labels.label, texts))
        if self.learners.challengers or None in labels:
            return None
        if not self.learners.champion.label_each(tickets, labels):
            return None
        first, at, waiting = self.seq + 1, self._moment(at), self.waiting
        self.delays.add_each([(at - waiting.pop(ticket)) / 1e6 for ticket in tickets if ticket in waiting])
        self.seq += len(tickets)
        said = map(waiting_bytes, tickets, range(first, self.seq + 1))
        bodies = [b'{"label":%b}' % text for text in texts]
        return events_of(self.number, first, LABEL, at, tickets, bodies, said)

    def retract(self, ticket: str, at: int) -> tuple[Event | None, Fate]:
        """Takes a label back; without an event where nothing could be taken back."""
        status = self.learners.retract(ticket)
        if status is not LabelStatus.RETRACTED:
            return None, Fate(ticket, str(status))
        fate = Fate(ticket, str(status), self.seq + 1)
        event = self._event(Kind.RETRACT, at, ticket, None, fate)
        self.waiting[ticket] = event.at
        return event, fate

    def expire(self, tickets: Sequence[str], label: Label, at: int) -> Event | None:
        """Gives those up that wait, or learns a label in place of theirs."""
        found = [ticket for ticket in dict.fromkeys(tickets) if ticket in self.waiting]
        if not found:
            return None
        if label is not None:
            self.check_labels([label])
        self._expire(found, label)
        return self._event(Kind.EXPIRE, at, "", Expired(found, label), {"expired": len(found), "seq": self.seq + 1})

    def overdue(self, now: int) -> list[str]:
        """The tickets whose time is out."""
        if self.config.timeout is None:
            return []
        limit = now - int(self.config.timeout * 1e6)
        found = []
        for ticket, at in self.waiting.items():
            if at > limit:
                break
            found.append(ticket)
        return found

    def check_labels(self, labels: Iterable[Label]) -> None:
        """Refuses labels that the learner can't have, one after the other."""
        try:
            self.late.check_labels(labels)
        except InputError as error:
            raise Refused(422, sentence(error)) from None

    def _expire(self, tickets: Sequence[str], label: Label) -> None:
        self.learners.expire(tickets, label)
        for ticket in tickets:
            del self.waiting[ticket]
            for one in self.learners:
                one.tally.gone(ticket)
