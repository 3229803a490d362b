"""One model of the service: what its events make of it, and the events that requests become.

Every request that is taken becomes one event; `apply` makes the same of an event that is read from the log. So a model
that is recovered is the one that was served, and what was said is compared with what would be said.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat, takewhile
from typing import Any

import msgspec

from ..errors import InputError, ThresherError
from ..late import LabelStatus, Question
from ..late.in_one_go import ToldLabels
from ..protocols import Label
from .answers import Fate, answer_bytes, prediction_plain, waiting_bytes
from .bodies import Challenge, Expired, Told, read_told
from .config import ModelConfig
from .contestants import CHAMPION, Contestant, Contestants
from .events import ASK, Event, Kind, encode, events_of
from .histograms import DELAYS, Histogram
from .refusals import Refused
from .written_labels import WrittenLabels

_TAKEN = {LabelStatus.WAITING: "waiting", LabelStatus.CORRECTED: "corrected"}
_LABEL = int(Kind.LABEL)
_decode = msgspec.json.decode
OWN = "~"  # tickets that the service gives begin with it, and no new id of a client's does: they never meet


class DiffersError(ThresherError):
    """A replay said something else than was said when it happened."""


class ServedModel:
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
        self._written_labels = WrittenLabels()

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

    # What requests become. Each gives an event that was applied, or refuses and changes nothing.

    def ask(self, x: Any, ticket: str | None, at: int) -> Event:
        """A question. The ticket must be new: see `knows`."""
        ticket = f"{OWN}{self.seq + 1}" if ticket is None else ticket
        try:
            question = self.learners.ask(x, ticket)
        except InputError as error:
            raise _refused(self, error) from None
        return self._asked(encode(x), ticket, question, at)

    def ask_texts(self, texts: list[bytes], tickets: Sequence[str | None], at: int) -> list[Event] | None:
        """The same about rows as they are written, all or none.

        None, and nothing done, where one is not written as the log would write it, or is refused: then somebody else
        has to read it.
        """
        if self.learners.challengers:
            return None
        first, champion = self.seq + 1, self.learners.champion
        named = [ticket or f"{OWN}{seq}" for seq, ticket in enumerate(tickets, first)]
        try:
            said = champion.ask_told(texts, named, first)
        except InputError:
            return None
        if said is None:
            return None
        at = self._moment(at)
        self.waiting.update(dict.fromkeys(named, at))
        self.seq += len(named)
        return events_of(self.number, first, ASK, at, named, texts, said)

    def ask_each(self, asked: Sequence[tuple[Any, str | None]], at: int) -> list[Event]:
        """Questions, all or none. Their tickets must be new, and none of them be there twice."""
        tickets = [f"{OWN}{seq}" if one[1] is None else one[1] for seq, one in enumerate(asked, self.seq + 1)]
        xs = [x for x, _ in asked]
        try:
            questions = self.learners.ask_each(xs, tickets)
        except InputError as error:
            raise _refused(self, error) from None
        given = zip(xs, tickets, questions, strict=True)
        return [self._asked(encode(x), ticket, question, at) for x, ticket, question in given]

    def _asked(self, body: bytes, ticket: str, question: Question, at: int) -> Event:
        seq, at = self.seq + 1, self._moment(at)
        self.waiting[ticket] = at
        champion = self.learners.champion
        for gone in question.gave_way:
            self.waiting.pop(str(gone), None)
        if len(self.waiting) > champion.late.pending:
            self._let_go()
        self.seq = seq
        wants = question.wants_label if champion.config.asks else msgspec.UNSET
        said = answer_bytes(ticket, question.label, question.probabilities, seq, wants_label=wants)
        return Event(self.number, seq, ASK, at, ticket, body, said)

    def label(self, ticket: str, label: Label, weight: float, at: int) -> tuple[Event | None, Fate]:
        """A label; without an event where it changed nothing."""
        try:
            status = self.learners.label(ticket, label, weight)
        except InputError as error:
            raise Refused(422, _sentence(error)) from None
        if status not in _TAKEN:
            return None, Fate(ticket, str(status))
        asked_at = self.waiting.pop(ticket, None)
        fate = Fate(ticket, _TAKEN[status], self.seq + 1)
        event = self._event(_LABEL, at, ticket, Told(label, weight), fate)
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
        return events_of(self.number, first, _LABEL, at, tickets, bodies, said)

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

    def challenge(self, name: str, config: ModelConfig, at: int) -> Event:
        """Another learner learns beside from now on."""
        if name == CHAMPION:
            raise Refused(422, f"{CHAMPION!r} is what the one that answers is called: name this one otherwise.")
        if name in self.learners.challengers:
            raise Refused(
                409, f"there is a challenger {name!r} already: withdraw it first, or name this one otherwise."
            )
        self.learners.challengers[name] = Contestant(name, config, self.seq + 1)
        return self._event(Kind.CHALLENGE, at, name, Challenge(name, config), None)

    def promote(self, name: str, at: int) -> Event:
        """A challenger answers from now on."""
        self._challenger(name)
        self._promote(name)
        return self._event(Kind.PROMOTE, at, name, None, None)

    def withdraw(self, name: str, at: int) -> Event:
        """A challenger leaves."""
        self._challenger(name)
        del self.learners.challengers[name]
        return self._event(Kind.WITHDRAW, at, name, None, None)

    def made(self, at: int) -> Event:
        """The first event of all."""
        return self._event(Kind.MADE, at, self.name, self.config, None)

    def gone(self, at: int) -> Event:
        """The last event of all."""
        return self._event(Kind.GONE, at, self.name, None, None)

    # What changes nothing.

    def predict(self, x: Any) -> dict[str, Any]:
        """What would be said now, with what was learned so far."""
        learner = self.late.keeper.next_learner
        try:
            example = self.late.row_reader.example(x)
            label = self.late.predict_one(example)
            stated = learner.predict_proba_one(example) if learner.traits.probabilities else None
        except InputError as error:
            raise _refused(self, error) from None
        known = self.learners.champion.has_answers(learner)
        return prediction_plain(label if known else None, stated if known else None, self.seq)

    def check(self, x: Any) -> None:
        """Refuses what `ask` would refuse."""
        try:
            self.late.check(x)
        except InputError as error:
            raise _refused(self, error) from None

    def check_labels(self, labels: Iterable[Label]) -> None:
        """Refuses labels that the learner can't have, one after the other."""
        try:
            self.late.check_labels(labels)
        except InputError as error:
            raise Refused(422, _sentence(error)) from None

    def knows(self, ticket: str) -> bool:
        """Whether memory knows that it was used; where `forgotten`, the log may know more."""
        return bool(self.late.knows(ticket))

    def is_new(self, ticket: str) -> bool:
        """Whether nobody can have used it, and a client may: memory goes back to the first event."""
        champion = self.learners.champion
        return champion.since <= 1 and champion.late.is_new(ticket) and not ticket.startswith(OWN)

    def are_new(self, tickets: Sequence[str]) -> bool:
        """The same of all of them."""
        champion = self.learners.champion
        own = any(map(str.startswith, tickets, repeat(OWN)))
        return champion.since <= 1 and champion.late.are_new(tickets) and not own

    @property
    def room(self) -> int:
        """How many more questions may wait."""
        return int(self.late.room)

    def digest(self) -> str:
        """A fingerprint of everything that was learned and that waits."""
        return self.learners.digest()

    # What events become.

    def apply(self, event: Event) -> None:
        """An event of the log happens again.

        Parameters
        ----------
        event : Event
            The next one.

        Raises
        ------
        DiffersError
            If something else is said than was said.
        """
        if event.model != self.number or event.seq != self.seq + 1:
            raise DiffersError(f"the model {self.name!r} is at event {self.seq}, and event {event.seq} was to follow.")
        try:
            again = self._again(event)
        except (Refused, KeyError, msgspec.MsgspecError) as error:
            raise DiffersError(f"event {event.seq} of {self.name!r} was taken and is refused now: {error}.") from None
        if again is None:
            raise DiffersError(f"event {event.seq} of {self.name!r} has no effect now.")
        if again.said != event.said:
            raise self.differs(event, again.said)

    def differs(self, event: Event, now: bytes) -> DiffersError:
        """Something else would be said now than was said."""
        said, would = event.said.decode(), now.decode()
        return DiffersError(f"event {event.seq} of {self.name!r}: {said} was said, and {would} would be said now.")

    def follow(self, asked: Sequence[Event], labels: ToldLabels) -> list[bytes] | None:
        """What is said now of questions of the log, with labels between them: see `note`.

        None, and nothing done, where one of them needs a look.
        """
        champion = self.learners.champion
        if self.learners.challengers:
            return None
        if not asked:
            are_plain = all(weight == 1.0 for weight in labels.weights)
            return [] if are_plain and champion.label_each(labels.tickets, labels.labels) else None
        texts, tickets = [event.body for event in asked], [event.id for event in asked]
        return champion.follow(texts, tickets, [event.seq for event in asked], labels)

    def note(self, event: Event) -> None:
        """A question or a label that the learners followed."""
        self.seq, at = event.seq, self._moment(event.at)
        if event.kind == ASK:
            self.waiting[event.id] = at
        elif event.id in self.waiting:
            self.delays.add((at - self.waiting.pop(event.id)) / 1e6)

    def _again(self, event: Event) -> Event | None:
        kind, at, ticket = event.kind, event.at, event.id
        if kind == ASK:
            asked = self.ask_texts([event.body], [ticket], at)
            return self.ask(_decode(event.body), ticket, at) if asked is None else asked[0]
        if kind == _LABEL:
            told = read_told(event.body)
            return self.label(ticket, told.label, told.weight, at)[0]
        if kind == Kind.EXPIRE:
            expired = _decode(event.body, type=Expired)
            return self.expire(expired.tickets, expired.label, at)
        if kind == Kind.RETRACT:
            return self.retract(ticket, at)[0]
        if kind == Kind.CHALLENGE:
            challenge = _decode(event.body, type=Challenge)
            return self.challenge(challenge.name, challenge.config, at)
        simple = {Kind.PROMOTE: self.promote, Kind.WITHDRAW: self.withdraw}
        if kind in simple:
            return simple[Kind(kind)](ticket, at)
        return self.made(at) if kind == Kind.MADE else self.gone(at)

    # Inside.

    def _event(self, kind: int, at: int, ticket: str, body: Any, said: Any) -> Event:
        self.seq += 1
        what, told = b"" if body is None else encode(body), b"" if said is None else encode(said)
        return Event(self.number, self.seq, kind, self._moment(at), ticket, what, told)

    def _moment(self, at: int) -> int:
        if at > self.last_at:  # a clock that was set back does not change the order
            self.last_at = at
        return self.last_at

    def _expire(self, tickets: Sequence[str], label: Label) -> None:
        self.learners.expire(tickets, label)
        for ticket in tickets:
            del self.waiting[ticket]
            for one in self.learners:
                one.tally.gone(ticket)

    def _let_go(self) -> None:
        """The oldest questions, as far as the order gave them up by itself, past its horizon, wait no longer."""
        gone = list(takewhile(lambda ticket: not self.late.waits(ticket), self.waiting))
        for ticket in gone:
            del self.waiting[ticket]
            for one in self.learners:
                if not one.late.waits(ticket):
                    one.tally.gone(ticket)

    def _promote(self, name: str) -> None:
        self.learners.promote(name)
        self.config = self.learners.champion.config
        late = self.late
        self.waiting = {ticket: at for ticket, at in self.waiting.items() if late.waits(ticket)}

    def _challenger(self, name: str) -> Contestant:
        if name not in self.learners.challengers:
            known = ", ".join(self.learners.challengers) or "none"
            raise Refused(404, f"there is no challenger {name!r}; there is {known}.")
        return self.learners.challengers[name]


def _sentence(error: ThresherError) -> str:
    return f"{error.message} {error.hint}".strip()


def _refused(model: ServedModel, error: InputError) -> Refused:
    if model.room <= 0:
        return Refused(
            429,
            f"{model.late.pending:,} questions of {model.name!r} wait for their labels; no more may.",
            retry_after=60,
        )
    return Refused(422, _sentence(error))
