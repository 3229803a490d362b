"""One stretch of a stream with many classes: every learner predicts and learns the same rows, one by one."""

from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..protocols import Label
from ..streams.block import Block

if TYPE_CHECKING:
    from .loop import Halted, Loop


def learn_classes(loop: "Loop", block: Block, first: int, last: int) -> "Halted":
    """Rows from `first` to before `last`, or to the first that can't be learned from."""
    import numpy as np

    from .loop import Halted

    contestants: list[Any] = list(loop.contestants)
    labels, wrong = contestants[0].classes_in(block, first, last)
    tasks = np.zeros(first + len(labels), dtype=np.int8)
    tasks[first:] = [label is not None for label in labels]
    tasks, refusal = loop.agreed(block, first, tasks)
    held = loop.held_out(tasks, first)
    held_rows = None if held is None else held[first:].tolist()
    count = len(tasks) - first
    labels = labels[:count]
    counted = _counted(block, first, labels)
    learned = [
        label is not None and not loop.frozen and not (held_rows is not None and held_rows[i])
        for i, label in enumerate(counted)
    ]
    said: Label = None
    for place, contestant in enumerate(contestants):
        lesson = contestant.learn_classes(block, first, labels, learned)
        contestant.count_classes(counted, held_rows, lesson)
        if lesson.refusal:
            if len(contestants) > 1:
                raise InputError(f"{contestant.name}: {lesson.refusal}")
            count, refusal = lesson.rows, lesson.refusal
        if place == 0 and lesson.predictions:
            said = lesson.predictions[-1]
    if count:
        loop.account(block, tasks, first, first + count)
        loop.saw(block, first + count - 1, labels[count - 1], said)
    return Halted(first + count, refusal, bool(wrong) and not refusal and count == len(labels), wrong)


def _counted(block: Block, first: int, labels: list[Label]) -> list[Label]:
    """The labels that count: an importance weight of 0 is none."""
    weights = block.weights
    if weights is None:
        return labels
    given = weights[first : first + len(labels)].tolist()
    return [label if weight else None for label, weight in zip(labels, given, strict=True)]
