"""What a link's potential can do."""

from abc import ABC, abstractmethod

from .roots import Array


class Potential(ABC):
    """g(z), the integral of a link f from where it is 0 (or from minus infinity), and what goes with it.

    Everything takes and gives numpy arrays of any shape.

    Attributes
    ----------
    degree : float or None, optional
        d if g(f^-1(c w)) = c^d g(f^-1(w)) for every c > 0, which gives al in closed form; else None.
    positive : bool, default False
        Whether f > 0 everywhere; a target may then have no weight below 0.
    """

    degree: float | None = None
    positive: bool = False

    @abstractmethod
    def weight(self, z: Array) -> Array:
        """f(z)."""

    @abstractmethod
    def slope(self, z: Array) -> Array:
        """f'(z)."""

    @abstractmethod
    def area(self, z: Array) -> Array:
        """g(z)."""

    @abstractmethod
    def dual(self, w: Array) -> Array:
        """f^-1(w); infinite where f never gets there."""
