"""The best discount of a majority over a class of disjunctions: the paper's inefficient reference (B10), tuned."""

import math
from typing import Any

from ....parameters import real, whole, yes_or_no
from ..experts.majority import expert_majority_mistakes, randomized_expert_majority_mistakes
from .minimising import Tuning, lowest_point

USUAL = 0.5  # MajorityOver's default
LARGEST_LOG = 50.0  # of 1/b: without mistakes of the best concept the smaller b is the better


def tune_majority_over(
    *, n: int, literals: int, best_mistakes: float, negations: bool = False, randomized: bool = False
) -> Tuning:
    """The penalty of `MajorityOver` on all disjunctions of k of n literals that minimises F. Compared with 1/2.

    With s = ln(1/b) the cost ln N + m s is linear and the gain concave in s, so their quotient falls and then rises.

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int
        Literals of a concept (k).
    best_mistakes : float
        Mistakes of the best of the disjunctions (m); A attribute errors are at least m, and at most k m.
    negations : bool, default False
        Whether literals may be negated.
    randomized : bool, default False
        The randomised learner: expected mistakes.

    Returns
    -------
    Tuning
        The penalty, what it promises, and what 1/2 does.

    Examples
    --------
    >>> tuning = tune_majority_over(n=20, literals=3, best_mistakes=10)
    >>> round(tuning.parameters["penalty"], 2), math.floor(tuning.promise), math.floor(tuning.compared)
    (0.29, 44, 48)
    """
    n = whole("n", n, at_least=1, at_most=10**5)
    k = whole("literals", literals, at_most=n)
    concepts = math.comb(n, k) << (k if yes_or_no("negations", negations) else 0)
    m = real("best_mistakes", best_mistakes, at_least=0)
    bound = randomized_expert_majority_mistakes if yes_or_no("randomized", randomized) else expert_majority_mistakes
    known: dict[str, Any] = {"experts": concepts, "best_mistakes": m}

    def promise(log: float) -> float:
        return bound(**known, discount=math.exp(-log))

    log = math.exp(lowest_point(lambda x: promise(math.exp(x)), math.log(1e-6), math.log(LARGEST_LOG)))
    penalty = math.exp(-log)
    return Tuning("majority-over", {"penalty": penalty}, promise(log), False, "F", bound(**known, discount=USUAL))
