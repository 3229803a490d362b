"""Rows learned example by example: by models of others, by masters, and where every event is logged."""

from typing import TYPE_CHECKING, Any

from ..protocols import Label
from ..streams import Block
from .abilities import states_probabilities
from .block_answers import Said
from .block_labels import class_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int32]


def learn_one_by_one(contestant: Any, block: Block, first: int, numbers: "Numbers", learned: "Numbers") -> Said:
    """Predicts rows from `first` on, and learns those that have a class number in `learned`."""
    import numpy as np

    two, positive = contestant.two_labels, contestant.positive
    scored = contestant.scored and two and hasattr(contestant.learner, "score_one")
    stating = contestant.scored and states_probabilities(contestant.learner)
    answers, scores, stated = [], [], []
    refusal = ""
    for row in range(first, first + len(numbers)):
        x, number = block.example(row), int(numbers[row - first])
        weight = 1.0 if block.weights is None else float(block.weights[row])
        label = None if learned[row - first] < 0 else class_of(block.label(row), contestant.labels)
        try:
            if scored:
                scores.append(contestant.learner.score_one(x))
            if stating:
                about = positive if two else None if number < 0 else contestant.label_of(number)
                stated.append(_probability(contestant.learner, x, about))
            asked = contestant.listener.ask(contestant.learner, block, row)
            said, wrong = contestant.say_and_learn(x, label, weight)
        except ValueError as error:
            refusal = str(error)
            break
        contestant.listener.say(block, row, asked)
        answers.append(contestant.answer_number(said, number, wrong=wrong))
    done = len(answers)
    return Said(
        first + done,
        refusal,
        np.array(answers, dtype=np.int32),
        np.array(scores[:done]) if scored else None,
        np.array(stated[:done]) if stating else None,
    )


def _probability(learner: Any, x: Any, label: Label) -> float:
    """Of a label; None, which has not come, has what is left by the others. Models of others may know nothing yet."""
    stated = learner.predict_proba_one(x)
    if label is None and stated:
        return max(0.0, 1.0 - float(sum(stated.values())))
    return float(stated.get(label, 0.0 if stated else 0.5))
