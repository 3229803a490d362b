"""Learners of finite classes, and of conjunctions: C1, C2 (notes of 2016, corrected); the optimal one, J7a."""

import math

from ...parameters import whole, yes_or_no
from .sources import LITTLESTONE_1988, ROTH_2016
from .theorem import Theorem

EULER = 0.5772156649015329
CONJUNCTION = "attribute values 0 or 1; the answer is a fixed conjunction of k of n attributes; no noise"

C1 = Theorem(
    "C1",
    "Conjunctions by queries, by a teacher, by elimination",
    ROTH_2016,
    "paper",
    [
        CONJUNCTION,
        "queries: the learner asks for the answer to instances of its own",
        "teacher: the examples are the one with exactly the k attributes on, then k with one of these off",
        "elimination: predict with all literals that were on in every positive example so far",
    ],
)


@C1.states("n", counts="queries", n="n")
def conjunction_queries(*, n: int) -> int:
    """Queries that identify a monotone conjunction (C1).

    Parameters
    ----------
    n : int
        How many attributes there are.

    Returns
    -------
    int
        An upper bound on the queries.

    Notes
    -----
    C1, protocol I: n queries identify a monotone conjunction: attribute i is in it iff all but i on is negative.
    """
    return whole("n", n)


@C1.states("k + 1", counts="examples", k="literals")
def conjunction_teacher_examples(*, literals: int) -> int:
    """A teacher's examples that identify a monotone conjunction (C1).

    Parameters
    ----------
    literals : int
        Literals of the concept; where it changes, all that were ever added (k).

    Returns
    -------
    int
        An upper bound on the examples.

    Notes
    -----
    C1, protocol II: k + 1 examples of a good teacher identify a monotone conjunction of k attributes.
    """
    return whole("literals", literals) + 1


conjunction_lessons = conjunction_teacher_examples  # its name in version 0.1.0


@C1.states("n - k + s", where={"s": "1 if signed else 0"}, n="n", k="literals", signed="negations")
def elimination_mistakes(*, n: int, literals: int = 0, negations: bool = False) -> int:
    """Mistakes of elimination on a conjunction (C1).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int, default 0
        k; 0, the default, where it is not known (the notes' form).
    negations : bool, default False
        Whether the learner starts with x_i and not x_i for every i.

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C1, protocol III: M <= n - k, or n - k + 1 if literals may be negated (2n of them).

    All mistakes are on positive examples and delete a literal that is not of the target. With negations the first
    mistake deletes n literals at once.
    """
    n = whole("n", n)
    k = whole("literals", literals, at_most=n)
    return n - k + int(yes_or_no("negations", negations))


def harmonic(number: int) -> float:
    """1 + 1/2 + ... + 1/number; beyond a million terms by its expansion, which is then exact in floats."""
    if number <= 10**6:
        return math.fsum(1 / i for i in range(1, number + 1))
    log = math.log(number)
    return log + EULER + 0.5 * math.exp(-log)


C2 = Theorem(
    "C2",
    "Any consistent concept; the halving algorithm",
    ROTH_2016,
    "corrected",
    ["the answer is a fixed concept of a finite class C; no noise"],
    "a mistake of halving leaves at most half of the concepts, printed: less; lg(3^n) is n lg 3, printed: n",
)


@C2.states("C - 1", C="concepts")
def consistent_mistakes(*, concepts: int) -> int:
    """Mistakes of a learner that predicts with any consistent concept of a class (C2).

    Parameters
    ----------
    concepts : int
        How many concepts there are to choose from (|C| >= 1).

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C2, CON: predict with any concept that agrees with all examples so far: M <= |C| - 1.
    """
    return _size(concepts) - 1


