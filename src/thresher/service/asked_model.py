"""The questions of a model: each that is taken becomes an event, which was applied; any other changes nothing."""

from collections.abc import Sequence
from itertools import repeat, takewhile
from typing import Any

import msgspec

from ..data.column_notes import strangers
from ..errors import InputError
from ..late import Question
from .answers import answer_bytes, prediction_plain
from .events import ASK, Event, encode, events_of
from .model_state import ModelState, refused

OWN = "~"  # tickets that the service gives begin with it, and no new id of a client's does: they never meet


class AskedModel(ModelState):
    """The part of a model that is asked."""

    def ask(self, x: Any, ticket: str | None, at: int) -> Event:
        """A question. The ticket must be new: see `knows`."""
        ticket = f"{OWN}{self.seq + 1}" if ticket is None else ticket
        try:
            question = self.learners.ask(x, ticket)
        except InputError as error:
            raise refused(self, error) from None
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
            raise refused(self, error) from None
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

    def predict(self, x: Any) -> dict[str, Any]:
        """What would be said now, with what was learned so far; and that no column of the row is known, if so."""
        learner, reader = self.late.keeper.next_learner, self.late.row_reader
        before = 0 if reader.strangers is None else reader.strangers.rows
        try:
            example = reader.example(x)
            label = self.late.predict_one(example)
            stated = learner.predict_proba_one(example) if learner.traits.probabilities else None
        except InputError as error:
            raise refused(self, error) from None
        known = self.learners.champion.has_answers(learner)
        said = prediction_plain(label if known else None, stated if known else None, self.seq)
        if reader.strangers is not None and reader.strangers.rows > before:
            said["warnings"] = [strangers(list(x), reader.seen.columns).message]
        return said

    def check(self, x: Any) -> None:
        """Refuses what `ask` would refuse."""
        try:
            self.late.check(x)
        except InputError as error:
            raise refused(self, error) from None

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

    def _let_go(self) -> None:
        """The oldest questions, as far as the order gave them up by itself, past its horizon, wait no longer."""
        gone = list(takewhile(lambda ticket: not self.late.waits(ticket), self.waiting))
        for ticket in gone:
            del self.waiting[ticket]
            for one in self.learners:
                if not one.late.waits(ticket):
                    one.tally.gone(ticket)
