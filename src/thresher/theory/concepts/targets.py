"""Targets: concepts that answer yes or no, and the comparator weights that stand for them in the bounds.

The comparator's threshold is 1 (A2): positives have u.x >= 1 + delta, negatives u.x <= 1 - delta, and delta is the
target's separation. Attributes absent from an instance are 0; an attribute is on when its value is above 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ...errors import InputError, ParameterError
from ...parameters import real, whole
from ...protocols import Attribute
from .answers import Instance, in_order, product

MOST_SCORES = 1 << 16


class Target(Protocol):
    """What the schedules and the planted streams ask of a target."""

    def __call__(self, x: Instance) -> bool: ...

    def weights(self) -> dict[Attribute, float]: ...

    @property
    def relevant(self) -> tuple[Attribute, ...]: ...

    @property
    def separation(self) -> float: ...

    def surest(self, y: bool) -> tuple[Attribute, ...]: ...


@dataclass(frozen=True)
class _Literals:
    """Attributes and negated attributes, each once, sorted."""

    literals: tuple[Attribute, ...]
    negated: tuple[Attribute, ...] = ()

    def __init__(self, literals: Iterable[Attribute], negated: Iterable[Attribute] = ()) -> None:
        object.__setattr__(self, "literals", _sorted("literals", literals))
        object.__setattr__(self, "negated", _sorted("negated", negated))
        both = set(self.literals) & set(self.negated)
        if both:
            raise ParameterError(f"{min(both, key=in_order)!r} is among the literals and negated; leave one out.")

    @property
    def relevant(self) -> tuple[Attribute, ...]:
        """The attributes the answer depends on."""
        return _sorted("literals", self.literals + self.negated)

    def surest(self, y: bool) -> tuple[Attribute, ...]:
        """The relevant attributes that are on where the answer y is as far from the other as can be."""
        return self.literals if y else self.negated

    def _need_monotone(self) -> None:
        if self.negated:
            raise ParameterError(
                f"{self!r} has negated attributes, and comparator weights are never negative: give each instance "
                "its complements, x -> (x, 1 - x) (A16, features.Complement), and name those as literals."
            )


class Disjunction(_Literals):
    """Positive iff a literal is on, or a negated attribute off.

    Examples
    --------
    >>> target = Disjunction(["a", "b"])
    >>> target({"b": 1, "c": 1}), target({"c": 1}), target.weights(), target.separation
    (True, False, {'a': 2.0, 'b': 2.0}, 1.0)
    """

    def __call__(self, x: Instance) -> bool:
        return any(x.get(a, 0) > 0 for a in self.literals) or any(not x.get(a, 0) > 0 for a in self.negated)

    def weights(self) -> dict[Attribute, float]:
        """2 each: positives score at least 2, negatives 0 (A13)."""
        self._need_monotone()
        return dict.fromkeys(self.literals, 2.0)

    @property
    def separation(self) -> float:
        self._need_monotone()
        return 1.0


class Conjunction(_Literals):
    """Positive iff all literals are on and all negated attributes off.

    Examples
    --------
    >>> target = Conjunction(["a", "b"])
    >>> target({"a": 1, "b": 1, "c": 1}), target({"a": 1}), 3 * target.separation
    (True, False, 1.0)
    """

    def __call__(self, x: Instance) -> bool:
        return all(x.get(a, 0) > 0 for a in self.literals) and all(not x.get(a, 0) > 0 for a in self.negated)

    def weights(self) -> dict[Attribute, float]:
        """2/(2k - 1) each for k literals: positives score 1 + delta, other boolean instances at most 1 - delta."""
        return self._as_at_least().weights()

    @property
    def separation(self) -> float:
        """delta = 1/(2k - 1)."""
        return self._as_at_least().separation

    def _as_at_least(self) -> "AtLeast":
        self._need_monotone()
        if not self.literals:
            raise ParameterError(
                "a conjunction of no literals is true of the empty instance, which no weights can score."
            )
        return AtLeast(len(self.literals), self.literals)


@dataclass(frozen=True)
class AtLeast:
    """Positive iff at least k of the literals are on.

    Parameters
    ----------
    k : int
        How many must be on.
    literals : iterable of Attribute
        The attributes that count.

    Examples
    --------
    >>> target = AtLeast(2, ["a", "b", "c"])
    >>> target({"a": 1, "c": 1}), target({"a": 1}), 3 * target.separation
    (True, False, 1.0)
    """

    k: int
    literals: tuple[Attribute, ...]

    def __init__(self, k: int, literals: Iterable[Attribute]) -> None:
        object.__setattr__(self, "literals", _sorted("literals", literals))
        object.__setattr__(self, "k", whole("k", k, at_least=1, at_most=len(self.literals)))

    def __call__(self, x: Instance) -> bool:
        return sum(1 for a in self.literals if x.get(a, 0) > 0) >= self.k

    @property
    def relevant(self) -> tuple[Attribute, ...]:
        """The attributes the answer depends on."""
        return self.literals

    def surest(self, y: bool) -> tuple[Attribute, ...]:
        """The relevant attributes that are on where the answer y is as far from the other as can be."""
        return self.literals if y else ()

    def weights(self) -> dict[Attribute, float]:
        """2/(2k - 1) each: k of them score 1 + delta, k - 1 of them 1 - delta, and no weights separate more."""
        return dict.fromkeys(self.literals, 2 / (2 * self.k - 1))

    @property
    def separation(self) -> float:
        """delta = 1/(2k - 1)."""
        return 1 / (2 * self.k - 1)


@dataclass(frozen=True)
class LinearThreshold:
    """Positive iff coefficients.x >= threshold; the coefficients may have any sign.

    Parameters
    ----------
    coefficients : mapping of Attribute to float or iterable of (Attribute, float)
        Attribute -> coefficient, of any sign.
    threshold : float
        Positive from this sum on.

    Examples
    --------
    >>> target = LinearThreshold({"a": 4, "b": 1}, 2)
    >>> target({"a": 1}), target({"b": 1}), target.weights(), target.separation
    (True, False, {'a': 2.0, 'b': 0.5}, 0.5)
    """

    coefficients: tuple[tuple[Attribute, float], ...]
    threshold: float

    def __init__(
        self, coefficients: Mapping[Attribute, float] | Iterable[tuple[Attribute, float]], threshold: float
    ) -> None:
        given = dict(coefficients)
        kept = {a: real(f"the coefficient of {a!r}", given[a]) for a in _sorted("coefficients", given)}
        object.__setattr__(self, "coefficients", tuple((a, c) for a, c in kept.items() if c))
        object.__setattr__(self, "threshold", real("threshold", threshold))

    def __call__(self, x: Instance) -> bool:
        return product(dict(self.coefficients), x) >= self.threshold

    @property
    def relevant(self) -> tuple[Attribute, ...]:
        """The attributes the answer depends on."""
        return tuple(a for a, _ in self.coefficients)

    def surest(self, y: bool) -> tuple[Attribute, ...]:
        """The attributes that speak for the answer y, the strongest first."""
        strongest = sorted(self.coefficients, key=lambda pair: -abs(pair[1]))
        return tuple(a for a, c in strongest if (c > 0) == y)

    def weights(self) -> dict[Attribute, float]:
        """The coefficients divided by the threshold, so that it is at 1."""
        if self.threshold <= 0:
            raise ParameterError(f"a threshold of {self.threshold:g} can't be scaled to 1; it must be above 0.")
        for attribute, coefficient in self.coefficients:
            if coefficient < 0:
                raise ParameterError(
                    f"{attribute!r} has the coefficient {coefficient:g}, and comparator weights are never negative: "
                    "give each instance its complements, x -> (x, 1 - x) (A16), put c on the complement for -c on the "
                    "attribute, and c more on the threshold."
                )
        return {a: c / self.threshold for a, c in self.coefficients}

    @property
    def separation(self) -> float:
        """delta of `weights()` over all boolean instances; 0 where a score falls on the threshold."""
        scores = {0.0}
        for weight in self.weights().values():
            scores |= {score + weight for score in scores}
            if len(scores) > MOST_SCORES:
                raise ParameterError(
                    f"{self!r} has more than {MOST_SCORES} different scores, too many to find the separation over all "
                    "boolean instances; use separation_on(instances)."
                )
        return min(1.0, min(abs(score - 1) for score in scores))

    def separation_on(self, instances: Iterable[Instance]) -> float:
        """The largest delta <= 1 with u.x >= 1 + delta or u.x <= 1 - delta for all these instances, u = `weights()`."""
        weights = self.weights()
        distances = [abs(product(weights, x) - 1) for x in instances]
        if not distances:
            raise InputError("there are no instances to find a separation on; give at least one.")
        return min(1.0, *distances)


def _sorted(name: str, attributes: Iterable[Attribute]) -> tuple[Attribute, ...]:
    if isinstance(attributes, (str, bytes)):
        raise ParameterError(f"{name} is a list of attributes; got the text {attributes!r}.")
    given = set(attributes)
    for attribute in given:
        if isinstance(attribute, bool) or not isinstance(attribute, (int, str)):
            raise ParameterError(f"{name}: an attribute is a whole number or a name; got {attribute!r}.")
    return tuple(sorted(given, key=in_order))
