"""One model of the service: what its events make of it, and the events that requests become.

Every request that is taken becomes one event; `apply` makes the same of an event that is read from the log. So a model
that is recovered is the one that was served, and what was said is compared with what would be said.
"""

from collections.abc import Sequence

import msgspec

from ..errors import ThresherError
from ..late.in_one_go import ToldLabels
from .bodies import Challenge, Expired, read_told
from .config import ModelConfig
from .contestants import CHAMPION, Contestant
from .events import ASK, Event, Kind
from .refusals import Refused
from .told_model import LABEL, ToldModel

_decode = msgspec.json.decode


class DiffersError(ThresherError):
    """A replay said something else than was said when it happened."""


class ServedModel(ToldModel):
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

    # Learners that come and go, the first event and the last.

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
        if kind == LABEL:
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
