"""Rows of a CSV file: a line of names, then one row after another, each as soon as its last line is there.

Cells may be quoted, and hold separators, doubled quotes and line ends then. A row that can't be understood
is a BadRow, and reading goes on behind it; only a header that can't be understood is an InputError.
"""

import csv
import re
from collections.abc import Iterator
from itertools import chain, compress
from operator import getitem
from typing import BinaryIO

from ...errors import InputError, ParameterError
from . import lines as table_lines
from .cells import label_text, weight_cell
from .columns import BadRow, Columns, TableRow, check_names, rule_of
from .refusals import Refusal, not_utf8
from .remembered import Remembered, attributes

SEPARATORS = ",;\t|"
MOST_COLUMNS = 2**20
ROOM = 2**18  # cells remembered in all
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def csv_rows(file: BinaryIO, columns: Columns, *, separator: str | None = None) -> Iterator[TableRow | BadRow]:
    r"""The rows of a CSV file. Its first line, the names of the columns, is read at once.

    Parameters
    ----------
    file : binary file
        The file, which may be a pipe.
    columns : Columns
        What its columns mean.
    separator : str or None, optional
        One character; None takes the one of `,` `;` tab `|` that the header has most of.

    Returns
    -------
    iterator of TableRow or BadRow
        One for each row.

    Raises
    ------
    InputError
        If the names of the columns can't be understood.
    ParameterError
        If the separator can't be one.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO(b"label;age;colour\n1;35;red\n0;;blue\n")
    >>> [(row.label, row.x) for row in csv_rows(file, Columns())]
    [(1, {'age': 35.0, 'colour=red': 1.0}), (0, {'colour=blue': 1.0})]
    """
    if separator is not None and (len(separator) != 1 or separator in '"\r\n'):
        raise ParameterError(f"separator must be one character, not a quote or a line end; got {separator!r}.")
    records = _Records(file, separator)
    return _Table(records, records.header(), columns).rows()


class _Records:
    """Lists of cells. `raws` holds the lines of the record read last, `line` the number of its first."""

    def __init__(self, file: BinaryIO, separator: str | None) -> None:
        self._lines = table_lines.lines_of(file)
        self.separator = separator
        self.line, self.raws = 0, [b""]
        self._longest = min(csv.field_size_limit(), table_lines.LONGEST)

    def header(self) -> list[str]:
        """The names of the columns; finds the separator."""
        self.line, raw = next(self._lines, (1, b""))
        self.raws = [raw]
        if raw.startswith(_UTF_16):
            raise InputError("line 1: the file is UTF-16. Save it as UTF-8.")
        if not raw.strip():
            raise InputError("line 1 is empty. A CSV file begins with a line of names of columns.")
        self.separator = self.separator or _most_frequent(raw)
        if raw.count(self.separator.encode()) >= MOST_COLUMNS:
            raise InputError(f"line 1 names more than {MOST_COLUMNS} columns. Is it a CSV file?")
        try:
            return [name.strip() for name in self.cells(raw, -1)]
        except Refusal as refusal:
            raise InputError(f"line 1, the names of the columns: {refusal.message}. {refusal.hint}".strip()) from None

    def __iter__(self) -> Iterator[bytes]:
        for line, raw in self._lines:
            if raw.strip(b" \r\n"):
                self.line, self.raws = line, [raw]
                yield raw

    def cells(self, raw: bytes, most: int) -> list[str]:
        """The cells of a record that begins with a line; without quotes no more than `most` + 1 are split off."""
        if b'"' in raw or len(raw) > self._longest:
            return self._quoted()
        try:
            text = raw.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise not_utf8(error) from None
        if "\r" in text:
            raise _not_csv("a carriage return stands inside the line", text.index("\r") + 1)
        return text.split(self.separator, most)

    def _quoted(self) -> list[str]:
        try:
            cells = next(csv.reader(self._texts(), delimiter=self.separator or ","))
            b"".join(self.raws).decode()
        except csv.Error as error:
            raise _not_csv(str(error)) from None
        except UnicodeDecodeError as error:
            raise not_utf8(error) from None
        return cells

    def _texts(self) -> Iterator[str]:
        """Lines for csv.reader, which asks for another one as long as a quote is open."""
        size = len(self.raws[0])
        while size <= table_lines.LONGEST:
            yield self.raws[-1].decode(errors="surrogateescape")  # what is not UTF-8 is refused when all is read
            following = next(self._lines, None)
            if following is None:
                raise Refusal("a quote is opened and never closed", 'write a quote in a quoted cell twice: ""')
            self.raws.append(following[1])
            size += len(following[1])
        raise Refusal(f"the row is longer than {table_lines.LONGEST} bytes", "is a quote never closed?")


