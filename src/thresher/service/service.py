"""The service without its doors: models by name (`models`), questions (`asking`), labels (`telling`), and a look."""

from typing import Any

import msgspec

from ..asking import Asking
from .bodies import Expired
from .events import Event, Kind, encode
from .model import ServedModel
from .refusals import Refused
from .telling import Telling
from .useful import most_useful, wanted_waiting

MOST_BYTES = 32 * 2**20  # of the log in one answer


class Service(Telling):
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
        """Lines of the log: some of them, where they are very large, but one at least if there is any."""
        await self.writer.settled()
        gone = max((row.last for row in self.store.archives(model.number)), default=0)
        if after < gone:
            raise Refused(410, f"events up to {gone} are archived: ask for those after it.", archived=gone)
        found: list[bytes] = []
        size = 0
        for event in self.store.events(model.number, after, after + limit):
            found.append(encode(event.to_plain()))
            size += len(found[-1])
            if size >= MOST_BYTES:
                break
        return found

    async def queue(self, model: ServedModel, limit: int) -> dict[str, Any]:
        """The questions whose labels are worth most now."""
        found = await most_useful(self, model, limit)
        questions = [
            {
                "ticket": one.event.id,
                "asked_at": one.event.at,
                "x": msgspec.Raw(one.event.body),
                "said": msgspec.Raw(one.event.said),
                "chance": one.chance,
            }
            for one in found.questions
        ]
        return {"questions": questions, "waiting": found.waiting, "damaged": found.damaged}

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
            "asking": asking_of(model),
            "columns": columns_of(model),
        }


def columns_of(model: ServedModel) -> list[dict[str, Any]]:
    """What is worth saying of the columns of its questions: one that is gone, renamed, turned into something else."""
    return [
        {"column": note.column, "what": note.what, "rows": note.rows, "message": note.message}
        for note in model.late.row_reader.notes.values()
    ]


def asking_of(model: ServedModel) -> dict[str, Any] | None:
    """What a model asked for; None of one that wants every label."""
    late = model.late
    if not isinstance(late, Asking):
        return None
    return {
        "wanted": late.wanted,
        "at_most": late.at_most,
        "eagerness": late.eagerness,
        "theorem": late.theorem,
        "waiting": wanted_waiting(model),
    }


def _about_one(event: Event, ticket: str) -> Event:
    """An expiry gives up to thousands of questions up: as it is about one of them."""
    if event.kind != Kind.EXPIRE:
        return event
    expired = msgspec.json.decode(event.body, type=Expired)
    return event._replace(id=ticket, body=encode(Expired([ticket], expired.label)), said=b"")
