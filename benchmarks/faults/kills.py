"""kill -9 under load: after each a new process recovers, and nothing that was acknowledged is lost.

python -m benchmarks.faults.kills --rounds 1000
"""

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .checking import checked_again
from .clients import History, load
from .serving import Served

ROUNDS_A_FOLDER = 20  # then a new one: a log is replayed from its first event, which takes longer each time


def kill_again_and_again(rounds: int, seed: int, connections: int) -> dict[str, int]:
    """So many kills of services on one folder; counts."""
    rng = random.Random(seed)
    top = Path(tempfile.mkdtemp(prefix="thresher-kills-"))
    folder, history = top / "served", History()
    counts = dict.fromkeys(("kills", "acknowledged", "events", "asked again", "snapshots under way"), 0)
    served = None
    try:
        for turn in range(rounds):
            served = Served(folder)
            last = turn == rounds - 1
            events, tried = checked_again(served.port, folder, history, from_log=last or turn % 5 == 0)
            counts["asked again"] += tried
            asyncio.run(_killed_under_load(served, history, connections, rng, folder, counts))
            counts["kills"] += 1
        served = Served(folder)
        events, tried = checked_again(served.port, folder, history, from_log=True)
        counts["asked again"] += tried
        counts["events"], counts["acknowledged"] = events, history.acknowledged
        served.stop()
    finally:
        if served is not None:
            served.kill()
        shutil.rmtree(top)
    return counts


async def _killed_under_load(
    served: Served, history: History, connections: int, rng: random.Random, folder: Path, counts: dict[str, int]
) -> None:
    loading = asyncio.create_task(load(served.port, history, connections, rng))
    await asyncio.sleep(rng.uniform(0.02, 0.6))
    alone = rng.random() < 0.5
    await asyncio.to_thread(served.kill_alone if alone else served.kill)
    counts["snapshots under way"] += any((folder / "snapshots").glob("*.unfinished"))
    await loading


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000, help="kills in all")
    parser.add_argument("--folders", type=int, default=3, help="services at the same time")
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    sizes = [min(ROUNDS_A_FOLDER, given.rounds - begin) for begin in range(0, given.rounds, ROUNDS_A_FOLDER)]
    total: dict[str, int] = {}
    began = time.perf_counter()
    with ThreadPoolExecutor(given.folders) as several:
        runs = [
            several.submit(kill_again_and_again, size, given.seed + i, given.connections)
            for i, size in enumerate(sizes)
        ]
        for run in as_completed(runs):
            if run.exception() is not None:
                several.shutdown(wait=False, cancel_futures=True)
            for name, count in run.result().items():
                total[name] = total.get(name, 0) + count
            told = ", ".join(f"{count:,} {name}" for name, count in total.items())
            print(f"{time.perf_counter() - began:6.0f} s: {told}", flush=True)
    print(f"{total['kills']:,} kills: nothing acknowledged was lost, each label once, one digest by every way")


if __name__ == "__main__":
    main()
