"""Labels of a service: told, corrected, taken back, no longer waited for."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import msgspec

from ..protocols import Label
from .answers import Fate
from .asking import Asking
from .events import Event
from .model import ServedModel
from .refusals import Refused
from .requests import LabelOf
from .store import DamagedEvent


class Telling(Asking):
    """The part of a service that is told."""

    async def label(self, model: ServedModel, ticket: str, label: Any, weight: float) -> Fate:
        """What became of a label."""
        event, fate = self.labelled(model, ticket, label, weight)
        await (self.writer.settled() if event is None else self.writer.add([event]))
        return fate if event is not None else self._explained(model, fate)

    def labelled(self, model: ServedModel, ticket: str, label: Any, weight: float) -> tuple[Event | None, Fate]:
        """A label, applied; its event has to be written."""
        self._check_open(model)
        event, fate = model.label(ticket, label, weight, self.clock.now())
        self.metrics.labelled(model, fate.fate)
        return event, fate

    def labelled_texts(self, model: ServedModel, tickets: list[str], texts: list[bytes]) -> list[Event] | None:
        """Labels as they are written, applied; their events have to be written.

        None, and nothing done, where one of them needs a look.
        """
        self._check_open(model, len(texts))
        events = model.label_texts(tickets, texts, self.clock.now())
        if events is not None:
            self.metrics.labelled(model, "waiting", len(events))
        return events

    async def label_many(self, model: ServedModel, labels: Sequence[LabelOf]) -> list[Fate]:
        """What became of many labels, in one transaction. A label that can't be one refuses them all."""
        self._check_open(model, len(labels))
        self._check_labels(model, labels)
        now, events, fates = self.clock.now(), [], []
        for one in labels:
            event, fate = model.label(one.ticket, one.label, one.weight, now)
            self.metrics.labelled(model, fate.fate)
            events += [] if event is None else [event]
            fates.append(fate)
        await (self.writer.add(events) if events else self.writer.settled())
        return [fate if fate.seq else self._explained(model, fate) for fate in fates]

    def _check_labels(self, model: ServedModel, labels: Sequence[LabelOf]) -> None:
        told = [one.label for one in labels]
        try:
            model.check_labels(told)
        except Refused as error:
            raise error.on_line(
                1 + bisect_left(range(len(told)), True, key=lambda n: _is_refused(model, told[: n + 1]))
            ) from None

    def _explained(self, model: ServedModel, fate: Fate) -> Fate:
        """Memory forgets questions after a while; the log does not."""
        if fate.fate != "unknown":
            return fate
        try:
            asked = self.store.question(model.number, fate.ticket)
        except DamagedEvent:  # it was asked, which is all that counts here
            return Fate(fate.ticket, "too late")
        if asked is None and self.store.archived(model.number, fate.ticket) is None:
            return fate
        return Fate(fate.ticket, "too late")

    async def retract(self, model: ServedModel, ticket: str) -> Fate:
        """Takes a label back."""
        self._check_open(model)
        event, fate = model.retract(ticket, self.clock.now())
        self.metrics.labelled(model, fate.fate)
        await (self.writer.settled() if event is None else self.writer.add([event]))
        return fate

    async def expire(self, model: ServedModel, tickets: Sequence[str], label: Any) -> dict[str, Any]:
        """Gives questions up."""
        self._check_open(model)
        event = model.expire(tickets, label, self.clock.now())
        if event is None:
            await self.writer.settled()
            return {"expired": 0}  # no event: it has no place in the log
        said: dict[str, Any] = msgspec.json.decode(event.said)
        self.metrics.expired(model, said["expired"])
        await self.writer.add([event])
        return said


def _is_refused(model: ServedModel, labels: Sequence[Label]) -> bool:
    """Whether labels could not all come, one after the other."""
    try:
        model.check_labels(labels)
    except Refused:
        return True
    return False
