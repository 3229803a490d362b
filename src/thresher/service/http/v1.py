"""The service's own requests: models, questions, labels, and what can be looked at."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from ..._core import label_lines, question_lines
from ..answers import Fate
from ..bounds import bound_of
from ..config import ModelConfig, Name
from ..events import Event
from ..model import ServedModel
from ..refusals import Refused
from ..requests import About, Ask, Expire, LabelOf, PlainLabelOf
from ..row_sizes import CountedRows
from ..together import Other, Together, Written
from .application import Application
from .messages import Request, Response, beside, plain, plain_lines, written_lines
from .names_twice import check_once
from .routes import Told

MOST_LINES = 20_000
MOST_USEFUL = 50  # questions in one answer

_asks = msgspec.json.Decoder(Ask)
_labels = msgspec.json.Decoder(LabelOf)
_plain_labels = msgspec.json.Decoder(PlainLabelOf).decode
CODES = {"unknown": 404, "contradicted": 409, "too late": 410}
WORDS = {
    "unknown": "nobody asked about {ticket!r}.",
    "contradicted": "{ticket!r} has another label already, which can't be taken back.",
    "too late": "{ticket!r} is no longer waited for.",
}
RETRACTING = {
    "unknown": WORDS["unknown"],
    "contradicted": "the label of {ticket!r} was learned, and the order {order!r} can't take it back: replay can.",
    "too late": "{ticket!r} was given up, or is past what can be learned again: its label stays as it is.",
}


class V1:
    """Handlers over one service."""

    def __init__(self, app: Application) -> None:
        self._service = app.service
        self._together = Together(app.service)

    async def _model(self, request: Request) -> ServedModel:
        return self._service.models.get(request.model) or await self._service.model_or_default(request.model)

    # The three that are asked most.

    async def ask(self, request: Request) -> Response:
        model = await self._model(request)
        if request.has_lines:
            events = self._asked_as_written(model, request)
            if events is None:
                questions = request.lines(Ask, MOST_LINES, self._rows(model, request))
                self._service.sizes.check_answers(model, len(questions))
                return plain_lines(await self._service.ask_many(model, questions))
            await self._service.writer.add(events)
            return written_lines([event.said for event in events])
        wanted = self._question(model, request)
        return Response(await self._service.ask(model, wanted.x, wanted.id))

    def ask_at_once(self, request: Request, told: Callable[[Told], None]) -> Awaitable[Response] | None:
        """A question whose model is there and whose id is new; or several that are written as the log writes them."""
        model = self._service.models.get(request.model)
        if model is None:
            return self.ask(request)
        if request.has_lines:
            events = self._asked_as_written(model, request)
            if events is None:
                return self.ask(request)
            self._put_lines(events, told)
            return None
        if not self._service.sizes.is_small(model, len(request.body)):
            return self.ask(request)
        apply = partial(self._apply_question, model, request, told)
        if found := question_lines(request.body, 1):
            for ticket, text in zip(*found, strict=True):
                self._together.ask(Written(model, ticket, text, apply, told))
                return None
        self._together.add(Other(apply, told))
        return None

    def _apply_question(self, model: ServedModel, request: Request, told: Callable[[Told], None]) -> Event | None:
        wanted = self._question(model, request)
        if self._service.is_new(model, wanted.id):
            return self._service.asked(model, wanted.x, wanted.id)
        told(self.ask(request))
        return None

    def _asked_as_written(self, model: ServedModel, request: Request) -> list[Event] | None:
        """Questions that can be given to the core as they are, without a look at each; of others None, nothing done."""
        sizes, body = self._service.sizes, request.body
        if not sizes.are_few(model, len(body)) and body.count(b",") > sizes.most_in_all:
            return None
        found = question_lines(body, MOST_LINES)
        if not found or not found[0] or not sizes.is_small(model, max(map(len, found[1]))):
            return None
        sizes.check_answers(model, len(found[0]))
        return self._service.asked_texts(model, *found)

    def _rows(self, model: ServedModel, request: Request) -> CountedRows:
        return CountedRows(self._service.sizes, model, len(request.body))

    def _question(self, model: ServedModel, request: Request) -> Ask:
        self._service.sizes.check_bytes(len(request.body))
        try:
            found: Ask = _asks.decode(request.body)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            found = request.read(Ask)  # says what was wrong
        self._service.sizes.check(model, found.x, len(request.body))
        check_once(request.body, found.x, beside(found))
        return found

    def _about(self, model: ServedModel, request: Request) -> Any:
        """The row of a request that keeps nothing."""
        self._service.sizes.check_bytes(len(request.body))
        x = request.read(About).x
        self._service.sizes.check(model, x, len(request.body))
        check_once(request.body, x, 1)
        return x

    async def labels(self, request: Request) -> Response:
        model = await self._model(request)
        if request.has_lines:
            events = self._labelled_as_written(model, request)
            if events is None:
                return plain_lines(await self._service.label_many(model, request.lines(LabelOf, MOST_LINES)))
            await self._service.writer.add(events)
            return written_lines([event.said for event in events])
        one = _label(request)
        return _told(await self._service.label(model, one.ticket, one.label, one.weight))

    def label_at_once(self, request: Request, told: Callable[[Told], None]) -> Awaitable[Response] | None:
        """One label, where its question waits for it; or several that are written as the log writes them."""
        model = self._service.models.get(request.model)
        if model is None:
            return self.labels(request)
        if request.has_lines:
            events = self._labelled_as_written(model, request)
            if events is None:
                return self.labels(request)
            self._put_lines(events, told)
            return None
        apply = partial(self._apply_label, model, request, told)
        if found := label_lines(request.body, 1):
            for ticket, text in zip(*found, strict=True):
                self._together.add(Written(model, ticket, text, apply, told))
                return None
        self._together.add(Other(apply, told))
        return None

    def _labelled_as_written(self, model: ServedModel, request: Request) -> list[Event] | None:
        """Labels that can be taken without a look at each; of others None, nothing done."""
        found = label_lines(request.body, MOST_LINES)
        return self._service.labelled_texts(model, *found) if found and found[0] else None

    def _put_lines(self, events: list[Event], told: Callable[[Told], None]) -> None:
        """What was said is told when the events are on disk."""
        said = written_lines([event.said for event in events])
        self._service.writer.put(events, lambda failure: told(failure or said))

    def _apply_label(self, model: ServedModel, request: Request, told: Callable[[Told], None]) -> Event | None:
        try:
            one = _plain_labels(request.body)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            one = None
        if one is None or one.ticket not in model.waiting:  # where none with a NUL is
            told(self.labels(request))  # says what was wrong
            return None
        event, fate = self._service.labelled(model, one.ticket, one.label, one.weight)
        if event is None:
            told(self._settled(fate))
        return event

    async def _settled(self, fate: Fate) -> Response:
        await self._service.writer.settled()
        return _told(fate)

    async def predict(self, request: Request) -> Response:
        model = await self._model(request)
        if request.has_lines:
            asked = request.lines(About, MOST_LINES, self._rows(model, request))
            self._service.sizes.check_answers(model, len(asked))
            return plain_lines(await self._service.predict(model, [one.x for one in asked], named=True))
        (said,) = await self._service.predict(model, [self._about(model, request)])
        return plain(said)

    # Labels, once more.

    async def retract(self, request: Request) -> Response:
        model = await self._model(request)
        return _told(await self._service.retract(model, request.ticket), words=RETRACTING, order=model.config.order)

    async def expire(self, request: Request) -> Response:
        wanted = request.read(Expire)
        return plain(await self._service.expire(await self._model(request), wanted.tickets, wanted.label))

    # Models.

    async def models(self, request: Request) -> Response:
        allowed = request.key.models if request.key else None
        names = [name for name in sorted(self._service.models) if not allowed or name in allowed]
        return plain({"models": names})

    async def make(self, request: Request) -> Response:
        name = _name(request.model)
        known = name in self._service.models
        if not known:
            self._service.disk.check()
        model = await self._service.make(name, request.read(ModelConfig))
        return plain(self._service.about(model), 200 if known else 201)

    async def about(self, request: Request) -> Response:
        model = await self._model(request)
        await self._service.writer.settled()
        return plain(self._service.about(model))

    async def remove(self, request: Request) -> Response:
        await self._service.remove(request.model)
        return Response(status=204)

    async def challenge(self, request: Request) -> Response:
        model = await self._model(request)
        self._service.disk.check()
        await self._service.challenge(model, _name(request.ticket), request.read(ModelConfig))
        return plain({"challenger": request.ticket}, 201)

    async def promote(self, request: Request) -> Response:
        model = await self._model(request)
        await self._service.promote(model, request.ticket, early=bool(request.number("early", 0, 1)))
        return plain(self._service.about(model))

    async def withdraw(self, request: Request) -> Response:
        await self._service.withdraw(await self._model(request), request.ticket)
        return Response(status=204)

    # What can be looked at.

    async def ticket(self, request: Request) -> Response:
        return plain(await self._service.ticket(await self._model(request), request.ticket))

    async def events(self, request: Request) -> Response:
        model = await self._model(request)
        after, limit = request.number("after", 0, 2**53), request.number("limit", 1000, 100_000)
        return plain_lines(await self._service.events_after(model, after, limit))

    async def queue(self, request: Request) -> Response:
        model = await self._model(request)
        found = await self._service.queue(model, request.number("limit", 10, MOST_USEFUL))
        await self._service.writer.settled()
        return plain(found)

    async def explain(self, request: Request) -> Response:
        model = await self._model(request)
        x = self._about(model, request)
        model.check(x)
        if not model.learned_labels:
            raise Refused(409, "no label was learned yet: there is nothing to explain.")
        why = model.late.learner.why_one(model.late.row_reader.example(x))
        await self._service.writer.settled()
        reasons = [{"words": one.words, "share": one.share, "kind": one.kind} for one in why.reasons]
        return plain({"label": why.label, "score": why.score, "reasons": reasons[:200], "experts": dict(why.experts)})

    async def standing(self, request: Request) -> Response:
        model, since = await self._model(request), request.number("since", 0, 2**53)
        await self._service.writer.settled()
        return plain({"learners": model.learners.standings(), "bound": bound_of(model, since)})

    async def snapshot(self, request: Request) -> Response:
        await self._model(request)
        self._service.writer.check_room()
        return plain({"begun": await self._service.upkeep.snapshot_now()}, 202)

    async def digest(self, request: Request) -> Response:
        model = await self._model(request)
        seq, digest = model.seq, model.digest()
        await self._service.writer.settled()
        return plain({"seq": seq, "digest": digest})


def _label(request: Request) -> LabelOf:
    try:
        return _labels.decode(request.body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        found: LabelOf = request.read(LabelOf)
        return found


def _told(fate: Any, words: Mapping[str, str] = WORDS, **more: str) -> Response:
    """What became of one label: an error where it was not taken and will not be."""
    if fate.fate in CODES:
        raise Refused(CODES[fate.fate], words[fate.fate].format(ticket=fate.ticket, **more), fate=fate.fate)
    return plain(fate)


def _name(text: str) -> str:
    try:
        return msgspec.convert(text, Name)
    except msgspec.ValidationError:
        raise Refused(422, f"{text[:80]!r} is no name: letters, digits, point, dash, underscore, at most 64.") from None
