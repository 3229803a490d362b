"""Three ways to learn a monotone conjunction: ask, be taught, or watch (C1)."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...errors import InputError
from ...parameters import real, whole
from ...protocols import Attribute
from .answers import Instance, positive
from .booleans import Booleans
from .set_learners import Elimination
from .targets import Conjunction


class TeachingResult(NamedTuple):
    """What was learned, the examples it took, and the mistakes made on the way (0 where nothing was predicted).

    Attributes
    ----------
    learned : Conjunction
        The conjunction.
    examples : int
        How many were asked for or shown.
    mistakes : int
        How many were made; 0 where nothing was predicted.
    """

    learned: Conjunction
    examples: int
    mistakes: int


def by_queries(oracle: Callable[[Instance], bool], attributes: int | Sequence[Attribute]) -> TeachingResult:
    """Asks for the label of the instance in which all but attribute i are on: 0 iff i is in the target. n queries.

    Parameters
    ----------
    oracle : callable
        Gives the label of an instance.
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.

    Returns
    -------
    TeachingResult
        The conjunction, and what it took.

    Examples
    --------
    >>> by_queries(Conjunction([1, 3]), 5).learned, by_queries(Conjunction([1, 3]), 5).examples
    (Conjunction(literals=(1, 3), negated=()), 5)
    """
    booleans = Booleans(attributes)
    questions = [(a, booleans.instance(booleans.all ^ booleans.bits_of([a]))) for a in booleans.attributes]
    return TeachingResult(Conjunction(a for a, x in questions if not positive(oracle(x))), len(questions), 0)


def teacher_examples(target: Conjunction) -> list[tuple[dict[Attribute, float], bool]]:
    """What a teacher shows who knows the target: one positive with its k attributes alone, then each of them off.

    Parameters
    ----------
    target : Conjunction
        A monotone conjunction.

    Returns
    -------
    list of (dict, bool)
        k + 1 examples.
    """
    full: dict[Attribute, float] = dict.fromkeys(target.literals, 1.0)
    without = [({a: v for a, v in full.items() if a != left_out}, False) for left_out in target.literals]
    return [(full, True), *without]


def by_teacher(examples: Iterable[tuple[Instance, bool]], attributes: int | Sequence[Attribute]) -> TeachingResult:
    """Learns from a teacher's examples, `teacher_examples(target)`: k + 1 of them.

    The positive one says that nothing else is relevant; each negative that the attribute left out is.

    Parameters
    ----------
    examples : iterable of (Instance, bool)
        What the teacher shows.
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.

    Returns
    -------
    TeachingResult
        The conjunction, and what it took.

    Raises
    ------
    InputError
        If the examples leave open what the target is.

    Examples
    --------
    >>> by_teacher(teacher_examples(Conjunction([1, 3])), 5)
    TeachingResult(learned=Conjunction(literals=(1, 3), negated=()), examples=3, mistakes=0)
    """
    booleans = Booleans(attributes)
    given = [(booleans.read(x), positive(y)) for x, y in examples]
    possible, needed = booleans.all, 0
    for bits, y in given:
        if y:
            possible &= bits
    for bits, y in given:
        if not y and (possible & ~bits).bit_count() == 1:
            needed |= possible & ~bits
    if possible != needed:
        raise InputError(
            f"the {len(given)} examples leave open whether {', '.join(map(repr, booleans.on(possible & ~needed)))} "
            "belong to the target; a teacher shows it alone as a positive example, and each of its attributes off."
        )
    return TeachingResult(Conjunction(booleans.on(possible)), len(given), 0)


def by_random_examples(
    oracle: Callable[[Instance], bool],
    attributes: int | Sequence[Attribute],
    examples: int,
    seed: int = 0,
    share: float = 0.5,
) -> TeachingResult:
    """Learns by elimination from random instances, each attribute on with probability `share`: M <= n.

    What is learned may still have attributes too many: those no positive example has crossed out.

    Parameters
    ----------
    oracle : callable
        Gives the label of an instance.
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.
    examples : int
        How many are drawn.
    seed : int, default 0
        Of the draws.
    share : float, default 0.5
        The probability with which an attribute is on.

    Returns
    -------
    TeachingResult
        The conjunction, and what it took.

    Examples
    --------
    >>> result = by_random_examples(Conjunction([1, 3]), 5, examples=200)
    >>> result.learned, result.mistakes <= 5
    (Conjunction(literals=(1, 3), negated=()), True)
    """
    learner = Elimination(attributes)
    columns = Booleans(attributes).attributes
    real("share", share, at_least=0, at_most=1)
    rng = random.Random(seed)
    for _ in range(whole("examples", examples)):
        x = {attribute: 1.0 for attribute in columns if rng.random() < share}
        learner.learn_one(x, positive(oracle(x)))
    assert learner.hypothesis is not None  # there are no negations
    return TeachingResult(learner.hypothesis, learner.examples, learner.mistakes)
