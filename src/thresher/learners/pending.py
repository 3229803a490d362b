"""Instances that wait for their labels, asked about and learned by a learner of Thresher's own."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import AnswerForms, NativePending, PreparedExample
from ..protocols import Features, Label
from .base import Learner

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_new = tuple.__new__  # a named tuple made without a call of Python's

UPDATED, SKIPPED, UNKNOWN = 4, 8, 16
"""What became of a late label: it changed the learner; a later one had; nobody asked about its instance (bits)."""


class Stated(NamedTuple):
    """An answer with what a learner states beside it.

    Attributes
    ----------
    label : label
        The answer.
    probabilities : dict or None
        Label -> probability; None where there are none.
    score : float or None
        Of two labels that of the positive one, of many that of the answer.
    """

    label: Label
    probabilities: dict[Label, float] | None
    score: float | None


def check_pending(learner: Learner, example: Features) -> None:
    """Refuses an example that the learner does not take. Changes nothing.

    Parameters
    ----------
    learner : Learner
        Who is going to be asked.
    example : PreparedExample or dict
        About what; a dict by the rule for rows without roles.
    """
    learner._predict(example)


class StatedEach(NamedTuple):
    """The same of several.

    Attributes
    ----------
    labels : list of labels
        The answers.
    probabilities : list of dict or None
        Of each.
    scores : list of float or None
        Of each; none where they are told.
    texts : list of bytes
        What a service tells of each; none where it is not told.
    """

    labels: list[Label]
    probabilities: list[dict[Label, float] | None]
    scores: list[float | None]
    texts: list[bytes]


Telling = tuple[list[str], AnswerForms, Sequence[int]]
"""How a service tells answers: tickets, what is written of a class, and the place of each in its log."""


def ask_pending(learner: Learner, store: NativePending, number: int, x: Features) -> Stated:
    """Keeps an instance under a number, and says what the learner answers.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where the instance waits.
    number : int
        Under which number.
    x : Features
        The instance.
    """
    if type(x) is not PreparedExample and (type(x) is not dict or not learner._reader.is_idle):
        x = learner.example(x)
    return ask_one_pending(learner, store, number, x, [])[0]


def ask_one_pending(
    learner: Learner,
    store: NativePending,
    number: int,
    x: Features,
    answers: list[tuple[int, int, float]],
    skip_overtaken: bool = False,
    last: int = 0,
) -> tuple[Stated, list[int], int]:
    """The same after labels were learned; if the instance is refused nothing is learned.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where the instance waits.
    number : int
        Under which number.
    x : dict or PreparedExample
        The instance; a dict by the rule for rows without roles.
    answers : list of (int, int, float)
        Numbers of instances, the learner's own numbers of their labels, and importance weights.
    skip_overtaken : bool, default False
        As in `learn_pending`.
    last : int, default 0
        The last instance that changed the learner, which comes back, behind what became of each label.
    """
    names = learner._names
    label, probabilities, score, codes, last = store.ask_stated(
        learner._native, number, x, answers, skip_overtaken, last, names.answers, names.labels.order
    )
    if names.positive is None:
        (probabilities,), (score,) = _shown_otherwise(learner, [label], [probabilities], [score])
    return _new(Stated, (label, probabilities, score)), codes, last


def ask_each_pending(
    learner: Learner,
    store: NativePending,
    first: int,
    xs: list[Any],
    answers: list[tuple[int, int, float]],
    telling: Telling | None = None,
    *,
    before: Sequence[int] = (),
    skip_overtaken: bool = False,
    last: int = 0,
) -> tuple[StatedEach, list[int], int] | None:
    """Learns labels, keeps instances under numbers from `first` on, and says what the learner answers: all, or nothing.

    If an instance is refused nothing is learned. None, and nothing done, of a text that is not in the form of a log, or
    a ticket that can't be told as it is.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where the instances wait.
    first : int
        The number of the first.
    xs : list of dict, PreparedExample or bytes
        The instances; a dict by the rule for rows without roles, and so are bytes: a row of numbers as JSON in the form
        of a log.
    answers : list of (int, int, float)
        Numbers of instances, the learner's own numbers of their labels, and importance weights.
    telling : tuple of list of str, AnswerForms and sequence of int, optional
        How the answers are told; the instances are bytes then.
    before : sequence of int, optional
        How many of the answers are learned before each question. Default: all before the first.
    skip_overtaken : bool, default False
        As in `learn_pending`.
    last : int, default 0
        The last instance that changed the learner, which comes back, behind what became of each label.
    """
    names = learner._names
    found = store.ask_each(
        learner._native,
        first,
        xs,
        answers,
        skip_overtaken,
        last,
        names.answers,
        names.labels.order,
        telling,
        list(before),
    )
    if found is None:
        return None
    labels, probabilities, scores, texts, codes, last = found
    if names.positive is None:
        probabilities, scores = _shown_otherwise(learner, labels, probabilities, scores)
    return StatedEach(labels, probabilities, scores, texts), codes, last


def _shown_otherwise(
    learner: Learner, labels: list[Label], probabilities: list[Any], scores: list[Any]
) -> tuple[list[Any], list[Any]]:
    """Where no label is the positive one: of many labels, and while that one of two has not come."""
    if learner.traits.probabilities:
        probabilities = [{} if one is None else one for one in probabilities]  # before any label came
    if scores and not learner._native.many:
        names, positive = learner._names.answers, learner._native.positive
        said = zip(labels, scores, strict=True)
        scores = [None if label is None else score if names[positive] == label else -score for label, score in said]
    return probabilities, scores


def ask_many_pending(learner: Learner, store: NativePending, first: int, X: Any) -> list[Label]:
    """Rows of a matrix under numbers from `first` on.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where the instances wait.
    first : int
        The number of the first.
    X : Any
        The rows.
    """
    answers = store.ask_many(learner._native, first, *learner.row_reader.matrix(X).parts())
    return [learner._names.labels.name(answer) for answer in answers.tolist()]


def learn_pending(
    learner: Learner,
    store: NativePending,
    numbers: "npt.NDArray[np.uint64]",
    labels: Sequence[Label],
    weights: "npt.NDArray[np.float64]",
    *,
    skip_overtaken: bool = False,
    last: int = 0,
) -> "tuple[npt.NDArray[np.uint8], int]":
    """Learns labels in the order given, with the state of each moment, and lets go of their instances.

    Parameters
    ----------
    learner : Learner
        Who learns.
    store : NativePending
        Where the instances wait.
    numbers : npt.NDArray[np.uint64]
        Of the instances.
    labels : Sequence[Label]
        Their labels.
    weights : npt.NDArray[np.float64]
        Their importance weights.
    skip_overtaken : bool, default False
        Pass over instances not later than the last one that changed the learner (OD1), which is `last` and
        comes back, behind what became of each label.
    last : int, default 0
        The last instance that changed the learner.
    """
    import numpy as np

    flags: list[npt.NDArray[np.uint8]] = []
    done = 0
    while done < len(numbers):
        known = learner.label_numbers
        classes = [known.get(label, -2) for label in labels[done:]]
        stop = classes.index(-2) if -2 in classes else len(classes)
        if stop:
            part = slice(done, done + stop)
            given = np.array(classes[:stop], dtype=np.int32)
            found, _, _, last = store.learn(learner._native, numbers[part], given, weights[part], skip_overtaken, last)
            flags.append(found)
        else:
            stop = 1
            flag, last = _meet(learner, store, int(numbers[done]), labels[done], weights[done], skip_overtaken, last)
            flags.append(np.array([flag], dtype=np.uint8))
        done += stop
    return (np.concatenate(flags) if flags else np.zeros(0, dtype=np.uint8)), last


def learn_few_pending(
    learner: Learner,
    store: NativePending,
    answers: Iterable[tuple[int, Label, float]],
    *,
    skip_overtaken: bool = False,
    last: int = 0,
) -> tuple[list[int], int]:
    """Learns labels one by one, as `learn_pending` learns them in arrays, which few are not worth.

    Parameters
    ----------
    learner : Learner
        Who learns.
    store : NativePending
        Where the instances wait.
    answers : iterable of (int, Label, float)
        Numbers, labels and importance weights.
    skip_overtaken : bool, default False
        As in `learn_pending`.
    last : int, default 0
        The last instance that changed the learner, which comes back, behind what became of each label.
    """
    codes = []
    for number, label, weight in answers:
        known = learner._names.numbers.get(label)
        if known is None:
            code, last = _meet(learner, store, number, label, weight, skip_overtaken, last)
        else:
            code, last = store.learn_one(learner._native, number, known, weight, skip_overtaken, last)
        codes.append(code)
    return codes, last


def _meet(
    learner: Learner, store: NativePending, number: int, label: Label, weight: float, skip: bool, last: int
) -> tuple[int, int]:
    """A label that is new to the learner."""
    if not store.has(number):
        return UNKNOWN, last
    if skip and number <= last:
        store.drop(number)
        return SKIPPED, last
    outcome = learner.learn_one(store.example(number), label, float(weight))
    store.drop(number)
    changed = outcome.updated or outcome.mistake or outcome.abstained or learner.traits.averaged
    return UPDATED if outcome.updated else 0, number if changed else last
