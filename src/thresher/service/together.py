"""Questions and labels that come in one turn of the event loop, applied together.

A question among others costs the core and Python a fraction of what it costs alone. Requests that are under way at the
same time have no order of their own: questions go first, each kind in the order in which it came.
"""

import asyncio
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from .events import Event
from .model import ServedModel
from .refusals import Refused
from .telling import Telling

Told = Callable[[bytes | Exception], None]
Apply = Callable[[], Event | None]
"""Applies a request by itself: its event, which is written then; None where it is answered in another way."""


class Written(NamedTuple):
    """A question or a label that is written as the log writes it: for which model, under which ticket, and its text."""

    model: ServedModel
    ticket: str | None
    text: bytes
    apply: Apply
    told: Told


class Other(NamedTuple):
    """A request that is applied by itself."""

    apply: Apply
    told: Told


class Together:
    """Waits until the end of a turn, and no longer.

    Parameters
    ----------
    service : Telling
        Who is asked and told.
    """

    def __init__(self, service: Telling) -> None:
        self._service = service
        self._questions: dict[int, list[Written]] = {}  # by model
        self._others: list[Written | Other] = []

    def ask(self, question: Written) -> None:
        """At the end of this turn."""
        self._begin()
        self._questions.setdefault(question.model.number, []).append(question)

    def add(self, other: Written | Other) -> None:
        """A label, or whatever else is applied by itself, after the questions."""
        self._begin()
        self._others.append(other)

    def _begin(self) -> None:
        if not self._questions and not self._others:
            asyncio.get_running_loop().call_soon(self._apply)

    def _apply(self) -> None:
        questions, self._questions = self._questions, {}
        others, self._others = self._others, []
        for asked in questions.values():
            self._in_one_go(asked, self._service.asked_texts)
        for model, told in groupby(others, _model_of):
            if model is None:
                self._each(list(told))
            else:
                self._in_one_go(list(told), self._service.labelled_texts)  # type: ignore[arg-type]

    def _in_one_go(self, written: list[Written], taken: Callable[..., list[Event] | None]) -> None:
        """All of them, of one model; where one of them is in the way, each by itself."""
        try:
            events = taken(written[0].model, [one.ticket for one in written], [one.text for one in written])
        except Refused:
            events = None
        if events is None:
            self._each(written)
        else:
            self._put(events, [one.told for one in written])

    def _each(self, others: Sequence[Written | Other]) -> None:
        events, waiting = [], []
        for one in others:
            try:
                event = one.apply()
            except Exception as error:
                one.told(error)
                continue
            if event is not None:
                events.append(event)
                waiting.append(one.told)
        if events:
            self._put(events, waiting)

    def _put(self, events: list[Event], waiting: list[Told]) -> None:
        def told(failure: Refused | None) -> None:
            for one, event in zip(waiting, events, strict=True):
                one(failure or event.said)

        self._service.writer.put(events, told, answers=len(waiting))


def _model_of(one: Written | Other) -> int | None:
    """Of labels that may be told together: those of one model that come one after the other."""
    return one.model.number if isinstance(one, Written) else None
