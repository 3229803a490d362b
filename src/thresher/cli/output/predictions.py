"""Answers written while learning: each as it was before its label was learned."""

import contextlib
import io
import sys
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from ...errors import ParameterError
from ...files import opened_for_writing
from ...streams import Block, Trouble
from ..options.answers import Predictions
from ..saved_models import as_written, learner_in, states_probabilities
from .answer_forms import Form
from .answers import Answer, Asked
from .set_answers import SETS, AskedForSets, wanted_of

if TYPE_CHECKING:
    from ...learners import BlockAnswers


class AnswerWriter:
    """Writes what a learner says of each example, in the form that was asked for.

    remembered: what a model that goes on knows beside itself, its labels as the data write them among it.
    """

    def __init__(
        self, wanted: Predictions, learner: Any, remembered: Mapping[str, Any], *, answers_errors: bool
    ) -> None:
        self._what = wanted_of(wanted.what, learner, wanted.top)
        _check(wanted, self._what, learner)
        self._wanted, self._remembered = wanted, remembered
        self.scored = self._what not in ("labels", SETS) or wanted.top is not None
        self._source = ""
        self._known: Any = None  # the labels for which `_form` was made
        self._errors = answers_errors
        self._form = self._form_for(learner)
        self._file: IO[str] = sys.stdout if wanted.predictions == "-" else _opened(wanted.predictions or "")
        try:
            self._file.write(self._form.head())
            self._file.flush()
        except OSError:
            with contextlib.suppress(OSError):  # what is left would fail once more
                self.close()
            raise

    def begin(self, source: str) -> None:
        """What follows is of this file."""
        self._source = source

    def hear(self, learner: Any, block: Block, first: int, answers: "BlockAnswers") -> None:
        """What was said of rows of a block from `first` on."""
        form = self._form_for(learner)
        for row, answer in enumerate(form.asked.named(answers, answers.row - first), first):
            self._file.write(form.row(self._source, block, row, self._known_answer(learner, answer)))

    def ask(self, learner: Any, block: Block, row: int) -> str:
        """What the learner says of one row now."""
        form = self._form_for(learner)
        answer = form.asked.ask_row(block, row)
        return form.row(self._source, block, row, self._known_answer(learner, answer))

    def say(self, block: Block, row: int, asked: str) -> None:
        """What `ask` found is the answer to this row."""
        self._file.write(asked)

    def refuse(self, trouble: Trouble) -> None:
        """A line that is no example is answered by no label, and by why where the form has room for it."""
        self._file.write(self._form.refused(self._source, trouble))

    def flush(self) -> None:
        """All answers so far are with whoever waits for them."""
        self._file.flush()

    def close(self) -> None:
        """No more answers."""
        if self._file is sys.stdout:
            self._file.flush()
        else:
            self._file.close()

    def _form_for(self, learner: Any) -> Form:
        """The form with the labels as they are now: new ones join while it learns."""
        labels = getattr(learner, "known_labels", None) or tuple(learner.labels)
        if labels is not self._known and labels != self._known:
            self._known = labels
            self._form = Form(
                self._wanted.form, self._what, self._asked(learner), self._wanted.top, errors=self._errors
            )
        return self._form

    def _asked(self, learner: Any) -> Asked:
        written = as_written(learner, self._remembered)
        if self._what == SETS:
            return AskedForSets(learner, written)
        return Asked(learner, written, "scores" if self._what == "labels" and self.scored else self._what)

    def _known_answer(self, learner: Any, answer: Answer) -> Answer:
        """Before the first label has come there is none to be named."""
        if any(name is not None for name in getattr(self._known, "came", (True,))):
            return answer
        return Answer(None, {} if self._wanted.form == "json" else answer.numbers)


def _opened(path: str) -> IO[str]:
    return io.TextIOWrapper(opened_for_writing(path), encoding="utf-8")


def _check(wanted: Predictions, what: str, learner: Any) -> None:
    """What can't be said is refused before anything is read."""
    if what == "probabilities" and not states_probabilities(learner):
        raise ParameterError("this learner has no probabilities; give --probabilities, or write --output scores.")
    labels = getattr(learner_in(learner), "known_labels", None)
    columns = wanted.form == "csv" and what != "labels" and wanted.top is None
    if columns and labels is not None and labels.is_open:
        raise ParameterError(
            f"a CSV of {what} has a column for each label, and more labels may come: name them by --labels, or "
            "write --as json."
        )
