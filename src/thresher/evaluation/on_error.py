"""What happens to a line that is no example: stop there, skip it, answer it, or keep it in a file of its own."""

import os
from pathlib import Path
from typing import IO

from ..errors import InputError, ParameterError
from ..streams import Trouble
from ..streams.opening import check_archive

QUARANTINE = "quarantine="
ANSWER = "answer"


class BadLineError(InputError):
    """A line that can't be learned from: file:line:column, what was wrong, and what to do.

    Parameters
    ----------
    sentence : str
        File:line:column and what was wrong.
    hint : str
        What to do.
    trouble : Trouble
        The line itself.
    """

    def __init__(self, sentence: str, hint: str, trouble: Trouble) -> None:
        super().__init__(sentence, hint=hint)
        self.sentence = sentence
        self.trouble = trouble


class OnError:
    """The policy `stop`, `skip`, `answer` or `quarantine=FILE`.

    With `answer` a line is skipped, and whoever is told the answers is told that this line has none.

    >>> OnError("skip").skipped
    0
    """

    def __init__(self, policy: str = "stop") -> None:
        self.policy = policy
        self.skipped = 0
        self.first: str = ""  # the first line that was skipped, and why
        self._file: IO[bytes] | None = None
        path = policy.removeprefix(QUARANTINE)
        if policy not in ("stop", "skip", ANSWER) and (path == policy or not path):
            raise ParameterError(f"on_error is 'stop', 'skip', 'answer' or 'quarantine=FILE'; got {policy!r}.")
        self._path = path if policy.startswith(QUARANTINE) else None

    @property
    def answers(self) -> bool:
        """Whether a line that is no example gets an answer."""
        return self.policy == ANSWER

    def __call__(self, trouble: Trouble, source: str) -> None:
        """Raises, or counts and lets the line go."""
        sentence = trouble.sentence(source)
        if self.policy == "stop":
            check_archive(trouble.source or source, trouble.position.at)
            raise BadLineError(sentence, trouble.hint, trouble)
        self.skipped += 1
        self.first = self.first or sentence
        if self._path is not None:
            self._keep(trouble.raw, self._path)

    def close(self) -> None:
        """The file of bad lines is complete."""
        if self._file is not None:
            self._file.close()

    def _keep(self, raw: bytes, path: str | os.PathLike[str]) -> None:
        if self._file is None:
            try:
                self._file = Path(path).open("ab")  # noqa: SIM115 - open until the run ends
            except OSError as error:
                raise InputError(f"{path}: can't be written: {error.strerror}.") from None
        self._file.write(raw if raw.endswith(b"\n") else raw + b"\n")
        self._file.flush()
