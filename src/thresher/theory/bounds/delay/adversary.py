"""Late labels chosen by an adversary: what OD1 promises. D3, D4 and D5 (Mesterharm 2005, D4 corrected)."""

import math
from collections.abc import Mapping

from ....parameters import real, whole
from ..sources import MESTERHARM_2005
from ..theorem import Theorem
from .multisets import longest_list, multiset

# F(D, C) = min over i of (i C + how many delays exceed i): the sum of the greedy r_i, unrolled.
LONGEST_LIST = "min(i*C + sum(d[j] for j in d if j > i) for i in [0, *d] if i < i + 1)"

MODEL = (
    "the label of the instance of trial a comes right before trial a + delay; a delay is at least 1, the ordinary order"
)
DELIVERED = "every label that is to come has come; a label that never comes has delay math.inf"
SUBSEQUENCES = "`mistakes` is the most B makes, without delay, on any subsequence of the instances in their order"
DETERMINISTIC = "B is deterministic and changes only on its mistakes"

D3 = Theorem(
    "D3",
    "Lemma 1: how many instances can be waiting",
    f"{MESTERHARM_2005}, Lemma 1 and section 3.1",
    "paper",
    [MODEL, "one instance arrives on a trial; `delays` counts how many instances have each delay"],
)


@D3.states(LONGEST_LIST, counts="instances waiting at one of the changes", d="delays", C="changes")
def waiting_instances(*, delays: Mapping[float, float], changes: float) -> float:
    """The most instances that can wait for their labels at some of the moments (D3).

    Parameters
    ----------
    delays : mapping of float to float
        d_i, how many instances have delay i; both may be math.inf.
    changes : float
        How often the learner changes its hypothesis (C).

    Returns
    -------
    float
        An upper bound on the instances waiting at one of the changes.

    Notes
    -----
    D3: F(D, C), the most instances that can be waiting for their labels at one of C moments.

    F = sum of r_i, r_i = min(d_i, i C - r_1 - ... - r_{i-1}): the longest list of delays whose m-th block of C entries
    is at least m; the same number is min over i of (i C + number of delays above i). F <= k C; one more delay adds at
    most 1; F is concave in C, so the expected number of changes may stand for the number.

    Examples
    --------
    >>> waiting_instances(delays={1: 100, 5: 3}, changes=10)
    13.0
    """
    return float(longest_list(multiset(delays), real("changes", changes, at_least=0)))


@D3.states(LONGEST_LIST, counts="instances kept", where={"C": "1"}, d="delays")
def stored_instances(*, delays: Mapping[float, float]) -> float:
    """The most instances that wait for their labels at once: what OD1 must keep (D3).

    Parameters
    ----------
    delays : mapping of float to float
        d_i, how many instances have delay i.

    Returns
    -------
    float
        An upper bound on the instances kept.

    Notes
    -----
    D3: F(D, 1) <= k, the most instances that wait for their labels at once: what OD1 must keep.
    """
    return float(longest_list(multiset(delays), 1))


D4 = Theorem(
    "D4",
    "Theorem 1 and Corollary 1: OD1 around any learner",
    f"{MESTERHARM_2005}, Theorem 1 and Corollary 1",
    "corrected",
    [
        "OD1 (D2) around a learner B, labels that come together in the order of their instances",
        MODEL,
        DELIVERED,
        SUBSEQUENCES,
        "`changes` counts OD1's own updates that changed B or whose prediction was not certain (or is the most of them "
        "on any subsequence); expected values where B is randomised",
        f"the forms without `changes`: {DETERMINISTIC}",
    ],
    "printed as Mist(B) + F(D, Change) - Change with the state changes of B on the whole sequence. But an instance "
    "that causes a change may itself be late; an uncertain prediction shuts out older labels without a change of "
    "state; and B may change more often on what OD1 lets it see. Each gap has a counterexample.",
)


@D4.states(
    "M + min(F, (k - 1)*C)",
    counts="expected mistakes",
    where={"F": LONGEST_LIST, "k": "max(i for i in d if d[i])"},
    M="mistakes",
    C="changes",
    d="delays",
)
def od1_mistakes_for_delays(*, mistakes: float, changes: float, delays: Mapping[float, float]) -> float:
    """Expected mistakes under OD1 where every delay is known (D4).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (E Mist(B)).
    changes : float
        How often the learner changes its hypothesis (C).
    delays : mapping of float to float
        How many examples have which delay (D as in D3; k is the largest).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D4 (Theorem 1, corrected): E Mist(OD1-B) <= E Mist(B) + min(F(D, C), (k - 1) C).
    """
    m = real("mistakes", mistakes, at_least=0)
    c = real("changes", changes, at_least=0)
    known = multiset(delays)
    waiting = longest_list(known, c)
    k = max(known)
    return m + (waiting if k == math.inf else min(waiting, (k - 1) * c))


