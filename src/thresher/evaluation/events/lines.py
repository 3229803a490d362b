"""Lines of a log, written at once: a process that dies leaves what it did."""

import contextlib
import json
import os
from typing import IO, Any, Self

from ...data import Example
from ...errors import InputError
from ...files import opened_for_writing, to_plain
from ...learners import Learner
from .events import FORMAT, LATE_FORMAT, FilePath

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Lines:
    """A file of JSON lines of which the first says who learns.

    Parameters
    ----------
    file : FilePath | IO[Any]
        A path, which is written anew, or a file open for writing (bytes, or text in UTF-8), which stays open.
    began : dict
        The first line.
    """

    def __init__(self, file: FilePath | IO[Any], began: dict[str, Any]) -> None:
        self._owned = isinstance(file, (str, os.PathLike))
        self._file: Any = opened_for_writing(file) if isinstance(file, (str, os.PathLike)) else file
        try:
            self._write(began)
        except OSError:
            self._leave()
            raise

    def close(self) -> None:
        """Writes the last line. Called again it does nothing."""
        if self._file is None:
            return
        try:
            self._write({"event": "ended"} | self._ended())
        finally:
            self._leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ended(self) -> dict[str, Any]:
        """What the last line says."""
        raise NotImplementedError

    def _leave(self) -> None:
        """All is written, or could not be: then what is left would fail once more."""
        file, self._file = self._file, None
        if self._owned:
            with contextlib.suppress(OSError):
                file.close()

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


def beginning(learner: Learner, digest: str, late: dict[str, Any] | None = None) -> dict[str, Any]:
    """The first line: the learner and its parameters, what its columns mean, and how late labels are dealt with."""
    parameters = {name: _plain(value) for name, value in _kept(learner).items()}
    rows = learner.row_reader.rows
    more = (late or {}) | ({} if rows is None else {"columns": rows.to_plain()})
    began = {"event": "began", "format": LATE_FORMAT if more else FORMAT, "learner": type(learner).__name__}
    return began | {"parameters": parameters, "digest": digest} | more


def pairs_of(example: Any) -> list[tuple[Any, float]]:
    """An example as a line has it: attributes in one order, columns first, then names."""
    return sorted(Example(example).items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))


def _kept(learner: Learner) -> dict[str, Any]:
    """Its parameters but for how it reads rows: the log has examples as they were read."""
    return {name: value for name, value in learner.get_params().items() if name != "rows"}


def _plain(value: Any) -> Any:
    """A parameter as JSON holds it; a learner (the members of many classes) by its name and parameters."""
    if isinstance(value, Learner):
        parameters = {name: to_plain(part) for name, part in _kept(value).items()}
        return {"learner": type(value).__name__, "parameters": parameters}
    return to_plain(value)
