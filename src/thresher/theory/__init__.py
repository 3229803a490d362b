"""Theory: what is promised and why, with no practitioner in the way.

bounds: theorems as functions.   concepts: targets, schedules of them, adversaries.   reference: every algorithm as its
paper states it.   certificates: a run beside the bounds that apply to it.   invariants: what is true of every single
step.   potentials: measures of progress.   experiments: those of the papers, each one command.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from . import bounds as bounds
    from . import certificates as certificates
    from . import concepts as concepts
    from . import experiments as experiments
    from . import invariants as invariants
    from . import potentials as potentials
    from . import reference as reference
    from .certificates import Certificate as Certificate
    from .certificates import Line as Line
    from .certificates import certify as certify
    from .invariants import Checked as Checked
    from .invariants import InvariantError as InvariantError
    from .potentials import Progress as Progress
    from .potentials import measure_progress as measure_progress

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".certificates": "Certificate Line certify",
        ".invariants": "Checked InvariantError",
        ".potentials": "Progress measure_progress",
    },
    {
        name: f".{name}"
        for name in ("bounds", "certificates", "concepts", "experiments", "invariants", "potentials", "reference")
    },
)
