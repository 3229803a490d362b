"""Other ways to a measure of progress (E10, section 8): tangents, conjugates, ratios, and what each of them excludes.

All of them relate the same two numbers, G(z) and u.z. What no state z can have, as a region of the plane, is what a
measure excludes; by Proposition 8.1 no measure excludes more corners {x < c, y > d} than M* does. Here H = G.
"""

import math
from collections.abc import Mapping

import numpy as np

from ...errors import ParameterError
from ...protocols import Attribute
from .measure import Measure
from .roots import Array, increasing_root

_REACH = 600.0  # of ln scale


def is_excluded(measure: Measure, total: float, alignment: float) -> bool:
    """Whether no duals z have this G(z) and this u.z, as M* says it (Proposition 8.1's E*).

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    total : float
        G(z).
    alignment : float
        u.z.

    Returns
    -------
    bool
        H* there is below u.z, or G never is so small.

    Examples
    --------
    >>> from thresher.choices.links import Identity
    >>> measure = Measure(Identity(), {"a": 3.0, "b": 4.0})
    >>> is_excluded(measure, 0.5, 4.9), is_excluded(measure, 0.5, 5.1)
    (False, True)
    """
    return total < 0 or measure.highest_at(total) < alignment


def conjugate(measure: Measure, scale: float) -> float:
    """G*(eta u), the largest eta u.v - G(v) of all v: the Legendre-Fenchel transform of G.

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    scale : float
        eta, above 0.

    Returns
    -------
    float
        The transform; it is reached where f(v) = eta u.
    """
    total, alignment = measure.at_scale(scale)
    return scale * alignment - total


def legendre_measure(measure: Measure, duals: Mapping[Attribute, float], scale: float) -> float:
    """G(z) - eta u.z + G*(eta u), which is never below 0.

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    duals : mapping of Attribute to float
        z.
    scale : float
        eta, above 0.

    Returns
    -------
    float
        The same number as `bregman_distance`, found without a derivative.
    """
    return measure.total(duals) - scale * measure.alignment(duals) + conjugate(measure, scale)


def bregman_distance(measure: Measure, duals: Mapping[Attribute, float], scale: float) -> float:
    """D(z, v) = G(z) - G(v) - grad G(v).(z - v), at the v with f(v) = eta u: how far G is above its tangent there.

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    duals : mapping of Attribute to float
        z.
    scale : float
        eta, above 0.

    Returns
    -------
    float
        Never below 0. For the Perceptron |z - eta u|^2/2.

    Examples
    --------
    >>> from thresher.choices.links import Identity
    >>> bregman_distance(Measure(Identity(), {"a": 3.0, "b": 4.0}), {"a": 1.0}, scale=1.0)
    10.0
    """
    total, alignment = measure.at_scale(scale)
    return measure.total(duals) - total - scale * (measure.alignment(duals) - alignment)


def least_bregman_distance(measure: Measure, duals: Mapping[Attribute, float]) -> float:
    """The least D(z, v) of all eta: G(z) - G(v) at the v with u.v = u.z. It excludes what M* excludes.

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    duals : mapping of Attribute to float
        z.

    Returns
    -------
    float
        Never below 0, and 0 where M* is: H* at G(v) is u.z. Its slope in eta is u.(v - z). Where u.z is not above 0 and
        the link is odd, it is G(z), which is what the tangent at v = 0 leaves.
    """
    wanted, total = measure.alignment(duals), measure.total(duals)

    def missing(log_scales: Array) -> Array:
        return np.array([measure.at_scale(math.exp(min(max(s, -_REACH), _REACH)))[1] - wanted for s in log_scales])

    root = float(increasing_root(missing, np.zeros(1), reach=_REACH)[0])
    if root == -math.inf:
        return total
    if root == math.inf:
        raise ParameterError(f"u.z = {wanted:.6g} is more than this link's duals can reach as floats.")
    return total - measure.at_scale(math.exp(root))[0]


def ratio(measure: Measure, duals: Mapping[Attribute, float]) -> float:
    """H*(z)/u.z, which is never below 1 where u.z > 0 (Papert 1961, Minsky and Papert 1969).

    Parameters
    ----------
    measure : Measure
        Of one link and target.
    duals : mapping of Attribute to float
        z, with u.z above 0.

    Returns
    -------
    float
        For the Perceptron 1/cos of the angle between z and u.
    """
    alignment = measure.alignment(duals)
    if not alignment > 0:
        raise ParameterError(f"the ratio needs u.z > 0; it is {alignment:.6g}. After a first mistake from 0 it is.")
    return measure.highest(duals) / alignment
