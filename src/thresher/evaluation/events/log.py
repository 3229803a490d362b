"""Writing the log of what a learner is asked and told, as it happens (events.py says what a line means)."""

import contextlib
import json
import os
from typing import IO, Any, Self

from ...data import Example, as_class
from ...errors import InputError
from ...files import opened_for_writing, to_plain
from ...learners import Learner, labels_with
from ...mistakes import is_mistake
from ...protocols import Features, Label, Outcome
from .events import FORMAT, FilePath, Time, as_time, as_weight


class EventLog:
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
        parameters = {name: _plain(value) for name, value in _kept(learner).items()}
        self._pending: dict[int, Label] = {}
        self._next = self._examples = self._mistakes = 0
        self._is_marked = False
        began = {"event": "began", "format": FORMAT, "learner": type(learner).__name__, "parameters": parameters}
        began["digest"] = learner.digest()
        self._owned = isinstance(file, (str, os.PathLike))
        self._file: Any = opened_for_writing(file) if isinstance(file, (str, os.PathLike)) else file
        try:
            self._write(began)
        except OSError:
            self._leave()
            raise

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

    def close(self) -> None:
        """Writes the last line. Called again it does nothing."""
        if self._file is None:
            return
        ended = {"event": "ended", "examples": self._examples, "mistakes": self._mistakes}
        try:
            self._write(ended | {"digest": self._learner.digest()})
        finally:
            self._leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leave(self) -> None:
        """All is written, or could not be: then what is left would fail once more."""
        file, self._file = self._file, None
        if self._owned:
            with contextlib.suppress(OSError):
                file.close()

    def _ask(self, example: Example, prediction: Label, time: Time | None) -> int:
        pairs = sorted(example.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        self._write({"event": "asked", "id": self._next, "x": pairs, "prediction": prediction} | _timed(time))
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

    def _check_open(self) -> None:
        if self._file is None:
            raise InputError("the log is closed; its last line is written.")

    def _write(self, record: dict[str, Any]) -> None:
        self._check_open()
        text = _ENCODER.encode(record) + "\n"
        try:
            data = text.encode()
        except UnicodeEncodeError:  # a label may hold what UTF-8 can't
            text = json.dumps(record, allow_nan=False) + "\n"
            data = text.encode()
        self._file.write(text if hasattr(self._file, "encoding") else data)
        self._file.flush()


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _timed(time: Time | None) -> dict[str, Any]:
    return {} if time is None else {"time": time}


def _kept(learner: Learner) -> dict[str, Any]:
    """Its parameters but for how it reads rows: the log has examples as they were read."""
    return {name: value for name, value in learner.get_params().items() if name != "rows"}


def _plain(value: Any) -> Any:
    """A parameter as JSON holds it; a learner (the members of many classes) by its name and parameters."""
    if isinstance(value, Learner):
        parameters = {name: to_plain(part) for name, part in _kept(value).items()}
        return {"learner": type(value).__name__, "parameters": parameters}
    return to_plain(value)
