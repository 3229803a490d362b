"""What a service does by itself: time-outs, snapshots, archives."""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from ..errors import ThresherError
from ..logs import tell
from ..protocols import Label
from .archives import FOLDER as ARCHIVE
from .archives import write_archive
from .clock import Clock
from .metrics import Metrics
from .model import ServedModel
from .recovery import Recovered
from .refusals import Refused
from .settings import Settings
from .snapshots import FOLDER, Made, Snapshotting, write_snapshot
from .store import ArchiveRow, Damage, SnapshotRow, Store, Unreachable, open_store
from .writer import GroupWriter

TICK = 0.25  # seconds
PAUSE = 10.0  # seconds after a snapshot that could not be made
MOST_EXPIRED = 10_000  # tickets in one event
HELD = 2.0  # seconds after which it is seen whether the database still lets this service write
ARCHIVED_AT_ONCE = 20_000  # events in one file: leaving the log takes a moment, in which nobody else writes


class Kept(Protocol):
    """What upkeep asks of the service that it is for."""

    folder: Path
    store: Store
    settings: Settings
    models: dict[str, ServedModel]
    clock: Clock
    writer: GroupWriter
    metrics: Metrics
    failure: BaseException | None

    async def expire(self, model: ServedModel, tickets: Sequence[str], label: Label) -> dict[str, Any]: ...


