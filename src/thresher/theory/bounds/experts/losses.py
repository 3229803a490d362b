"""Experts that state probabilities, in absolute loss: votes weighted by confidence with bounds that are true (F1)."""

import math

from ....parameters import real, whole
from ..sources import CESA_BIANCHI_1997, LITTLESTONE_WARMUTH_1994, VOVK_1990
from ..theorem import Theorem
from .majority import discounting
from .switches import CODE, SEQUENCE, fixed_share_code

F1 = Theorem(
    "F1",
    "Experts that state probabilities: absolute loss, and mistakes of confident votes",
    f"{VOVK_1990}; {CESA_BIANCHI_1997}; {LITTLESTONE_WARMUTH_1994}",
    "recalled",
    [
        "every expert states probabilities of two labels or of any number, and loses 1 - q, q that of the outcome: of "
        "0 and 1 the distance |q - y|",
        "on every trial the weights are multiplied by discount^(1 - q), and then shared, if there is a share",
        "the least bound: the master states probabilities that fit every outcome (Vovk's substitution); with the "
        "weighted mean of what the experts state the bound is that of `mean_expert_absolute_loss`",
        "mistakes: it predicts a label that has the greatest probability, either way",
        "expected mistakes: a coin of the probability that it states errs as often as its absolute loss says, if an "
        "outcome does not depend on the coin of its own trial",
        "without switches `loss` is that of the best expert; with them that of the best sequence, in hindsight",
    ],
)

PRICE = {"b": "discount", "L": "loss", **SEQUENCE}


def sequence_code(experts: int, switches: int, trials: int, share: float) -> float:
    """The code of F; without a share that of one expert, who may be alone."""
    if not share and not switches:
        return math.log(whole("experts", experts, at_least=1))
    return fixed_share_code(experts=experts, switches=switches, trials=trials, share=share)


@F1.states(
    "(code + L*ln(1/b))/(2*ln(2/(1 + b)))",
    counts="absolute loss",
    where={"code": CODE},
    using=None,
    **PRICE,
)
def expert_absolute_loss(
    *, experts: int, discount: float, loss: float, share: float = 0.0, switches: int = 0, trials: int = 1
) -> float:
    """Absolute loss of a master over experts, by Vovk's substitution (F1).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    loss : float
        L, the absolute loss of the best expert, or sequence of experts.
    share : float, default 0.0
        How much weight goes to the other experts (al); without share, switches and trials the code is ln N.
    switches : int, default 0
        How often the best expert changes (s).
    trials : int, default 1
        How many examples there are (T).

    Returns
    -------
    float
        An upper bound on the absolute loss.

    Notes
    -----
    F1: the master's absolute loss <= (code + L ln(1/b))/(2 ln(2/(1 + b))), with Vovk's substitution.

    Examples
    --------
    >>> round(expert_absolute_loss(experts=2, discount=0.5, loss=0), 2)
    1.2
    """
    return (
        confident_mistakes(experts=experts, discount=discount, loss=loss, share=share, switches=switches, trials=trials)
        / 2
    )


@F1.states("(code + L*ln(1/b))/(1 - b)", counts="absolute loss", where={"code": CODE}, using=None, **PRICE)
def mean_expert_absolute_loss(
    *, experts: int, discount: float, loss: float, share: float = 0.0, switches: int = 0, trials: int = 1
) -> float:
    """Absolute loss of the weighted mean of experts (F1).

    Parameters
    ----------
    experts : int
        How many experts there are.
    discount : float
        The factor of a wrong expert's weight.
    loss : float
        L, the absolute loss of the best sequence of experts.
    share : float, default 0.0
        How much weight goes to the other experts.
    switches : int, default 0
        How often the best expert changes.
    trials : int, default 1
        How many examples there are.

    Returns
    -------
    float
        An upper bound on the absolute loss.

    Notes
    -----
    F1: the absolute loss of the weighted mean <= (code + L ln(1/b))/(1 - b).

    Parameters as in `expert_absolute_loss`.
    """
    b = discounting(discount)
    mistakes = confident_mistakes(experts=experts, discount=b, loss=loss, share=share, switches=switches, trials=trials)
    return mistakes * math.log(2 / (1 + b)) / (1 - b)


@F1.states("(code + L*ln(1/b))/ln(2/(1 + b))", where={"code": CODE}, using=None, **PRICE)
def confident_mistakes(
    *, experts: int, discount: float, loss: float, share: float = 0.0, switches: int = 0, trials: int = 1
) -> float:
    """Mistakes of a master whose experts vote with their confidence (F1).

    Parameters
    ----------
    experts : int
        How many experts there are.
    discount : float
        The factor of a wrong expert's weight.
    loss : float
        L, the absolute loss of the best sequence of experts.
    share : float, default 0.0
        How much weight goes to the other experts.
    switches : int, default 0
        How often the best expert changes.
    trials : int, default 1
        How many examples there are.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F1: votes weighted by confidence, M <= (code + L ln(1/b))/ln(2/(1 + b)), L in absolute loss and not in mistakes.

    Parameters as in `expert_absolute_loss`.
    """
    b = discounting(discount)
    code = sequence_code(experts, switches, trials, share)
    return (code - real("loss", loss, at_least=0) * math.log(b)) / math.log(2 / (1 + b))
