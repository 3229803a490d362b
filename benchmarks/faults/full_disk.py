"""No room on the disk: below the reserve questions are refused and labels taken; a commit that fails ends the process.

A small tmpfs is the disk. Root only.

    python -m benchmarks.faults.full_disk --rounds 10
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .checking import checked_again
from .clients import Connection, Gone, History, load
from .serving import Refusal, Served

SMALL, LARGE = 12, 64  # MB
RESERVE = 7 * 2**20  # more than is used by then: a checkpoint may write all of the log once more, into the database
CANT = 77
EXIT_WRITE_FAILED = 74


@contextmanager
def small_disk() -> Iterator[Path]:
    """A folder with little room."""
    place = Path(tempfile.mkdtemp(prefix="thresher-full-"))
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}m", "tmpfs", place], capture_output=True, check=False
    )
    if done.returncode:
        place.rmdir()
        print(f"skipped: {done.stderr.decode().strip()}")
        raise SystemExit(CANT)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=False)
        place.rmdir()


async def _below_the_reserve(port: int) -> tuple[int, int]:
    """Questions until one is refused by 507, then labels: how many of each were taken."""
    connection, asked = Connection(port), 0
    while True:
        body = json.dumps({"x": {"text": "word " * 200}, "id": f"q{asked}"}).encode()
        status, _ = await connection.call("POST", "/v1/models/mail/ask", body)
        if status == 507:
            break
        assert status == 200, status
        asked += 1
    labelled = 0
    for number in range(min(asked, 50)):
        body = json.dumps({"ticket": f"q{number}", "label": "ham"}).encode()
        status, _ = await connection.call("POST", "/v1/models/mail/labels", body)
        assert status == 200, status
        labelled += 1
    connection.close()
    return asked, labelled


async def _until_full(port: int, history: History, seed: int) -> None:
    loading = asyncio.create_task(load(port, history, 4, random.Random(seed)))
    connection, number = Connection(port), 0
    try:
        while True:  # large questions beside, so that it goes fast
            body = json.dumps({"x": {"text": "word " * 4000}, "id": f"large-{number}"}).encode()
            status, said = await connection.call("POST", "/v1/models/mail/ask", body)
            if status == 200:
                history.said["mail", f"large-{number}"] = json.loads(body)["x"], said
            number += 1
    except Gone:
        await loading


def filled(seed: int) -> tuple[int, int, int]:
    """Both, on one disk; questions and labels at the reserve, and what was acknowledged until it was full."""
    with small_disk() as place:
        served = Served(place / "reserve", reserve=RESERVE, snapshot_events=10**6, snapshot_seconds=1e6)
        asked, labelled = asyncio.run(_below_the_reserve(served.port))
        served.kill()
        shutil.rmtree(place / "reserve")
        folder, history = place / "full", History()
        served = Served(folder, reserve=0)
        asyncio.run(_until_full(served.port, history, seed))
        served.process.join(10)
        assert served.process.exitcode == EXIT_WRITE_FAILED, served.process.exitcode
        try:
            Served(folder).kill()  # on a disk that is still full it starts, or says why not
        except Refusal as refusal:
            print(f"on the full disk: {refusal}")
        subprocess.run(["mount", "-o", f"remount,size={LARGE}m", place], check=True)
        served = Served(folder)
        checked_again(served.port, folder, history, from_log=True)
        served.kill()
        return asked, labelled, history.acknowledged


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    if os.geteuid() != 0:
        print("skipped: mounting needs root")
        raise SystemExit(CANT)
    total = 0
    for seed in range(given.rounds):
        asked, labelled, acknowledged = filled(seed)
        total += acknowledged
        print(
            f"{asked} questions until 507, then {labelled} labels taken; {acknowledged:,} acknowledged until ENOSPC",
            flush=True,
        )
    print(f"{given.rounds} full disks: the process ended by itself, and nothing of {total:,} acknowledged was lost")


if __name__ == "__main__":
    main()
