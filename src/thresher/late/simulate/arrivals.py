"""When labels come: rules that give every instance the delay of its label, in questions.

A rule is called with (number, x, y): the number of the instance, from 1, the instance, and its label. It gives a whole
number, 1 for a label that comes before the next question (D1), or None for one that never comes. Any function of these
three is a rule. Those here draw by the number of the instance and their seed alone, so they can be used again and give
the same delays.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..._core import coin
from ...errors import InputError, ParameterError
from ...parameters import real, whole

LONGEST = 2**62

Arrival: TypeAlias = Callable[[int, Any, Any], int | None]
"""(number, x, y) -> the delay in questions, or None."""

_SALT = 7_919  # not the coins of learners with the same seed


def as_arrival(delay: Any) -> Arrival:
    """A rule: a whole number is Constant, None is Never, a function stays what it is.

    Parameters
    ----------
    delay : Any
        A whole number, None, or a rule.

    Returns
    -------
    callable
        (number, x, y) -> the delay in questions, or None.

    Examples
    --------
    >>> as_arrival(3)
    Constant(delay=3)
    """
    if delay is None:
        return Never()
    return delay if callable(delay) else Constant(delay)


def checked_delay(delay: Any) -> int | None:
    """What a rule gave, if it is a delay.

    Parameters
    ----------
    delay : Any
        What a rule gave.

    Returns
    -------
    int or None
        The same, if it is a delay.

    Raises
    ------
    InputError
        If it is none.
    """
    if delay is None:
        return None
    if isinstance(delay, bool) or not hasattr(delay, "__index__") or not 1 <= delay.__index__() <= LONGEST:
        raise InputError(
            f"the delay {delay!r} is not a whole number of at least 1 (1: before the next question), nor None (never)."
        )
    return int(delay.__index__())


@dataclass(frozen=True)
class Constant:
    """Every label comes after so many questions. 1 is the ordinary order.

    Parameters
    ----------
    delay : int
        In questions, from 1 on.
    """

    delay: int

    def __post_init__(self) -> None:
        whole("delay", self.delay, at_least=1, at_most=LONGEST)

    def __call__(self, number: int, x: Any, y: Any) -> int:
        return self.delay


@dataclass(frozen=True)
class Uniform:
    """Every delay from low to high is equally likely.

    Parameters
    ----------
    low : int
        The shortest delay, from 1 on.
    high : int
        The longest delay.
    seed : int, default 0
        Of the draws.

    Examples
    --------
    >>> delays = [Uniform(1, 6, seed=1)(number, None, None) for number in range(1, 1001)]
    >>> min(delays), max(delays)
    (1, 6)
    """

    low: int
    high: int
    seed: int = 0

    def __post_init__(self) -> None:
        whole("low", self.low, at_least=1)
        whole("high", self.high, at_least=self.low, at_most=2**50)
        whole("seed", self.seed)

    def __call__(self, number: int, x: Any, y: Any) -> int:
        return self.low + int(coin(self.seed, number, _SALT) * (self.high - self.low + 1))


@dataclass(frozen=True)
class HeavyTailed:
    """Most labels come soon, some very late: P(delay > t) = (scale/t)^exponent for t >= scale (Pareto).

    Parameters
    ----------
    scale : float
        The shortest delay.
    exponent : float, default 1.5
        With 1 or less there is no mean delay.
    seed : int, default 0
        Of the draws.
    at_most : int or None, optional
        Longer ones are cut to it. Default None: 2^62.
    """

    scale: float
    exponent: float = 1.5
    seed: int = 0
    at_most: int | None = None

    def __post_init__(self) -> None:
        real("scale", self.scale, above=0.0, at_most=1e15)
        real("exponent", self.exponent, at_least=0.1)
        whole("seed", self.seed)
        if self.at_most is not None:
            whole("at_most", self.at_most, at_least=1, at_most=LONGEST)

    def __call__(self, number: int, x: Any, y: Any) -> int:
        drawn: float = self.scale * (1.0 - coin(self.seed, number, _SALT)) ** (-1.0 / self.exponent)
        return max(1, min(self.at_most or LONGEST, math.ceil(drawn)))


@dataclass(frozen=True)
class ByLabel:
    """The delay depends on the label, as that of clicks does: which the theorems for a distribution forbid (D8).

    Parameters
    ----------
    positive, negative : Any
        A number, None for never, or a rule of its own.
    label : Any, default True
        The positive label.

    Examples
    --------
    >>> clicks = ByLabel(positive=10, negative=None)
    >>> clicks(1, {}, True), clicks(2, {}, False)
    (10, None)
    """

    positive: Any
    negative: Any
    label: Any = True

    def __post_init__(self) -> None:
        as_arrival(self.positive), as_arrival(self.negative)

    def __call__(self, number: int, x: Any, y: Any) -> int | None:
        return as_arrival(self.positive if y == self.label else self.negative)(number, x, y)


@dataclass(frozen=True)
class Never:
    """No label comes."""

    def __call__(self, number: int, x: Any, y: Any) -> None:
        return None


@dataclass(frozen=True)
class Missing:
    """A share of the labels never comes, whatever they are; the others come as another rule says.

    Parameters
    ----------
    share : float
        From 0 to 1.
    others : Any, default 1
        A number or a rule.
    seed : int, default 0
        Of the draws.
    """

    share: float
    others: Any = 1
    seed: int = 0

    def __post_init__(self) -> None:
        real("share", self.share, at_least=0.0, at_most=1.0)
        whole("seed", self.seed)
        as_arrival(self.others)

    def __call__(self, number: int, x: Any, y: Any) -> int | None:
        if coin(self.seed, number, _SALT + 1) < self.share:
            return None
        return as_arrival(self.others)(number, x, y)


class Chosen:
    """An adversary gives out the delays of a multi-set, each once: D of D3. When all are given, delays are 1.

    Parameters
    ----------
    delays : iterable of int or mapping of int to int
        A list, or a mapping from delay to how often.
    choose : callable or None, optional
        (number, x, y, left) -> one of the delays left (a Counter), or None to keep them and give 1. Default: the
        longest.

    Notes
    -----
    `anew()` is the same with all delays left; whoever evaluates uses that.

    Examples
    --------
    >>> rule = Chosen([2, 5, 5])
    >>> [rule(number, None, None) for number in range(1, 6)]
    [5, 5, 2, 1, 1]
    """

    def __init__(
        self,
        delays: Iterable[int] | Mapping[int, int],
        choose: Callable[[int, Any, Any, Counter[int]], int | None] | None = None,
    ) -> None:
        self.delays = Counter(delays)
        for delay, count in self.delays.items():
            whole("a delay", delay, at_least=1, at_most=LONGEST)
            whole("how often", count)
        self.choose = choose
        self.left = +self.delays

    def __call__(self, number: int, x: Any, y: Any) -> int:
        if not self.left:
            return 1
        choice = max(self.left) if self.choose is None else self.choose(number, x, y, self.left.copy())
        if choice is None:
            return 1
        if self.left[choice] < 1:
            raise ParameterError(f"{choice!r} was chosen, which is none of the delays left.")
        self.left[choice] -= 1
        if not self.left[choice]:
            del self.left[choice]
        return choice

    def anew(self) -> "Chosen":
        """With all delays left."""
        return Chosen(self.delays, self.choose)

    def __repr__(self) -> str:
        return f"Chosen({dict(self.delays)!r})"
