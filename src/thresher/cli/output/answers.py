"""What a model says of each example of a block: a label, and a number for each label where they are wanted."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...streams import Block, Trouble
from ...streams.targets import CANDIDATES
from ..saved_models import learner_in

STRETCH = 256  # rows asked at a time: a refusal costs no more than these


class Answer(NamedTuple):
    """What was said of one example.

    label: as it is written in the data; None where there is no answer.   numbers: of each label, scores or
    probabilities; empty where only labels are wanted.
    """

    label: Any
    numbers: dict[Any, float]


class Asked:
    """A model to be asked, and what it is asked for: labels, scores or probabilities.

    labels: the model's labels as they are written in the data, (negative, positive) of two.   positive: of two.
    threshold: of two labels, the probability from which on the answer is the positive one; None: as the model answers.
    abstain_below: no answer where the best score is less far ahead of the second; of two labels, less far from 0.
    """

    def __init__(
        self,
        model: Any,
        written: Sequence[Any],
        what: str,
        threshold: float | None = None,
        abstain_below: float = 0.0,
    ) -> None:
        from ...learners import Learner

        self._model = learner_in(model)
        self._what, self._scored, self._threshold = what, what != "labels", threshold
        self._abstain_below = abstain_below
        self._own = isinstance(self._model, Learner)
        known = tuple(self._model.labels)
        self._written = dict(zip(known, written, strict=True))
        self.labels = tuple(written)
        positive = getattr(self._model, "positive", None)
        self.positive = self._written.get(positive) if len(known) == 2 else None

    @property
    def _needs_scores(self) -> bool:
        return self._scored or self._threshold is not None or self._abstain_below > 0

    def ask(self, source: Any, block: Block) -> tuple[list[Answer | None], list[Trouble]]:
        """What the model says of each row, None of those it refuses; and its refusals."""
        answers, refusals = self._ask_block(source, block) if self._own else self._ask_rows(block)
        if CANDIDATES in block.beside:
            answers = [one and self._among(block, row, one) for row, one in enumerate(answers)]
        return answers, refusals

    def _among(self, block: Block, row: int, answer: Answer) -> Answer:
        """The same example with an answer among its candidates, where it names some."""
        text = block.aside(row).get(CANDIDATES)
        if text is None:
            return answer
        candidates = [int(id) for id in text.replace(",", " ").split()]
        label = self._as_written(self._model.predict_one(block.example(row), among=candidates))
        numbers = {one: number for one, number in answer.numbers.items() if one in candidates}
        if self._what == "probabilities" and (total := sum(numbers.values())) > 0:
            numbers = {one: number / total for one, number in numbers.items()}  # given that it is one of them
        return Answer(label, numbers)

    def ask_row(self, block: Block, row: int) -> Answer:
        """What the model says of one row; ValueError if it refuses it."""
        if not self._own:
            x = block.example(row)
            return Answer(self._as_written(self._said(x)), self._numbers(x))
        import numpy as np

        said = self._model.learn_block(block.native, row, np.full(1, -1, dtype=np.int32), scored=self._needs_scores)
        if said.refusal:
            raise ValueError(said.refusal)
        return self.named(said, 1)[0]

    def _ask_block(self, source: Any, block: Block) -> tuple[list[Answer | None], list[Trouble]]:
        import numpy as np

        answers: list[Answer | None] = []
        refusals = []
        first = 0
        while first < len(block):
            unlabelled = np.full(min(STRETCH, len(block) - first), -1, dtype=np.int32)
            said = self._model.learn_block(block.native, first, unlabelled, scored=self._needs_scores)
            answers += self.named(said, said.row - first)
            first = said.row
            if said.refusal:
                column = source.locate(self._model, block, first)
                refusals.append(refused(block, first, column, said.refusal))
                answers.append(None)
                first += 1
        return answers, refusals

    def named(self, said: Any, rows: int) -> list[Answer]:
        """What was said of the first rows of a block: class numbers as labels, each with its numbers."""
        names = [self._written.get(name) for name in self._model.label_names]
        plain = [Answer(label, {}) for label in (*names, None)]  # the last is no answer, which is -1
        alone = [plain[number] for number in self._numbers_said(said, rows, names).tolist()]
        if not self._scored:
            return alone
        order = [names.index(label) for label in self.labels]
        columns = self._columns(said, rows)[:, order].tolist()
        return [
            Answer(one.label, dict(zip(self.labels, row, strict=True))) for one, row in zip(alone, columns, strict=True)
        ]

    def _numbers_said(self, said: Any, rows: int, names: list[Any]) -> Any:
        """The class numbers of the answers: the model's own, or by its probabilities."""
        import numpy as np

        if self._threshold is None and not self._abstain_below:
            return said.answers[:rows]
        if self._threshold is None:
            scores = said.scores.reshape(len(said.answers), -1)[:rows]
            best = np.sort(scores, axis=1)
            ahead = np.abs(scores[:, 0]) if scores.shape[1] == 1 else best[:, -1] - best[:, -2]
            return np.where(ahead < self._abstain_below, -1, said.answers[:rows])
        positive = names.index(self.positive)
        stated = said.probabilities.reshape(len(said.answers), -1)[:rows, positive]
        return np.where(stated >= self._threshold, positive, 1 - positive)

    def _columns(self, said: Any, rows: int) -> Any:
        """A number for each class number: of two labels the score of one is the other's with its sign turned."""
        import numpy as np

        if self._what == "probabilities":
            return said.probabilities.reshape(len(said.answers), -1)[:rows]
        scores = said.scores.reshape(len(said.answers), -1)[:rows]
        if scores.shape[1] > 1:
            return scores
        positive = self._model.label_names.index(self._model.positive) if self._model.positive is not None else 1
        return np.hstack([scores, -scores] if positive == 0 else [-scores, scores])

    def _ask_rows(self, block: Block) -> tuple[list[Answer | None], list[Trouble]]:
        """Whoever is no learner of Thresher's own, a master over several, is asked example by example."""
        answers: list[Answer | None] = []
        refusals = []
        for row in range(len(block)):
            try:
                answers.append(self.ask_row(block, row))
            except ValueError as error:
                refusals.append(refused(block, row, 1, str(error)))
                answers.append(None)
        return answers, refusals

    def _said(self, x: Any) -> Any:
        if self._threshold is None:
            return None if self._is_unsure(x) else self._model.predict_one(x)
        negative, positive = self._model.labels
        return positive if self._model.predict_proba_one(x)[positive] >= self._threshold else negative

    def _is_unsure(self, x: Any) -> bool:
        if not self._abstain_below:
            return False
        scores = sorted(self._model.scores_one(x).values())
        if len(scores) <= 2:
            return bool(abs(scores[-1] if scores else 0.0) < self._abstain_below)
        return bool(scores[-1] - scores[-2] < self._abstain_below)

    def _numbers(self, x: Any) -> dict[Any, float]:
        if not self._scored:
            return {}
        said = self._model.scores_one(x) if self._what == "scores" else self._model.predict_proba_one(x)
        return {self._as_written(label): number for label, number in said.items()}

    def _as_written(self, label: Any) -> Any:
        return self._written.get(label, label)


def best(answer: Answer, count: int | None) -> list[tuple[Any, float]]:
    """The labels with the largest numbers, best first."""
    return sorted(answer.numbers.items(), key=lambda pair: -pair[1])[:count]


def refused(block: Block, row: int, column: int, why: str) -> Trouble:
    """A row that a model refuses, as a line that is no example."""
    return Trouble(row, block.native.line(row), column, why, "", block.text(row), block.before(row))


def in_words(label: Any) -> str:
    """A label as a word; no answer is an empty one."""
    if label is None:
        return ""
    if isinstance(label, tuple):  # of several that may be true at once
        return ",".join(map(in_words, label))
    return str(int(label)) if isinstance(label, bool) else str(label)


def words_of(labels: Sequence[Any]) -> str:
    """Labels in a row."""
    return ", ".join(map(in_words, labels))
