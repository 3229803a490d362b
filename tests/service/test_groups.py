"""Groups of events, whoever writes them: in order, each once, told when they are on disk and not before."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.service import writer
from thresher.service.events import Event
from thresher.service.refusals import Refused
from thresher.service.writer import GroupWriter


class Step(NamedTuple):
    """What is put, how the disk is from then on, and how long nothing comes after it."""

    events: int
    job: bool
    at_hand: bool
    seconds: float  # that an append takes
    turns: int | None  # of the event loop; None: until all was told


PAUSE = -1  # in which the thread begins to write, and may not be done

STEPS = st.lists(
    st.builds(
        Step,
        events=st.sampled_from((1, 1, 3, 20)),
        job=st.sampled_from((False, False, False, True)),
        at_hand=st.booleans(),
        seconds=st.sampled_from((0.0, 0.0, 0.003)),
        turns=st.sampled_from((0, 0, 1, 2, 3, None, None, PAUSE, PAUSE)),
    ),
    max_size=40,
)


class Disk:
    """A store that notes what is written, by which thread, and fails at one of its appends."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.done: list[Any] = []  # events and jobs, as they came to the disk
        self.threads: set[str] = set()
        self.appends = 0
        self.is_at_hand = True
        self.seconds = 0.0
        self._fails_at = fails_at
        self._busy = threading.Lock()

    def at_hand(self) -> bool:
        return self.is_at_hand

    def append(self, events: list[Event]) -> None:
        assert self._busy.acquire(blocking=False), "two write at once"
        self.threads.add(threading.current_thread().name)
        time.sleep(self.seconds)
        self.appends += 1
        self._busy.release()
        if self.appends == self._fails_at:
            raise OSError(5, "Input/output error")
        self.done += [event.seq for event in events]

    def job(self, name: str) -> Callable[[], None]:
        return lambda: self.done.append(name)


def put_all(disk: Disk, steps: list[Step]) -> tuple[list[Any], list[tuple[Any, Any, bool]], list[BaseException]]:
    """What was put, what was told of each (with whether it was on disk by then), and the failures."""
    put: list[Any] = []
    told: list[tuple[Any, Any, bool]] = []
    failures: list[BaseException] = []

    async def go() -> None:
        one = GroupWriter(disk, failures.append)  # type: ignore[arg-type]
        one.start(asyncio.get_running_loop())
        seq = 0
        for number, step in enumerate(steps):
            disk.is_at_hand, disk.seconds = step.at_hand, step.seconds
            try:
                one.check_room()
            except Refused:
                break
            seqs = list(range(seq + 1, seq + step.events + 1))
            seq += step.events
            events = [Event(1, n, 1, n, f"t{n}", b"{}", b"{}") for n in seqs]
            wanted: list[Any] = [*seqs, *([f"job {number}"] if step.job else [])]
            put.append(wanted)

            def tell(failure: Refused | None, wanted: list[Any] = wanted) -> None:
                told.append((wanted, failure, set(wanted) <= set(disk.done)))

            one.put(events, tell, disk.job(f"job {number}") if step.job else None, answers=step.events)
            for _ in range(0 if step.turns is None else step.turns):
                await asyncio.sleep(0)
            if step.turns == PAUSE:
                await asyncio.sleep(0.001)
            while step.turns is None and len(told) < len(put) and not failures:
                await asyncio.sleep(0.0001)
        if failures:  # whoever does not ask whether there is room is told
            put.append(["late"])
            one.put((), lambda failure: told.append((["late"], failure, "late" in disk.done)), disk.job("late"))
        until = time.monotonic() + 10
        while len(told) < len(put) and time.monotonic() < until:
            await asyncio.sleep(0.001)
        await one.close()

    asyncio.run(go())
    return put, told, failures


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    """No disk is slow, however busy the machine is: else hardly anything is written by the event loop."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writer, "QUICK", 60.0)
        yield


@tries(200)
@given(STEPS)
def test_everything_is_written_once_in_order_and_told_when_it_is_there(steps: list[Step]) -> None:
    disk = Disk()
    put, told, failures = put_all(disk, steps)
    assert [wanted for wanted, _, _ in told] == put
    assert all(failure is None and is_there for _, failure, is_there in told)
    assert not failures
    events = [one for one in disk.done if isinstance(one, int)]
    assert events == list(range(1, len(events) + 1))
    assert sorted(map(str, disk.done)) == sorted(str(one) for wanted in put for one in wanted)


@tries(200)
@given(STEPS, st.integers(1, 6))
def test_after_a_write_that_failed_nothing_is_written_or_told_to_be(steps: list[Step], fails_at: int) -> None:
    disk = Disk(fails_at)
    put, told, failures = put_all(disk, steps)
    assert len(failures) == (disk.appends >= fails_at)
    assert disk.appends <= fails_at
    assert "late" not in disk.done
    assert sorted(map(str, put)) == sorted(str(wanted) for wanted, _, _ in told)
    assert all(is_there if failure is None else failure.status == 503 for _, failure, is_there in told)


def who_writes(disk: Disk, events: int = 1, job: bool = False) -> set[str]:
    """The threads that write when each waits for the one before, once it is known how quick the disk is."""

    async def go() -> None:
        one = GroupWriter(disk, lambda error: None)  # type: ignore[arg-type]
        one.start(asyncio.get_running_loop())
        for number in range(20):
            if number == 10:
                disk.threads.clear()
            first = number * events + 1
            done = one.add([Event(1, n, 1, n, f"t{n}", b"{}", b"{}") for n in range(first, first + events)])
            await (asyncio.gather(done, one.do(disk.job("job"))) if job else done)
        await one.close()

    asyncio.run(go())
    return disk.threads


def test_the_event_loop_writes_where_the_disk_is_quick() -> None:
    assert who_writes(Disk()) == {threading.current_thread().name}


@pytest.mark.parametrize(("events", "job"), [(writer.FEW + 1, False), (1, True)])
def test_what_may_take_long_is_not_written_by_the_event_loop(events: int, job: bool) -> None:
    assert who_writes(Disk(), events, job) == {"thresher-writer"}


@pytest.mark.parametrize(("at_hand", "seconds"), [(False, 0.0), (True, 0.002)])
def test_nor_where_the_disk_is_slow_or_the_store_tidies(
    at_hand: bool, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0 if seconds == 0.0 else seconds / 2)
    disk = Disk()
    disk.is_at_hand, disk.seconds = at_hand, seconds
    assert who_writes(disk) == {"thresher-writer"}


def test_those_who_ask_again_at_once_are_one_group() -> None:
    """Many who ask anew as soon as they are answered, in different turns of the event loop."""
    disk, told = Disk(), []

    async def go() -> None:
        one = GroupWriter(disk, lambda error: None)  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        one.start(loop)
        seq = 0

        def ask(who: int, again: int) -> None:
            nonlocal seq
            seq += 1
            one.put([Event(1, seq, 1, seq, f"t{seq}", b"{}", b"{}")], lambda failure: answered(who, again))

        def answered(who: int, again: int) -> None:
            told.append(again)
            if again and who % 2:
                loop.call_soon(ask, who, again - 1)
            elif again:
                loop.call_soon(loop.call_soon, ask, who, again - 1)

        for who in range(2 * writer.MANY):
            ask(who, 100)
        while len(told) < 2 * writer.MANY * 101:
            await asyncio.sleep(0.01)
        await one.close()

    asyncio.run(go())
    assert disk.appends < 150  # of 101 rounds; each turn by itself would be 200
