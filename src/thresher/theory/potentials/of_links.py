"""The potential of every link of thresher.choices.links: E4's table."""

import math

import numpy as np

from ...choices.links import Constant, Exponential, Halves, Identity, Interpolated, Link, PerAttribute, PNorm, TwoSinh
from ...errors import ParameterError
from .numeric import NumericPotential
from .potential import Potential
from .roots import Array, increasing_root


class IdentityPotential(Potential):
    """f = z, g = z^2/2."""

    degree = 2.0

    def weight(self, z: Array) -> Array:
        return z

    def slope(self, z: Array) -> Array:
        return np.ones_like(z)

    def area(self, z: Array) -> Array:
        return z * z / 2

    def dual(self, w: Array) -> Array:
        return w


class ExponentialPotential(Potential):
    """f = initial e^(bz), g = f/b, with b = ln(promotion): our z counts promotions, the paper's is bz."""

    degree = 1.0
    positive = True

    def __init__(self, link: Exponential) -> None:
        self._initial = link.initial
        self._b = math.log(link.promotion)

    def weight(self, z: Array) -> Array:
        return self._initial * np.exp(self._b * z)

    def slope(self, z: Array) -> Array:
        return self._b * self.weight(z)

    def area(self, z: Array) -> Array:
        return self.weight(z) / self._b

    def dual(self, w: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log(w / self._initial) / self._b


class TwoSinhPotential(Potential):
    """f = 2 c sinh(bz), g = 2c (cosh(bz) - 1)/b; c = 1 = b without a promotion."""

    def __init__(self, link: TwoSinh) -> None:
        self._twice = 2 * link.initial
        self._b = 1.0 if link.promotion is None else math.log(link.promotion)

    def weight(self, z: Array) -> Array:
        return self._twice * np.sinh(self._b * z)

    def slope(self, z: Array) -> Array:
        return self._twice * self._b * np.cosh(self._b * z)

    def area(self, z: Array) -> Array:
        return 2 * self._twice / self._b * np.sinh(self._b * z / 2) ** 2  # cosh - 1, without cancelling

    def dual(self, w: Array) -> Array:
        return np.arcsinh(w / self._twice) / self._b


class PNormPotential(Potential):
    """f = sgn(z) p |z|^(p-1), g = |z|^p."""

    def __init__(self, link: PNorm) -> None:
        self._p = link.p
        self.degree = self._p / (self._p - 1)

    def weight(self, z: Array) -> Array:
        return np.sign(z) * self._p * np.abs(z) ** (self._p - 1)

    def slope(self, z: Array) -> Array:
        return self._p * (self._p - 1) * np.abs(z) ** (self._p - 2)

    def area(self, z: Array) -> Array:
        return np.abs(z) ** self._p

    def dual(self, w: Array) -> Array:
        return np.sign(w) * (np.abs(w) / self._p) ** (1 / (self._p - 1))


class InterpolatedPotential(Potential):
    """f = (1 + z/k)^k - (1 - z/k)^k, g = k/(k+1) [(1 + z/k)^(k+1) + (1 - z/k)^(k+1) - 2]."""

    def __init__(self, link: Interpolated) -> None:
        self._k = float(link.k)

    def weight(self, z: Array) -> Array:
        return _power_less_one(z / self._k, self._k) - _power_less_one(-z / self._k, self._k)

    def slope(self, z: Array) -> Array:
        return (1 + z / self._k) ** (self._k - 1) + (1 - z / self._k) ** (self._k - 1)

    def area(self, z: Array) -> Array:
        both = _power_less_one(z / self._k, self._k + 1) + _power_less_one(-z / self._k, self._k + 1)
        return np.maximum(self._k / (self._k + 1) * both, 0.0)

    def dual(self, w: Array) -> Array:
        return increasing_root(lambda z: self.weight(z) - w, w / 2)


class ConstantPotential(Potential):
    """f = value, g = value * z: an attribute that is never learned, as a fixed threshold is."""

    def __init__(self, link: Constant) -> None:
        self.value = link.value

    def weight(self, z: Array) -> Array:
        return np.full_like(z, self.value)

    def slope(self, z: Array) -> Array:
        return np.zeros_like(z)

    def area(self, z: Array) -> Array:
        return self.value * z

    def dual(self, w: Array) -> Array:
        raise ParameterError("a constant link has no inverse: its dual follows from the others'.")


def potential_of(link: Link) -> Potential:
    """The potential of a link that acts on one attribute at a time.

    Parameters
    ----------
    link : Link
        One of `thresher.choices.links`, or an increasing function of an array.

    Returns
    -------
    Potential
        Its potential, in closed form where E4 has one.

    Examples
    --------
    >>> from thresher.choices.links import TwoSinh
    >>> float(potential_of(TwoSinh()).area(np.array(0.0)))
    0.0
    """
    match link:
        case Identity():
            return IdentityPotential()
        case Exponential():
            return ExponentialPotential(link)
        case TwoSinh():
            return TwoSinhPotential(link)
        case PNorm(normalised=False):
            return PNormPotential(link)
        case Interpolated():
            return InterpolatedPotential(link)
        case Constant():
            return ConstantPotential(link)
        case PNorm() | Halves():
            raise ParameterError(f"{link!r} has no potential here: a weight must be a function of its own dual alone.")
        case PerAttribute():
            raise ParameterError("each of these links has a potential of its own; ask for them one by one.")
    if not callable(link):
        raise ParameterError(f"link must be one of thresher.links or an increasing function of an array; got {link!r}.")
    return NumericPotential(link)


def _power_less_one(x: Array, exponent: float) -> Array:
    """(1 + x)^exponent - 1 for a whole exponent, exact also where x is small."""
    with np.errstate(all="ignore"):
        small = np.expm1(exponent * np.log1p(x))
        return np.where(np.abs(x) < 0.5, small, (1 + x) ** exponent - 1)
