"""Kill and EIO at the k-th call that writes or syncs, for k from 1 on: strace does it to a service under load.

SQLite writes by pwrite64 and syncs by fdatasync. Calls are counted for each thread: those of the start are made by the
first thread, those of commits by the writer's. So the first AT_START calls are hit at the start, before the folder is
opened, and then each of the writer's in a service that runs.

    python -m benchmarks.faults.calls --rounds 100
"""

import argparse
import asyncio
import contextlib
import random
import shutil
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .checking import checked_again
from .clients import History, load
from .serving import Refusal, Served

CALLS = ("fdatasync", "pwrite64")
WAYS = {"kill": "signal=SIGKILL", "EIO": "error=EIO"}
AT_START = 8
LONGEST = (20.0, 120.0)  # seconds in which the call must come; where it did not, once more with more of them
MISSED, WENT_ON = "not reached", "hit, and it went on"
CANT = 77
EXIT_WRITE_FAILED = 74


class Strace:
    """Hits one call of a process."""

    def __init__(self, call: str, way: str, k: int, told: Path) -> None:
        self._options = ["-f", "-e", f"trace={call}", "-e", f"inject={call}:{WAYS[way]}:when={k}", "-o", str(told)]
        self._told = told
        self._process: subprocess.Popen[bytes] | None = None

    def attach(self, pid: int) -> None:
        """Begins; returns when it looks on."""
        command = ["strace", *self._options, "-p", str(pid)]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE)
        assert self._process.stderr is not None
        line = self._process.stderr.readline()
        if b"attached" not in line:
            raise RuntimeError(f"strace: {line.decode()}")

    def end(self) -> None:
        """Looks on no longer."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()

    @property
    def has_hit(self) -> bool:
        """Whether the call came; asked after the end."""
        return b"(INJECTED)" in self._told.read_bytes() if self._told.exists() else False


def hit(call: str, way: str, k: int, *, at_start: bool) -> str:
    """The same, until it was hit: a machine with much to do may be slow to come to the k-th call."""
    for longest in LONGEST:
        ended = hit_within(longest, call, way, k, at_start=at_start)
        if ended != MISSED:
            break
    return ended


def hit_within(longest: float, call: str, way: str, k: int, *, at_start: bool) -> str:
    """One service that is hit, and another that recovers; what the first ended with."""
    top = Path(tempfile.mkdtemp(prefix="thresher-calls-"))
    folder, history, strace = top / "served", History(), Strace(call, way, k, top / "strace.txt")
    try:
        try:
            served = Served(folder, gate=strace.attach if at_start else None)
            if not at_start:
                assert served.process.pid is not None
                strace.attach(served.process.pid)
            ended = asyncio.run(_until_gone(served, history, k, longest))
        except Refusal:
            ended = "at the start"
        finally:
            strace.end()
        again = Served(folder)
        try:
            checked_again(again.port, folder, history, from_log=True)
        finally:
            again.kill()
        return MISSED if ended == WENT_ON and not strace.has_hit else ended
    finally:
        shutil.rmtree(top)


async def _until_gone(served: Served, history: History, seed: int, longest: float) -> str:
    loading = asyncio.create_task(load(served.port, history, 4, random.Random(seed)))
    await asyncio.wait([loading], timeout=longest)
    gone = loading.done()
    if not gone:
        served.kill()
    with contextlib.suppress(TimeoutError):
        await loading
    served.process.join(10)
    if not gone:
        return WENT_ON
    code = served.process.exitcode
    return {-9: "killed", 255: "killed", EXIT_WRITE_FAILED: "ended by itself"}.get(code or 0, f"ended with {code}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help="how many calls of each kind are hit in each way")
    parser.add_argument("--services", type=int, default=3, help="at the same time")
    given = parser.parse_args()
    if shutil.which("strace") is None:
        print("skipped: there is no strace")
        raise SystemExit(CANT)
    with ThreadPoolExecutor(given.services) as several:
        for call in CALLS:
            for way in WAYS:
                runs = [
                    several.submit(hit, call, way, k, at_start=at_start)
                    for at_start, most in ((True, min(AT_START, given.rounds)), (False, given.rounds))
                    for k in range(1, most + 1)
                ]
                ends = Counter(run.result() for run in runs)
                told = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
                print(f"{way} at {len(runs)} calls of {call}: {told}; nothing acknowledged was lost", flush=True)
                if ends[MISSED]:
                    raise SystemExit(f"{ends[MISSED]} calls were not reached in {LONGEST[-1]:g} seconds")


if __name__ == "__main__":
    main()
