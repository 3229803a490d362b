"""What must hold after any fault: nothing acknowledged is lost, each label once, one digest by every way to it."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from thresher.service.events import Event, Kind
from thresher.service.recovery import all_events, recover
from thresher.service.store import ModelRow, Store, open_store

from .clients import CORRECTED, Connection, History


class LostError(AssertionError):
    """Something was acknowledged and is not there, or is there twice."""


def check_folder(folder: Path, history: History, live: dict[str, tuple[int, str]], *, from_log: bool) -> int:
    """Compares a folder with what was acknowledged and with what the service says; how many events there are.

    Parameters
    ----------
    folder : Path
        Of the service, which may run.
    history : History
        What was acknowledged.
    live : dict
        What the service says: the last event of each model, and its digest then.
    from_log : bool
        Replay it from the first event too.
    """
    store = open_store(folder, read_only=True)
    try:
        count = 0
        for row in store.models():
            events = list(all_events(store, folder, row.number))
            count += len(events)
            _check_acknowledged(row.name, events, history)
            _check_once(row.name, events)
            if row.name in live:
                _check_digests(store, folder, row, live[row.name], from_log)
        _check_batches(store, folder, history)
    finally:
        store.close()
    return count


def _check_acknowledged(name: str, events: list[Event], history: History) -> None:
    if len(events) < history.seen[name]:
        raise LostError(f"{name}: event {history.seen[name]} was told, and the log ends with {len(events)}")
    asked = {event.id: event for event in events if event.kind == Kind.ASK}
    for (model, ticket), (x, said) in history.said.items():
        if model == name and (ticket not in asked or asked[ticket].said != said or json.loads(asked[ticket].body) != x):
            raise LostError(f"{name}: {said!r} was acknowledged; the log has {asked.get(ticket)}")
    for kind, told in ((Kind.LABEL, history.fates), (Kind.RETRACT, history.retracted)):
        for (model, seq), what in told.items():
            if model == name:
                _check_told(name, events[seq - 1], kind, what)


def _check_told(name: str, event: Event, kind: Kind, what: Any) -> None:
    found = (event.id, json.loads(event.body)["label"]) if kind == Kind.LABEL and event.kind == kind else event.id
    if event.kind != kind or found != what:
        raise LostError(f"{name}: {kind.word} {what} was acknowledged as event {event.seq}, which is {event}")


def _check_once(name: str, events: list[Event]) -> None:
    """No question twice; no second label but where it was taken back, or the model takes corrections."""
    asked = Counter(event.id for event in events if event.kind == Kind.ASK)
    if asked and asked.most_common(1)[0][1] > 1:
        raise LostError(f"{name}: {asked.most_common(1)} was asked twice")
    labelled: set[str] = set()
    for event in events:
        gone = json.loads(event.body) if event.kind == Kind.EXPIRE else {"tickets": []}
        for ticket in [event.id] if event.kind == Kind.LABEL else gone["tickets"]:
            if ticket in labelled and name != CORRECTED:
                raise LostError(f"{name}: {ticket} was labelled twice, at last by event {event.seq}")
            labelled.add(ticket)
        if event.kind == Kind.RETRACT:
            labelled.discard(event.id)


def _check_batches(store: Store, folder: Path, history: History) -> None:
    """Each was taken whole, in one piece, or not at all."""
    places: dict[str, dict[str, int]] = {}
    for row in store.models():
        events = all_events(store, folder, row.number)
        places[row.name] = {event.id: event.seq for event in events if event.kind == Kind.ASK}
    for model, tickets in history.batches:
        found = [places.get(model, {}).get(ticket) for ticket in tickets]
        first = found[0]
        if found != [None if first is None else first + step for step in range(len(found))]:
            raise LostError(f"{model}: of a batch these were taken: {found}")


def _check_digests(store: Store, folder: Path, row: ModelRow, live: tuple[int, str], from_log: bool) -> None:
    seq, digest = live
    for snapshots in (True, False) if from_log else (True,):
        found = recover(store, folder, row, until=seq, snapshots=snapshots)
        if found.model.digest() != digest or found.model.seq != seq:
            way = f"the snapshot at {found.snapshot} and the log" if snapshots else "the log alone"
            raise LostError(f"{row.name}: at event {seq} the digest was {digest}; by {way} it is another")
        if found.damaged:
            raise LostError(f"{row.name}: {found.damaged}")


async def live_digests(port: int) -> dict[str, tuple[int, str]]:
    """What a running service says of its models."""
    connection = Connection(port)
    found = {}
    _, body = await connection.call("GET", "/v1/models")
    for name in json.loads(body)["models"]:
        _, body = await connection.call("GET", f"/v1/models/{name}/digest")
        said = json.loads(body)
        found[name] = said["seq"], said["digest"]
    connection.close()
    return found


def _retracted(folder: Path) -> set[tuple[str, str]]:
    """Labels that were taken back, also where nobody was told so any more."""
    store = open_store(folder, read_only=True)
    try:
        return {
            (row.name, event.id)
            for row in store.models()
            for event in all_events(store, folder, row.number)
            if event.kind == Kind.RETRACT
        }
    finally:
        store.close()


async def check_again(port: int, history: History, retracted: set[tuple[str, str]], most: int = 40) -> int:
    """The last questions and labels, once more: the same bytes, and no second effect. How many were tried."""
    connection, tried = Connection(port), 0
    for (model, ticket), (x, said) in list(history.said.items())[-most:]:
        status, body = await connection.call(
            "POST", f"/v1/models/{model}/ask", json.dumps({"x": x, "id": ticket}).encode()
        )
        if (status, body) != (200, said) and status != 410:  # it was archived
            raise LostError(f"{model}: {said!r} was acknowledged; asked again it was {status} {body!r}")
        tried += 1
    for (model, seq), (ticket, label) in list(history.fates.items())[-most:]:
        if model == CORRECTED or (model, ticket) in retracted:
            continue
        status, body = await connection.call(
            "POST", f"/v1/models/{model}/labels", json.dumps({"ticket": ticket, "label": label}).encode()
        )
        if status != 200 or json.loads(body)["fate"] != "duplicate":
            raise LostError(f"{model}: the label of {ticket}, event {seq}, told again: {status} {body!r}")
        tried += 1
    connection.close()
    return tried


def checked_again(port: int, folder: Path, history: History, *, from_log: bool) -> tuple[int, int]:
    """All of it of a service that was just started: events in the log, requests that were sent again."""

    async def both() -> tuple[dict[str, tuple[int, str]], int]:
        tried = await check_again(port, history, _retracted(folder))
        return await live_digests(port), tried

    live, tried = asyncio.run(both())
    return check_folder(folder, history, live, from_log=from_log), tried
