"""One learner on many machines: I1 for the mean of what shards learned, I2 for the sum of it."""

from ...parameters import real, whole
from .p_norm import p_norm_mistakes
from .perceptron import perceptron_mistakes
from .sources import MCDONALD_2010, OURS
from .theorem import Theorem

ROUNDS = (
    "`shards` copies go on from one learner, each with examples of its own, and are merged into it, again and again; "
    "mistake-driven, the rate constant, no margin, no importance weights"
)

I1 = Theorem(
    "I1",
    "Mixing by the mean",
    f"{MCDONALD_2010}, Theorem 3, for the Perceptron; {OURS} for the others",
    "derived",
    [
        f"{ROUNDS}; merged by their mean, all with the same weight",
        "`mistakes_of_one` is a bound of C3, E6-E9, A4, A11, A13 or B6 for one machine; what it says of mistakes, "
        "rises and noise it says of their means over the shards; a concept that shifts is the same for all",
    ],
)
I2 = Theorem(
    "I2",
    "Mixing by the sum of changes",
    OURS,
    "derived",
    [
        f"{ROUNDS}; merged by the sum of what each changed",
        "the Perceptron or the p-norm Perceptron from z = 0, threshold 0, separable examples as in E6 and E8",
        "no shard makes more than `between_merges` mistakes from one merge to the next",
    ],
)


@I1.states("S*M", S="shards", M="mistakes_of_one")
def mixed_mistakes(*, shards: int, mistakes_of_one: float) -> float:
    """Mistakes of all shards together that are mixed by their mean (I1).

    Parameters
    ----------
    shards : int
        How many copies learn beside each other (S).
    mistakes_of_one : float
        A bound on the mistakes of one machine (M), for what all shards see.

    Returns
    -------
    float
        An upper bound on the mistakes of all shards in all rounds.

    Notes
    -----
    I1: sum over rounds of the mean of the shards' mistakes <= M, so all of them are at most S M. The factor can't be
    avoided: give all shards the same examples in one round.
    """
    shards = whole("shards", shards, at_least=1)
    return shards * real("mistakes_of_one", mistakes_of_one, at_least=0)


@I2.states(
    "(1 + (S - 1)*B)*(u*R/d)**2", S="shards", B="between_merges", u="target_norm", R="instance_norm", d="separation"
)
def summed_mistakes(
    *, shards: int, between_merges: int, instance_norm: float, separation: float, target_norm: float = 1.0
) -> float:
    """Mistakes of all shards of a Perceptron whose changes are added up (I2).

    Parameters
    ----------
    shards : int
        How many copies learn beside each other (S).
    between_merges : int
        The most mistakes of a shard from one merge to the next (B).
    instance_norm : float
        The largest norm of an example (R >= |x|_2).
    separation : float
        How far examples stay from the comparator's threshold (delta <= y u.x).
    target_norm : float, default 1.0
        The norm of the comparator's weights (|u|_2).

    Returns
    -------
    float
        An upper bound on the mistakes of all shards in all rounds.

    Notes
    -----
    I2: M <= (1 + (S-1) B) |u|^2 R^2/delta^2. With one shard that is E6.
    """
    S, B = whole("shards", shards, at_least=1), whole("between_merges", between_merges, at_least=0)
    of_one = perceptron_mistakes(instance_norm=instance_norm, separation=separation, target_norm=target_norm)
    return (1 + (S - 1) * B) * of_one


@I2.states(
    "(1 + S*B)*(p - 1)*(u*X/d)**2",
    S="shards",
    B="between_merges",
    p="p",
    u="target_norm",
    X="instance_norm",
    d="separation",
)
def summed_p_norm_mistakes(
    *, shards: int, between_merges: int, p: float, target_norm: float, instance_norm: float, separation: float
) -> float:
    """Mistakes of all shards of a p-norm Perceptron whose changes are added up (I2).

    Parameters
    ----------
    shards : int
        How many copies learn beside each other (S).
    between_merges : int
        The most mistakes of a shard from one merge to the next (B).
    p : float
        The exponent p of the norm.
    target_norm : float
        The norm of the comparator's weights (|u|_q).
    instance_norm : float
        The largest norm of an example (X_p).
    separation : float
        How far examples stay from the comparator's threshold (delta <= y u.x).

    Returns
    -------
    float
        An upper bound on the mistakes of all shards in all rounds.

    Notes
    -----
    I2: M <= (1 + S B) (p-1) |u|_q^2 X_p^2/delta^2.
    """
    S, B = whole("shards", shards, at_least=1), whole("between_merges", between_merges, at_least=0)
    of_one = p_norm_mistakes(p=p, target_norm=target_norm, instance_norm=instance_norm, separation=separation)
    return (1 + S * B) * of_one
