"""The machine's clock is set forward and back between starts: time in the log never goes back, and nothing is lost.

faketime sets it for one process.

    python -m benchmarks.faults.clocks
"""

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from thresher.service.recovery import all_events
from thresher.service.store import open_store

from .checking import checked_again
from .clients import History, load

JUMPS = ("+0", "+3650d", "-3650d", "+1d", "-1h", "+0")
MODELS = ("--model", "mail=auto", "--model", "soon=perceptron", "--model", "fixes=auto")
CANT = 77


def start(folder: Path, jump: str) -> tuple[subprocess.Popen[str], int]:
    """A service whose clock is another, and its port."""
    command = ["faketime", "-f", jump, sys.executable, "-m", "thresher", "serve", str(folder), "--port", "0", *MODELS]
    command += ["--snapshot-seconds", "1", "--keep-snapshots", "2", "--reserve", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr is not None
    for line in process.stderr:
        if " on http://" in line:
            return process, int(line.rpartition(":")[2])
    raise RuntimeError(f"it did not start: {process.wait()}")


async def _under_load(process: subprocess.Popen[str], port: int, history: History, seed: int) -> None:
    loading = asyncio.create_task(load(port, history, 4, random.Random(seed)))
    await asyncio.sleep(1.0)
    kill(process)
    await loading
    process.communicate()


def kill(process: subprocess.Popen[str]) -> None:
    """faketime forks: the whole group is killed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1, help="of so many jumps each: " + ", ".join(JUMPS))
    given = parser.parse_args()
    if shutil.which("faketime") is None:
        print("skipped: there is no faketime")
        raise SystemExit(CANT)
    with tempfile.TemporaryDirectory(prefix="thresher-clocks-") as top:
        folder, history = Path(top) / "served", History()
        for number, jump in enumerate(JUMPS * given.rounds):
            process, port = start(folder, jump)
            try:
                checked_again(port, folder, history, from_log=True)
                asyncio.run(_under_load(process, port, history, number))
            finally:
                kill(process)
            print(f"{jump}: {history.acknowledged:,} acknowledged until now", flush=True)
        store = open_store(folder, read_only=True)
        for row in store.models():
            times = [event.at for event in all_events(store, folder, row.number)]
            assert times == sorted(times), f"{row.name}: time went back"
        store.close()
    jumps = len(JUMPS) * given.rounds
    print(f"{jumps} starts with other clocks: time never went back, nothing of {history.acknowledged:,} was lost")


if __name__ == "__main__":
    main()
