"""Labels, and questions with labels between them, that need no look at each: dealt with in one go, as one by one."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from .._core import AnswerForms
from ..errors import InputError
from ..protocols import Label
from .asking_directly import AskingDirectly
from .labels import NOTHING, SaidEach
from .orders.order import NONE_SETTLED, FewAnswers, FewSettled


class ToldLabel(NamedTuple):
    """A label among questions.

    Attributes
    ----------
    ticket : str
        Of its question.
    label : label
        What the instance was.
    weight : float
        Its importance.
    after : int
        How many of the questions come before it.
    """

    ticket: str
    label: Label
    weight: float = 1.0
    after: int = 0


class Met(NamedTuple):
    """What a label that was taken meets.

    Attributes
    ----------
    label : label
        As answers have it.
    mistake : bool
        Whether something else had been said.
    """

    label: Label
    mistake: bool


class Followed(NamedTuple):
    """What questions and labels in one go came to.

    Attributes
    ----------
    probabilities : list of dict or None
        Of each question, by label.
    texts : list of bytes
        What is told of each question.
    met : list of Met
        Of each label.
    """

    probabilities: list[dict[Label, float] | None]
    texts: list[bytes]
    met: list[Met]


class InOneGo(AskingDirectly):
    """The part of a delayed learner that deals with many at a time: where each question waits for the label that comes,
    and each label is known."""

    def label_each(self, labels: Sequence[ToldLabel]) -> list[Met] | None:
        """Labels as `label` takes them one by one; None, and nothing done, where one of them needs a look.

        Parameters
        ----------
        labels : sequence of ToldLabel
            In the order in which they come.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron(labels=("ham", "spam")))
        >>> asked = late.ask({"free": 1}, "mail 1"), late.ask({"lunch": 1}, "mail 2")
        >>> late.label_each([ToldLabel("mail 2", "ham"), ToldLabel("mail 1", "spam")])
        [Met(label='ham', mistake=True), Met(label='spam', mistake=False)]
        >>> late.label_each([ToldLabel("mail 2", "spam")]) is None  # it has its label
        True
        """
        with self.lock:
            told = self._told_each(labels, {})
            return None if told is None else self._take_each(told, wait=True)

    def follow(
        self,
        texts: list[bytes],
        tickets: list[str],
        forms: AnswerForms,
        places: Sequence[int],
        labels: Sequence[ToldLabel],
    ) -> Followed | None:
        """Questions as `ask_told` takes them, with labels between them: what one by one would come to.

        None, and nothing done, where one can't be read as it is, is refused, or needs a look.

        Parameters
        ----------
        texts : list of bytes
            What is asked about, as JSON without spaces.
        tickets : list of str
            Your own name for each.
        forms : AnswerForms
            How the answers are written.
        places : sequence of int
            Of the questions in the log.
        labels : sequence of ToldLabel
            In the order in which they come.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher._core import AnswerForms
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron(labels=("ham", "spam")))
        >>> for number in range(20):
        ...     question = late.ask({"free": 1, "lunch": number % 2}, f"mail {number}")
        >>> forms, told = AnswerForms([b'"ham"', b'"spam"'], [], []), [ToldLabel("a", "ham", after=1)]
        >>> found = late.follow([b'{"free":1}', b'{"free":1}'], ["a", "b"], forms, [21, 23], told)
        >>> [text.decode()[15:28] for text in found.texts], found.met, late.mistakes
        (['"label":"spam', '"label":"ham"'], [Met(label='ham', mistake=True)], 1)
        """
        with self.lock:
            first, queue = self.asked + 1, self._queue
            if not texts or not self._can_follow(texts, tickets):
                return None
            told = self._told_each(labels, dict(zip(tickets, range(first, first + len(texts)), strict=True)))
            if told is None:
                return None
            waited = queue.few()
            counts = [0] * (len(texts) + 1)
            for label in labels:
                counts[label.after] += 1
            soon = len(told) - counts.pop()  # the others wait for a question to come
            before = list(accumulate(counts, initial=len(waited)))[1:]
            answers = FewAnswers([*waited, *told[:soon]])
            found = self._asked_between(first, texts, answers, (tickets, forms, places), before)
            if found is None:
                return None
            said, settled = found
            self._history.add_many(said.numbers)
            self.asked += len(texts)
            self._tickets.add_many(tickets, first)
            queue.clear()
            met = self._take_each(told[:soon], wait=False)
            self._settle(settled)
            newest = answers[before[-2] if len(before) > 1 else 0 :]  # since the question before the last
            self._settled = FewSettled({one[0]: settled[one[0]] for one in newest}) if newest else NONE_SETTLED
            met += self._take_each(told[soon:], wait=True)
            return Followed(said.stated.probabilities, said.stated.texts, met)

    def _can_follow(self, texts: list[bytes], tickets: list[str]) -> bool:
        """Whether nothing has to give way to questions, and none of them would be refused."""
        if not self._reads_texts or self._reach is not None or self._history.fills_with(len(texts)):
            return False
        try:
            self._check_tickets(texts, tickets)
            self._check_room(len(texts))
        except InputError:
            return False
        return self._queue.go_directly

    def _asked_between(
        self, first: int, texts: list[bytes], answers: FewAnswers, telling: "tuple[list[str], AnswerForms, Sequence[int]]", before: list[int]
    ) -> tuple[SaidEach, FewSettled] | None:
        """Asked by the core, so many answers learned before each; None, and nothing done, where it can't."""
        try:
            found: tuple[SaidEach, FewSettled] | None = self.keeper.ask_each(first, texts, answers, telling, before)  # type: ignore[union-attr]
        except BaseException:
            try:
                self._blame(texts)
            except InputError:  # which nothing was learned before
                return None
            raise
        return found

    def _told_each(self, labels: Sequence[ToldLabel], asked: Mapping[str, int]) -> list[tuple[int, int, float]] | None:
        """(number, number of the label, weight) of each; None if a question does not wait for its label, or that is new.

        asked: the numbers of questions that are on their way.
        """
        flags, base, first = self._history.flags, self._history.base, self.asked + 1
        number_of, label_of = self._tickets.number, self._labels.number_of
        found, seen = [], set()
        for ticket, label, weight, after in labels:
            number = number_of(ticket)
            if number is None:
                number = asked.get(ticket)
                if number is None or number - first >= after:
                    return None
            elif number < base or flags[number - base]:
                return None
            own = label_of(label)
            if own is None or type(weight) is not float or not 0.0 <= weight <= 1e100:
                return None
            seen.add(number)
            found.append((number, own, weight))
        return found if len(seen) == len(found) else None

    def _take_each(self, told: list[tuple[int, int, float]], *, wait: bool) -> list[Met]:
        """Labels came; wait: they are learned before the next question, and were not yet."""
        said, names, put = self._history.answer_each(told, self._labels.named), self._labels.known.names, self._queue.put
        met = []
        for (number, label, weight), answer in zip(told, said, strict=True):
            met.append(Met(names[label], answer not in (label, NOTHING)))
            if wait:
                put(number, label, weight)
        self.answered += len(met)
        self.mistakes += sum(one.mistake for one in met)
        return met
