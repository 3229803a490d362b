"""Questions of a service: what was asked before gets the same answer, what is new becomes an event.

What is told is on disk: an answer waits for the group that its event is in, and an answer that made no event waits for
all events before it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from .asked_model import OWN
from .events import Event
from .model import ServedModel
from .models import Models
from .refusals import Refused
from .requests import Ask
from .wording import some


class Asking(Models):
    """The part of a service that is asked."""

    async def ask(self, model: ServedModel, x: Any, ticket: str | None) -> bytes:
        """The answer, which is in the log; the same one for the same ticket."""
        if ticket is not None and not self.is_new(model, ticket):
            await self._written(model, (ticket,))
            if (said := self._said_before(model, x, ticket)) is not None:
                return said
        event = self.asked(model, x, ticket)
        await self.writer.add([event])
        return event.said

    def is_new(self, model: ServedModel, ticket: str | None) -> bool:
        """Whether a ticket is known to be new, without a look into the log."""
        return ticket is None or model.is_new(ticket)

    def asked(self, model: ServedModel, x: Any, ticket: str | None) -> Event:
        """A question whose ticket is new, applied; it has to be written."""
        self._check_open(model)
        self.disk.check()
        return model.ask(x, ticket, self.clock.now())

    def asked_texts(self, model: ServedModel, tickets: list[str | None], texts: list[bytes]) -> list[Event] | None:
        """The same about rows as they are written, all or none.

        None, and nothing done, where one has to be read first, is refused, or was asked before.
        """
        ids = [ticket for ticket in tickets if ticket is not None]
        if not model.are_new(ids):
            return None
        self._check_open(model, len(texts))
        self.disk.check()
        if len(texts) > model.room:
            return None
        return model.ask_texts(texts, tickets, self.clock.now())

    async def ask_many(self, model: ServedModel, questions: Sequence[Ask]) -> list[bytes]:
        """Answers to many, in one transaction: all of them or none."""
        ids = [one.id for one in questions if one.id is not None]
        old = [ticket for ticket in ids if not self.is_new(model, ticket)]
        if not old and len(set(ids)) == len(ids):  # nothing was awaited, so they still are
            return await self._ask_checked(model, questions, [None] * len(questions))
        await self._written(model, old)
        return await self._ask_checked(model, questions, self._said_to_some(model, questions))

    def _said_to_some(self, model: ServedModel, questions: Sequence[Ask]) -> list[bytes | None]:
        """What was said to those that were asked before."""
        said: list[bytes | None] = []
        tickets: set[str] = set()
        for line, question in enumerate(questions, 1):
            try:
                ticket = question.id
                before = None if ticket is None else self._said_before(model, question.x, ticket)
                if before is None and ticket is not None:
                    if ticket in tickets:
                        raise Refused(422, f"the id {ticket!r} is there twice.")
                    tickets.add(ticket)
                said.append(before)
            except Refused as error:
                raise error.on_line(line) from None
        return said

    async def _ask_checked(self, model: ServedModel, questions: Sequence[Ask], said: list[bytes | None]) -> list[bytes]:
        """Nothing is awaited since the questions were checked until all are applied: nobody comes between."""
        wanted = said.count(None)
        self._check_open(model, wanted)
        self.disk.check()
        if wanted > model.room:
            raise Refused(429, f"{some(wanted, 'question')}, and {model.room:,} more may wait.", retry_after=60)
        new = [(question.x, question.id) for question, before in zip(questions, said, strict=True) if before is None]
        try:
            events = model.ask_each(new, self.clock.now())
        except Refused:
            for line, (question, before) in enumerate(zip(questions, said, strict=True), 1):
                self._check_line(model, question, before, line)
            raise
        await (self.writer.add(events) if events else self.writer.settled())
        answers = iter(events)
        return [next(answers).said if before is None else before for before in said]

    def _check_line(self, model: ServedModel, question: Ask, before: bytes | None, line: int) -> None:
        """Refuses the line that is to blame."""
        try:
            if before is None:
                model.check(question.x)
        except Refused as error:
            raise error.on_line(line) from None

    async def predict(self, model: ServedModel, xs: Iterable[Any], *, named: bool = False) -> list[dict[str, Any]]:
        """What would be said now; told when what it rests on is on disk. `named`: the line of what is refused is."""
        said = []
        for line, x in enumerate(xs, 1):
            try:
                said.append(model.predict(x))
            except Refused as error:
                raise (error.on_line(line) if named else error) from None
        await self.writer.settled()
        return said

    async def _written(self, model: ServedModel, tickets: Sequence[str]) -> None:
        """Waits until questions of these tickets, where there were any, can be found in the log."""
        while self.writer.holds(model.number, tickets):
            await self.writer.settled()

    def _said_before(self, model: ServedModel, x: Any, ticket: str) -> bytes | None:
        """What was said when this ticket was used; None if it is new. What was asked must be written."""
        if self.is_new(model, ticket):
            return None
        asked = self.store.question(model.number, ticket) if model.knows(ticket) or model.forgotten else None
        if asked is None:
            self._check_not_archived(model, ticket)
            if ticket.startswith(OWN):
                raise Refused(
                    422, f"ids that begin with {OWN!r} are the service's own: the id {ticket!r} is not known."
                )
            return None
        if msgspec.json.decode(asked.body) != x:
            raise Refused(422, f"the id {ticket!r} was used for another question, event {asked.seq}.", seq=asked.seq)
        self.metrics.retried(model)
        return asked.said

    def _check_not_archived(self, model: ServedModel, ticket: str) -> None:
        if not model.knows(ticket) and not model.forgotten:
            return
        seq = self.store.archived(model.number, ticket)
        if seq is not None:
            raise Refused(410, f"the id {ticket!r} was used long ago, in event {seq}, which is archived.", seq=seq)
