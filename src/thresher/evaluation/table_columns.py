"""The columns of tables in the loop: remembered by who learns from them, and compared with what they were."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..data import ColumnNote, RowReader, Rows, no_column
from ..data.cell_kinds import KINDS
from ..data.column_notes import FEW, LEAST_NUMBERS, is_mixed, looked_at, mixed, unknown
from ..data.first_rows import LOOKED_AT
from ..errors import InputError
from ..streams import Block
from ..streams.formats import NAMED_FORMATS

ROLES_BY = 1000
"""Rows by which a column that has a role must have turned up, where no header names the columns."""

LABEL_BY = 200
"""Rows by which it is said that none had a label, while more may come: whoever feeds a pipe should know it soon."""


class TableColumns:
    """Looks at every block of tables, for contestants that remember columns.

    Parameters
    ----------
    readers : iterable
        How each contestant reads rows; None of one that does not say.
    learning : bool
        Whether the rows are learned from.
    said : iterable of (str, str), default ()
        Columns with their roles that must be there although others may be missing: the model does not know them.
    """

    def __init__(
        self, readers: Iterable[RowReader | None], *, learning: bool, said: Iterable[tuple[str, str]] = ()
    ) -> None:
        self._readers = [reader for reader in readers if reader is not None]
        self._learning = learning
        self._said = list(said)
        self._rows = 0  # of this stream
        self._found: set[str] = set()  # columns that this stream has had so far
        self._texts: dict[str, str] = {}  # the first among numbers of a column
        self._checked = False

    def begin(self, stream: Any) -> None:
        """A stream begins. Who knows of no roles takes those of the first table that is learned from.

        What is shuffled is looked at as it is read, stream by stream, in the order of its rows.
        """
        if is_shuffled(stream):
            stream.onlooker = self
            return
        self._rows, self._found, self._checked = 0, set(), False
        rows = rows_of(stream)
        for reader in self._readers if self._learning and rows is not None else ():
            if reader.rows is None and not reader.seen.rows:
                reader.take(rows)

    def see(self, stream: Any, block: Block) -> None:
        """The columns of a block, before it is learned from.

        Raises
        ------
        InputError
            If a column with a role is not there, or the rows are strict and something is not as it was.
        """
        if not self._readers or not len(block) or is_shuffled(stream):
            return
        if rows_of(stream) is None:
            if self._learning and block.rows:
                self._readers[0].compare_rows(block.rows, block.given or ())
            return
        there = _without_objects(dict(block.columns))
        if not there:
            return
        self._rows += len(block)
        self._found |= {name for name, _ in block.columns}
        named = stream.found_format in NAMED_FORMATS
        self._check_roles(stream, at_end=False)
        first, *others = self._readers
        turned = dict(_turned(first, block, there))
        texts = {name: text for name, (_, text) in turned.items()}
        where = _Where(stream, block, turned)
        first.see(len(block), there, learning=self._learning, named=named, texts=texts, place=where)
        if self._learning:
            self._note_texts(first, block, there)
            self._look(first, block, there)
            for reader in others:
                reader.remember(len(block), there)

    def end(self, stream: Any) -> None:
        """A stream has ended."""
        if is_shuffled(stream):
            return
        if self._rows:
            self._check_roles(stream, at_end=True)
        for reader in self._readers[:1] if self._learning else ():
            self._tell_mixed(reader, FEW)
            reader.end()

    def notes(self) -> list[ColumnNote]:
        """What was said of columns."""
        return list(self._readers[0].notes.values()) if self._readers else []

    def _check_roles(self, stream: Any, *, at_end: bool) -> None:
        """A column with a role that no row has. Where a header names the columns, most was checked when it was read."""
        rows: Rows = stream.columns
        named = stream.found_format in NAMED_FORMATS
        enough = at_end or named or self._rows >= ROLES_BY
        if self._checked or not enough:
            self._miss_label(rows, live=not stream.repeatable)
            return
        self._checked = True
        for name, role in self._said if rows.lenient else [] if named else rows.roles():
            if not self._has(name) and role != "weight":
                looked = "" if named else f" {looked_at(self._rows)}"
                message = f"{no_column(name, role, sorted(self._found))}{looked}"
                raise InputError(message, field=role).at(stream.name)

    def _miss_label(self, rows: Rows, *, live: bool) -> None:
        """Says once that the rows of a pipe have no label so far; of a file the refusal follows soon enough."""
        if not live or self._checked or self._rows < LABEL_BY or rows.lenient:
            return
        for name in (name for name, role in rows.roles() if role == "label" and not self._has(name)):
            note = unknown(name, "label", sorted(self._found), self._rows)
            if (note.what, name) not in self._readers[0].notes:
                self._readers[0].say(note)

    def _has(self, name: str) -> bool:
        """Whether a column was there so far, or an object of that name."""
        return name in self._found or any(found.startswith(f"{name}.") for found in self._found)

    def _note_texts(self, reader: RowReader, block: Block, there: Mapping[str, Any]) -> None:
        """Texts among the numbers of a column in the first rows: a word for what is not known, likely."""
        if reader.seen.rows - len(block) >= LOOKED_AT:
            return
        for name, counts in there.items():
            among_numbers = counts.get("categories") and reader.seen.columns.get(name, {}).get("numbers")
            if among_numbers and name not in self._texts and name not in reader.roles:
                self._texts[name] = _first_text(block, name)[1]
        self._tell_mixed(reader, LEAST_NUMBERS)

    def _tell_mixed(self, reader: RowReader, least: int) -> None:
        for name, text in self._texts.items():
            if ("turned", name) not in reader.notes and is_mixed(reader.seen.columns.get(name, {}), least):
                reader.tell(mixed(name, text))

    def _look(self, reader: RowReader, block: Block, there: Mapping[str, Any]) -> None:
        """At the first rows, one by one."""
        if not reader.first.are_enough:
            for name in there.keys() - reader.roles.keys():
                written = there[name]
                reader.first.take_written(name, padded=written["padded"], digits=written["digits"])
        numbers = [
            name
            for name, counts in there.items()
            if counts["numbers"] + counts["truths"] >= len(block) and name not in reader.roles
        ]
        for row in range(len(block)):
            if reader.first.are_enough:
                return
            cells = dict.fromkeys(numbers, 0.0)  # of numbers alone the absent ones are 0
            found = cells | dict(_cells(block.example(row).items(), there, reader.roles))
            reader.look(found.items(), block.label(row))


def _without_objects(columns: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Without the objects whose members are columns themselves, as `a.b`: a row of dicts names those alone."""
    objects = {name.rpartition(".")[0] for name in columns}
    holds = {name: any(counts[kind] for kind in KINDS if kind != "other") for name, counts in columns.items()}
    return {name: counts for name, counts in columns.items() if name not in objects or holds[name]}


