"""Sets of labels whose miss rate is kept on any sequence: J3 (adaptive conformal sets)."""

import math

from ...parameters import real, whole
from .sources import GIBBS_CANDES_2021, OURS
from .theorem import Theorem

J3 = Theorem(
    "J3",
    "Sets of labels that miss as rarely as was asked for",
    f"{GIBBS_CANDES_2021}, Proposition 4.1; {OURS} for late labels and sets that are never empty",
    "derived",
    [
        "any sequence of examples and labels, chosen by an opponent too",
        "the level is miss + step/sqrt(1 + G) times the sum of (miss - missed) over the labels that came, G the most "
        "other labels that were out at once so far; where it is 0 or less everything is in the set",
        "labels of `trials` questions came, in any order; `outstanding` is the last G",
        "a label that never came before can't be named: each such trial with everything in the set is a `new_labels`",
    ],
)


@J3.states(
    "m*T + m*sqrt(1 + G)/g + 1 + G + K",
    counts="missed",
    T="trials",
    m="miss",
    g="step",
    G="outstanding",
    K="new_labels",
)
def missed_by_sets(*, trials: int, miss: float, step: float, outstanding: int = 0, new_labels: int = 0) -> float:
    """How often sets that are never empty miss the label (J3).

    Parameters
    ----------
    trials : int
        How many labels came (T).
    miss : float
        The share that may be missed (alpha).
    step : float
        How far the level moves (gamma).
    outstanding : int, default 0
        How many other labels were out at once when one came, at most (G).
    new_labels : int, default 0
        Trials whose label had never come before, with everything that was known in the set (K).

    Returns
    -------
    float
        An upper bound on the labels that are not in their sets.

    Notes
    -----
    J3: missed <= alpha T + alpha sqrt(1 + G)/gamma + 1 + G + K. After so many misses everything is in the set, and then
    only the labels that were out can be missed.
    """
    t, m, g, out = _setting(trials, miss, step, outstanding)
    return m * t + m * math.sqrt(1 + out) / g + 1 + out + whole("new_labels", new_labels)


@J3.states(
    "max(m, 1 - m)*sqrt(1 + G)/g + 1 + G",
    counts="difference between missed and miss trials",
    m="miss",
    g="step",
    G="outstanding",
)
def miss_count_distance(*, miss: float, step: float, outstanding: int = 0) -> float:
    """How far the misses of sets that may be empty are from those asked for, either way (J3).

    Parameters
    ----------
    miss : float
        The share that may be missed (alpha).
    step : float
        How far the level moves (gamma).
    outstanding : int, default 0
        How many other labels were out at once when one came, at most (G).

    Returns
    -------
    float
        An upper bound on |missed - alpha T|, whatever T is, where no label is new.

    Notes
    -----
    J3, where nothing is in the set while the level is 1 or more: |missed - alpha T| <= max(alpha, 1 - alpha)
    sqrt(1 + G)/gamma + 1 + G.
    """
    _, m, g, out = _setting(1, miss, step, outstanding)
    return max(m, 1 - m) * math.sqrt(1 + out) / g + 1 + out


def _setting(trials: int, miss: float, step: float, outstanding: int) -> tuple[int, float, float, int]:
    return (
        whole("trials", trials),
        real("miss", miss, above=0, below=1),
        real("step", step, above=0),
        whole("outstanding", outstanding),
    )