class _Table:
    """Turns lists of cells into rows."""

    def __init__(self, records: _Records, names: list[str], columns: Columns) -> None:
        check_names(names, columns, "line 1")
        self._records = records
        self._names = names
        special = {columns.label, columns.weight, columns.tag, *columns.ignore}
        self._kept = [name not in special for name in names]
        room = min(4096, ROOM // len(names))
        self._meanings = [Remembered(rule_of(columns, name), name, room) for name in names if name not in special]
        self._only_text = columns.only_text
        self._labels = Remembered(label_text, columns.label, 4096)
        self._label, self._weight, self._tag = (
            names.index(name) if name in names else None for name in (columns.label, columns.weight, columns.tag)
        )

    def rows(self) -> Iterator[TableRow | BadRow]:
        """Every row, the refused ones too."""
        records = self._records
        for raw in records:
            row: TableRow | BadRow
            try:
                row = self._row(records.cells(raw, len(self._names)))
            except Refusal as refusal:
                row = BadRow(records.line, self._place(refusal), refusal.message, refusal.hint, b"".join(records.raws))
            yield row

    def _row(self, cells: list[str]) -> TableRow:
        if len(cells) != len(self._names):
            raise self._miscounted(cells)
        pairs = list(chain.from_iterable(map(getitem, self._meanings, compress(cells, self._kept))))
        x = attributes(pairs, self._only_text)
        label = None if self._label is None else self._labels[cells[self._label]]
        weight = 1.0 if self._weight is None else weight_cell(self._names[self._weight], cells[self._weight])
        tag = "" if self._tag is None else cells[self._tag].strip()
        raws = self._records.raws
        return TableRow(x, label, weight, tag, self._records.line, raws[0] if len(raws) == 1 else b"".join(raws))

    def _miscounted(self, cells: list[str]) -> Refusal:
        width, found = len(self._names), len(cells)
        raws = self._records.raws
        if found > width and b'"' not in raws[0]:
            found = raws[0].decode().count(self._records.separator or ",") + 1
        hint = "quote cells that hold a separator"
        if len(raws) > 1:
            hint = f"the row ends {len(raws) - 1} lines further down: is a quote never closed?"
        message = f"{found} {'cell' if found == 1 else 'cells'}; the header names {width} columns"
        return Refusal(message, hint, place=self._start(min(found, width)))

    def _place(self, refusal: Refusal) -> int:
        """Where in the line, 1 if the row has several."""
        if len(self._records.raws) > 1:
            return 1
        if refusal.place is None and refusal.name is not None:
            return self._start(self._names.index(refusal.name))
        return refusal.place or 1

    def _start(self, index: int) -> int:
        """The position of a cell in its line, from 1; of the end of the line where there is no such cell."""
        separator = re.escape(self._records.separator or ",")
        cell = re.compile(rf'(?:"[^"]*+(?:""[^"]*+)*+"?)?[^{separator}]*+')
        text, place = self._records.raws[0].decode(errors="replace").rstrip("\r\n"), 0
        for _ in range(index):
            found = cell.match(text, place)
            end = found.end() if found else place
            if end == len(text):
                return end + 1
            place = end + 1
        return place + 1


def _most_frequent(raw: bytes) -> str:
    """The separator that a header has most of outside quotes; the first in doubt."""
    header = re.sub(rb'"[^"]*"', b"", raw)
    return max(SEPARATORS, key=lambda separator: header.count(separator.encode()))


def _not_csv(problem: str, place: int | None = None) -> Refusal:
    if "field larger" in problem:
        limit = csv.field_size_limit()
        return Refusal(f"a cell is longer than {limit} characters", "is a quote never closed? JSON has no such limit")
    if "carriage" in problem or "new-line" in problem:
        return Refusal("a carriage return stands inside the line", "end lines with a line feed (dos2unix)", place=place)
    return Refusal(f"not CSV: {problem}", place=place)
