"""How much one row may hold, and all rows of one request: names and bytes, counted before anything is applied.

A row costs memory and time by the names that it turns into: its cells, the texts of its lists, the words of its texts.
Whoever asks says how many there are; without a limit one question could take all memory, and hold everybody else up.
Rows of the log are not counted: they were taken when they came, under the limit of that time.
"""

from typing import Any

from ..data.row_reader import RowReader
from ..errors import InputError
from .model import ServedModel
from .refusals import Refused
from .settings import MOST_NAMES

A_NAME = 64  # bytes of JSON that a name may take with its value, on average
LEAST_BYTES = 2**20  # so many a row may always have: a long text has many words, of which few are different
MOST_A_BYTE = 10  # names that a byte can turn into, with runs of one to eight characters
AT_ONCE = 20  # rows with as many names as one may have, in one request

MOST_STATED = 4_000_000  # probabilities in one answer; each has some hundred bytes until it is written

WHAT_COUNTS = "cells, texts of lists, words"


class RowSizes:
    """What rows may hold.

    Parameters
    ----------
    most_names : int
        Names of one row.

    Attributes
    ----------
    most_names, most_bytes : int
        Of one row.
    most_in_all : int
        Names of all rows in one request.
    """

    def __init__(self, most_names: int = MOST_NAMES) -> None:
        self.most_names = most_names
        self.most_bytes = max(LEAST_BYTES, A_NAME * most_names)
        self.most_in_all = AT_ONCE * most_names

    def is_small(self, model: ServedModel, size: int) -> bool:
        """Whether a row of so many bytes is none that has too many names, whatever it holds."""
        return size * MOST_A_BYTE <= self.most_names or size * _names_a_byte(model) <= self.most_names

    def are_few(self, model: ServedModel, size: int) -> bool:
        """Whether rows of so many bytes in all are none that have too many names together."""
        return size * MOST_A_BYTE <= self.most_in_all or size * _names_a_byte(model) <= self.most_in_all

    def check_bytes(self, size: int) -> None:
        """Refuses a row before it is read."""
        if size > self.most_bytes:
            raise Refused(413, f"the row has {size:,} bytes: at most {self.most_bytes:,} in one row; leave some out.")

    def check_names(self, names: int) -> None:
        """Refuses a row that was read."""
        if names > self.most_names:
            raise Refused(
                413,
                f"the row has {names:,} names ({WHAT_COUNTS}): at most {self.most_names:,} in one row; leave some out, "
                "or allow more where the service is started.",
            )

    def check(self, model: ServedModel, x: Any, size: int) -> None:
        """Refuses the row of a request that has so many bytes, if it is too large."""
        if not self.is_small(model, size):
            self.check_names(names_in(model, x))

    def check_answers(self, model: ServedModel, rows: int) -> None:
        """Refuses rows whose answers would be too large together: a model may have very many labels."""
        stated = rows * len(model.late.labels)
        if stated > MOST_STATED and rows > 1 and model.late.learner.traits.probabilities:
            raise Refused(
                413,
                f"the answers to {rows:,} rows have {stated:,} probabilities, one for each label: at most "
                f"{MOST_STATED:,} in one request; send fewer rows at a time.",
            )


class CountedRows:
    """The rows of one request, counted one after the other as they are read.

    Parameters
    ----------
    sizes : RowSizes
        What they may hold.
    model : ServedModel
        Who is asked.
    size : int
        Bytes of all of them.
    """

    def __init__(self, sizes: RowSizes, model: ServedModel, size: int) -> None:
        self._sizes = sizes
        self._model = model
        self._all_counted = not sizes.are_few(model, size)
        self._names = 0

    def before(self, size: int) -> None:
        """The next one is going to be read."""
        self._sizes.check_bytes(size)

    def after(self, x: Any, size: int) -> None:
        """It was read."""
        if not self._all_counted and self._sizes.is_small(self._model, size):
            return
        names = names_in(self._model, x)
        self._sizes.check_names(names)
        self._names += names
        if self._names > self._sizes.most_in_all:
            raise Refused(
                413,
                f"with this one the rows have {self._names:,} names ({WHAT_COUNTS}): at most "
                f"{self._sizes.most_in_all:,} in one request; send fewer rows at a time.",
            )


def names_in(model: ServedModel, x: Any) -> int:
    """How many names a row turns into at most, at any of the learners."""
    cells, inside = 0, [x]
    while inside:
        part = inside.pop()
        cells += len(part)
        inside += [one for one in (part.values() if isinstance(part, dict) else part) if isinstance(one, dict | list)]
    return max(cells, *(_names_read(one.late.row_reader, x) for one in model.learners))


def _names_read(reader: RowReader, x: Any) -> int:
    """With the words of its texts."""
    if not _has_texts(reader):
        return 0
    try:
        return len(reader.prepared(x))
    except InputError:  # whoever reads it says why
        return 0


def _has_texts(reader: RowReader) -> bool:
    return reader.rows is not None and bool(reader.rows.text)


def _names_a_byte(model: ServedModel) -> int:
    """More names than this a byte of a row never turns into: each has a byte at least, and one behind it.

    With pairs and shapes there are twice as many words, and each size of runs of characters has one for every byte.
    """
    most = 1
    for one in model.learners:
        rows = one.late.row_reader.rows
        if rows is not None and rows.text:
            first, last = rows.words.characters or (1, 0)
            most = max(most, 3 + last - first)
    return most
