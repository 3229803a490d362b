"""Questions and labels that come in one turn of the event loop, applied together.

A question among others costs the core and Python a fraction of what it costs alone. Requests that are under way at the
same time have no order of their own: questions go first, each kind in the order in which it came.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .asking import Asking
from .events import Event
from .model import ServedModel
from .refusals import Refused

Told = Callable[[bytes | Exception], None]
Apply = Callable[[], Event | None]
"""Applies a request by itself: its event, which is written then; None where it is answered in another way."""


class Question(NamedTuple):
    """One that is written as the log writes it: for which model, under which ticket, about what."""

    model: ServedModel
    ticket: str | None
    text: bytes
    apply: Apply
    told: Told


class Together:
    """Waits until the end of a turn, and no longer.

    Parameters
    ----------
    service : Asking
        Who is asked.
    """

    def __init__(self, service: Asking) -> None:
        self._service = service
        self._questions: dict[int, list[Question]] = {}  # by model
        self._others: list[tuple[Apply, Told]] = []

    def ask(self, question: Question) -> None:
        """At the end of this turn."""
        self._begin()
        self._questions.setdefault(question.model.number, []).append(question)

    def add(self, apply: Apply, told: Told) -> None:
        """A label, or whatever else is applied by itself, after the questions."""
        self._begin()
        self._others.append((apply, told))

    def _begin(self) -> None:
        if not self._questions and not self._others:
            asyncio.get_running_loop().call_soon(self._apply)

    def _apply(self) -> None:
        questions, self._questions = self._questions, {}
        others, self._others = self._others, []
        for asked in questions.values():
            self._ask(asked)
        self._each(others)

    def _ask(self, asked: list[Question]) -> None:
        """All of them in one go; where one of them is in the way, each by itself."""
        try:
            model = asked[0].model
            events = self._service.asked_texts(model, [one.ticket for one in asked], [one.text for one in asked])
        except Refused:
            events = None
        if events is None:
            self._each([(one.apply, one.told) for one in asked])
        else:
            self._put(events, [one.told for one in asked])

    def _each(self, others: Sequence[tuple[Apply, Told]]) -> None:
        events, waiting = [], []
        for apply, told in others:
            try:
                event = apply()
            except Exception as error:
                told(error)
                continue
            if event is not None:
                events.append(event)
                waiting.append(told)
        if events:
            self._put(events, waiting)

    def _put(self, events: list[Event], waiting: list[Told]) -> None:
        def told(failure: Refused | None) -> None:
            for one, event in zip(waiting, events, strict=True):
                one(failure or event.said)

        self._service.writer.put(events, told, answers=len(waiting))
