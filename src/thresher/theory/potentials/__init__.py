"""Potentials of links, and the measures of progress made of them (E2, E4, E10).

What enters: a link, a target u and duals z. What leaves: g, f^-1, G, al, H*, M* and Q_f as plain numbers: closed forms
where E4 has them, quadrature and root finding for every other increasing function.
"""

from .constructions import bregman_distance, conjugate, is_excluded, least_bregman_distance, legendre_measure, ratio
from .measure import Measure
from .numeric import NumericPotential
from .of_links import potential_of
from .potential import Potential
from .progress import Progress, Violation, measure_progress

__all__ = [
    "Measure",
    "NumericPotential",
    "Potential",
    "Progress",
    "Violation",
    "bregman_distance",
    "conjugate",
    "is_excluded",
    "least_bregman_distance",
    "legendre_measure",
    "measure_progress",
    "potential_of",
    "ratio",
]