def is_shuffled(stream: Any) -> bool:
    """Whether its rows come in another order than they are read in."""
    return hasattr(stream, "onlooker")


def rows_of(stream: Any) -> Rows | None:
    """The roles of a table's columns, as a model remembers them; None of what is no table."""
    rows = getattr(stream, "rows", None)
    return rows if isinstance(rows, Rows) else None


def _cells(
    attributes: Iterable[tuple[Any, float]], there: Mapping[str, Any], roles: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    """The cells of columns without a role, as far as an example tells them."""
    for attribute, value in attributes:
        name, _, text = str(attribute).partition("=")
        found: tuple[str, Any] = (attribute, value) if attribute in there else (name, text)
        if found[0] in there and found[0] not in roles:
            yield found


def _turned(reader: RowReader, block: Block, there: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, str]]]:
    """Columns of numbers that turn into text in this block: the first row of text, and the text."""
    for name, counts in there.items():
        if not counts.get("categories") or name in reader.roles or ("turned", name) in reader.notes:
            continue
        was_number = reader.turns(name, counts)
        if not was_number and (name in reader.seen.columns or counts.get("numbers", 0) < LEAST_NUMBERS):
            continue
        row, text, numbers = _first_text(block, name)
        if was_number or numbers >= LEAST_NUMBERS:
            yield name, (row, text)


def _first_text(block: Block, name: str) -> tuple[int, str, int]:
    """The first row that has a text in a column, the text, and how many numbers stand before it."""
    numbers, prefix = 0, f"{name}="
    for row in range(len(block)):
        for attribute, _ in block.example(row).items():
            if attribute == name:
                numbers += 1
            elif isinstance(attribute, str) and attribute.startswith(prefix):
                return row, attribute[len(prefix) :], numbers
    return 0, "", numbers


class _Where:
    """Where the first row is that a note is about."""

    def __init__(self, stream: Any, block: Block, turned: Mapping[str, tuple[int, str]]) -> None:
        self._stream, self._block, self._turned = stream, block, turned

    def __call__(self, note: ColumnNote) -> str:
        row = self._turned[note.column][0] if note.column in self._turned else self._row(note)
        return f"{self._stream.name}:{self._block.native.line(row)}"

    def _row(self, note: ColumnNote) -> int:
        """The first row with a new column; of one that is gone the first row."""
        if note.what != "new":
            return 0
        for row in range(len(self._block)):
            for attribute, _ in self._block.example(row).items():
                if str(attribute).partition("=")[0].partition(".")[0] == note.column.partition(".")[0]:
                    return row
        return 0
