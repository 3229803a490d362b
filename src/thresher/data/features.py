"""Transformations of instances, applied by the core in the order given, the same through every door.

A transformation is a value; `Learner(transform=...)` takes one or several. What needs to know about
absent attributes (complement, sign map) needs a declared n and columns 0 to n - 1.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from .._core import vw_hash
from ..parameters import real, whole

MOST_DECLARED = 1 << 24


@dataclass(frozen=True)
class Complement:
    """x -> (x, 1 - x): column n + i is the negation of column i (A16, C11). lambda becomes n.

    Parameters
    ----------
    n : int
        How many columns there are before, 0 to n - 1; at most 2^24.
    """

    n: int

    def __post_init__(self) -> None:
        whole("n", self.n, at_least=1, at_most=MOST_DECLARED)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "complement", "n": self.n}


@dataclass(frozen=True)
class Duplicate:
    """x -> (x, -x): column n + i is column i with the other sign (the duplication behind E7).

    Parameters
    ----------
    n : int
        How many columns there are before, 0 to n - 1; at most 2^24.
    """

    n: int

    def __post_init__(self) -> None:
        whole("n", self.n, at_least=1, at_most=MOST_DECLARED)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "duplicate", "n": self.n}


@dataclass(frozen=True)
class SignMap:
    """x -> 2x - 1: absent attributes become -1.

    Parameters
    ----------
    n : int
        How many columns there are, 0 to n - 1; at most 2^24.
    """

    n: int

    def __post_init__(self) -> None:
        whole("n", self.n, at_least=1, at_most=MOST_DECLARED)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "sign_map", "n": self.n}


@dataclass(frozen=True)
class LiftSmall:
    """x <= least/2 -> 0, x < least -> least (A7): no value is tiny any more.

    Parameters
    ----------
    least : float
        The smallest value that is left; above 0 and at most 1.
    """

    least: float

    def __post_init__(self) -> None:
        real("least", self.least, above=0, at_most=1)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "lift", "least": self.least}


@dataclass(frozen=True)
class LiftAtRandom:
    """x < least -> least with probability x/least, else 0 (A8): unbiased. No bound is known.

    Parameters
    ----------
    least : float
        The smallest value that is left; above 0 and at most 1.
    seed : int, default 0
        The same seed draws the same values.
    """

    least: float
    seed: int = 0

    def __post_init__(self) -> None:
        real("least", self.least, above=0, at_most=1)
        whole("seed", self.seed, at_most=2**63 - 1)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "lift_at_random", "least": self.least, "seed": self.seed}


@dataclass(frozen=True)
class UnitLength:
    """x -> x / |x|_p. Destroys a fixed threshold, so learners that have one refuse it.

    Parameters
    ----------
    p : float, default 2.0
        The norm: 2 is the usual length, 1 the sum of sizes; from 1 to 64.
    """

    p: float = 2.0

    def __post_init__(self) -> None:
        real("p", self.p, at_least=1, at_most=64)

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "unit_length", "p": float(self.p)}


@dataclass(frozen=True)
class Conjunctions:
    """Beside the attributes every two of them: a&b, with the product of their values (SNoW's -g).

    Columns are their digits, `3&7`; a backslash stands before an & or a backslash of a name, and before a name of
    digits alone. For examples of few attributes: k give k(k-1)/2 conjunctions, and more than 1,000 attributes are
    refused.
    """

    def describe(self) -> dict[str, Any]:
        """What the core is told of it."""
        return {"kind": "conjunctions"}


Transform: TypeAlias = Complement | Duplicate | SignMap | LiftSmall | LiftAtRandom | UnitLength | Conjunctions


def hashed_index(name: str, bits: int, namespace: str = "") -> int:
    """The index that Vowpal Wabbit gives a feature at -b bits.

    Parameters
    ----------
    name : str
        The feature. Without a namespace, a whole number below 2^bits stands for itself.
    bits : int
        Indices are below 2^bits; from 1 to 31.
    namespace : str, default ""
        The namespace that the feature stands in.

    Returns
    -------
    int
        The index.

    Raises
    ------
    ParameterError
        If bits are out of their range.

    Examples
    --------
    >>> hashed_index("42", bits=18)
    42
    """
    whole("bits", bits, at_least=1, at_most=31)
    seed = vw_hash(namespace, 0) if namespace else 0
    return vw_hash(name, seed) & ((1 << bits) - 1)