@D4.states("M + (k - 1)*C", counts="expected mistakes", M="mistakes", C="changes", k="longest_delay")
def od1_mistakes(*, mistakes: float, changes: float, longest_delay: int) -> float:
    """Expected mistakes under OD1 where the longest delay is known (D4).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (E Mist(B)).
    changes : float
        How often the learner changes its hypothesis (E C).
    longest_delay : int
        How many examples later the last label comes (k).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    D4 (Corollary 1): E Mist(OD1-B) <= E Mist(B) + (k - 1) E C.
    """
    m = real("mistakes", mistakes, at_least=0)
    return m + (whole("longest_delay", longest_delay, at_least=1) - 1) * real("changes", changes, at_least=0)


@D4.states("k*M", M="mistakes", k="longest_delay")
def od1_mistake_driven_mistakes(*, mistakes: float, longest_delay: int) -> float:
    """Mistakes under OD1 of a learner that changes on its mistakes only (D4).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (Mist(B)).
    longest_delay : int
        How many examples later the last label comes (k).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D4: k Mist(B), for a deterministic B that changes only on its mistakes. Attained.
    """
    return whole("longest_delay", longest_delay, at_least=1) * real("mistakes", mistakes, at_least=0)


@D4.states(LONGEST_LIST, C="mistakes", d="delays")
def od1_mistake_driven_mistakes_for_delays(*, mistakes: float, delays: Mapping[float, float]) -> float:
    """Mistakes under OD1 of such a learner where every delay is known (D4).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (Mist(B)).
    delays : mapping of float to float
        How many examples have which delay (D as in D3).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D4: F(D, Mist(B)), for a deterministic B that changes only on its mistakes; k Mist(B) where few labels are late.
    """
    return float(longest_list(multiset(delays), real("mistakes", mistakes, at_least=0)))


D5 = Theorem(
    "D5",
    "Theorems 2 and 5: mistake-driven and derandomised learners",
    f"{MESTERHARM_2005}, Theorems 2 and 5",
    "paper",
    [
        SUBSEQUENCES + ", and all of these the adversary may choose (a subset adversary); a concept forced to shift at "
        "fixed trials is none",
        "Theorem 5 (MD): B is deterministic; its updates are skipped where its prediction was right",
        "DR: predicts B's most probable label; B's states depend on instances and labels, not on what it drew",
        f"Theorem 2: OD1 around MD around DR around B. {DELIVERED}",
    ],
)


@D5.states("M", M="mistakes")
def mistake_driven_mistakes(*, mistakes: float) -> float:
    """Mistakes of a learner that was made to change on its mistakes only (D5).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (Mist(B)).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D5 (Theorem 5): Mist(MD-B) <= Mist(B) for a deterministic B and a subset adversary.
    """
    return real("mistakes", mistakes, at_least=0)


@D5.states("2*M", M="mistakes")
def derandomized_mistakes(*, mistakes: float) -> float:
    """Mistakes of a learner whose coins were taken away (D5).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (E Mist(B)).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D5: Mist(DR-B) <= 2 E Mist(B): where the most probable label is wrong, B is wrong with probability 1/2 or more.
    """
    return 2 * real("mistakes", mistakes, at_least=0)


@D5.states("2*k*M", M="mistakes", k="longest_delay")
def od1_derandomized_mistakes(*, mistakes: float, longest_delay: int) -> float:
    """Mistakes under OD1 of any learner, made deterministic and mistake-driven (D5).

    Parameters
    ----------
    mistakes : float
        The learner's mistakes, or a bound on them (E Mist(B)).
    longest_delay : int
        How many examples later the last label comes (k).

    Returns
    -------
    float
        An upper bound on the mistakes.

    Notes
    -----
    D5 (Theorem 2): Mist(OD1-MD-DR-B) <= 2 k E Mist(B); for a deterministic B it is k Mist(B), as D4 says.
    """
    driven = derandomized_mistakes(mistakes=mistakes)
    return od1_mistake_driven_mistakes(mistakes=driven, longest_delay=longest_delay)
