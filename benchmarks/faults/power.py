"""Power cuts under load: a file system on a file, copied at once at any moment, is what a disk would have.

The service runs on ext4 on a loop device whose file lies on XFS; `cp --reflink` of that file is the cut: what ext4 has
not handed to its device is not in it. The copy is mounted, a service recovers there, and everything that was
acknowledged before the cut must be there. With --control nothing is synced, and the check must find losses: it can
fail. Root only.

    python -m benchmarks.faults.power --rounds 200
"""

import argparse
import asyncio
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from .checking import LostError, checked_again
from .clients import History, load
from .serving import Refusal, Served

CUTS_A_FOLDER = 20
CONTROL_CUTS = 10
CANT = 77  # what the script ends with where cuts can't be made; automake's number for a test that was skipped


class CantError(Exception):
    """Cuts can't be made here; says why."""


def _run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CantError(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    """A file system in a file, as a folder."""
    place.mkdir(exist_ok=True)
    _run("mount", "-o", "loop", image, place)
    try:
        yield place
    finally:
        for _ in range(50):
            if not subprocess.run(["umount", str(place)], capture_output=True, check=False).returncode:
                break
            time.sleep(0.1)


@contextmanager
def disk() -> Iterator[tuple[Path, Path]]:
    """The file of a disk, which can be copied at once, and the folder where it is mounted."""
    if os.geteuid() != 0:
        raise CantError("mounting needs root")
    for tool in ("mkfs.xfs", "mkfs.ext4", "mount"):
        if shutil.which(tool) is None:
            raise CantError(f"there is no {tool}")
    top = Path(tempfile.mkdtemp(prefix="thresher-power-"))
    try:
        outer = top / "outer.image"
        with outer.open("wb") as file:
            file.truncate(4 * 2**30)
        _run("mkfs.xfs", "-q", "-m", "reflink=1", outer)
        with mounted(outer, top / "outer") as place:
            inner = place / "disk.image"
            with inner.open("wb") as file:
                file.truncate(256 * 2**20)
            _run("mkfs.ext4", "-q", inner)
            with mounted(inner, top / "inner") as folder:
                yield inner, folder
    finally:
        shutil.rmtree(top, ignore_errors=True)


def _copy_of(history: History) -> History:
    """What was acknowledged until now."""
    return replace(
        history,
        said=dict(history.said),
        fates=dict(history.fates),
        retracted=dict(history.retracted),
        batches=list(history.batches),
        seen=dict(history.seen),
    )


async def _cuts(
    served: Served, history: History, image: Path, rounds: int, rng: random.Random
) -> list[tuple[Path, History]]:
    """So many cuts while clients go on."""
    loading = asyncio.create_task(load(served.port, history, 8, rng))
    found = []
    await asyncio.sleep(0.5)
    for number in range(rounds):
        await asyncio.sleep(rng.uniform(0.02, 0.5))
        before, copy = _copy_of(history), image.with_name(f"cut-{number}.image")
        await asyncio.to_thread(_run, "cp", "--reflink=always", image, copy)
        found.append((copy, before))
    await asyncio.to_thread(served.kill)
    await loading
    return found


def cut_and_check(image: Path, folder: Path, rounds: int, rng: random.Random, *, synced: bool) -> dict[str, int]:
    """So many cuts of one run; counts."""
    counts = dict.fromkeys(("cuts", "acknowledged", "asked again", "lost"), 0)
    history = History()
    served = Served(folder, synced=synced)
    try:
        cuts = asyncio.run(_cuts(served, history, image, rounds, rng))
    finally:
        served.kill()
    for copy, before in cuts:
        with mounted(copy, image.with_name("cut")) as place:
            try:
                served = Served(place / folder.name)
                try:
                    _, tried = checked_again(served.port, place / folder.name, before, from_log=True)
                finally:
                    served.kill()
                counts["asked again"] += tried
            except (LostError, Refusal) as error:
                if synced:
                    raise
                counts["lost"] += 1
                print(f"  control: {str(error)[:150]}", flush=True)
        copy.unlink()
        counts["cuts"] += 1
        counts["acknowledged"] += before.acknowledged
    return counts


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200, help="cuts in all")
    parser.add_argument("--control", type=int, default=CONTROL_CUTS, help="cuts without syncing")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng, total = random.Random(given.seed), {}
    try:
        with disk() as (image, place):
            for number, begin in enumerate(range(0, given.rounds, CUTS_A_FOLDER)):
                rounds = min(CUTS_A_FOLDER, given.rounds - begin)
                found = cut_and_check(image, place / f"served-{number}", rounds, rng, synced=True)
                shutil.rmtree(place / f"served-{number}")
                total = {name: total.get(name, 0) + count for name, count in found.items()}
                print(", ".join(f"{count:,} {name}" for name, count in total.items()), flush=True)
            control = cut_and_check(image, place / "control", given.control, rng, synced=False)
    except CantError as error:
        print(f"skipped: {error}")
        raise SystemExit(CANT) from None
    print(f"{total['cuts']:,} power cuts: nothing acknowledged was lost")
    print(f"control without syncing: {control['lost']} of {control['cuts']} cuts lost acknowledged events")
    if given.control and not control["lost"]:
        raise SystemExit("the control lost nothing: this check could not fail")


if __name__ == "__main__":
    main()
