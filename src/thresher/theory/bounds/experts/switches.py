"""Masters that follow the best sequence of experts: fixed share, on every trial or on mistakes only (F)."""

import math

from ....errors import ParameterError
from ....parameters import real, whole
from .majority import F, discounting

SEQUENCE = {"N": "experts", "s": "switches", "T": "trials", "al": "share"}
CODE = "ln(N) + (s*ln((N - 1)/al) if s else 0) + (T - 1 - s)*ln(1/(1 - al))"


@F.states(CODE, counts="nats", where=None, using=None, **SEQUENCE)
def fixed_share_code(*, experts: int, switches: int, trials: int, share: float) -> float:
    """The price of following a sequence of experts with a fixed share (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N, two at least).
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).
    share : float
        al in [0, 1), above 0 where there are switches.

    Returns
    -------
    float
        The price, in nats.

    Notes
    -----
    F (Fixed-Share): code = ln N + s ln((N - 1)/al) + (T - 1 - s) ln(1/(1 - al)), the price of a sequence of experts.
    """
    n, s = whole("experts", experts, at_least=2), whole("switches", switches)
    t = whole("trials", trials, at_least=1)
    if s > t - 1:
        raise ParameterError(f"F: {t} trials leave room for {t - 1} switches at most; got {s}.")
    al = real("share", share, at_least=0, below=1)
    if s and not al:
        raise ParameterError("F: share must be above 0 to follow a sequence with switches.")
    return math.log(n) + (s * math.log((n - 1) / al) if s else 0.0) - (t - 1 - s) * math.log1p(-al)


@F.states(
    "ln(N) + s*ln(N - 1) + ((T - 1)*(q*ln(1/q) + (1 - q)*ln(1/(1 - q))) if 0 < q < 1 else 0)",
    counts="nats",
    where={"q": "s/(T - 1) if s else 0"},
    N="experts",
    s="switches",
    T="trials",
)
def best_fixed_share_code(*, experts: int, switches: int, trials: int) -> float:
    """The same at the best share (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).

    Returns
    -------
    float
        The price, in nats.

    Notes
    -----
    F: the code length at the best share, al = s/(T - 1): ln N + s ln(N - 1) + (T - 1) H(al), H the entropy in nats.
    """
    n, s, t = whole("experts", experts, at_least=2), whole("switches", switches), whole("trials", trials, at_least=1)
    if 0 < s == t - 1:  # a share of 1 is no Fixed-Share parameter, but the limit of the code exists
        return math.log(n) + s * math.log(n - 1)
    return fixed_share_code(experts=n, switches=s, trials=t, share=s / (t - 1) if s else 0.0)


@F.states(
    "(code + L*ln(1/b))/ln(2/(1 + b))",
    where={"code": CODE},
    b="discount",
    L="loss",
    using=None,
    **SEQUENCE,
)
def fixed_share_mistakes(
    *, experts: int, discount: float, share: float, switches: int, trials: int, loss: float
) -> float:
    """Mistakes of fixed share (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    share : float
        How much weight goes to the other experts (al).
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).
    loss : float
        L, the mistakes of the best sequence of experts with s switches.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F (Fixed-Share, deterministic): M <= (code + L ln(1/b))/ln(2/(1 + b)).
    """
    b = discounting(discount)
    code = fixed_share_code(experts=experts, switches=switches, trials=trials, share=share)
    return (code - real("loss", loss, at_least=0) * math.log(b)) / math.log(2 / (1 + b))


@F.states(
    "(code + L*ln(1/b))/(1 - b)",
    counts="expected mistakes",
    where={"code": CODE},
    b="discount",
    L="loss",
    using=None,
    **SEQUENCE,
)
def randomized_fixed_share_mistakes(
    *, experts: int, discount: float, share: float, switches: int, trials: int, loss: float
) -> float:
    """Expected mistakes of randomised fixed share (F).

    Parameters
    ----------
    experts : int
        How many experts there are.
    discount : float
        The factor of a wrong expert's weight.
    share : float
        How much weight goes to the other experts.
    switches : int
        How often the best expert changes.
    trials : int
        How many examples there are.
    loss : float
        L, the mistakes of the best sequence of experts with so many switches.

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    F (Fixed-Share, randomised): E M <= (code + L ln(1/b))/(1 - b).

    Parameters as in `fixed_share_mistakes`.
    """
    b = discounting(discount)
    deterministic = fixed_share_mistakes(
        experts=experts, discount=b, share=share, switches=switches, trials=trials, loss=loss
    )
    return deterministic * math.log(2 / (1 + b)) / (1 - b)


@F.states(
    "(ln(N) + (s*ln((N - 1)/al) if s else 0) + L*ln(1/b))/(ln(2/(1 + b)) - ln(1/(1 - al)))",
    N="experts",
    b="discount",
    s="switches",
    al="share",
    L="loss",
)
def share_on_mistakes_mistakes(*, experts: int, discount: float, share: float, switches: int, loss: float) -> float:
    """Mistakes of a master that shares weight on its own mistakes only (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    discount : float
        The factor of a wrong expert's weight (b).
    share : float
        How much weight goes to the other experts (al < (1 - b)/2).
    switches : int
        How often the best expert changes (s).
    loss : float
        L, of the best sequence with s switches.

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    F (derived): discount and share on the master's own mistakes only; no term in the number of trials.

    M <= (ln N + s ln((N - 1)/al) + L ln(1/b)) / (ln(2/(1 + b)) - ln(1/(1 - al)))
    """
    n, b, s = whole("experts", experts, at_least=2), discounting(discount), whole("switches", switches)
    al, loss = real("share", share, at_least=0), real("loss", loss, at_least=0)
    if not al < (1 - b) / 2:
        raise ParameterError(f"F: sharing on mistakes needs share < (1 - discount)/2 = {(1 - b) / 2:.4g}; got {al}.")
    if s and not al:
        raise ParameterError("F: share must be above 0 to follow a sequence with switches.")
    price = math.log(n) + (s * math.log((n - 1) / al) if s else 0.0) - loss * math.log(b)
    return price / (math.log(2 / (1 + b)) + math.log1p(-al))


@F.states(
    "c*eta*L + c*code",
    counts="loss",
    where={"code": CODE},
    c="scale",
    eta="rate",
    L="loss",
    using=None,
    **SEQUENCE,
)
def fixed_share_loss(
    *, experts: int, scale: float, rate: float, share: float, switches: int, trials: int, loss: float
) -> float:
    """Loss of fixed share, for losses that can be mixed (F).

    Parameters
    ----------
    experts : int
        How many experts there are (N).
    scale : float
        The constant before the loss (c).
    rate : float
        How far an update moves (eta).
    share : float
        al in [0, 1), above 0 where there are switches.
    switches : int
        How often the best expert changes (s).
    trials : int
        How many examples there are (T).
    loss : float
        L, the loss of the best sequence of experts with s switches.

    Returns
    -------
    float
        An upper bound on the loss.

    Notes
    -----
    F: for a (c, eta)-realisable loss, Fixed-Share with b = e^-eta: Loss <= c eta L + c code.

    Log loss: c = eta = 1, predicting with the weighted mean. Square loss on outcomes 0 and 1: c = 1/2, eta = 2.
    """
    c, eta, loss = real("scale", scale, above=0), real("rate", rate, above=0), real("loss", loss, at_least=0)
    return c * eta * loss + c * fixed_share_code(experts=experts, switches=switches, trials=trials, share=share)
