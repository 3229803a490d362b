"""A service that reads along: it applies the events that another process writes, and answers without keeping anything.

Each answer that the writer gave is compared with what comes out here, and each snapshot with a replay from the one
before it: what a follower has seen is proved to be replayable. What it tells is of the event that it says (`seq`).
"""

import asyncio
import contextlib
import time
from pathlib import Path

from ..errors import InputError
from ..logs import tell
from .bodies import config_of
from .model import DiffersError, ServedModel
from .recovery import Recovered, recover
from .refusals import Refused
from .service import Service
from .settings import Settings
from .store import CheckRow, Damage, ModelRow, SnapshotRow, Store, Unreachable, open_store

EVERY = 0.1  # seconds between looks at the log
AT_ONCE = 500  # events that are applied before others get their turn


class NoWriter:
    """In place of a writer: nothing is ever written here, so all is on disk."""

    queued = 0

    def check_room(self, wanted: int = 1) -> None:
        """Refuses."""
        raise Refused(405, "this service only reads along: ask the one that writes.")

    def holds(self, model: int, ticket: str) -> bool:
        """Nothing waits to be written here."""
        return False

    async def settled(self) -> None:
        """At once."""


class Follower(Service):
    """Models that follow a log.

    Parameters
    ----------
    folder : Path
        Of the service that writes.
    store : Store
        Its log, to be read only.
    settings : Settings
        How it runs.
    """

    def __init__(self, folder: Path, store: Store, settings: Settings) -> None:
        super().__init__(folder, store, settings)
        self.writer = NoWriter()  # type: ignore[assignment]
        self.differs: dict[str, str] = {}  # models whose replay said something else, and what
        self.agreed: dict[str, CheckRow] = {}  # of each model the last snapshot that a replay came to
        self._checked: set[tuple[int, int]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def _recovered(self, row: ModelRow) -> Recovered | None:
        try:
            return super()._recovered(row)
        except DiffersError as error:
            self.differs[row.name] = error.message
            return None

    async def start(self) -> None:
        """Begins to read along."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._go_on()), loop.create_task(self._prove())]
        self.ready = True

    async def close(self) -> None:
        """Ends."""
        self.ready = False
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.store.close()

    # Reading along.

    async def _go_on(self) -> None:
        while True:
            try:
                await self._read_on()
            except (Damage, Unreachable) as error:
                self.ready = False
                tell("reading along: %s", error)
            await asyncio.sleep(EVERY)

    async def _read_on(self) -> None:
        for row in self.store.models():
            if row.gone is not None:
                self.models.pop(row.name, None)
            elif row.name not in self.differs:
                await self._follow(row)
        self.ready = True

    async def _follow(self, row: ModelRow) -> None:
        model = self.models.get(row.name)
        after = model.seq if model is not None and model.number == row.number else 0
        for event in self.store.events(row.number, after):
            if not after or model is None:
                model = ServedModel(row.number, row.name, config_of(event))
                self.models[row.name] = model
            try:
                model.apply(event)
            except DiffersError as error:
                self.differs[row.name] = error.message
                self.models.pop(row.name)
                tell("reading along: %s", error)
                return
            after = event.seq
            if not after % AT_ONCE:
                await asyncio.sleep(0)

    def model(self, name: str) -> ServedModel:
        if name in self.differs:
            raise Refused(503, f"the replay of {name!r} differs: {self.differs[name]}")
        return super().model(name)

    # Proofs.

    async def _prove(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with contextlib.suppress(Unreachable, InputError):  # tried again
                await self._prove_new()

    async def _prove_new(self) -> None:
        for row in self.store.models():
            for snapshot in self.store.snapshots(row.number)[:1]:
                if (row.number, snapshot.seq) not in self._checked:
                    await asyncio.to_thread(self._prove_one, row, snapshot)
                    self._checked.add((row.number, snapshot.seq))

    def _prove_one(self, row: ModelRow, snapshot: SnapshotRow) -> None:
        """The snapshot before, and the events since: do they come to this one? On a thread, with a log of its own."""
        store = open_store(self.folder, self.settings.store, read_only=True)
        try:
            found = recover(store, self.folder, row, until=snapshot.seq, before=snapshot.seq)
        except (Damage, DiffersError) as error:
            tell("the snapshot of %r at event %d is not proved: %s", row.name, snapshot.seq, error)
            return
        finally:
            store.close()
        if found.model.digest() != snapshot.digest:
            self.differs[row.name] = f"the snapshot at event {snapshot.seq} is not what a replay comes to."
            return
        self.agreed[row.name] = CheckRow(row.number, snapshot.seq, snapshot.digest, time.time_ns() // 1000)
        self._write_down(self.agreed[row.name])

    def _write_down(self, check: CheckRow) -> None:
        """Where the log can be written from here too; what keeps it from that differs by store, and is no matter."""
        with contextlib.suppress(Exception):
            store = open_store(self.folder, self.settings.store, shared=True)
            try:
                store.add_check(check)
            finally:
                store.close()
