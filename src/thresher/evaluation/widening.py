"""A label that is none of those so far, met by a learner that finds out by itself which there are."""

from typing import Any

from ..errors import InputError
from ..protocols import Label
from ..streams.block import Block
from .class_contestant import ClassContestant, ClassLesson
from .contestant import Contestant
from .many import MOST_FOUND, class_of, finds_labels, many_of
from .measures.class_measures import ClassMeasures


def can_meet(contestant: Contestant, label: Any) -> bool:
    """Whether the label can be one more class of this contestant's learner."""
    if contestant.many or contestant.narrow or not finds_labels(contestant.learner):
        return False
    try:
        return class_of(label) is not None
    except InputError:
        return False


def meet(contestant: Contestant, block: Block, row: int, *, held: bool, label_sum: float) -> tuple[Contestant, Label]:
    """Learns the row; whoever goes on, with two labels or with many, and what was said before the label was seen.

    held: it is held out, so that whatever is said is wrong.   label_sum: of all labels before, as they were written.
    """
    learner: Any = contestant.learner
    label = class_of(block.labels[row])
    before = _names(contestant, block, row, label_sum)
    if learner.examples and contestant.labels.pair is None:
        _call(learner, before)
    if held:
        contestant.count_one(positive=True, mistake=True, held=True)
        return contestant, learner.predict_one(block.example(row))
    weight = 1.0 if block.weights is None else float(block.weights[row])
    outcome = learner.learn_one(block.example(row), label, weight)
    if many_of(learner) is not None:
        wider = _widened(contestant, before)
        wider.count_classes([label], None, ClassLesson(1, "", [outcome.prediction], None))
        return wider, outcome.prediction
    contestant.speak(learner._labels)
    if weight:
        contestant.count_one(positive=label == contestant.labels.names[1], mistake=outcome.mistake)
    return contestant, outcome.prediction


def _widened(contestant: Contestant, labels: tuple[Label, Label]) -> ClassContestant:
    """The contestant that goes on with many classes; so far there were two labels (negative, positive)."""
    made = ClassContestant(contestant.name, contestant.learner, measures=contestant.scored, most=MOST_FOUND)
    made.updates_before = contestant.updates_before
    made.measures = ClassMeasures.after(contestant.measures, labels)
    made.held_out = ClassMeasures.after(contestant.held_out, labels)
    return made


def _names(contestant: Contestant, block: Block, row: int, label_sum: float) -> tuple[Label, Label]:
    """What the two labels so far are called: 1 or True, and 0, -1 or False, by those that stand before the row.

    If no negative one does, by the sum of all labels so far: below the number of positive ones if there were any -1.
    """
    if contestant.labels.pair is not None:
        return contestant.labels.pair
    before = list(block.labels[:row])
    positive: Label = True if any(label is True for label in before) else 1
    for label in reversed(before):
        if label is not None and label in (0, -1):
            return (label if isinstance(label, bool) else int(label)), positive
    return (-1 if label_sum < contestant.measures.counts.positives else 0), positive


def _call(learner: Any, names: tuple[Label, Label]) -> None:
    """Tells the learner how the labels are called that it learned from blocks, where they are just yes and no."""
    from ..learners.classes.found_labels import FoundLabels

    negative = names[0] if learner.demotions else None
    learner._call(FoundLabels(negative, names[1] if learner.promotions else None))
