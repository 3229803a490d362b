"""Every learner of one pass beside scikit-learn's SGDClassifier and Perceptron, with its bar and whether it is held.

Processor seconds on one core, input checks included; contenders take turns, the best of several rounds counts. How
time and memory grow: `python benchmarks/growth.py`.

    python benchmarks/learners.py                              # about four minutes
    python benchmarks/learners.py --rows 20000 --rounds 2      # a quick look
    python benchmarks/learners.py --only Arow,NaiveBayes       # some of them
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from auto import processor_time, sgd
from claims import Claim, note
from engine import ACTIVE, COLUMNS, best_of, our_pass, sklearn_pass, stay_on_one_core, table, zipf_rows
from rich.console import Console

import thresher as th

SGD = "SGDClassifier(log_loss)"
HINGE = "SGDClassifier()"
CALLED = "Perceptron"
IN_ORDER = "Perceptron(shuffle=False)"


@dataclass(frozen=True)
class Bar:
    """At least so many times as fast as a peer: on binary ids, and on real values. None: nothing is asked."""

    peer: str
    binary: float | None
    real: float | None


GRADIENT = (Bar(SGD, 1.0, 1 / 1.5), Bar(HINGE, 1.0, 1 / 1.5))
ADDITIVE = (Bar(CALLED, 3.0, 3.0), Bar(IN_ORDER, 1.5, 1.5))

LEARNERS: dict[str, tuple[Callable[[], th.Learner], tuple[Bar, ...]]] = {
    "AdaptiveWinnow": (th.AdaptiveWinnow, GRADIENT),
    "Arow": (th.Arow, GRADIENT),
    "AveragedPerceptron": (th.AveragedPerceptron, GRADIENT),
    "PassiveAggressive": (th.PassiveAggressive, GRADIENT),
    "NaiveBayes": (th.NaiveBayes, GRADIENT),
    "TrackingWinnow": (lambda: th.TrackingWinnow(2.0, 1 / (50 * ACTIVE)), ADDITIVE),
    "Perceptron": (th.Perceptron, ADDITIVE),
    "PNormPerceptron": (lambda: th.PNormPerceptron("log", n=COLUMNS), (Bar(CALLED, None, 2.0),)),
    "Auto": (th.Auto, (Bar(SGD, 0.5, 0.5),)),
}


def one_pass(rows: int, rounds: int, names: list[str], *, real: bool) -> list[dict[str, object]]:
    """All of them in turns, and what is asked of each."""
    X, y = zipf_rows(rows, real=real)
    peers = {
        SGD: sgd(X, y),
        HINGE: sgd(X, y, loss="hinge"),
        CALLED: sklearn_pass(X, y),
        IN_ORDER: sklearn_pass(X, y, shuffle=False),
    }
    contenders = peers | {f"th.{name}": our_pass(LEARNERS[name][0], X, y) for name in names}
    seconds = best_of({name: processor_time(run) for name, run in contenders.items()}, rounds)
    kind = "real values" if real else "binary"
    results: list[dict[str, object]] = [
        line(kind, name, seconds[name], X.nnz, seconds[name], None, name) for name in peers
    ]
    for name in names:
        for bar in LEARNERS[name][1]:
            asked = bar.real if real else bar.binary
            if asked is not None:
                ours, theirs = (X.nnz / seconds[who] / 1e6 for who in (f"th.{name}", bar.peer))
                note(Claim(f"{name}, {kind}", ours, theirs, "M values/s", bar.peer, asked, at_most=False))
            results.append(line(kind, f"th.{name}", seconds[f"th.{name}"], X.nnz, seconds[bar.peer], asked, bar.peer))
    return results


def line(
    kind: str, name: str, seconds: float, values: int, theirs: float, asked: float | None, peer: str
) -> dict[str, object]:
    speed = theirs / seconds
    return {
        "data": kind,
        "learner": name,
        "seconds": seconds,
        "M values/s": values / seconds / 1e6,
        "speed": f"{speed:.2f} x {peer}",
        "bar": "" if asked is None else f"{asked:.2f}",
        "held": "" if asked is None else "yes" if speed >= asked else "no",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="names of learners, with commas between them")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(LEARNERS)
    stay_on_one_core()
    out = Console(width=150)
    title = f"One pass over {options.rows:,} x {COLUMNS:,}, {ACTIVE} active a row; processor seconds on one core"
    for real in (False, True):
        out.print(table(title, one_pass(options.rows, options.rounds, names, real=real)))


if __name__ == "__main__":
    main()
