"""How fast the log of a delayed learner is replayed: events a second of processor time, best of several.

python benchmarks/late_replay.py
python benchmarks/late_replay.py --learners auto --pairs 10000
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from claims import Claim, note

from thresher.evaluation import LateLog, replay
from thresher.late import Delayed
from thresher.learners.naming import make_learner


def write(path: Path, learner: str, pairs: int) -> None:
    """20 of 2,000 names; each label comes after ten more questions."""
    rng = random.Random(7)
    due: list[tuple[str, bool]] = []
    with LateLog(path, Delayed(make_learner(learner))) as log:
        for number in range(pairs):
            x = {f"word{rng.randrange(2000)}": 1.0 for _ in range(20)}
            log.ask(x, ticket=f"mail {number}", at=float(number))
            due.append((f"mail {number}", "word7" in x))
            if len(due) > 10:
                log.label(*due.pop(0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", nargs="+", default=["perceptron", "adaptive-winnow", "auto"])
    parser.add_argument("--pairs", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder, name) for name in wanted.learners}
        for name, path in paths.items():
            write(path, name, wanted.pairs)
        best = dict.fromkeys(paths, float("inf"))
        for _ in range(wanted.rounds):
            for name, path in paths.items():
                begin = time.process_time()
                again = replay(path)
                best[name] = min(best[name], (time.process_time() - begin) / again.events)
                assert again.same_digest, name
    print("| learner | events a second | microseconds an event |\n|---|---|---|")
    for name, took in best.items():
        note(Claim(f"replay of a log, {name}", 1 / took, 30_000, "events/s", "the limit", 1.0, at_most=False))
        print(f"| `{name}` | {1 / took:,.0f} | {took * 1e6:.1f} |")


if __name__ == "__main__":
    main()
