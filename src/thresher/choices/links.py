"""Links f: dual -> weight, increasing, coordinate by coordinate (E1, E4; not the link of a GLM).

A link is a value: it says which function is meant. The core evaluates it, on updates only.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..errors import ParameterError
from ..parameters import real, whole, yes_or_no
from ..protocols import Attribute


@dataclass(frozen=True)
class Identity:
    """f(z) = z: the Perceptron."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "identity"}


@dataclass(frozen=True)
class Exponential:
    """f(z) = initial * promotion^z: Winnow (promotion is the paper's alpha) and weighted majority.

    z counts promotions: with boolean attributes it is a whole number and powers of two are exact.

    Parameters
    ----------
    promotion : float, default math.e
        The factor by which an update multiplies a weight; above 1 (alpha).
    initial : float, default 1.0
        The weight at z = 0; above 0.
    """

    promotion: float = math.e
    initial: float = 1.0

    def __post_init__(self) -> None:
        real("promotion", self.promotion, above=1, at_most=1e6)
        real("initial", self.initial, at_least=1e-100, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {"kind": "exponential", "promotion": self.promotion, "initial": self.initial}


@dataclass(frozen=True)
class TwoSinh:
    """f(z) = 2 sinh z: Balanced Winnow; hypentropy's link.

    With a promotion, z counts promotions instead: f(z) = initial * (promotion^z - promotion^-z).

    Parameters
    ----------
    promotion : float or None, optional
        The factor by which an update multiplies each half; None: z is a natural logarithm.
    initial : float, default 1.0
        The weight of each half at z = 0; goes with a promotion.
    """

    promotion: float | None = None
    initial: float = 1.0

    def __post_init__(self) -> None:
        if self.promotion is not None:
            real("promotion", self.promotion, above=1, at_most=1e6)
        elif self.initial != 1.0:
            raise ParameterError("initial goes with a promotion; 2 sinh z alone has none.")
        real("initial", self.initial, at_least=1e-100, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        if self.promotion is None:
            return {"kind": "two_sinh"}
        return {"kind": "balanced", "promotion": self.promotion, "initial": self.initial}


@dataclass(frozen=True)
class Halves:
    """w = initial * (promotion^z+ - promotion^z-), the halves kept apart so that each has a range.

    Parameters
    ----------
    promotion : float, default 2.0
        The factor by which an update multiplies a weight; above 1 (alpha).
    initial : float, default 1.0
        The weight of each half at first; above 0.
    """

    promotion: float = 2.0
    initial: float = 1.0

    def __post_init__(self) -> None:
        real("promotion", self.promotion, above=1, at_most=1e6)
        real("initial", self.initial, at_least=1e-100, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {"kind": "halves", "promotion": self.promotion, "initial": self.initial}


@dataclass(frozen=True)
class LogCounts:
    """w = ln((c1 + smoothing) / (c0 + smoothing)), c1 and c0 an attribute's counts in positive and negative examples.

    The link of naive Bayes: it goes with the loss Always, which counts every example.

    Parameters
    ----------
    smoothing : float, default 1.0
        Added to every count.
    prior : bool, default True
        Whether the classes' frequencies take part.
    half_life : float or None, optional
        After so many examples a count is worth half; None: it never fades.
    """

    smoothing: float = 1.0
    prior: bool = True
    half_life: float | None = None

    def __post_init__(self) -> None:
        real("smoothing", self.smoothing, at_least=1e-100, at_most=1e100)
        yes_or_no("prior", self.prior)
        if self.half_life is not None:
            real("half_life", self.half_life, at_least=1, at_most=1e12)

    def describe(self) -> dict[str, Any]:
        fade = 1.0 if self.half_life is None else 2.0 ** (-1.0 / self.half_life)
        return {"kind": "log_counts", "smoothing": float(self.smoothing), "prior": self.prior, "fade": fade}


@dataclass(frozen=True)
class PNorm:
    """f(z) = sgn(z) p |z|^(p-1), p >= 2; p = 2 is the Perceptron, p near 2 ln n behaves like Winnow.

    normalised=True gives w = grad 1/2 |z|_p^2 instead (G1), kept in a ball: for ALMA's rate and
    for a constant rate with an inclusive margin, as ALMA and the tracking p-norm use it.

    Parameters
    ----------
    p : float
        The exponent of the norm, from 2 to 64.
    normalised : bool, default False
        Whether a weight depends on the norm of all duals too.
    """

    p: float
    normalised: bool = False

    def __post_init__(self) -> None:
        real("p", self.p, at_least=2, at_most=64)

    def describe(self) -> dict[str, Any]:
        return {"kind": "normalised_p_norm" if self.normalised else "p_norm", "p": float(self.p)}


@dataclass(frozen=True)
class Interpolated:
    """f_k(z) = (1 + z/k)^k - (1 - z/k)^k: between the Perceptron (k = 1) and Balanced Winnow.

    Parameters
    ----------
    k : int
        A whole number from 1 on.
    """

    k: int

    def __post_init__(self) -> None:
        whole("k", self.k, at_least=1, at_most=10**6)

    def describe(self) -> dict[str, Any]:
        return {"kind": "interpolated", "k": float(self.k)}


@dataclass(frozen=True)
class Constant:
    """f(z) = value, whatever is learned: a fixed threshold is an attribute with this link.

    Parameters
    ----------
    value : float
        The weight.
    """

    value: float

    def __post_init__(self) -> None:
        real("value", self.value, at_least=-1e100, at_most=1e100)

    def describe(self) -> dict[str, Any]:
        return {"kind": "constant", "value": self.value}


CoordinateLink: TypeAlias = Identity | Exponential | TwoSinh | PNorm | Interpolated | Constant


@dataclass(frozen=True)
class PerAttribute:
    """A common link, and attributes that have one of their own.

    Parameters
    ----------
    common : CoordinateLink
        Of all attributes that have none of their own.
    own : mapping of Attribute to CoordinateLink, optional
        Attribute -> its own link.
    """

    common: CoordinateLink
    own: Mapping[Attribute, CoordinateLink] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.own, Mapping):
            raise ParameterError(f"own must be a mapping from attributes to links; got {self.own!r}.")
        object.__setattr__(self, "own", dict(self.own))
        for link in (self.common, *self.own.values()):
            if not isinstance(link, CoordinateLink) or (isinstance(link, PNorm) and link.normalised):
                raise ParameterError(f"{link!r} can't be the link of a single attribute.")

    def __hash__(self) -> int:
        return hash((self.common, tuple(self.own)))

    def kinds(self) -> list[CoordinateLink]:
        """The different links, the common one first: the core refers to them by position."""
        return list(dict.fromkeys([self.common, *self.own.values()]))

    def describe(self) -> dict[str, Any]:
        return {"kind": "per_attribute", "links": [link.describe() for link in self.kinds()]}


Function: TypeAlias = Callable[[Any], Any]
"""A user's own link: increasing, takes a numpy array of duals and gives the array of weights."""

Link: TypeAlias = CoordinateLink | Halves | LogCounts | PerAttribute | Function


def describe_link(link: Link) -> dict[str, Any]:
    """What the core and the saved file say of a link.

    Parameters
    ----------
    link : Link
        One of these, or a function of one's own.

    Returns
    -------
    dict
        What kind it is, with its numbers.
    """
    if isinstance(link, (CoordinateLink, Halves, LogCounts, PerAttribute)):
        return link.describe()
    if callable(link) and not isinstance(link, type):
        return {"kind": "custom"}
    raise ParameterError(f"link must be one of thresher.links or an increasing function of an array; got {link!r}.")
