"""The learners of one model: the one that answers, and challengers that learn beside it from the same events."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec

from .._core import AnswerForms
from ..errors import InputError
from ..late import Delayed, LabelStatus, Question
from ..late.in_one_go import Met, ToldLabels
from ..protocols import Features, Label
from .answers import SILENT, forms_of
from .config import ModelConfig, made
from .duels import Duel
from .tallies import Tally

CHAMPION = "champion"
TAKEN = (LabelStatus.WAITING, LabelStatus.CORRECTED)


class Contestant:
    """A learner with late labels, how it was made, and how it is doing."""

    def __init__(self, name: str, config: ModelConfig, since: int, late: Delayed | None = None) -> None:
        self.name = name
        self.config = config
        self.since = since  # the seq from which on it learns
        self.late = made(config) if late is None else late
        self.tally = Tally()
        self.duel = Duel()  # of a challenger: itself beside the champion
        self.refused = 0  # questions that it could not take
        self._looked: tuple[Any, bool] = None, False  # labels of a learner, and whether it knows any
        self._written: tuple[Any, AnswerForms | None] = None, None  # labels of late, and how they are written

    @property
    def knows_labels(self) -> bool:
        """Whether any label came, or was declared. Perhaps none was learned: see `has_answers`."""
        return any(name is not None for name in self.late.known_labels.came)

    def has_answers(self, learner: Any) -> bool:
        """Whether one of its learners knows any label: before, it says yes or no, which nobody is told.

        A label that came may have been taken back, or learned by another one of several copies.
        """
        labels = learner.known_labels
        if self._looked[0] is not labels:
            self._looked = labels, any(name is not None for name in labels.came)
        return self._looked[1]

    def ask(self, x: Features, ticket: str) -> Question:
        """Asks, and counts; without an answer where whoever was asked knows no label."""
        return self._counted(ticket, self.late.ask(x, ticket))

    def _counted(self, ticket: str, question: Question) -> Question:
        answered = self.has_answers(self.late.keeper.asked_learner)
        self.tally.asked(ticket, question.probabilities, answered=answered)
        for gone in question.gave_way:
            self.tally.gone(str(gone))
        return question if answered else question._replace(label=None, probabilities=None)

    def ask_told(self, texts: list[bytes], tickets: list[str], first: int) -> list[bytes] | None:
        """What is told of rows as the log writes them, with places from `first` on: all or none.

        None, and nothing done, where one can't be read as it is.
        """
        forms = self._forms()
        found = None if forms is None else self.late.ask_told(texts, tickets, forms, first)
        if found is None:
            return None
        stated, told = found
        self.tally.asked_each(tickets, stated, answered=self.has_answers(self.late.learner))
        return told

    def label_each(self, tickets: list[str], labels: list[Label]) -> bool:
        """Tells labels, and counts; False, and nothing done, where one of them needs a look."""
        met = self.late.label_each(tickets, labels)
        if met is None:
            return False
        self._meet(tickets, met)
        return True

    def follow(
        self, texts: list[bytes], tickets: list[str], places: list[int], labels: ToldLabels
    ) -> list[bytes] | None:
        """What is told of questions with labels between them, which are told, and counted, as one by one.

        None, and nothing done, where one of them needs a look.
        """
        forms = self._forms()
        found = None if forms is None else self.late.follow(texts, tickets, forms, places, labels, _read)
        if found is None:
            return None
        begin, answered = 0, self.has_answers(self.late.learner)
        for after, part in groupby(range(len(labels.after)), key=labels.after.__getitem__):
            self.tally.asked_each(tickets[begin:after], found.probabilities[begin:after], answered=answered)
            begin, told = after, list(part)
            self._meet([labels.tickets[n] for n in told], Met(*([column[n] for n in told] for column in found.met)))
        self.tally.asked_each(tickets[begin:], found.probabilities[begin:], answered=answered)
        return found.texts

    def _meet(self, tickets: list[str], met: Met) -> None:
        self.tally.met_each(tickets, met.labels, met.mistakes, self.late.positive)
        if self.tally.has_many:
            self.tally.forget(self.late.changeable)

    def _forms(self) -> AnswerForms | None:
        """How its answers are written by the core; the same as long as labels are the same."""
        if not self.has_answers(self.late.learner):
            return SILENT
        labels = self.late.learner.known_labels
        if self._written[0] is not labels:
            self._written = labels, forms_of(labels)
        return self._written[1]

    def ask_each(self, xs: list[Features], tickets: list[str]) -> list[Question]:
        """Asks about several, all or none, and counts."""
        late = self.late
        if hasattr(late.keeper, "copies"):  # each may be answered by another one
            late.check_each(xs, tickets)
            return [self.ask(x, ticket) for x, ticket in zip(xs, tickets, strict=True)]
        return [self._counted(*one) for one in zip(tickets, late.ask_each(xs, tickets), strict=True)]

    def label(self, ticket: str, label: Label, weight: float) -> LabelStatus:
        """Tells, and counts; a label in place of another counts instead of it."""
        late, tally = self.late, self.tally
        status, outcome = late.label_outcome(ticket, label, weight)
        if outcome is not None:
            tally.labelled(ticket, outcome, late.positive)
            if tally.has_many:
                tally.forget(late.changeable)
        return status

    def retract(self, ticket: str) -> LabelStatus:
        """Takes a label back, which counts no more then."""
        status = self.late.retract(ticket)
        if status is LabelStatus.RETRACTED:
            self.tally.taken_back(ticket)
            self.duel.drop(ticket)
        return status

    def compare(self, ticket: str, champion: "Contestant") -> None:
        """A label was told to both."""
        self.duel.count(ticket, self.tally.counted(ticket), champion.tally.counted(ticket))
        self.duel.forget(self.late.changeable)

    def forget(self) -> None:
        """What can't change any more need not be saved by ticket."""
        self.tally.forget(self.late.changeable, all_of_them=True)
        self.duel.forget(self.late.changeable, all_of_them=True)

    def try_ask(self, x: Features, ticket: str, champion: Question) -> None:
        """The same as asking; a question that it can't take passes it by, which is counted.

        champion: what the champion said. No label comes for what it gave up to have room.
        """
        for gone in map(str, champion.gave_way):
            self.late.expire(gone)
            self.tally.gone(gone)
        try:
            self.ask(x, ticket)
        except InputError:
            self.refused += 1

    def try_label(self, ticket: str, label: Label, weight: float) -> LabelStatus | None:
        """The same; a label that it can't have passes it by, which is counted."""
        try:
            return self.label(ticket, label, weight)
        except InputError:
            self.refused += 1
            return None


