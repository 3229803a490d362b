"""Writing the log of what a learner is asked and told, as it happens (events.py says what a line means)."""

from typing import IO, Any

from ...data import Example, as_class
from ...errors import InputError
from ...learners import Learner, labels_with
from ...mistakes import is_mistake
from ...protocols import Features, Label, Outcome
from .events import FilePath, Time, as_time, as_weight
from .lines import Lines, beginning, pairs_of


class EventLog(Lines):
    """Writes the log of one learner, each event at once, so that a process that dies leaves what it did.

    Parameters
    ----------
    file : FilePath | IO[Any]
        A path, which is written anew, or a file open for writing (bytes, or text in UTF-8), which stays open.
    learner : Learner
        The learner that is asked and taught while the log is open, by `learn`, or by the caller who calls
        `asked` and `labelled` when asking and teaching it.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> from io import StringIO
    >>> file = StringIO()
    >>> with EventLog(file, Perceptron()) as log:
    ...     outcome = log.learn({"free": 1, 3: 0.5}, False)
    >>> print(file.getvalue().splitlines()[1])
    {"event":"asked","id":0,"x":[[3,0.5],["free",1.0]],"prediction":true}
    """

    def __init__(self, file: FilePath | IO[Any], learner: Learner) -> None:
        self._learner = learner
        self._pending: dict[int, Label] = {}
        self._next = self._examples = self._mistakes = 0
        self._is_marked = False
        super().__init__(file, beginning(learner, learner.digest()))

    def asked(self, x: Features, prediction: Label, *, time: Time | None = None) -> int:
        """Notes an example and what was predicted for it; the id is what `labelled` wants."""
        said = None if prediction is None else self._own(prediction)
        return self._ask(Example(x), said, as_time(time))

    def labelled(self, id: int, label: Label, *, weight: float = 1.0, time: Time | None = None) -> None:
        """Notes the label of an example that was asked, just when the learner learns it."""
        if id not in self._pending:
            raise InputError(f"no example {id!r} waits for its label: it was never asked, or labelled before.")
        self._label(int(id), self._own(label), as_weight(weight), as_time(time))

    def learn(self, x: Features, y: Label, weight: float = 1.0, time: Time | None = None) -> Outcome:
        """Asks, notes, learns and notes in one go; on bad input nothing is noted or learned."""
        example, weight, time = Example(x), as_weight(weight), as_time(time)
        self._check_open()
        said = self._learner.predict_one(example)  # as it calls it now: a label that is new may change names
        outcome = self._learner.learn_one(example, y, weight)
        self._label(self._ask(example, said, time), outcome.label, weight, time, wrong=outcome.mistake)
        return outcome

    def marked(self) -> None:
        """Notes that the learner may return to what it is now; the mark before is forgotten."""
        self._write({"event": "marked"})
        self._is_marked = True

    def returned(self) -> None:
        """Notes that the learner is again what it was when it was last marked."""
        if not self._is_marked:
            raise InputError("the learner returns to a mark, and there is none: call marked() first.")
        self._write({"event": "returned"})

    def _ended(self) -> dict[str, Any]:
        return {"examples": self._examples, "mistakes": self._mistakes, "digest": self._learner.digest()}

    def _ask(self, example: Example, prediction: Label, time: Time | None) -> int:
        asked = {"event": "asked", "id": self._next, "x": pairs_of(example), "prediction": prediction}
        self._write(asked | _timed(time))
        self._pending[self._next] = prediction
        self._next += 1
        return self._next - 1

    def _label(self, id: int, label: Label, weight: float, time: Time | None, wrong: bool | None = None) -> None:
        weighted = {} if weight == 1 else {"weight": weight}
        self._write({"event": "labelled", "id": id, "label": label} | weighted | _timed(time))
        self._examples += 1
        said = self._pending.pop(id)
        self._mistakes += is_mistake(said, label) if wrong is None else wrong

    def _own(self, label: Label) -> Label:
        """The learner's own spelling of a label; one that can't be its is refused."""
        known = self._learner.known_labels
        name = as_class(label)
        if name in known.numbers:
            return known.names[known.numbers[name]]
        if name in known.names:
            return name
        made = labels_with(self._learner, known, name)
        return made.names[made.numbers[name]]


def _timed(time: Time | None) -> dict[str, Any]:
    return {} if time is None else {"time": time}
