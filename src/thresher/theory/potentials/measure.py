"""Measures of progress against one target (E2): G, al, H*, M* and the limit Q_f of a step."""

import math
from collections.abc import Iterable, Mapping

import numpy as np

from ...choices.links import Constant, Link, PerAttribute
from ...errors import ParameterError
from ...learners import BIAS, THRESHOLD
from ...parameters import real, whole
from ...protocols import Attribute
from .of_links import ConstantPotential, potential_of
from .potential import Potential
from .roots import Array, increasing_root

_SAMPLES = 33  # of a segment, and of each closer look at where Q_f is largest
_CLOSER_LOOKS = 2
_REACH = 700.0  # of ln al: what a float can hold


class Measure:
    """How far duals z have come towards a target u, for one link (E2).

        G(z) = sum g(z_i)            H*(z) = max of u.v over all v with G(v) = G(z)
        M*(z) = H*(z) - u.z >= 0     H* = u.v at v = f^-1(al u), where al > 0 solves G(f^-1(al u)) = G(z)

    Parameters
    ----------
    link : Link
        Of thresher.choices.links, or an increasing function of a numpy array.
    target : mapping of Attribute to float
        Attribute -> u_i; attributes that are not in it have 0.
    n : int or None, optional
        The number of attributes; needed where the potential of an untouched one is not 0 (exponential links).
    initial : float or mapping of Attribute to float, default 0.0
        The dual of an untouched attribute, a number or attribute -> number (others 0).
    threshold : float, default 0.0
        theta; it is an attribute of its own that is always 1 and has the constant weight -theta (E4), its dual goes by
        the name (threshold), and the target is scaled so that u.x is to be compared with theta.

    Examples
    --------
    >>> from thresher.choices.links import Identity
    >>> measure = Measure(Identity(), {"a": 3.0, "b": 4.0})
    >>> measure.total({"a": 1.0}), measure.highest({"a": 1.0}), measure.progress({"a": 1.0})
    (0.5, 5.0, 2.0)
    """

    def __init__(
        self,
        link: Link,
        target: Mapping[Attribute, float],
        *,
        n: int | None = None,
        initial: float | Mapping[Attribute, float] = 0.0,
        threshold: float = 0.0,
    ) -> None:
        self._common, self._own = _potentials(link)
        self.target = {a: real(f"the target's weight of {a!r}", u) for a, u in target.items() if u != 0}
        if threshold:
            self._own[THRESHOLD] = potential_of(Constant(-real("threshold", threshold)))
            self.target[THRESHOLD] = -threshold
        self._initial = dict(initial) if isinstance(initial, Mapping) else {}
        self._elsewhere = 0.0 if isinstance(initial, Mapping) else real("initial", initial)
        self._untouched = float(self._common.area(np.array([self._elsewhere]))[0])
        self._n = None if n is None else whole("n", n, at_least=1)
        if self._untouched and self._n is None:
            raise ParameterError(
                f"give n, the number of attributes: with this link those that were never touched belong to the measure"
                f" too, each with {self._untouched:.6g}."
            )
        self._fixed = self._fixed_scale()
        self._parts = self._grouped(self._learned_target())
        self._check_target()

    def dual(self, duals: Mapping[Attribute, float], attribute: Attribute) -> float:
        """z_i, the initial one where it never changed."""
        return duals.get(attribute, self._initial.get(attribute, self._elsewhere))

    def alignment(self, duals: Mapping[Attribute, float]) -> float:
        """u.z."""
        return math.fsum(u * self.dual(duals, a) for a, u in self.target.items())

    def total(self, duals: Mapping[Attribute, float]) -> float:
        """G(z), untouched attributes included."""
        known = {*duals, *self._initial, *self._own}
        areas = [self._area(self._grouped({a: self.dual(duals, a) for a in known}))]
        if self._untouched:
            assert self._n is not None
            named = len({*known, *self.target} - {BIAS, THRESHOLD})
            if named > self._n:
                raise ParameterError(f"n must count every attribute; it is {self._n}, and there are at least {named}.")
            areas.append((self._n - len(known - {BIAS, THRESHOLD})) * self._untouched)
        return math.fsum(areas)

    def scale(self, duals: Mapping[Attribute, float]) -> float:
        """al."""
        return float(self._scales(np.array([self.total(duals)]))[0])

    def highest(self, duals: Mapping[Attribute, float]) -> float:
        """H*(z)."""
        return self.highest_at(self.total(duals))

    def highest_at(self, total: float) -> float:
        """H* wherever G is `total`: it depends on nothing else."""
        scale = float(self._scales(np.array([total]))[0])
        best = [float((u * potential.dual(scale * u)).sum()) for potential, u in self._parts]
        if self._fixed is not None:
            # the constant attribute's dual makes G(v) = G(z), and its weight is al times its target
            best.append((total - float(self._reached(np.array([scale]))[0])) / scale)
        return math.fsum(best)

    def progress(self, duals: Mapping[Attribute, float]) -> float:
        """M*(z) = H*(z) - u.z."""
        return self.highest(duals) - self.alignment(duals)

    def at_scale(self, scale: float) -> tuple[float, float]:
        """G(v) and u.v at the v whose weights are `scale` times the target: f(v) = scale u."""
        if self._fixed is not None:
            raise ParameterError("a constant attribute has no dual with f(v) = scale u: there is no such v.")
        duals = [(potential, u, potential.dual(real("scale", scale, above=0) * u)) for potential, u in self._parts]
        total = math.fsum(float(potential.area(v).sum()) for potential, _, v in duals)
        return total, math.fsum(float((u * v).sum()) for _, u, v in duals)

    def step_limit(self, before: Mapping[Attribute, float], after: Mapping[Attribute, float]) -> float:
        """sup of Q_f over the segment from `before` to `after`: H* rises by no more if the step was a mistake's.

        Q_f(c) = 1/2 sum f'(c_i) d_i^2 / al(c), where d = after - before is the step a y x. The segment is sampled, and
        more finely where Q_f is large. Infinite where al is 0, as it is at z = 0 for every odd link.
        """
        moved = {a: self.dual(after, a) - self.dual(before, a) for a in {**before, **after}}  # in a fixed order
        moved = {a: d for a, d in moved.items() if d}
        if not moved:
            return 0.0
        starts = self._grouped({a: self.dual(before, a) for a in moved})
        rest = self.total(before) - self._area(starts)
        parts = [(*start, step) for start, (_, step) in zip(starts, self._grouped(moved), strict=True)]
        low, high, largest = 0.0, 1.0, 0.0
        for _ in range(1 + _CLOSER_LOOKS):
            shares = np.linspace(low, high, _SAMPLES)
            limits = self._limits(parts, rest, shares)
            best = int(np.argmax(limits))
            largest = max(largest, float(limits[best]))
            low, high = float(shares[max(best - 1, 0)]), float(shares[min(best + 1, _SAMPLES - 1)])
        return largest

    def _limits(self, parts: list[tuple[Potential, Array, Array]], rest: float, shares: Array) -> Array:
        totals = np.full_like(shares, rest)
        bends = np.zeros_like(shares)
        for potential, start, step in parts:
            places = start + shares[:, None] * step
            totals += potential.area(places).sum(axis=1)
            bends += (potential.slope(places) * step**2).sum(axis=1) / 2
        scales = self._scales(totals)
        return np.where(scales > 0, bends / np.where(scales > 0, scales, 1.0), np.inf)

    def _scales(self, totals: Array) -> Array:
        """al for each value of G."""
        if self._fixed is not None:
            return np.full_like(totals, self._fixed)
        scales = np.zeros_like(totals)
        some = totals > 0
        if some.any():
            scales[some] = self._scales_above_zero(totals[some])
        return scales

    def _scales_above_zero(self, totals: Array) -> Array:
        degrees = {potential.degree for potential, _ in self._parts}
        degree = degrees.pop()
        if not degrees and degree is not None:
            scales: Array = (totals / self._reached(np.ones(1))) ** (1 / degree)
            return scales
        wanted = np.log(totals)
        return np.exp(increasing_root(lambda s: self._log_reached(s) - wanted, np.zeros_like(totals), reach=_REACH))

    def _log_reached(self, log_scales: Array) -> Array:
        with np.errstate(divide="ignore"):
            return np.log(self._reached(np.exp(np.clip(log_scales, -_REACH, _REACH))))

    def _reached(self, scales: Array) -> Array:
        """G(f^-1(al u)) for each al, constant attributes left out."""
        reached = np.zeros_like(scales)
        for potential, u in self._parts:
            reached += potential.area(potential.dual(scales[:, None] * u)).sum(axis=1)
        return reached

    def _learned_target(self) -> dict[Attribute, float]:
        return {a: u for a, u in self.target.items() if not isinstance(self._of(a), ConstantPotential)}

    def _of(self, attribute: Attribute) -> Potential:
        return self._own.get(attribute, self._common)

    def _grouped(self, values: Mapping[Attribute, float]) -> list[tuple[Potential, Array]]:
        """The values as one array for each different link, in the order of the mapping."""
        groups: dict[int, tuple[Potential, list[float]]] = {}
        for attribute, value in values.items():
            potential = self._of(attribute)
            groups.setdefault(id(potential), (potential, []))[1].append(value)
        return [(potential, np.array(numbers)) for potential, numbers in groups.values()]

    @staticmethod
    def _area(groups: Iterable[tuple[Potential, Array]]) -> float:
        return math.fsum(float(area) for potential, z in groups for area in potential.area(z))

    def _fixed_scale(self) -> float | None:
        """al where a constant attribute fixes it: its weight is al times its target."""
        scale = None
        for attribute in {*self._own, *self.target}:
            potential = self._of(attribute)
            if not isinstance(potential, ConstantPotential):
                continue
            weight, u = potential.value, self.target.get(attribute, 0.0)
            if weight == u == 0:
                continue
            if not u * weight > 0 or (scale is not None and not math.isclose(weight / u, scale, rel_tol=1e-9)):
                raise ParameterError(
                    f"H* is infinite: {attribute!r} has the constant weight {weight:.6g}, so its target must be a"
                    f" positive multiple of it (one multiple for all constants); it is {u:.6g}."
                )
            scale = weight / u
        return scale

    def _check_target(self) -> None:
        if not self._parts:
            raise ParameterError("the target must have a weight other than 0.")
        for attribute, u in self._learned_target().items():
            if u < 0 and self._of(attribute).positive:
                raise ParameterError(
                    f"the link is positive everywhere, so the target must be too (E3, Theorem 4.2); {attribute!r} has"
                    f" {u:.6g}."
                )


def _potentials(link: Link) -> tuple[Potential, dict[Attribute, Potential]]:
    """The common potential, and those of single attributes."""
    if not isinstance(link, PerAttribute):
        return potential_of(link), {}
    of_kind = {kind: potential_of(kind) for kind in link.kinds()}
    return of_kind[link.common], {attribute: of_kind[kind] for attribute, kind in link.own.items()}
