"""Group commit: events that come while one group is being written make the next, which is one synced transaction.

Where the disk is quick the event loop writes what came in one turn itself: the way to a thread and back takes longer
than the disk, and the two take the interpreter from each other. What may take long is written by a thread of its own
while the loop goes on: on a slow disk, many events, other jobs, and when the store has something to tidy. A write that
fails ends everything: what is in memory is ahead of the disk then, and only a recovery makes them one again.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .events import ASK, Event
from .refusals import Refused
from .store import Store
from .wording import waiting

MOST_WAITING = 50_000  # events that may wait for the disk

MANY = 16  # answers of one group: who waits for fewer is not made to wait for others
SLICE = 0.0005  # seconds in which those who were answered ask again, as long as they do
QUICK = 0.004  # seconds that groups may take on average where the event loop writes them
LATELY = 0.1  # of that average is the last group's
FEW = 256  # events that the event loop writes itself

Told = Callable[[Refused | None], None]
"""Is told, on the event loop, that events are on disk; or why they will never be."""


class GroupWriter:
    """Writes events in groups.

    Parameters
    ----------
    store : Store
        Where to; nobody else writes into it.
    on_failure : function
        Is told the exception, on the event loop, when a write failed; every answer of its group was refused by then.
    on_group : function, optional
        Is told the number of events of a group and the seconds that it took, on the thread that wrote it.
    """

    def __init__(
        self,
        store: Store,
        on_failure: Callable[[BaseException], None],
        on_group: Callable[[int, float], None] = lambda events, seconds: None,
    ) -> None:
        self._store = store
        self._on_failure = on_failure
        self._on_group = on_group
        self._events: list[Event] = []
        self._jobs: list[Callable[[], Any]] = []
        self._waiting: list[Told] = []
        self._answers = 0  # that these wait for
        self._under_way: list[Event] = []  # those of the group that is being written
        self._last: asyncio.Future[None] | None = None  # done when the newest group is on disk; nobody can cancel it
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._took = 0.0  # seconds, by the last group
        self._usual = QUICK  # the same by the last groups: the first is the thread's
        self._answered = 0  # by the last group
        self._answered_before = 0  # by the one before it
        self._seen = 0  # answers that waited when the event loop looked last
        self._is_here = False  # the event loop is going to write what waits
        self._writes = False  # the thread is writing
        self._ends = False
        self._failed: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="thresher-writer", daemon=True)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins to write."""
        self._loop = loop
        self._thread.start()

    @property
    def queued(self) -> int:
        """Events that are not on disk yet."""
        return len(self._events) + len(self._under_way)

    def holds(self, model: int, tickets: Iterable[str]) -> bool:
        """Whether a question of one of these tickets was applied and is perhaps not on disk yet."""
        wanted = set(tickets)
        with self._lock:
            events = [*self._under_way, *self._events]
        return any(event.id in wanted for event in events if event.kind == ASK and event.model == model)

    def check_room(self, wanted: int = 1) -> None:
        """Refuses before anything is applied."""
        if self._failed is not None:
            raise _unwritten()
        if self._ends:
            raise Refused(503, "the service is about to stop.", retry_after=5)
        queued = self.queued
        if queued and queued + wanted > MOST_WAITING:
            raise Refused(503, f"{waiting(queued, 'event')} for the disk.", retry_after=1)

    def add(self, events: Sequence[Event]) -> "asyncio.Future[None]":
        """Events that were applied; done when they are on disk."""
        done = self._future()
        self.put(events, _telling(done))
        return done

    def do(self, job: Callable[[], Any]) -> "asyncio.Future[None]":
        """Something else that is written, after all that was added before; done when it is on disk."""
        done = self._future()
        self.put((), _telling(done), job)
        return done

    async def settled(self) -> None:
        """When all that was applied until now is on disk: what is told then can't be forgotten.

        Raises
        ------
        Refused
            If it will never be: the log could not be written.
        """
        if self._failed is not None:
            raise _unwritten()
        if self._last is not None and not self._last.done():
            await asyncio.shield(self._last)

    def put(
        self, events: Sequence[Event], told: Told, job: Callable[[], Any] | None = None, *, answers: int = 1
    ) -> None:
        """Events that were applied, and perhaps something else; `told` is called when they are on disk.

        answers: how many are waited for.
        """
        if self._failed is not None:  # nothing is written behind what is missing
            assert self._loop is not None
            self._loop.call_soon(told, _unwritten())
            return
        with self._lock:
            idle = not self._waiting
            if idle:
                self._last = self._future()
                self._waiting.append(_telling(self._last))
            self._events += events
            if job is not None:
                self._jobs.append(job)
            self._waiting.append(told)
            self._answers += answers
            if idle and self._may_be_here():
                assert self._loop is not None
                self._is_here = True
                self._loop.call_soon(self._write_here)
            elif idle or (self._is_here and not self._may_be_here()):
                self._is_here = False
                self._wake.notify()

    def _may_be_here(self) -> bool:
        """Whether what waits is best written by the event loop, at the end of its turn."""
        return (
            self._usual < QUICK
            and not self._writes
            and not self._jobs
            and len(self._events) <= FEW
            and not self._ends
            and self._store.at_hand()
        )

    def _write_here(self) -> None:
        with self._lock:
            if not self._is_here:  # the thread has it
                return
            if self._still_come():
                assert self._loop is not None
                self._loop.call_soon(self._write_here)
                return
            self._is_here = False
            events, _, waiting = self._take()
        failure = self._timed(events, ())
        self._under_way = []
        self._answer(waiting, failure)

    def _still_come(self) -> bool:
        """Where many are answered together: whether those who ask again came in this turn, too, and some are missing.

        Then another turn brings more of them into the group, and costs less than another sync.
        """
        before, self._seen = self._seen, self._answers
        return self._answered >= MANY and before < self._answers < self._answered + self._answered_before

    def _take(self) -> tuple[list[Event], list[Callable[[], Any]], list[Told]]:
        """The group that is written now."""
        events, jobs, waiting = self._events, self._jobs, self._waiting
        self._events, self._jobs, self._waiting = [], [], []
        self._under_way = events
        self._answered_before, self._answered, self._answers, self._seen = self._answered, self._answers, 0, 0
        return events, jobs, waiting

    def _timed(self, events: list[Event], jobs: Sequence[Callable[[], Any]]) -> BaseException | None:
        began = time.perf_counter()
        failure = self._written(events, jobs)
        self._took = time.perf_counter() - began
        if not jobs:  # which take what they take
            self._usual += LATELY * (self._took - self._usual)
        return failure

    def _future(self) -> "asyncio.Future[None]":
        assert self._loop is not None
        return self._loop.create_future()

    async def close(self) -> None:
        """Writes what waits, and ends."""
        with self._wake:
            self._ends = True
            self._wake.notify()
        await asyncio.to_thread(self._thread.join)

    # On the thread.

    def _write(self) -> None:
        assert self._loop is not None
        while True:
            with self._wake:
                while (self._is_here or not self._waiting) and not self._ends:
                    self._wake.wait()
                if not self._waiting:
                    return
                self._is_here = False
                self._writes = True
                self._gather()
                events, jobs, waiting = self._take()
            failure = self._timed(events, jobs)
            self._under_way = []
            with self._lock:
                self._writes = failure is not None  # nobody else goes on where it failed
            self._loop.call_soon_threadsafe(self._answer, waiting, failure)
            if failure is not None:
                return

    def _gather(self) -> None:
        """Where many are answered together, waits for those who ask again: else groups of two halves take turns.

        Not longer than the last group took, nor for more than were there at the last; and no longer once nobody comes.
        """
        if self._answered < MANY:
            return
        expected, until = self._answered + self._answers, time.perf_counter() + self._took
        there = -1
        while there < self._answers < expected and not self._ends and time.perf_counter() < until:
            there = self._answers
            self._wake.wait(SLICE)

    def _written(self, events: list[Event], jobs: Sequence[Callable[[], Any]]) -> BaseException | None:
        began = time.perf_counter()
        try:
            if events:
                self._store.append(events)
            for job in jobs:
                job()
        except BaseException as error:
            return error
        self._on_group(len(events), time.perf_counter() - began)
        return None

    def _answer(self, waiting: list[Told], failure: BaseException | None) -> None:
        if failure is None:
            for told in waiting:
                told(None)
            return
        self._failed = failure
        with self._wake:
            late, self._waiting = self._waiting, []
        for told in (*waiting, *late):
            told(_unwritten())
        self._on_failure(failure)


def _telling(done: "asyncio.Future[None]") -> Told:
    """Whoever awaits it goes on."""

    def told(failure: Refused | None) -> None:
        if done.done():  # whoever asked has gone
            return
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)
            done.exception()  # seen, also where nobody awaits it

    return told


def _unwritten() -> Refused:
    return Refused(503, "the log could not be written; the service is about to start again.", retry_after=5)
