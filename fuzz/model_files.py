"""Forged model files: whatever is loaded predicts, learns and can be saved; whatever is not is refused in words.

    python -m fuzz.model_files --runs 100000
    python -m fuzz.model_files --only 4711       # one of them again, with its recipe

A child does the work, and says in memory that both share which run it is at: so a crash is told, too.
"""

import argparse
import mmap
import os
import random
import resource
import signal
import struct
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from thresher.errors import ThresherError
from thresher.files import load_bytes

from .forged_files import Forger
from .saved_models import LINK, row, saved_models

PATIENCE = 60  # seconds for one file
MEMORY = 8 << 30  # bytes of addresses: a file of a few thousand bytes must not ask for more


def used(model: Any, case: Any, labels: list[Any]) -> str:
    """Predicts, learns, saves and loads it again. What an example is refused for is no fault of the file."""
    rng, refused = random.Random(3), 0
    for _ in range(4):
        x = row(rng, case)
        try:
            model.predict_one(x)
            if hasattr(model, "ask"):
                question = model.ask(x)
                model.label(question.ticket, rng.choice(labels))
            else:
                model.learn_one(x, rng.choice(labels))
        except ThresherError:
            refused += 1
    data = model.to_bytes()
    assert load_bytes(data, LINK).to_bytes() == data, "what was saved and loaded is saved as something else"
    return "used, examples refused" if refused else "used"


def tried(data: bytes, case: Any, labels: list[Any]) -> str:
    """What came of a file."""
    try:
        model = load_bytes(data, LINK)
    except ThresherError:
        return "refused"
    return used(model, case, labels)


class Runs:
    """Forgeries by number."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.models = saved_models()
        self.names = sorted(self.models)

    def forged(self, number: int) -> tuple[str, list[str], bytes]:
        """The name of the model, the recipe, and the file."""
        name = self.names[number % len(self.names)]
        forger = Forger(f"{self.seed} {number}")
        return name, forger.recipe, forger.forged(self.models[name][0])

    def try_one(self, number: int) -> str:
        """What came of it."""
        name, _, data = self.forged(number)
        return tried(data, *self.models[name][1:])

    def told(self, number: int) -> str:
        """How it was made."""
        name, recipe, data = self.forged(number)
        return f"run {number} of seed {self.seed}: {name}; {'; '.join(recipe)} ({len(data)} bytes)"


def _limit_memory() -> None:
    """MEMORY more than what is mapped now, which under sanitizers is terabytes."""
    pages = Path("/proc/self/statm")
    mapped = int(pages.read_text().split()[0]) * mmap.PAGESIZE if pages.exists() else 0
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY, mapped + MEMORY))


def _work(runs: Runs, numbers: range, shared: mmap.mmap) -> int:
    _limit_memory()
    counts: Counter[str] = Counter()
    failed = 0
    for number in numbers:
        shared[:8] = struct.pack("<Q", number)
        signal.alarm(PATIENCE)  # ends the child: its parent tells the number
        try:
            counts[runs.try_one(number)] += 1
        except Exception:
            failed += 1
            print(f"FAILED: {runs.told(number)}", traceback.format_exc(limit=-4), sep="\n", flush=True)
            if failed == 20:
                break
    signal.alarm(0)
    told = ", ".join(f"{what}: {count}" for what, count in sorted(counts.items()))
    print(f"model files: {sum(counts.values()) + failed} executions; {told}", flush=True)
    return min(failed, 1)


def run(count: int, seed: int, first: int = 0) -> int:
    """Tries so many, in a child; 0 if all went well."""
    runs, shared = Runs(seed), mmap.mmap(-1, 8)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = _work(runs, range(first, first + count), shared)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        return os.WEXITSTATUS(status)
    (number,) = struct.unpack("<Q", shared[:8])
    failed = Path(f"failed-model-file-{number}")
    failed.write_bytes(runs.forged(number)[2])
    print(f"FAILED by signal {os.WTERMSIG(status)}, file kept as {failed}: {runs.told(number)}")
    return 1


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of a run")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    began = time.perf_counter()
    if given.only is not None:
        print(Runs(given.seed).told(given.only))
    status = run(given.runs if given.only is None else 1, given.seed, given.only or 0)
    print(f"{time.perf_counter() - began:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
