"""What experts say of an instance, label by label, and how a master speaks from it.

A statement is label -> probability. Who votes gives one label all of it, and who has no answer gives it to NOBODY,
which is no label: so it is wrong whatever comes. None is a label that has not come yet. Of the labels the first has
what the others leave, here and in what a master states: with two labels one number says it all, the probability of the
positive one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from ..protocols import Label
from .labels import KnownLabels

Statement = Mapping[Label, float]

NOBODY: Any = object()
LEAST = 1e-15  # of any label where there is a clip: far enough from the roundings of a sum near 1


class Vote(NamedTuple):
    """What an expert says that states no probabilities; None: no answer."""

    label: Label


def complete(said: Vote | Statement, labels: KnownLabels, clip: float = 0.0) -> dict[Label, float]:
    """What an expert says, as a statement about all labels: those it leaves out have equal parts of what is left.

    clip: no probability is less than 2 clip/k for k labels, so that nobody loses without a limit. Of two labels it is
    what is stated, brought to clip at least and 1 - clip at most.
    """
    if isinstance(said, Vote):
        name = labels.name(said.label)
        return _all_for(NOBODY if name is None else name, labels)
    stated = said if said.keys() == labels.keys else _filled(said, labels)
    first = labels.names[:1]
    others = {name: q for name, q in stated.items() if name not in first}
    if clip:
        least = max(2.0 * clip / max(1, len(stated)), LEAST)
        others = _brought_inside(others, least, 1.0 - least)
    return {name: max(0.0, 1.0 - fsum(others.values())) for name in first} | others


def named_in(said: Sequence[Vote | Statement], labels: KnownLabels) -> Iterator[Label]:
    """The labels that experts name, other than in statements about just those that are known."""
    for each in said:
        if isinstance(each, Vote) or each.keys() != labels.keys:
            names = map(labels.name, [each.label] if isinstance(each, Vote) else each)
            yield from (name for name in names if name is not None)


def renamed(said: Vote | Statement, name_of: Callable[[Label], Label]) -> Vote | Statement:
    """What an expert says, under other names."""
    if isinstance(said, Vote):
        return Vote(name_of(said.label))
    return {name_of(label): probability for label, probability in said.items()}


def _filled(said: Statement, labels: KnownLabels) -> Statement:
    """Under the names that labels have here, and with those that are left out."""
    stated = {labels.name(label): probability for label, probability in said.items()}
    missing = [name for name in labels.names if name not in stated]
    if missing:
        stated.pop(None, None)
        left = max(0.0, 1.0 - fsum(stated.values())) / len(missing)
        stated |= dict.fromkeys(missing, left)
    return stated


def _all_for(label: Label, labels: KnownLabels) -> dict[Label, float]:
    return dict.fromkeys(labels.names, 0.0) | {label: 1.0}


def _brought_inside(others: dict[Label, float], least: float, most: float) -> dict[Label, float]:
    """Each at least `least`, and together no more than `most`, which they are brought to by parts of what is above."""
    raised = {name: min(max(q, least), most) for name, q in others.items()}
    total = fsum(raised.values())
    if total <= most:
        return raised
    floor = least * len(raised)
    part = (most - floor) / (total - floor)
    return {name: least + part * (q - least) for name, q in raised.items()}


def lost(stated: Statement, label: Label) -> float:
    """1 less the probability of the label: what the others were given."""
    return fsum(q for name, q in stated.items() if name != label)


def probabilities(labels: KnownLabels, of: Callable[[Label], float]) -> dict[Label, float]:
    """A function of each label but the first, which has what is left."""
    others = {name: of(name) for name in labels.names[1:]}
    first = {name: max(0.0, 1.0 - fsum(others.values())) for name in labels.names[:1]}
    return first | others


def most_probable(opinion: Statement, labels: KnownLabels) -> Label:
    """The label; of equal ones the preferred one; None where there is none."""
    return max(labels.preferred, key=opinion.__getitem__, default=None)


def drawn(opinion: Statement, labels: KnownLabels, coin: float) -> Label:
    """A label with its probability. coin: a number from 0 to 1."""
    total = 0.0
    for label in labels.preferred:
        total += opinion[label]
        if coin < total:
            return label
    return labels.preferred[-1] if labels.preferred else None


def heaviest(weights: Sequence[float], stated: Sequence[Statement], labels: KnownLabels) -> Label:
    """The label that has the most weight in votes; of equal ones the preferred one; None where nobody votes.

    Decided by the sign of an exactly rounded difference: two sums may be rounded to the same number.
    """
    votes: dict[Label, list[float]] = {label: [] for label in labels.preferred}
    for weight, statement in zip(weights, stated, strict=True):
        for label in votes:
            if statement[label]:
                votes[label].append(weight)
    best = None
    for label in labels.preferred:
        if votes[label] and (best is None or fsum([*votes[label], *(-w for w in votes[best])]) > 0):
            best = label
    return best
