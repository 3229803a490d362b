"""Labels, and questions with labels between them, that need no look at each: dealt with in one go, as one by one."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from .._core import AnswerForms
from ..errors import InputError
from ..learners import Telling
from ..protocols import Label
from .asking_directly import AskingDirectly
from .labels import NOTHING, SaidEach
from .orders.order import NONE_SETTLED, FewAnswers, FewSettled


class ToldLabels(NamedTuple):
    """Labels among questions, in the order in which they come.

    Attributes
    ----------
    tickets : list of str
        Of their questions.
    labels : list of labels
        What the instances were.
    weights : list of float
        Their importance.
    after : list of int
        How many of the questions come before each.
    """

    tickets: list[str]
    labels: list[Label]
    weights: list[float]
    after: list[int]


class Met(NamedTuple):
    """What labels that were taken meet.

    Attributes
    ----------
    labels : list of labels
        As answers have them.
    mistakes : list of bool
        Whether something else had been said of each.
    """

    labels: list[Label]
    mistakes: list[bool]


class Followed(NamedTuple):
    """What questions and labels in one go came to.

    Attributes
    ----------
    probabilities : list of dict or None
        Of each question, by label.
    texts : list of bytes
        What is told of each question.
    met : Met
        What the labels met.
    """

    probabilities: list[dict[Label, float] | None]
    texts: list[bytes]
    met: Met


class InOneGo(AskingDirectly):
    """The part of a delayed learner that deals with many at a time: where each question waits for the label that comes,
    and each label is known."""

    def label_each(self, tickets: list[str], labels: list[Label]) -> Met | None:
        """Labels as `label` takes them one by one; None, and nothing done, where one of them needs a look.

        Parameters
        ----------
        tickets : list of str
            Of their questions.
        labels : list of labels
            In the order in which they come.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron(labels=("ham", "spam")))
        >>> asked = late.ask({"free": 1}, "mail 1"), late.ask({"lunch": 1}, "mail 2")
        >>> late.label_each(["mail 2", "mail 1"], ["ham", "spam"])
        Met(labels=['ham', 'spam'], mistakes=[True, False])
        >>> late.label_each(["mail 2"], ["spam"]) is None  # it has its label
        True
        """
        with self.lock:
            each = len(tickets)
            told = self._told_each(ToldLabels(tickets, labels, [1.0] * each, [0] * each), {})
            return None if told is None else self._take_each(told, wait=True)

    def follow(
        self,
        texts: list[bytes],
        tickets: list[str],
        forms: AnswerForms,
        places: Sequence[int],
        labels: ToldLabels,
        read: Callable[[bytes], Any] = json.loads,
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
        labels : ToldLabels
            Those that come between them, or behind.
        read : function, default json.loads
            Reads a text that the core can't be given as it is.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> from thresher._core import AnswerForms
        >>> from thresher.late import Delayed
        >>> late = Delayed(Perceptron(labels=("ham", "spam")))
        >>> for number in range(20):
        ...     question = late.ask({"free": 1, "lunch": number % 2}, f"mail {number}")
        >>> forms, told = AnswerForms([b'"ham"', b'"spam"'], [], []), ToldLabels(["a"], ["ham"], [1.0], [1])
        >>> found = late.follow([b'{"free":1}', b'{"free":1}'], ["a", "b"], forms, [21, 23], told)
        >>> [text.decode()[14:27] for text in found.texts], found.met, late.mistakes
        (['"label":"spam', '"label":"ham"'], Met(labels=['ham'], mistakes=[True]), 1)
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
            for after in labels.after:
                counts[after] += 1
            soon = len(told) - counts.pop()  # the others wait for a question to come
            before = list(accumulate(counts, initial=len(waited)))[1:]
            answers = FewAnswers([*waited, *told[:soon]])
            telling, reader = (tickets, forms, places), self.row_reader
            found, rows = None, list[Any]()
            if self._reads_texts:
                found = self._asked_between(first, texts, answers, telling, before)
            if found is None:
                rows, examples = self._read_each(texts, read)
                found = self._asked_between(first, examples, answers, telling, before) if examples else None
            if found is None:
                return None
            for row in rows:
                if reader.looks or type(row) is not dict:
                    reader.look_at(row)
            said, settled = found
            self._history.add_many(said.numbers)
            self.asked += len(texts)
            self._tickets.add_many(tickets, first)
            queue.clear()
            met = self._take_each(told[:soon], wait=False)
            self._settle(settled)
            newest = answers[before[-2] if len(before) > 1 else 0 :]  # since the question before the last
            self._settled = FewSettled({one[0]: settled[one[0]] for one in newest}) if newest else NONE_SETTLED
            later = self._take_each(told[soon:], wait=True)
            both = Met(met.labels + later.labels, met.mistakes + later.mistakes)
            return Followed(said.stated.probabilities, said.stated.texts, both)

    def _can_follow(self, texts: list[bytes], tickets: list[str]) -> bool:
        """Whether nothing has to give way to questions, and none of them would be refused."""
        if not self._is_direct or self._forgets or self._reach is not None or self._history.fills_with(len(texts)):
            return False
        if (
            self.row_reader.rows is not None and self.row_reader.rows.strict
        ):  # what is refused for its columns is not asked
            return False
        try:
            self._check_tickets(texts, tickets)
            self._check_room(len(texts))
        except InputError:
            return False
        return self._queue.go_directly

    def _read_each(self, texts: list[bytes], read: Callable[[bytes], Any]) -> tuple[list[Any], list[Any]]:
        """The rows of texts, and what the core takes of them; nothing if one of them would be refused."""
        reader = self.row_reader
        try:
            rows = list(map(read, texts))
            return rows, [x if reader.rows is None and type(x) is dict else reader.prepared(x) for x in rows]
        except (InputError, ValueError, TypeError, RecursionError):  # whoever asks one by one finds out why
            return [], []

    def _asked_between(
        self, first: int, xs: list[Any], answers: FewAnswers, telling: Telling, before: list[int]
    ) -> tuple[SaidEach, FewSettled] | None:
        """Asked by the core, so many answers learned before each; None, and nothing done, where it can't."""
        found: tuple[SaidEach, FewSettled] | None
        try:
            found = self.keeper.ask_each(first, xs, answers, telling, before)  # type: ignore[union-attr]
        except BaseException:
            try:
                self._blame(xs)
            except InputError:  # before anything was learned
                return None
            raise
        return found

    def _told_each(self, told: ToldLabels, asked: Mapping[str, int]) -> list[tuple[int, int, float]] | None:
        """(number, number of the label, weight) of each; None if a question does not wait for it, or a label is new.

        asked: the numbers of questions that are on their way.
        """
        flags, base, first = self._history.flags, self._history.base, self.asked + 1
        number_of, label_of = self._tickets.number, self._labels.number_of
        found, seen = [], set()
        for ticket, label, weight, after in zip(*told, strict=True):
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

    def _take_each(self, told: list[tuple[int, int, float]], *, wait: bool) -> Met:
        """Labels came; wait: they are learned before the next question, and were not yet."""
        said, names = self._history.answer_each(told, self._labels.named), self._labels.known.names
        mistakes = [answer not in (one[1], NOTHING) for one, answer in zip(told, said, strict=True)]
        if wait:
            self._queue.put_each(told)
        self.answered += len(told)
        self.mistakes += sum(mistakes)
        return Met([names[one[1]] for one in told], mistakes)