class Upkeep:
    """Looks at the clock a few times a second.

    Parameters
    ----------
    service : Service
        Whose.
    """

    def __init__(self, service: Kept) -> None:
        self._service = service
        self._saved: dict[int, int] = {}  # of each model: the place of its last snapshot
        self._saved_when = time.monotonic()
        self._held_when = time.monotonic()
        self._not_before = 0.0  # no snapshot is begun until then
        self._ends = False
        self._under_way: Snapshotting | None = None
        self._task: asyncio.Task[None] | None = None
        self._archiving: asyncio.Task[None] | None = None

    def recovered(self, found: Recovered) -> None:
        """A model begins where its snapshot was."""
        self._saved[found.model.number] = found.snapshot

    def start(self) -> None:
        """Begins."""
        service = self._service
        numbers = [model.number for model in service.store.models()]
        self._tidy(FOLDER, {row.file for number in numbers for row in service.store.snapshots(number)})
        self._tidy(ARCHIVE, {row.file for number in numbers for row in service.store.archives(number)})
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    def _tidy(self, folder: str, kept: set[str]) -> None:
        """Removes files that the log does not name: unfinished ones, and those whose row was never written."""
        found = self._service.folder / folder
        for file in sorted(found.iterdir()) if found.exists() else ():
            if file.name not in kept:
                file.unlink(missing_ok=True)
                tell("an unfinished file was removed: %s", file)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            for what in (self._time_out, self._make_snapshots, self._check_held):
                with _told():
                    await what()

    async def abandon(self) -> None:
        """Ends, and leaves things as they are."""
        self._ends = True
        for task in (self._task, self._archiving):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def close(self) -> None:
        """Ends, with a last snapshot of what is new."""
        await self.abandon()
        with _told():
            if self._under_way is not None:
                while not self._under_way.read():
                    await asyncio.sleep(0.01)
                await self._keep(self._under_way.made())
            if self._service.failure is None:
                await self._keep([write_snapshot(self._service.folder, model) for model in self._changed()])

    async def _check_held(self) -> None:
        """A service that lost its lock ends soon also where nobody asks: a standby may answer already."""
        service = self._service
        if service.settings.store is None or time.monotonic() - self._held_when < HELD:
            return
        service.writer.check_room()
        await service.writer.do(service.store.check_held)
        self._held_when = time.monotonic()

    async def _time_out(self) -> None:
        service = self._service
        for model in list(service.models.values()):
            overdue = model.overdue(service.clock.now())
            for begin in range(0, len(overdue), MOST_EXPIRED):
                with _told():
                    label = _possible_default(model)
                    await service.expire(model, overdue[begin : begin + MOST_EXPIRED], label)

    # Snapshots.

    def _changed(self) -> list[ServedModel]:
        return [one for one in self._service.models.values() if one.seq > self._saved.get(one.number, 0)]

    async def snapshot_now(self) -> dict[str, int]:
        """Begins one of everything that is new, unless one is under way; the places by name."""
        if self._under_way is None:
            self._begin(self._changed())
        wanted = {} if self._under_way is None else self._under_way.wanted
        return {one.name: wanted[one.number] for one in self._service.models.values() if one.number in wanted}

    def _begin(self, models: list[ServedModel]) -> None:
        self._saved_when = time.monotonic()
        if models:
            self._under_way = Snapshotting(self._service.folder, models)

    async def _make_snapshots(self) -> None:
        if self._under_way is not None:
            if self._under_way.read():
                wanted, made = len(self._under_way.wanted), self._under_way.made()
                self._under_way = None
                if len(made) < wanted:  # a full disk, for instance
                    self._not_before = time.monotonic() + PAUSE
                    tell("%d of %d snapshots could not be made; the log has everything", wanted - len(made), wanted)
                await self._keep(made)
            return
        if time.monotonic() < self._not_before:
            return
        settings = self._service.settings
        changed = self._changed()
        new = sum(one.seq - self._saved.get(one.number, 0) for one in changed)
        waited = time.monotonic() - self._saved_when
        if new >= settings.snapshot_events or (new and waited >= settings.snapshot_seconds):
            self._begin(changed)

    async def _keep(self, made: list[Made]) -> None:
        """Writes snapshots down, behind the events that they are made of; lets old ones go."""
        service = self._service
        for one in made:
            row = SnapshotRow(one.model, one.seq, one.digest, one.size, one.file, service.clock.now())
            await service.writer.do(partial(service.store.add_snapshot, row))
            self._saved[one.model] = max(one.seq, self._saved.get(one.model, 0))
            service.metrics.snapshot_made(one)
            for old in service.store.snapshots(one.model)[service.settings.keep_snapshots :]:
                await service.writer.do(partial(service.store.drop_snapshot, old.model, old.seq))
                (service.folder / FOLDER / old.file).unlink(missing_ok=True)
        idle = not self._ends and (self._archiving is None or self._archiving.done())
        if made and idle and service.settings.keep_days is not None:
            self._archiving = asyncio.get_running_loop().create_task(self._archive([one.model for one in made]))

    # Archives.

    async def _archive(self, numbers: list[int]) -> None:
        """Events that are older than the oldest snapshot, and old enough, leave the log."""
        for number in numbers:
            with _told():
                await self._archive_one(number)

    async def _archive_one(self, number: int) -> None:
        service, keep = self._service, self._service.settings.keep_days
        assert keep is not None
        limit = service.clock.now() - int(keep * 86_400e6)
        while (row := await asyncio.to_thread(self._write_archive, number, limit)) is not None:
            await service.writer.do(partial(service.store.archive, row))

    def _write_archive(self, number: int, before: int) -> ArchiveRow | None:
        """The next file, if there is enough for one; on a thread, with a connection of its own."""
        service, settings = self._service, self._service.settings
        store = open_store(service.folder, settings.store, read_only=True)
        try:
            snapshots = store.snapshots(number)
            if len(snapshots) < settings.keep_snapshots:
                return None
            first = max((row.last for row in store.archives(number)), default=0) + 1
            last = min(store.old_enough(number, before), snapshots[-1].seq, first + ARCHIVED_AT_ONCE - 1)
            if last - first + 1 < min(ARCHIVED_AT_ONCE, settings.snapshot_events):
                return None
            return write_archive(store, service.folder, number, first, last)
        finally:
            store.close()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What can't be done now is told, and does not keep upkeep from the rest."""
    try:
        yield
    except Refused as error:  # the log can't take more now
        tell("upkeep waits: %s", error.detail)
    except (OSError, Damage, Unreachable, ThresherError) as error:
        tell("upkeep waits: %s", error)


def _possible_default(model: ServedModel) -> Label:
    """The label that a time-out teaches; None, which gives questions up, where the learner can't have it by now."""
    label = model.config.default_label
    try:
        model.check_labels([] if label is None else [label])
    except Refused as error:
        tell("%s: %s Questions are given up instead.", model.name, error.detail)
        return None
    return label
