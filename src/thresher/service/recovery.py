"""From disk to models: the newest snapshot that is whole, and the events after it, each compared with what was said."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import ModelFileError
from .archives import archived_events
from .bodies import config_of
from .events import Event, Kind
from .model import ServedModel
from .replaying import apply_run, runs
from .snapshots import FOLDER, from_bytes
from .store import ArchiveRow, Damage, ModelRow, SnapshotRow, Store


class Recovered(NamedTuple):
    """A model as it was, and how it was found."""

    model: ServedModel
    snapshot: int  # the place of the snapshot it began with; 0 without one
    replayed: int
    damaged: list[str]  # snapshots that could not be used, and why
    differing: list[str]  # what was said otherwise, where that was let pass


def recover(
    store: Store,
    folder: Path,
    row: ModelRow,
    *,
    until: int | None = None,
    before: int | None = None,
    snapshots: bool = True,
    let_differ: bool = False,
    progress: Callable[[int], None] = lambda seq: None,
) -> Recovered:
    """One model.

    Parameters
    ----------
    store : Store
        Its log.
    folder : Path
        Where snapshots and archives are.
    row : ModelRow
        Which model.
    until : int, optional
        The last event that counts; default: all.
    before : int, optional
        Begin with a snapshot of an event before this one; default: with the newest.
    snapshots : bool, default True
        False: from the log alone.
    let_differ : bool, default False
        Go on where a replay says something else than was said, which a new version may do; default: an error.
    progress : function, optional
        Is told the place now and then.

    Raises
    ------
    Damage
        If an event is not as it was written, or one is missing.
    DiffersError
        If something else would be said now.
    """
    damaged: list[str] = []
    rows = store.snapshots(row.number)  # before the end of the log is read: whoever serves it may go on meanwhile
    end = store.last_seq(row.number)
    if rows and rows[0].seq > end:
        raise Damage(f"the log of {row.name!r} ends with event {end}, and had event {rows[0].seq} when it was saved.")
    limits = (until, None if before is None else before - 1, end)
    last = min(limit for limit in limits if limit is not None)
    model = _from_snapshot(rows if snapshots else [], folder, row, last, damaged)
    begin = 0 if model is None else model.seq
    differing: list[str] = []
    for events in runs(all_events(store, folder, row.number, begin, until)):
        if model is None:
            model = _made(row, events[0])
        apply_run(model, events, differing if let_differ else None)
        if model.seq // 1000 > (model.seq - len(events)) // 1000:
            progress(model.seq)
    if model is None:
        raise Damage(f"the model {row.name!r} has no first event.")
    return Recovered(model, begin, model.seq - begin, damaged, differing)


def all_events(store: Store, folder: Path, model: int, after: int = 0, until: int | None = None) -> Iterator[Event]:
    """The events of a model after a place: from archives, then from the log.

    Whoever serves the folder may archive some meanwhile: what left the log since the archives were listed is in one
    when they are listed again.
    """
    while True:
        for row in _archives_after(store, model, after, until):
            for event in archived_events(folder, row):
                if event.seq > after and (until is None or event.seq <= until):
                    after = event.seq
                    yield event
        try:
            for event in store.events(model, after, until):
                after = event.seq
                yield event
        except Damage:
            if not _archives_after(store, model, after, until):
                raise
        if not _archives_after(store, model, after, until):
            return


def _archives_after(store: Store, model: int, after: int, until: int | None) -> list[ArchiveRow]:
    """Those with events after one place and up to another."""
    rows = store.archives(model)
    return [row for row in rows if row.last > after and (until is None or max(row.first, after + 1) <= until)]


def _made(row: ModelRow, event: Event) -> ServedModel:
    if event.kind != Kind.MADE or event.id != row.name:
        raise Damage(f"event {event.seq} of model {row.number} does not make the model {row.name!r}.")
    return ServedModel(row.number, row.name, config_of(event))


def check_models(store: Store) -> None:
    """Refuses a list of models that is not the one of their events: who is not in it would not be missed.

    The list is read between the events, so that one who reads along is not misled by what happens meanwhile.
    """
    before = {number: store.last_event(number) for number in store.numbers()}
    known = {row.number: row for row in store.models()}
    for number, last in before.items():
        if number not in known:
            raise Damage(f"there are events of model {number}, and no such model.")
        if last is not None and last.kind == Kind.GONE and known[number].gone is None:
            raise Damage(f"the model {known[number].name!r} is gone by event {last.seq}, and not by its row.")
    for row in known.values():
        last = store.last_event(row.number)
        if row.gone is not None and last is not None and last.kind != Kind.GONE:
            raise Damage(f"the model {row.name!r} is gone by its row, and not by its last event, {last.seq}.")


def _from_snapshot(
    rows: list[SnapshotRow], folder: Path, row: ModelRow, last: int, damaged: list[str]
) -> ServedModel | None:
    """The newest one that is whole, of an event up to the last."""
    for found in rows:
        if found.seq > last:
            continue
        try:
            model = opened_snapshot(folder, found)
            if model.name != row.name:
                raise Damage(f"model {row.number} is {row.name!r} by its row, and {model.name!r} by its snapshot.")
            return model
        except (OSError, ModelFileError) as error:
            damaged.append(f"the snapshot of {row.name!r} at event {found.seq} can't be used: {error}")
    return None


def opened_snapshot(folder: Path, row: SnapshotRow) -> ServedModel:
    """The model of a snapshot, if that is what the store wrote down of it."""
    model = from_bytes((folder / FOLDER / row.file).read_bytes())
    if (model.number, model.seq) != (row.model, row.seq):
        raise ModelFileError(f"it is of event {model.seq} of model {model.number}.")
    if model.digest() != row.digest:
        raise ModelFileError("it has another digest than was written down.")
    return model
