"""Instances that wait for their labels, asked about and learned by a learner of Thresher's own."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import NativePending, PreparedExample
from ..protocols import Features, Label
from .base import Learner

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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
    found = ask_after_pending(learner, store, number, x, [])
    assert found is not None  # it is no text
    return found[0]


def ask_after_pending(
    learner: Learner,
    store: NativePending,
    number: int,
    x: Features | bytes,
    answers: list[tuple[int, int, float]],
    *,
    skip_overtaken: bool = False,
    last: int = 0,
) -> tuple[Stated, list[int], int] | None:
    """The same after labels were learned, in one go. If the instance is refused nothing is learned.

    None, and nothing done, of a text that is not in the form of a log.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where instances wait.
    number : int
        Under which number.
    x : Features, or bytes
        The instance; bytes: a row of numbers as JSON in the form of a log, by the rule for rows without roles.
    answers : list of (int, int, float)
        Numbers of instances, the learner's own numbers of their labels, and importance weights.
    skip_overtaken : bool, default False
        As in `learn_pending`.
    last : int, default 0
        The last instance that changed the learner, which comes back, behind what became of each label.
    """
    kind = type(x)
    if kind is not bytes and kind is not PreparedExample and (kind is not dict or not learner._reader.is_idle):
        x = learner.example(x)
    found = store.ask_stated(learner._native, number, x, answers, skip_overtaken, last)
    if found is None:
        return None
    answer, scores, shares, codes, last = found
    names = learner._names
    if shares and names.positive is not None:  # as it is most often
        return Stated(names.answers[answer], names.by_label(shares), scores[0]), codes, last
    return _stated(learner, answer, scores, shares), codes, last


def _stated(learner: Learner, answer: int, scores: list[float], shares: list[float]) -> Stated:
    names = learner._names
    probabilities = names.by_label(shares) if shares or learner.traits.probabilities else None
    label = names.answers[answer]
    if names.positive is not None:
        return Stated(label, probabilities, scores[0])
    if label is None:
        return Stated(label, probabilities, None)
    if learner._native.many:
        return Stated(label, probabilities, scores[answer])
    return Stated(label, probabilities, scores[0] if answer == learner._native.positive else -scores[0])


def ask_each_pending(
    learner: Learner,
    store: NativePending,
    first: int,
    xs: list[Any],
    answers: list[tuple[int, int, float]],
    *,
    skip_overtaken: bool = False,
    last: int = 0,
) -> tuple[list[Stated], list[int], int] | None:
    """Keeps instances under numbers from `first` on, and says what the learner answers: all of them, or none.

    Parameters
    ----------
    learner : Learner
        Who is asked.
    store : NativePending
        Where the instances wait.
    first : int
        The number of the first.
    xs : list of dict, PreparedExample or bytes
        The instances; a dict by the rule for rows without roles, bytes as for `ask_after_pending`.
    answers : list of (int, int, float)
        Are learned before, as by `ask_after_pending`.
    skip_overtaken : bool, default False
        As in `learn_pending`.
    last : int, default 0
        The last instance that changed the learner, which comes back, behind what became of each label.
    """
    found = store.ask_stated_many(learner._native, first, xs, answers, skip_overtaken, last)
    if found is None:
        return None
    said, codes, last = found
    names = learner._names
    if names.positive is None or not learner.traits.probabilities:
        return [_stated(learner, *one) for one in said], codes, last
    answers_of, by_label = names.answers, names.by_label  # two labels, as it is most often
    return [Stated(answers_of[answer], by_label(shares), scores[0]) for answer, scores, shares in said], codes, last


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
