"""Adaptive conformal sets (J3), as a plain loop over labels that may come late."""

from collections.abc import Hashable, Mapping
from math import ceil, sqrt


class Sets:
    """strange: how strange each label would be, at a question. What is kept of the past is all of it, and no more.

    a = miss + step/sqrt(1 + G) sum (miss - missed). The set holds the labels no stranger than the
    ceil((1 - a)(n + 1))-th of the n strangenesses of labels that came; everything where a <= 0 or there is no such one.
    Where it would be empty, the least strange label, unless it may be empty.
    """

    def __init__(self, *, miss: float, step: float, window: int, empty: bool) -> None:
        self.miss, self.step, self.window, self.empty = miss, step, window, empty
        self.came: list[float] = []
        self.credit = 0.0
        self.most_out = 0
        self.out: dict[int, tuple[Mapping[Hashable, float], set[Hashable], bool]] = {}
        self.missed = self.judged = 0

    def ask(self, number: int, strange: Mapping[Hashable, float]) -> set[Hashable]:
        """The set for a question."""
        a = self.miss + self.step / sqrt(1 + self.most_out) * self.credit
        past = sorted(self.came[-self.window :])
        place = ceil((1 - a) * (len(past) + 1))
        everything = a <= 0 or (a < 1 and place > len(past))
        if everything:
            held = set(strange)
        elif a >= 1:
            held = set()
        else:
            held = {label for label, much in strange.items() if much <= past[place - 1]}
        if not held and not self.empty:
            held = {min(strange, key=strange.__getitem__)}
        self.out[number] = strange, held, everything
        return held

    def label(self, number: int, label: Hashable) -> None:
        """The label of a question came."""
        strange, held, everything = self.out.pop(number)
        wrong = label not in held
        self.judged += 1
        self.missed += wrong
        self.most_out = max(self.most_out, len(self.out))
        self.credit += self.miss - (wrong and not everything)
        if not self.empty:
            self.credit = min(self.credit, (1 - self.miss) / (self.step / sqrt(1 + self.most_out)))
        if label in strange:
            self.came.append(strange[label])
