"""Adaptive learners whose labels come very late: mistakes of J5's rules beside the order Immediate, as a table.

Immediate, around AdaptiveWinnow, takes the gradient of the moment when the label comes. `as it comes` takes that of the
answer that was given, at AdaGrad's rate; `revision` (McMahan and Streeter 2014) and `averaging` (J5) do so at rates
that know what was out. `Immediate, averaging` is the rule of J5 in the order Immediate. All have AdaptiveWinnow's link,
bias and unit length; the rate of averaging is 1, that of the others .3. Counts, not times.

    THRESHER_DATA=data python benchmarks/long_delays.py
    THRESHER_DATA=data python benchmarks/long_delays.py --delays 100
"""

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from late_labels import FILES, KINDS, read

import thresher as th
from thresher.late import Delayed
from thresher.late.simulate.arrivals import Arrival
from thresher.theory.experiments.delay.streams import planted
from thresher.theory.reference import AdaptiveDual, AdaptiveRevision, DelayedAveraging, two_sinh, unit_length
from thresher.theory.reference.late_rates import probability

Row = dict[int, float]
Stream = list[tuple[Row, bool]]


class Late(Protocol):
    """What is asked, and told later."""

    def ask(self, number: int, x: Row) -> float: ...

    def label(self, number: int, y: bool) -> None: ...


class Immediate:
    """The order Immediate around AdaptiveWinnow."""

    def __init__(self) -> None:
        self._late = Delayed(th.AdaptiveWinnow())

    def ask(self, number: int, x: Row) -> float:
        return 1.0 if self._late.ask(x, ticket=number).prediction else -1.0

    def label(self, number: int, y: bool) -> None:
        self._late.label(number, y)


class ImmediateAveraging:
    """The rule of J5 in the order Immediate: asked and told at once, when the label comes."""

    def __init__(self) -> None:
        self._rule = DelayedAveraging(rate=1.0, link=two_sinh, bias=True)
        self._kept: dict[int, Row] = {}

    def ask(self, number: int, x: Row) -> float:
        self._kept[number] = x
        return self._rule.score(x)

    def label(self, number: int, y: bool) -> None:
        self._rule.ask(number, self._kept.pop(number))
        self._rule.label(number, y)


class AsItComes(AdaptiveDual):
    """AdaGrad's rate, and the gradient of the answer that was given."""

    def __init__(self) -> None:
        super().__init__(link=two_sinh, rate=0.3, bias=True)
        self._stated: dict[int, tuple[Row, float]] = {}
        self._now = 0.0

    def ask(self, number: int, x: Row) -> float:
        score = self.score(x)
        self._stated[number] = x, probability(score)
        return score

    def label(self, number: int, y: bool) -> None:
        x, stated = self._stated.pop(number)
        self._now = abs(float(y) - stated)
        self._step(self._values(x), y, 1.0)

    def _loss(self, x: object, y: bool) -> float:
        return self._now


class Scaled:
    """A rule of J5 on instances of length 1."""

    def __init__(self, rule: Late) -> None:
        self._rule = rule

    def ask(self, number: int, x: Row) -> float:
        return self._rule.ask(number, unit_length(x))

    def label(self, number: int, y: bool) -> None:
        self._rule.label(number, y)


RULES: dict[str, Callable[[], Late]] = {
    "Immediate": Immediate,
    "Immediate, averaging": lambda: Scaled(ImmediateAveraging()),
    "as it comes": lambda: Scaled(AsItComes()),
    "revision": lambda: Scaled(AdaptiveRevision(rate=0.3, link=two_sinh, bias=True)),
    "averaging": lambda: Scaled(DelayedAveraging(rate=1.0, link=two_sinh, bias=True)),
}


def mistakes(rule: Late, delays: Arrival, stream: Stream) -> int:
    """Before each question the labels that are due; what was said is compared with the label in hindsight."""
    wrong = 0
    due: dict[int, list[int]] = {}
    for number, (x, y) in enumerate(stream, 1):
        for earlier in due.pop(number, ()):
            rule.label(earlier, stream[earlier - 1][1])
        wrong += (rule.ask(number, x) >= 0) != y
        due.setdefault(number + (delays(number, x, y) or len(stream)), []).append(number)
    return wrong


def streams(folder: Path) -> Iterator[tuple[str, Stream]]:
    """Those of `thresher experiment delay`, at its full size and first seed, and the files."""
    for shifts, every in ((3, 1500), (0, 2000)):
        made = planted(shifts, every, attributes=1000, active=20, seed=0)
        examples = zip(made.examples, made.labels, strict=True)
        yield f"planted, {made.name}", [(dict(example.items()), bool(y)) for example, y in examples]
    for name, file in {**FILES, "spamassassin": "spamassassin/spamassassin.libsvm"}.items():
        yield name, [(dict(x.items()), y) for x, y in read(folder / file)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delays", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    wanted = parser.parse_args()
    print(f"| data | delay | {' | '.join(wanted.rules)} |")
    print(f"|---|---|{'---|' * len(wanted.rules)}")
    for name, stream in streams(Path(os.environ["THRESHER_DATA"])):
        chosen = [("none", KINDS["constant"](1))]
        chosen += [(f"{kind} {longest:,}", KINDS[kind](longest)) for kind in KINDS for longest in wanted.delays]
        for words, delays in chosen:
            counted = [f"{mistakes(RULES[rule](), delays, stream):,}" for rule in wanted.rules]
            print(f"| {name} ({len(stream):,}) | {words} | {' | '.join(counted)} |", flush=True)


if __name__ == "__main__":
    main()
