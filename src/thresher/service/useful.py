"""The questions whose labels are worth most: of those that wait, the ones that the model is least sure of now."""

import asyncio
import math
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple

import msgspec

from ..asking import Asking, chances
from .events import Event
from .model import ServedModel
from .models import Models
from .store import DamagedEvent

LOOKED_AT = 10_000
"""The latest so many that wait are looked at: what was stated of them is in memory."""

READ = 100
"""At most so many of these are read from the log, and answered again by the model as it is now."""

READ_BYTES = 2 * 2**20
"""And of so many bytes, but one at least."""

IN_ONE_GO = 500  # questions that are looked at while nobody else is answered


class Useful(NamedTuple):
    """A question that waits.

    Attributes
    ----------
    event : Event
        The question.
    chance : float
        With which probability a learner that asks would ask for its label now.
    """

    event: Event
    chance: float


class Queue(NamedTuple):
    """The most useful first.

    Attributes
    ----------
    questions : list of Useful
        The first ones.
    waiting : int
        How many wait for a label that is wanted.
    damaged : int
        Those that could not be read.
    """

    questions: list[Useful]
    waiting: int
    damaged: int


async def most_useful(service: Models, model: ServedModel, limit: int) -> Queue:
    """So many questions, by how unsure the model is of them now.

    Those of which it was least sure when they were asked are answered again. Where no probabilities were stated, these
    are the latest. Of a model that asks, only questions whose label it wants are looked at.

    Parameters
    ----------
    service : Models
        Whose.
    model : ServedModel
        Of which model.
    limit : int
        How many are wanted.
    """
    await service.writer.settled()
    tickets = await _least_sure(model, max(limit, min(READ, 4 * limit)))
    found, damaged, size = [], 0, 0
    for ticket in tickets:
        if size >= READ_BYTES:
            break
        try:
            event = service.store.question(model.number, ticket)
        except DamagedEvent:
            damaged += 1
            continue
        if event is not None:  # an archived one is not shown
            found.append(event)
            size += len(event.body)
    await asyncio.sleep(0)
    found = [event for event in found if event.id in model.waiting]  # a label may have come meanwhile
    examples = [model.late.row_reader.example(msgspec.json.decode(event.body)) for event in found]
    questions = [Useful(*one) for one in zip(found, chances(model.late.learner, examples), strict=True)]
    questions.sort(key=lambda one: -one.chance)
    return Queue(questions[:limit], wanted_waiting(model), damaged)


def wanted_waiting(model: ServedModel) -> int:
    """How many questions wait for a label that is wanted."""
    late = model.late
    return len(model.waiting) - (late.unasked_waiting if isinstance(late, Asking) else 0)


async def _least_sure(model: ServedModel, count: int) -> list[str]:
    """By what was stated when they were asked; of equal ones the latest."""
    tickets = list(islice(reversed(model.waiting), LOOKED_AT))
    sureness: list[tuple[float, int]] = []
    for begin in range(0, len(tickets), IN_ONE_GO):
        late, tally = model.late, model.learners.champion.tally
        asks = isinstance(late, Asking)
        for place, ticket in enumerate(tickets[begin : begin + IN_ONE_GO], begin):
            if not asks or late.wants(ticket):
                sureness.append((_distance(tally.stated(ticket)), place))
        await asyncio.sleep(0)
    return [tickets[place] for _, place in nsmallest(count, sureness)]


def _distance(stated: dict[object, float] | None) -> float:
    """How far the second likeliest label was behind, as a logarithm of the odds; 0 where nothing was stated."""
    if not stated or len(stated) < 2:
        return 0.0
    best, second = sorted(stated.values(), reverse=True)[:2]
    return math.log(best / second) if second > 0.0 else math.inf
