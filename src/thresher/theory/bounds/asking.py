"""Learners that ask for few labels: J1, for quasi-additive learners.

Before each label the learner is `distance` away from the other answer, in its own units; it asks for the label with
probability width/(width + distance) and updates on asked mistakes. The expectation is over its coins.
"""

from collections.abc import Sequence

from ...parameters import real
from .sources import CESA_BIANCHI_2006, OURS
from .theorem import Theorem
from .weighted_majority import balanced_winnow_mistakes, weighted_majority_mistakes

COINS = (
    "a label is asked for with probability width/(width + distance), by a coin that is tossed when the example and its "
    "label are settled; labels that are asked for come before the next example; the learner changes on asked mistakes"
)
NOISE = (
    "y u.x >= `separation` for every example, or `noise` is the expected sum over the asked mistakes of "
    "max(0, separation - y u.x)"
)

J1 = Theorem(
    "J1",
    "Asking for few labels",
    f"{CESA_BIANCHI_2006}, for the Perceptron; {OURS} for the others",
    "derived",
    [
        COINS,
        "from z = 0 at a constant rate, threshold 0, no margin, no range, no importance weights",
        NOISE,
        "where the width changes, never above `width`, by what was seen before: mistakes weighted by (width at that "
        "trial)/`width`; a trial at which no label may be asked for has width 0",
    ],
)


@J1.states(
    "(2*b + X**2)**2*u**2/(8*b*d**2) + (1 + X**2/(2*b))*L/d",
    counts="expected mistakes",
    b="width",
    X="instance_norm",
    u="target_norm",
    d="separation",
    L="noise",
)
def asking_perceptron_mistakes(
    *, width: float, instance_norm: float, separation: float, target_norm: float = 1.0, noise: float = 0.0
) -> float:
    """Expected mistakes of a Perceptron that asks for few labels (J1).

    Parameters
    ----------
    width : float
        It asks with probability width/(width + |w.x|/rate) (b); X^2/2 gives the smallest bound.
    instance_norm : float
        The largest norm of an example (X >= |x|_2).
    separation : float
        How far clean examples stay from the comparator's threshold (gamma).
    target_norm : float, default 1.0
        The norm of the comparator's weights (|u|_2).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up (L).

    Returns
    -------
    float
        An upper bound on the expected mistakes, asked about or not.

    Notes
    -----
    J1: E M <= |u|^2 (2 b + X^2)^2/(8 b gamma^2) + (1 + X^2/(2 b)) L/gamma; at b = X^2/2 without noise it is E6.
    """
    return asking_p_norm_mistakes(
        p=2, width=width, instance_norm=instance_norm, separation=separation, target_norm=target_norm, noise=noise
    )


@J1.states(
    "(2*b + (p - 1)*X**2)**2*u**2/(8*b*d**2) + (1 + (p - 1)*X**2/(2*b))*L/d",
    counts="expected mistakes",
    p="p",
    b="width",
    X="instance_norm",
    u="target_norm",
    d="separation",
    L="noise",
)
def asking_p_norm_mistakes(
    *, p: float, width: float, instance_norm: float, separation: float, target_norm: float = 1.0, noise: float = 0.0
) -> float:
    """Expected mistakes of a p-norm Perceptron that asks for few labels (J1).

    Parameters
    ----------
    p : float
        The p of the p-norm, at least 2.
    width : float
        It asks with probability width/(width + |v.x|/rate), v the gradient of |z|_p^2/2 (b).
    instance_norm : float
        The largest norm of an example (X >= |x|_p).
    separation : float
        How far clean examples stay from the comparator's threshold (gamma).
    target_norm : float, default 1.0
        The norm of the comparator's weights (|u|_q, 1/p + 1/q = 1).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up (L).

    Returns
    -------
    float
        An upper bound on the expected mistakes, asked about or not.

    Notes
    -----
    J1: the Perceptron's with (p - 1) X^2 in place of X^2; at b = (p - 1) X^2/2 without noise it is E8.
    """
    p = real("p", p, at_least=2)
    b = real("width", width, above=0)
    square = (p - 1) * real("instance_norm", instance_norm, above=0) ** 2
    d, u = real("separation", separation, above=0), real("target_norm", target_norm, above=0)
    missed = real("noise", noise, at_least=0)
    return (2 * b + square) ** 2 * u**2 / (8 * b * d**2) + (1 + square / (2 * b)) * missed / d


