"""The first thousand rows of a table: columns whose cells are hardly read as they were meant, and what to do about it.

One in which nearly every value is another can't help; amounts and dates as text are categories; 007 is read as 7.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .cell_kinds import kind_of
from .column_notes import ColumnNote

LOOKED_AT = 1000
"""Rows."""

MOST = 1000
"""Columns that are remembered of rows one by one. With more it is no table: its rows name attributes, ever new ones."""

FEWEST = 100
"""Rows that something can be said of."""

NEARLY = 0.9
"""Of the texts that are there, the share that must be different."""

PER_NUMBER = 5
"""Texts for each number in a column of ids, at least: some ids look like numbers."""

_TOO_LARGE = 2**1000
"""Whole numbers from here on are refused, and may be no floats."""

_WITH_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?")

_WITH_SIGN = re.compile(r"[+-]?\s?[$€£¥]\s?[+-]?\d[\d.,]*|[+-]?\d[\d.,]*\s?[$€£¥%]")

_DATE = re.compile(r"\d{4}-?\d\d-?\d\d([T ]\d\d:?\d\d.*)?$")

_DATE_ELSEWHERE = re.compile(r"(\d{1,2}([./-])\d{1,2}\2(\d{4}|\d\d)|\d{4}([./])\d{1,2}\4\d{1,2})([ ,T].*)?$")
"""16.11.2026, 11/16/26, 2026/11/16: which of two numbers is the month, nobody can tell."""

PADDED = 5
"""Numbers with zeros before them in a column of nothing but digits, at least, before that is worth a word."""


@dataclass(slots=True)
class _Looked:
    """What was seen of one column."""

    texts: set[int] = field(default_factory=set)  # their hashes
    written: int = 0
    of_words: int = 0  # with three spaces or more
    dated: int = 0
    dated_elsewhere: int = 0  # a date, but not as ISO-8601 has it
    commas: int = 0  # numbers but for a decimal comma
    signed: int = 0  # numbers but for the sign of a currency, or of percent
    numbers: int = 0
    rising: bool = True  # whole numbers, each larger than the one before
    last: float = float("-inf")
    padded: int = 0  # written with zeros before them
    digits: bool = True  # no number was written with anything but digits

    def add_text(self, text: str) -> None:
        self.texts.add(hash(text))
        self.written += 1
        self.of_words += text.count(" ") >= 3
        self.dated += _DATE.match(text) is not None
        self.dated_elsewhere += _DATE_ELSEWHERE.match(text) is not None
        self.commas += _WITH_COMMA.fullmatch(text) is not None
        self.signed += _WITH_SIGN.fullmatch(text) is not None

    def add_number(self, number: float) -> None:
        self.numbers += 1
        self.rising = self.rising and number > self.last and number.is_integer()
        self.last = number

    def add_written(self, text: str) -> None:
        """How a number was written."""
        digits = text.isascii() and text.isdigit()
        self.digits = self.digits and digits
        self.padded += digits and len(text) > 1 and text[0] == "0"

    @property
    def are_codes(self) -> bool:
        """Whether its numbers are written as those of a zip code are."""
        return self.digits and self.padded >= PADDED

    @property
    def are_meant_otherwise(self) -> bool:
        """Whether every text is an amount or a date: though some come again, none is a category."""
        return 0 < self.written == max(self.commas, self.signed, self.dated, self.dated_elsewhere)

    @property
    def can_help(self) -> bool:
        """Whether nothing more can be found against it, whatever comes."""
        if self.are_meant_otherwise or (self.digits and self.padded):
            return False
        comes_again = self.written - len(self.texts) > (1 - NEARLY) * LOOKED_AT
        mostly_numbers = self.numbers > LOOKED_AT / (PER_NUMBER + 1)
        return comes_again or (mostly_numbers and not self.rising)


class FirstRows:
    """Looks at the columns without a role of the rows that are learned first.

    Parameters
    ----------
    rows : int, default 0
        Rows that were looked at before.
    """

    def __init__(self, rows: int = 0) -> None:
        self.rows = rows
        self._columns: dict[str, _Looked] = {}
        self._can_help: set[str] = set()  # nothing more is to be found there
        self._is_no_table = False

    @property
    def are_enough(self) -> bool:
        """Whether enough rows were looked at, or they are those of no table."""
        return self.rows >= LOOKED_AT or self._is_no_table

    def let_go(self) -> None:
        """What was seen is not needed any more."""
        self._columns, self._can_help = {}, set()

    def add(self, cells: Collection[tuple[str, Any]], missing: Iterable[str] = ()) -> None:
        """One more row.

        Parameters
        ----------
        cells : collection of (str, object)
            Columns without a role, and their cells.
        missing : iterable of str, default ()
            Words for a cell that is empty.
        """
        self.rows += 1
        if len(cells) > MOST:
            self._end()
            return
        words = frozenset(missing)
        for name, cell in cells:
            if name not in self._can_help:
                self._add(name, cell, words)
            if len(self._columns) > MOST:
                self._make_room()
                if self._is_no_table:
                    return

    def _make_room(self) -> None:
        """Forgets columns of numbers that some row did not have: nothing will be said of them."""
        columns = self._columns.items()
        self._columns = {name: one for name, one in columns if one.written or one.padded or one.numbers == self.rows}
        self._can_help &= self._columns.keys()
        if len(self._columns) > MOST:
            self._end()

    def _end(self) -> None:
        self._is_no_table = True
        self.let_go()

    def add_column(self, name: str, cells: Iterable[Any], missing: Iterable[str] = ()) -> None:
        """The cells of one column in all rows that are looked at, whose number is added by whoever has them.

        Parameters
        ----------
        name : str
            A column without a role.
        cells : iterable of object
            Its cells.
        missing : iterable of str, default ()
            Words for a cell that is empty.
        """
        words = frozenset(missing)
        for cell in cells:
            self._add(name, cell, words)
            if name in self._can_help:
                return

    def _add(self, name: str, cell: Any, words: frozenset[str]) -> None:
        kind = kind_of(cell, words)
        if kind not in ("categories", "numbers") or (isinstance(cell, int) and abs(cell) >= _TOO_LARGE):
            return
        looked = self._columns.get(name)
        if looked is None:
            looked = self._columns[name] = _Looked()
        if kind == "numbers":
            looked.add_number(float(cell))
            if isinstance(cell, str):
                looked.add_written(cell.strip())
        else:
            looked.add_text(str(cell).strip())
        as_number = kind == "numbers" and not isinstance(cell, str) and not looked.written
        if looked.can_help or (as_number and not looked.rising):
            self._can_help.add(name)

    def take_written(self, name: str, *, padded: int, digits: bool) -> None:
        """How the numbers of a column were written, where whoever read them has counted that.

        Parameters
        ----------
        name : str
            A column without a role.
        padded : int
            Those of digits alone that begin with 0.
        digits : bool
            Whether all were of digits alone.
        """
        looked = self._columns.setdefault(name, _Looked())
        looked.padded += padded
        looked.digits = looked.digits and digits

    @property
    def has_suspects(self) -> bool:
        """Whether some column may still turn out to be of no use."""
        columns = ((name, looked) for name, looked in list(self._columns.items()) if name not in self._can_help)
        return any(looked.written or looked.are_codes or looked.numbers == self.rows for _, looked in columns)

    def notes(self) -> Iterator[ColumnNote]:
        """What can't help, and what to do about it.

        Yields
        ------
        ColumnNote
            One for each such column.
        """
        for name, looked in list(self._columns.items()):
            if looked.are_codes:
                message = f"the column {name!r} holds numbers with zeros before them, as codes do: 007 is read as 7"
                yield ColumnNote("padded", name, message, f'if they name something: categories="{name}"', self.rows)
            if name in self._can_help:
                continue
            per_number = 1 if looked.commas else PER_NUMBER  # 3 is written as it is, between 3,07 and 2,5
            mostly_text = looked.written >= max(FEWEST, per_number * looked.numbers)
            if mostly_text and len(looked.texts) >= NEARLY * looked.written:
                found = f"{len(looked.texts):,} of {looked.written:,} values of the column {name!r} are different"
                yield ColumnNote("different", name, f"{found}{_why(looked)}", _remedy(name, looked), self.rows)
            elif mostly_text and looked.are_meant_otherwise:
                found = f"{looked.written:,} values of the column {name!r} are {_written(looked)}"
                message = f"{found}: each is a category, and near ones have nothing to do with each other"
                yield ColumnNote("different", name, message, _remedy(name, looked), self.rows)
            elif looked.numbers >= FEWEST and looked.numbers == self.rows and not looked.written and looked.rising:
                found = f"the column {name!r} holds whole numbers that rise from row to row, as ids do"
                yield ColumnNote("different", name, found, f'leave it out: ignore="{name}"', self.rows)


def _written(looked: _Looked) -> str:
    if looked.dated or looked.dated_elsewhere:
        return "dates"
    return f"numbers with {'a decimal comma' if looked.commas else 'a sign'}"


def _why(looked: _Looked) -> str:
    if 2 * looked.commas > looked.written:
        return ": numbers with a decimal comma? Each is a category, and teaches nothing"
    if 2 * looked.signed > looked.written:
        return ": numbers with a sign? Each is a category, and teaches nothing"
    if 2 * looked.of_words > looked.written:
        return ": a text taken for a category teaches nothing"
    if 2 * max(looked.dated, looked.dated_elsewhere) > looked.written:
        return ": a date taken for a category teaches nothing"
    return ", as ids are: a value that does not come again teaches nothing"


def _remedy(name: str, looked: _Looked) -> str:
    if 2 * looked.commas > looked.written:
        return 'write 3.07, not 3,07: pandas.read_csv(..., decimal=",") reads such a file'
    if 2 * looked.signed > looked.written:
        return "take the sign off: 12.34, not $12.34"
    if 2 * looked.of_words > looked.written:
        return f'split it into words: text="{name}"; or leave it out: ignore="{name}"'
    if 2 * looked.dated > looked.written:
        return f'read it as a date: dates="{name}"; or leave it out: ignore="{name}"'
    if 2 * looked.dated_elsewhere > looked.written:
        return f'write 2026-11-16 (year, month, day), and read it as a date: dates="{name}"'
    return f'leave it out: ignore="{name}"'
