"""Late labels on real data: mistakes of every order, with constant and uniform delays, as a table in markdown.

These are counts, not times: the same on every machine. The files are read from the folder THRESHER_DATA.

    THRESHER_DATA=data python benchmarks/late_labels.py
    THRESHER_DATA=data python benchmarks/late_labels.py --learner balanced-winnow --delays 10 100
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from thresher import Example, Learner
from thresher.late import Delayed
from thresher.late.orders.naming import order_kind
from thresher.late.orders.order import Order
from thresher.late.simulate.arrivals import Arrival, Constant, Uniform
from thresher.learners.naming import make_learner

FILES = {
    "sms_spam": "sms_spam/sms_spam.libsvm",
    "than/then, books": "confusion/than_then.gutenberg.libsvm",
    "than/then, addresses": "confusion/than_then.sotu.libsvm",
    "their/there, books": "confusion/their_there.gutenberg.libsvm",
}
KINDS: dict[str, Callable[[int], Arrival]] = {"constant": Constant, "uniform": lambda longest: Uniform(1, longest)}
ORDERS: dict[str, Callable[[int], Order]] = {
    "Immediate": lambda longest: order_kind("Immediate")(),
    "OD1": lambda longest: order_kind("OD1")(),
    "OD3": lambda longest: order_kind("OD3")(horizon=longest),
    "Copies": lambda longest: order_kind("Copies")(k=longest),
    "Replay": lambda longest: order_kind("Replay")(),
}

Stream = list[tuple[Example, bool]]


def read(path: Path) -> Stream:
    """Every attribute of these files is 1, so a list of columns will do."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [_example(*line.split()) for line in lines]


def _example(label: str, *pairs: str) -> tuple[Example, bool]:
    return Example({int(column): float(value) for column, value in (pair.split(":") for pair in pairs)}), float(
        label
    ) > 0


def mistakes(learner: Learner, order: Order, rule: Arrival, stream: Stream) -> int:
    """Before each question the labels that are due; what was said is compared with the label in hindsight."""
    late, wrong = Delayed(learner, order), 0
    due: dict[int, list[int]] = {}
    for number, (x, y) in enumerate(stream, 1):
        for earlier in due.pop(number, ()):
            late.label(earlier, stream[earlier - 1][1])
        wrong += late.ask(x).prediction != y
        due.setdefault(number + (rule(number, x, y) or len(stream)), []).append(number)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learner", default="adaptive-winnow")
    parser.add_argument("--delays", type=int, nargs="+", default=[10, 100, 1000])
    wanted = parser.parse_args()
    folder = Path(os.environ["THRESHER_DATA"])
    print(f"| data, mistakes of `{wanted.learner}` | delay | no delay | {' | '.join(ORDERS)} |")
    print(f"|---|---|---|{'---|' * len(ORDERS)}")
    for name, file in FILES.items():
        stream = read(folder / file)
        undelayed = mistakes(make_learner(wanted.learner), ORDERS["Immediate"](1), Constant(1), stream)
        for kind, rule in KINDS.items():
            for longest in wanted.delays:
                counted = [
                    f"{mistakes(make_learner(wanted.learner), order(longest), rule(longest), stream):,}"
                    for order in ORDERS.values()
                ]
                print(
                    f"| {name} ({len(stream):,}) | {kind} {longest:,} | {undelayed:,} | {' | '.join(counted)} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