_GAIN = "min(b, d/U - a*S**2/2)"


@J1.states(
    f"(E/a + L/U)/{_GAIN}",
    counts="expected mistakes",
    where={"U": "sum(u)", "E": "ln(n) + sum(v/U*ln(v/U) for v in u if v > 0)"},
    b="width",
    u="target",
    n="n",
    a="rate",
    d="separation",
    S="largest_value",
    L="noise",
)
def asking_weighted_majority_mistakes(
    *,
    width: float,
    target: Sequence[float],
    n: int,
    rate: float,
    separation: float,
    largest_value: float,
    noise: float = 0.0,
) -> float:
    """Expected mistakes of weighted majority that asks for few labels (J1).

    Parameters
    ----------
    width : float
        It asks with probability width/(width + |w.x|/sum of the weights) (b).
    target : sequence of float
        u >= 0, its nonzero weights are enough.
    n : int
        How many attributes there are.
    rate : float
        How far an update moves (a, 0 < a < 2 delta/(|u|_1 S^2)).
    separation : float
        How far clean examples stay from the comparator's threshold (delta > 0).
    largest_value : float
        The largest attribute value (S >= |x_i|).
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up (L).

    Returns
    -------
    float
        An upper bound on the expected mistakes, asked about or not.

    Notes
    -----
    J1: E M <= (E/a + L/|u|_1)/min(b, delta/|u|_1 - a S^2/2), E as in E5; a b of the second size or more gives E5.
    """
    known = {"target": target, "n": n, "rate": rate, "separation": separation, "largest_value": largest_value}
    always = weighted_majority_mistakes(**known, noise=noise)  # type: ignore[arg-type]
    return _for_width(width, always, sum(target), rate, separation, largest_value)


@J1.states(
    f"(E/a + L/U)/{_GAIN}",
    counts="expected mistakes",
    where={"U": "sum(abs(v) for v in u)", "E": "ln(2*n) + sum(abs(v)/U*ln(abs(v)/U) for v in u if v)"},
    b="width",
    u="target",
    n="n",
    a="rate",
    d="separation",
    S="largest_value",
    L="noise",
)
def asking_balanced_winnow_mistakes(
    *,
    width: float,
    target: Sequence[float],
    n: int,
    rate: float,
    separation: float,
    largest_value: float,
    noise: float = 0.0,
) -> float:
    """Expected mistakes of Balanced Winnow that asks for few labels (J1).

    Parameters
    ----------
    width : float
        It asks with probability width/(width + |w.x|/sum of the weights of all halves) (b).
    target : sequence of float
        The comparator's weights, those that are not 0.
    n : int
        How many attributes there are.
    rate : float
        How far an update moves (a = ln(promotion)).
    separation : float
        How far clean examples stay from the comparator's threshold.
    largest_value : float
        The largest attribute value.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.

    Returns
    -------
    float
        An upper bound on the expected mistakes, asked about or not.

    Notes
    -----
    J1 on the doubled attributes (x, -x), as E7 is E5 on them.
    """
    known = {"target": target, "n": n, "rate": rate, "separation": separation, "largest_value": largest_value}
    always = balanced_winnow_mistakes(**known, noise=noise)  # type: ignore[arg-type]
    return _for_width(width, always, sum(map(abs, target)), rate, separation, largest_value)


def _for_width(width: float, always: float, total: float, rate: float, separation: float, largest: float) -> float:
    """From the mistakes of one that asks always to those of one that asks by this width."""
    gain = separation / total - rate * largest**2 / 2
    return always * gain / min(real("width", width, above=0), gain)