@C2.states("harmonic(C) - 1", counts="expected mistakes", using={"harmonic": harmonic}, C="concepts")
def random_consistent_mistakes(*, concepts: int) -> float:
    """Expected mistakes of a learner that predicts with a consistent concept drawn at random (C2).

    Parameters
    ----------
    concepts : int
        How many concepts there are to choose from (|C| >= 1).

    Returns
    -------
    float
        An upper bound on the expected mistakes.

    Notes
    -----
    C2, CON as the notes draw it: E M <= 1/2 + 1/3 + ... + 1/|C| <= ln |C|, for a stream that does not depend on the
    coins. A trial on which j of N consistent concepts are wrong is a mistake with probability j/N, at most the sum of
    1/i for the j numbers i from N - j + 1 to N. Attained where every trial removes one.
    """
    return harmonic(_size(concepts)) - 1


@C2.states("floor(lg(C))", C="concepts")
def halving_mistakes(*, concepts: int) -> int:
    """Mistakes of the halving algorithm over a class of concepts (C2).

    Parameters
    ----------
    concepts : int
        |C| >= 1; `conjunctions` counts two classes.

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C2: predict with the majority of the concepts that agree with all examples so far: M <= floor(lg |C|).
    """
    return _size(concepts).bit_length() - 1


@C2.states("floor(lg(C))", where={"C": "3**n if k is None else 2**k*comb(n, k)"}, n="n", k="literals")
def halving_mistakes_on_conjunctions(*, n: int, literals: int | None = None) -> int:
    """Mistakes of the halving algorithm on conjunctions (C2).

    Parameters
    ----------
    n : int
        How many attributes there are.
    literals : int or None, optional
        k, or None for all conjunctions.

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    C2 for the conjunctions of n attributes: M <= floor(n lg 3); of exactly k literals, floor(lg(2^k C(n, k))).

    Examples
    --------
    >>> halving_mistakes_on_conjunctions(n=100), halving_mistakes_on_conjunctions(n=100, literals=5)
    (158, 31)
    """
    return halving_mistakes(concepts=conjunctions(n=n, literals=literals))


J7a = Theorem(
    "J7a",
    "The standard optimal algorithm and Littlestone's dimension",
    LITTLESTONE_1988,
    "recalled",
    [
        "the answer is a fixed concept of a finite class C; no noise",
        "`dimension` is the depth of the deepest mistake tree of the class (`littlestone_dimension` counts it)",
    ],
)


@J7a.states("d", d="dimension")
def optimal_mistakes(*, dimension: int) -> int:
    """Mistakes of the standard optimal algorithm over a class of concepts (J7a).

    Parameters
    ----------
    dimension : int
        Littlestone's dimension of the class (d).

    Returns
    -------
    int
        An upper bound on the mistakes.

    Notes
    -----
    J7a: predict the label that leaves the class of larger dimension. If both left dimension d, trees of depth d would
    stand on either side of this instance, and there would be one of depth d + 1: so a mistake lowers it.
    """
    return whole("dimension", dimension)


@J7a.states("d", relation=">=", d="dimension")
def least_mistakes_on_a_class(*, dimension: int) -> int:
    """What a class of concepts forces on every deterministic learner (J7a).

    Parameters
    ----------
    dimension : int
        Littlestone's dimension of the class (d).

    Returns
    -------
    int
        A lower bound on the mistakes.

    Notes
    -----
    J7a: go down the tree, and answer every prediction with the other branch.
    """
    return whole("dimension", dimension)


def conjunctions(*, n: int, literals: int | None = None) -> int:
    """How many conjunctions n attributes make: 3^n (each positive, negated or absent), 2^k C(n, k) of k literals."""
    n = whole("n", n, at_most=10**5)
    if literals is None:
        return int(3**n)
    k = whole("literals", literals, at_most=n)
    return int(2**k * math.comb(n, k))


def _size(concepts: int) -> int:
    """A class can have more concepts than any limit of `whole`: n attributes make 3^n conjunctions."""
    return concepts if type(concepts) is int and concepts > 2**62 else whole("concepts", concepts, at_least=1)
