"""Potentials of links, and the measures of progress made of them (E2, E4).

What enters: a link, a target u and duals z. What leaves: g, f^-1, G, al, H*, M* and Q_f as plain numbers: closed forms
where E4 has them, quadrature and root finding for every other increasing function.
"""

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
    "measure_progress",
    "potential_of",
]
