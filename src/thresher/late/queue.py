"""Labels that have come and wait for the next question."""

from collections.abc import Iterable

from .orders import order
from .orders.order import Answers, FewAnswers, SomeAnswers

NO_ANSWERS = FewAnswers()


class LabelQueue:
    """One label an instance at most."""

    def __init__(self) -> None:
        self._single: dict[int, tuple[int, float]] = {}
        self._together: list[Answers] = []

    def put(self, number: int, label: int, weight: float) -> None:
        """A label of an instance that has none here."""
        self._single[number] = (label, weight)

    def put_each(self, told: Iterable[tuple[int, int, float]]) -> None:
        """Labels (number, label, weight) of instances that have none here."""
        self._single.update({number: (label, weight) for number, label, weight in told})

    def replace(self, number: int, label: int, weight: float) -> None:
        """A label in the place of another, if there is one."""
        self._spread()
        self._single[number] = (label, weight)

    def put_many(self, answers: Answers) -> None:
        """Labels of instances that have none here."""
        self._together.append(answers)

    def take_back(self, number: int) -> bool:
        """Whether a label was there; it no longer is."""
        self._spread()
        return self._single.pop(number, None) is not None

    def waiting(self) -> Answers:
        """All of them, in the order of their instances."""
        import numpy as np

        parts = [Answers.of(self._single), *self._together]
        numbers, labels, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(numbers, kind="stable")
        return Answers(numbers[order], labels[order], weights[order])

    @property
    def is_empty(self) -> bool:
        """Whether none waits."""
        return not self._single and not self._together

    @property
    def are_few(self) -> bool:
        """Whether they are dealt with one by one."""
        return not self._together and len(self._single) <= order.FEW

    @property
    def go_directly(self) -> bool:
        """Whether the core may learn them on the way to a question."""
        return not self._together and len(self._single) <= order.DIRECT

    def few(self) -> FewAnswers:
        """All of them, none of which came together with others, in the order of their instances."""
        if not self._single:
            return NO_ANSWERS
        if len(self._single) == 1:  # as it is where questions and labels take turns
            ((number, (label, weight)),) = self._single.items()
            return FewAnswers(((number, label, weight),))
        found = FewAnswers([(number, label, weight) for number, (label, weight) in self._single.items()])
        found.sort()
        return found

    def clear(self) -> None:
        """None waits any longer."""
        self._single.clear()
        self._together.clear()

    def empty(self) -> SomeAnswers:
        """All of them, which then wait no longer."""
        found = self.few() if self.are_few else self.waiting()
        self.clear()
        return found

    def _spread(self) -> None:
        """What came together, one by one: so that one of them can be changed."""
        for answers in self._together:
            self._single.update({number: (label, weight) for number, label, weight in answers.each()})
        self._together.clear()