def _read(text: bytes) -> Any:
    """A row of the log."""
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from None


class Contestants:
    """All of a model. The champion's word counts; what a challenger can't take passes it by."""

    def __init__(self, champion: Contestant) -> None:
        self.champion = champion
        self.challengers: dict[str, Contestant] = {}

    def __iter__(self) -> Iterator[Contestant]:
        yield self.champion
        yield from self.challengers.values()

    def ask(self, x: Features, ticket: str) -> Question:
        """The champion's answer; the others are asked too."""
        question = self.champion.ask(x, ticket)
        for one in self.challengers.values():
            one.try_ask(x, ticket, question)
        return question

    def ask_each(self, xs: list[Features], tickets: list[str]) -> list[Question]:
        """The champion's answers, to all or to none; the others are asked too."""
        questions = self.champion.ask_each(xs, tickets)
        for one in self.challengers.values():
            for x, ticket, question in zip(xs, tickets, questions, strict=True):
                one.try_ask(x, ticket, question)
        return questions

    def label(self, ticket: str, label: Label, weight: float) -> LabelStatus:
        """What became of it at the champion; what that took is told to the others."""
        status = self.champion.label(ticket, label, weight)
        if self.challengers and status in TAKEN:
            for one in self.challengers.values():
                if one.try_label(ticket, label, weight) in TAKEN:
                    one.compare(ticket, self.champion)
        return status

    def retract(self, ticket: str) -> LabelStatus:
        """Takes a label back wherever that can be done."""
        status = self.champion.retract(ticket)
        if status is LabelStatus.RETRACTED:
            for one in self.challengers.values():
                one.retract(ticket)
        return status

    def expire(self, tickets: Iterable[str], label: Label) -> int:
        """Gives questions up, or tells them a label in place of theirs; how many it was of the champion's."""
        tickets = list(tickets)
        found = 0
        for one in self:
            try:
                count = one.late.expire(tickets, label)
            except InputError:  # a label that a challenger can't have; the champion's was checked
                one.refused += 1
                count = one.late.expire(tickets)
            found = count if one is self.champion else found
            if label is not None:
                for ticket in tickets:
                    one.tally.labelled(ticket, one.late.outcome(ticket), came=False)
                    if one is not self.champion:
                        one.compare(ticket, self.champion)
        return found

    def promote(self, name: str) -> None:
        """A challenger answers from now on; who did so until now leaves."""
        self.champion = self.challengers.pop(name)
        for one in self:
            one.duel = Duel()  # from now on beside another one

    def digest(self) -> str:
        """A fingerprint of what all of them know."""
        parts = [f"{'' if one is self.champion else one.name} {one.since} {one.late.digest()}" for one in self]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def standings(self) -> list[dict[str, Any]]:
        """One line for each: how it is doing."""
        return [
            {
                "name": CHAMPION if one is self.champion else one.name,
                "learner": one.config.learner,
                "since": one.since,
                "refused": one.refused,
                **one.tally.to_plain(),
                "risk": one.tally.risk_to_plain(),
                "same_labels": None if one is self.champion else one.duel.to_plain(),
            }
            for one in self
        ]
