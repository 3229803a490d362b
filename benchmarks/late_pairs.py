"""What one question and one label cost around a learner, by turns: labels one by one beside labels in arrays.

Processor time, best stretch of 100 pairs; the two ways and the learner alone take turns in one process. Both ways end
in the same digest.

    python benchmarks/late_pairs.py
    python benchmarks/late_pairs.py --learner perceptron --pairs 20000
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from claims import Claim, note

from thresher.late import Delayed
from thresher.late.orders import order
from thresher.learners.naming import make_learner

STRETCH = 100


def stream(pairs: int) -> list[tuple[dict[str, float], bool]]:
    """20 of 2,000 names, and a label that depends on some of them."""
    rng = random.Random(7)
    rows = [{f"word{rng.randrange(2000)}": 1.0 for _ in range(20)} for _ in range(pairs)]
    return [(x, any(f"word{n}" in x for n in range(60))) for x in rows]


def timed(turn: Callable[[], Any]) -> float:
    begin = time.process_time()
    turn()
    return (time.process_time() - begin) / STRETCH * 1e6


def answer_and_learn(learner: Any, part: list[tuple[dict[str, float], bool]]) -> None:
    """What a pair is without a delay."""
    for x, y in part:
        learner.predict_one(x)
        learner.learn_one(x, y)


class Way:
    """A delayed learner that deals with so many labels one by one; the best time of each part, in microseconds."""

    def __init__(self, learner: Any, few: int) -> None:
        self.late, self.few = Delayed(learner), few
        self.best: dict[str, float] = {}

    def turn(self, part: list[tuple[dict[str, float], bool]]) -> None:
        """By turns; then all questions, then all labels."""
        order.FEW = order.DIRECT = self.few
        self._note("a pair", timed(lambda: self._pairs(part)))
        asked = self.late.asked
        self._note("a question", timed(lambda: [self.late.ask(x) for x, _ in part]))
        self._note("a label", timed(lambda: [self.late.label(asked + n, y) for n, (_, y) in enumerate(part, 1)]))
        self.late.apply()

    def _pairs(self, part: list[tuple[dict[str, float], bool]]) -> None:
        for number, (x, y) in enumerate(part):
            ticket = f"{self.late.asked}-{number}"
            self.late.ask(x, ticket=ticket)
            self.late.label(ticket, y)

    def _note(self, what: str, took: float) -> None:
        self.best[what] = min(took, self.best.get(what, took))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learner", default="auto")
    parser.add_argument("--pairs", type=int, default=10_000)
    wanted = parser.parse_args()
    rows = stream(wanted.pairs)
    ways = {
        "one by one": Way(make_learner(wanted.learner), order.FEW),
        "in arrays": Way(make_learner(wanted.learner), 0),
    }
    alone, best = make_learner(wanted.learner), float("inf")
    for begin in range(0, len(rows) - STRETCH + 1, STRETCH):
        part = rows[begin : begin + STRETCH]
        for way in ways.values():
            way.turn(part)
        best = min(best, timed(partial(answer_and_learn, alone, part)))
    print(f"| `{wanted.learner}`, microseconds | a pair | a question | a label |\n|---|---|---|---|")
    for name, way in ways.items():
        print(f"| labels {name} | {' | '.join(f'{took:.1f}' for took in way.best.values())} |")
    pair = ways["one by one"].best["a pair"]
    note(Claim(f"a question and its label, {wanted.learner}", pair, 20.0, "us", "the limit", 1.0))
    print(f"| the learner alone | {best:.1f} | | |")
    same = len({way.late.digest() for way in ways.values()}) == 1
    print("the same digest" if same else "NOT the same digest")


if __name__ == "__main__":
    main()
