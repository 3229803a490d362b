"""Late labels: what no learner can avoid, the immediate order, and copies. D6, D6a and D6b."""

from ....parameters import real, whole
from ..sources import JOULANI_2013, MESTERHARM_2005, OURS
from ..theorem import Theorem
from ..tracking_winnow import A4, tracking_winnow_mistakes
from .adversary import DELIVERED, DETERMINISTIC, MODEL

OUTSTANDING = (
    "`outstanding` is the largest number of instances without a label when a new one arrives (that one not counted); "
    "it is at most the longest delay less 1"
)

D6 = Theorem(
    "D6",
    "Theorem 3: what no learner can avoid",
    f"{MESTERHARM_2005}, Theorem 3",
    "paper",
    [
        MODEL,
        "infinitely many instances may be given a delay of at least `delay`",
        "`mistakes` is what the best learner without delay must expect, of all, randomised ones included, also where "
        "the delayed learner is deterministic: one that answers half of the copies each way avoids half",
        "the adversary may repeat every instance `delay` times: a fixed budget of noise does not allow it, and "
        "independent copies can then do better",
    ],
)


@D6.states("k*M", relation=">=", counts="expected mistakes", k="delay", M="mistakes")
def least_delayed_mistakes(*, mistakes: float, delay: int) -> float:
    """Expected mistakes that late labels can force on every learner (D6).

    Parameters
    ----------
    mistakes : float
        E Mist(Opt), without delay.
    delay : int
        k, which infinitely many delays reach.

    Returns
    -------
    float
        A lower bound on the expected mistakes.

    Notes
    -----
    D6 (Theorem 3): every learner can be made to expect k Mist(Opt) mistakes when delays reach k.
    """
    return whole("delay", delay, at_least=1) * real("mistakes", mistakes, at_least=0)


D6A = Theorem(
    "D6a",
    "Immediate order: an update whenever a label comes",
    OURS,
    "derived",
    [
        "every label is learned when it comes, from the state of that moment, with the prediction computed again",
        DETERMINISTIC,
        "`mistakes` are those of B, without delay, on the instances in the order in which their labels came, those "
        "whose labels never came last; where the concept shifts, this order may shift it more often",
        OUTSTANDING,
    ],
)


@D6A.states("(1 + G)*M", M="mistakes", G="outstanding")
def immediate_mistakes(*, mistakes: float, outstanding: int) -> float:
    """Mistakes of a learner that learns each label as it comes (D6a).

    Parameters
    ----------
    mistakes : float
        Mist(B) in that order.
    outstanding : int
        How many labels are missing at once, at most (G).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D6a: M <= (1 + G) Mist(B on the instances in the order of their labels). Attained with a constant delay.
    """
    return (1 + whole("outstanding", outstanding)) * real("mistakes", mistakes, at_least=0)


COPIES = (
    "an instance goes to a copy of B that awaits no label; as many copies as are needed, which is `outstanding` + 1",
    MODEL,
    DELIVERED,
)

D6B = Theorem(
    "D6b",
    "Copies: one learner for each outstanding label",
    f"{JOULANI_2013}; Weinberger and Ordentlich 2002",
    "recalled",
    [
        *COPIES,
        OUTSTANDING,
        "`mistakes` is the most B makes on any subsequence of the instances in their order; expected mistakes where B "
        "is randomised",
        *(f"tracking Winnow: {assumption}" for assumption in A4.assumptions),
    ],
)


@D6B.states("(1 + G)*M", counts="expected mistakes", M="mistakes", G="outstanding")
def copies_mistakes(*, mistakes: float, outstanding: int) -> float:
    """Mistakes of copies that take turns, one for each outstanding label (D6b).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (Mist(B)).
    outstanding : int
        How many labels are missing at once, at most (G).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D6b: G + 1 copies, each of which makes Mist(B) mistakes at most: (1 + G) Mist(B).
    """
    return (1 + whole("outstanding", outstanding)) * real("mistakes", mistakes, at_least=0)


@D6B.states(
    "kappa*(k*L*H + N)",
    where={
        "kappa": "(1 - eps*lam + a)/((1 + d)*(1 - eps*lam) - (1 - d)*a)",
        "L": "ln((w_seen if w_seen else max(eps, a**zeta/zeta))/eps)/ln(a)",
    },
    k="copies",
    using=None,
    **A4.bounds[0].symbols,
)
def copies_of_tracking_winnow_mistakes(
    *,
    copies: int,
    promotion: float,
    floor: float,
    separation: float,
    norm: float,
    total_rise: float,
    noise: float = 0.0,
    smallest_value: float = 1.0,
    largest_weight: float | None = None,
) -> float:
    """Mistakes of copies of tracking Winnow that take turns (D6b).

    Parameters
    ----------
    copies : int
        How many copies there are (k, G + 1 at most); the other parameters are those of the whole stream.
    promotion : float
        The factor by which an update multiplies a weight.
    floor : float
        The least weight that an attribute can have.
    separation : float
        How far clean examples stay from the comparator's threshold.
    norm : float
        The largest sum of attribute values in one example.
    total_rise : float
        The sum of all increases of the comparator's weights, from zero.
    noise : float, default 0.0
        By how much examples miss the comparator's separation, added up.
    smallest_value : float, default 1.0
        The smallest attribute value above zero; 1 for yes/no attributes.
    largest_weight : float or None, optional
        The largest weight that was seen on the run.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D6b with A4: kappa (k L H + N), the noise not multiplied: each noisy instance reaches one copy.
    """
    rise = whole("copies", copies, at_least=1) * real("total_rise", total_rise, at_least=0)
    return tracking_winnow_mistakes(
        promotion=promotion,
        floor=floor,
        separation=separation,
        norm=norm,
        total_rise=rise,
        noise=noise,
        smallest_value=smallest_value,
        largest_weight=largest_weight,
    )
