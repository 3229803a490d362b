"""The service without its doors: models by name, requests that become events, and what goes on by itself.

Everything here runs on one event loop; only the writer has a thread of its own. What is told is on disk: an answer
waits for the group that its event is in, and an answer that made no event waits for all events before it.
"""

import asyncio
import logging
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..protocols import Label
from .answers import Fate
from .clock import Clock
from .config import ModelConfig
from .disk import Disk
from .events import Event, Kind, encode
from .metrics import Metrics
from .model import OWN, Expired, ServedModel
from .recovery import Recovered, check_models, recover
from .refusals import Refused
from .requests import Ask, AskText, LabelOf
from .settings import Settings
from .store import DamagedEvent, ModelRow, Store
from .upkeep import Upkeep
from .writer import GroupWriter

log = logging.getLogger("thresher.service")

DEFAULT = "default"
ENOUGH = 100  # labels after which a challenger may be promoted without asking for it twice


class Service:
    """Models and their log.

    Parameters
    ----------
    folder : Path
        Where snapshots and archives are.
    store : Store
        The log.
    settings : Settings
        How often, how many, how much.
    """

    def __init__(self, folder: Path, store: Store, settings: Settings) -> None:
        self.folder = folder
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.models: dict[str, ServedModel] = {}
        self.clock = Clock()
        self.disk = Disk(folder, settings.reserve)
        self.writer = GroupWriter(store, self._stop_at_once, self.metrics.group_written)
        self.upkeep = Upkeep(self)
        self.failure: BaseException | None = None
        self.ready = False
        self._next_number = 1

    # Beginning and end.

    def open(self) -> None:
        """Recovers every model."""
        last = 0
        check_models(self.store)
        for row in self.store.models():
            self._next_number = max(self._next_number, row.number + 1)
            if row.gone is not None:
                continue
            found = self._recovered(row)
            if found is None:
                continue
            for sentence in (*found.damaged, *found.differing):
                log.warning("%s", sentence)
            self.metrics.recovered(row.name, found)
            self.models[row.name] = found.model
            self.upkeep.recovered(found)
            last = max(last, found.model.last_at)
        self.clock = Clock(last)

    def _recovered(self, row: ModelRow) -> Recovered | None:
        """One model; None where it can't be served."""
        return recover(self.store, self.folder, row, let_differ=self.settings.let_differ)

    async def start(self) -> None:
        """Begins to write, to watch the clock and to make snapshots."""
        self.writer.start(asyncio.get_running_loop())
        for name, config in self.settings.models.items():
            if name not in self.models:
                await self.make(name, config)
        self.upkeep.start()
        self.ready = True

    async def close(self) -> None:
        """Finishes the group under way, makes a last snapshot and ends."""
        self.ready = False
        await self.upkeep.close()
        await self.writer.close()
        self.store.close()

    def _stop_at_once(self, error: BaseException) -> None:
        self.failure = error
        self.ready = False
        self.settings.on_failure(error)

    # Models.

    def model(self, name: str) -> ServedModel:
        """The model of a name."""
        found = self.models.get(name)
        if found is None:
            raise Refused(404, f"there is no model {name!r}: make it by PUT /v1/models/{name}.")
        return found

    async def model_or_default(self, name: str) -> ServedModel:
        """The model of a name; the one called default is made when it is first used."""
        if name == DEFAULT and name not in self.models:
            await self.make(name, ModelConfig())
        return self.model(name)

    async def make(self, name: str, config: ModelConfig) -> ServedModel:
        """A new model; the same again is no change, another one of that name is refused."""
        known = self.models.get(name)
        if known is not None:
            if known.config != config:
                raise Refused(409, f"there is a model {name!r} of another kind: a challenger can learn beside it.")
            await self.writer.settled()
            return known
        self.writer.check_room()
        if len(self.models) >= self.settings.most_models:
            raise Refused(507, f"there are {len(self.models)} models, and no more are allowed here.")
        model = ServedModel(self._next_number, name, config)
        self._next_number += 1
        self.models[name] = model
        await self.writer.add([model.made(self.clock.now())])
        return model

    async def remove(self, name: str) -> None:
        """A model is no longer served. Its log stays."""
        model = self.model(name)
        self.writer.check_room()
        event = model.gone(self.clock.now())
        del self.models[name]
        await self.writer.add([event])

    # Questions.

    async def ask(self, model: ServedModel, x: Any, ticket: str | None) -> bytes:
        """The answer, which is in the log; the same one for the same ticket."""
        if ticket is not None:
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

    def asked_text(self, model: ServedModel, text: bytes, ticket: str | None) -> Event | None:
        """The same about x as it is written; None where it has to be read first."""
        self._check_open(model)
        self.disk.check()
        return model.ask_text(text, ticket, self.clock.now())

    def asked_texts(self, model: ServedModel, questions: Sequence[AskText]) -> list[Event] | None:
        """The same of many, all or none; None also where one is refused, or was asked before."""
        tickets = [one.id for one in questions]
        ids = [ticket for ticket in tickets if ticket is not None]
        if len(set(ids)) < len(ids) or not all(map(model.is_new, ids)) or any("\0" in ticket for ticket in ids):
            return None
        self._check_open(model, len(questions))
        self.disk.check()
        if len(questions) > model.room:
            return None
        return model.ask_texts([bytes(one.x) for one in questions], tickets, self.clock.now())

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
            raise Refused(429, f"{model.room:,} more questions may wait, and these are {wanted:,}.", retry_after=60)
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

    async def predict(self, model: ServedModel, xs: Iterable[Any]) -> list[dict[str, Any]]:
        """What would be said now; told when what it rests on is on disk."""
        said = []
        for line, x in enumerate(xs, 1):
            try:
                said.append(model.predict(x))
            except Refused as error:
                raise (error if line == 1 else error.on_line(line)) from None
        await self.writer.settled()
        return said

    async def _written(self, model: ServedModel, tickets: Iterable[str]) -> None:
        """Waits until questions of these tickets, where there were any, can be found in the log."""
        while any(self.writer.holds(model.number, ticket) for ticket in tickets):
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

    def _check_open(self, model: ServedModel, wanted: int = 1) -> None:
        """Refuses before anything is applied."""
        self.writer.check_room(wanted)
        if self.models.get(model.name) is not model:
            raise Refused(404, f"the model {model.name!r} has just been removed.")

    def _check_not_archived(self, model: ServedModel, ticket: str) -> None:
        if not model.knows(ticket) and not model.forgotten:
            return
        seq = self.store.archived(model.number, ticket)
        if seq is not None:
            raise Refused(410, f"the id {ticket!r} was used long ago, in event {seq}, which is archived.", seq=seq)

    # Labels.

    async def label(self, model: ServedModel, ticket: str, label: Any, weight: float) -> Fate:
        """What became of a label."""
        event, fate = self.labelled(model, ticket, label, weight)
        await (self.writer.settled() if event is None else self.writer.add([event]))
        return fate if event is not None else self._explained(model, fate)

    def labelled(self, model: ServedModel, ticket: str, label: Any, weight: float) -> tuple[Event | None, Fate]:
        """A label, applied; its event has to be written."""
        self._check_open(model)
        event, fate = model.label(ticket, label, weight, self.clock.now())
        self.metrics.labelled(model, fate)
        return event, fate

    async def label_many(self, model: ServedModel, labels: Sequence[LabelOf]) -> list[Fate]:
        """What became of many labels, in one transaction. A label that can't be one refuses them all."""
        self._check_open(model, len(labels))
        self._check_labels(model, labels)
        now, events, fates = self.clock.now(), [], []
        for one in labels:
            event, fate = model.label(one.ticket, one.label, one.weight, now)
            self.metrics.labelled(model, fate)
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
        self.metrics.labelled(model, fate)
        await (self.writer.settled() if event is None else self.writer.add([event]))
        return fate

    async def expire(self, model: ServedModel, tickets: Sequence[str], label: Any) -> dict[str, Any]:
        """Gives questions up."""
        self._check_open(model)
        event = model.expire(tickets, label, self.clock.now())
        if event is None:
            await self.writer.settled()
            return {"expired": 0, "seq": 0}
        said: dict[str, Any] = msgspec.json.decode(event.said)
        self.metrics.expired(model, said["expired"])
        await self.writer.add([event])
        return said

    # Challengers.

    async def challenge(self, model: ServedModel, name: str, config: ModelConfig) -> None:
        """Another learner learns beside."""
        self._check_open(model)
        await self.writer.add([model.challenge(name, config, self.clock.now())])

    async def promote(self, model: ServedModel, name: str, *, early: bool = False) -> None:
        """A challenger answers from now on. One that was told far fewer labels than the champion only if `early`."""
        self._check_open(model)
        if not early:
            _check_ripe(model, name)
        await self.writer.add([model.promote(name, self.clock.now())])

    async def withdraw(self, model: ServedModel, name: str) -> None:
        """A challenger leaves."""
        self._check_open(model)
        await self.writer.add([model.withdraw(name, self.clock.now())])

    # What can be looked at.

    async def ticket(self, model: ServedModel, ticket: str) -> dict[str, Any]:
        """What was said of a question, and what became of it."""
        await self.writer.settled()
        events = self.store.of_ticket(model.number, ticket)
        if not events:
            self._check_not_archived(model, ticket)
            raise Refused(404, f"nobody asked {model.name!r} about {ticket!r}.")
        asked = events[0]
        found: dict[str, Any] = {
            "ticket": ticket,
            "asked_at": asked.at,
            "x": msgspec.Raw(asked.body),
            "said": msgspec.Raw(asked.said),
            "state": "pending" if model.late.waits(ticket) else str(model.late.status(ticket)),
            "events": [_about_one(event, ticket).to_plain() for event in events[1:]],
        }
        return found

    async def events_after(self, model: ServedModel, after: int, limit: int) -> list[bytes]:
        """Lines of the log."""
        await self.writer.settled()
        gone = max((row.last for row in self.store.archives(model.number)), default=0)
        if after < gone:
            raise Refused(410, f"events up to {gone} are archived: ask for those after it.", archived=gone)
        return [encode(event.to_plain()) for event in self.store.events(model.number, after, after + limit)]

    def about(self, model: ServedModel) -> dict[str, Any]:
        """A model in figures."""
        late = model.late
        return {
            "name": model.name,
            "seq": model.seq,
            "config": msgspec.to_builtins(model.config),
            "labels": list(late.labels) if model.knows_labels else [],
            "pending": late.pending,
            "learners": model.learners.standings(),
            "error_interval": list(model.learners.champion.tally.error_interval()),
        }


def _about_one(event: Event, ticket: str) -> Event:
    """An expiry gives up to thousands of questions up: as it is about one of them."""
    if event.kind != Kind.EXPIRE:
        return event
    expired = msgspec.json.decode(event.body, type=Expired)
    return event._replace(id=ticket, body=encode(Expired([ticket], expired.label)), said=b"")


def _check_ripe(model: ServedModel, name: str) -> None:
    """Refuses to promote a challenger that knows little where the champion knows more: it would answer badly."""
    one = model.learners.challengers.get(name)
    if one is None:
        return
    known, champion = one.late.answered, model.late.answered
    if known < min(ENOUGH, champion):
        raise Refused(
            409,
            f"the challenger {name!r} was told {known:,} labels and the champion {champion:,}: it would answer badly. "
            f"Wait until it was told {ENOUGH}, or promote it all the same by ?early=1.",
        )


def _is_refused(model: ServedModel, labels: Sequence[Label]) -> bool:
    """Whether labels could not all come, one after the other."""
    try:
        model.check_labels(labels)
    except Refused:
        return True
    return False
