"""Whether the columns of rows are what they were: what changed is said once for each column, and counted."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import ColumnWarning, InputError, warn_caller
from .cell_kinds import KINDS, columns_in, kind_of
from .column_notes import (
    FEW,
    STRANGERS,
    ColumnNote,
    changes,
    is_mixed,
    listed,
    mixed,
    no_column,
    numbered,
    strangers,
    turned,
    turned_otherwise,
)
from .columns_seen import SORTS, ColumnsSeen, Counts, sorts_in
from .first_look import FirstLook
from .first_rows import LOOKED_AT
from .frame_columns import counts_in_frame, first_cells, first_text
from .rows import Rows

Place = Callable[[ColumnNote], str]
"""Where in a file the first row is that a note is about."""

IN_A_ROW = 5
"""Numbers that come one after the other in a column of text before that is worth a word: some texts look like one."""


class ColumnWatch(FirstLook):
    """Remembers the columns that a model learned from, and compares others with them.

    Parameters
    ----------
    rows : Rows or None, optional
        The roles of columns; None: none has one.

    Attributes
    ----------
    rows : Rows or None
        As given.
    seen : ColumnsSeen
        The columns of the rows that were learned from.
    notes : dict
        What was said, by kind and column.
    is_idle : bool
        There are no roles and no columns yet.
    looks : bool
        Rows that are learned from are looked at: not without roles and columns, once the first of them were.
    """

    learned_names: Callable[[int], list[str]] | None = None
    """So many of the names that the model knows attributes by; none if it knows columns by their numbers, too."""

    def __init__(self, rows: Rows | None = None) -> None:
        super().__init__()
        self.seen = ColumnsSeen()
        self._numbers: dict[str, int] = {}  # that came last in columns of text
        self.take(rows)

    def take(self, rows: Rows | None) -> None:
        """From now on the roles are these.

        Parameters
        ----------
        rows : Rows or None
            The roles of columns.
        """
        self.take_roles(rows)
        self.is_idle = rows is None and not self.seen.rows
        self.looks = self.looks or not self.is_idle
        self._usual: tuple[Any, Any] = (None, None)  # columns and types of a row about which nothing is to be said

    # Rows, of every kind.

    def see_row(self, row: Mapping[Any, Any], *, learning: bool, label: Any = None) -> None:
        """Looks at the columns of one row.

        Parameters
        ----------
        row : mapping
            From columns to cells.
        learning : bool
            Whether it is going to be learned from.
        label : object, optional
            Its label, where that is known: a column must not give it away.

        Raises
        ------
        InputError
            If the rows are strict, and something is not as it was.
        """
        types = tuple(map(type, row.values()))
        if (row.keys(), types) == self._usual and not self._texts_where_numbers_were(row):
            self.seen.rows += learning
            self._numbers.clear()
            return
        cells = list(columns_in(row))
        there: dict[str, Counts] = {name: {kind_of(cell, self._missing): 1} for name, cell in cells}
        if there and not self.seen.knows_some_of(there):
            return self._see_strangers(there, learning=learning)
        texts = {name: str(cell).strip() for name, cell in cells if self.turns(name, there[name])}
        self.see(1, there, learning=learning, named=False, texts=texts)
        if learning:
            self.look([pair for pair in cells if pair[0] not in self.roles], label)
        as_ever = not any(_concerned(note, 1, there) for note in self.notes.values())
        if as_ever and not self._numbers and (not learning or self.first.are_enough):
            self._usual = (set(row), types)

    def _see_strangers(self, there: Mapping[str, Counts], *, learning: bool) -> None:
        """Looks at a row none of whose columns is known.

        Attributes may also be given by their own names, with numbers: the words of a mail, say. A cell of text tells a
        row from these; where rows are strict, anything does but attributes that were made of known columns. A row that
        is learned from is remembered: the first ones may have been a try, and those like it are no strangers then.
        """
        is_row = any(counts.get("categories") for counts in there.values())
        strict = self.rows is not None and self.rows.strict
        if is_row or (strict and not any(name.partition("=")[0] in self.seen.columns for name in there)):
            self._say_once(strangers(there, self.seen.columns), 1)
        if is_row and learning:
            self.remember(1, there)

    @property
    def strangers(self) -> ColumnNote | None:
        """What was said of rows none of whose columns is known, with their count; None before the first."""
        return self.notes.get(("strangers", STRANGERS))

    def see_list(self, x: Sequence[Any]) -> None:
        """Looks at a list, which names the attributes that are there; one with numbers in it may be meant as a row.

        Parameters
        ----------
        x : list or tuple
            The list.

        Raises
        ------
        InputError
            If the rows are strict, and it looks like one.
        """
        if any(not isinstance(name, str) for name in x) and not (len(x) == 2 and all(map(_is_sequence, x))):
            self._say_once(listed(x, self.seen.columns), 1)

    def _say_once(self, note: ColumnNote, rows: int) -> None:
        said = self.notes.get((note.what, note.column))
        if said is None:
            self.say(note)
        (said or note).rows += rows

    def see_frame(self, X: Any, *, learning: bool, labels: Any = None) -> None:
        """Looks at the columns of a frame.

        Parameters
        ----------
        X : frame
            The rows.
        learning : bool
            Whether they are going to be learned from.
        labels : list, array or column, optional
            Their labels: a column must not give them away.

        Raises
        ------
        InputError
            If a column with a role is not there, or the rows are strict and something is not as it was.
        """
        there = counts_in_frame(X, self._missing, self.seen)
        if learning and self.rows is not None and not self.rows.lenient:
            self.check_roles(there)
        texts = {name: first_text(X, name, self._missing) for name in there if self.turns(name, there[name])}
        first = learning and not self.seen.rows
        self.see(len(X), there, learning=learning, named=True, texts=texts)
        for name in there if first else ():
            if name not in self.roles and is_mixed(there[name], FEW):
                self.tell(mixed(name, first_text(X, name, self._missing)))
        if learning and not self.first.rows:
            self.first.rows = min(len(X), LOOKED_AT)
            for name, cells in first_cells(X, self.roles):
                self.first.add_column(name, cells, self._missing)
            self.end()
        if learning:
            self.compare_frame(X, labels)

    def see_numbers(self, columns: int, rows: int, *, learning: bool = False) -> None:
        """Looks at columns that have numbers, those of a matrix: is any of them known?

        A model that has learned from attributes by their names may learn from columns too; asked about them alone, it
        knows nothing.

        Parameters
        ----------
        columns : int
            How many there are, from 0 on.
        rows : int
            How many rows there are.
        learning : bool, default False
            Whether they are going to be learned from.

        Raises
        ------
        InputError
            If the rows are strict, and none is known.
        """
        known: Collection[str] = self.seen.columns
        if not known and self.learned_names is not None and not learning:
            known = self.learned_names(FEW + 1)
        if not known or any(name.isdecimal() and int(name) < columns for name in known):
            return
        self._say_once(numbered(columns, known), rows)

    def see(
        self,
        rows: int,
        there: Mapping[str, Counts],
        *,
        learning: bool,
        named: bool,
        texts: Mapping[str, str],
        place: Place | None = None,
    ) -> None:
        """Compares the columns of rows with those that were learned from, says what changed, and remembers them.

        Parameters
        ----------
        rows : int
            How many rows there are.
        there : mapping
            Their columns, and what the cells of each are.
        learning : bool
            Whether they are going to be learned from.
        named : bool
            Whether every row has all columns, by a header or a frame.
        texts : mapping
            The columns of numbers that turned into text, with the first such text.
        place : function, optional
            Says where a note's first row is.

        Raises
        ------
        InputError
            If the rows are strict, and something is not as it was. Nothing is remembered then.
        """
        if named and not learning and not self.seen.knows_some_of(there):
            raise InputError(
                "none of the columns that the model learned from is there.",
                hint="is it another table, a file without a line of names of columns, or in another format?",
            )
        for said in list(self.notes.values()):
            said.rows += _concerned(said, rows, there)
        found = [*changes(self.seen, there, self.roles, named=named), *(turned(*text) for text in texts.items())]
        found += [note for note in self._turned_otherwise(there) if note.column not in texts]
        for note in filter(self._is_unsaid, found):
            note.rows = _concerned(note, rows, there)
            self.say(note, place)
        if learning:
            self.remember(rows, there)

    def remember(self, rows: int, there: Mapping[str, Counts]) -> None:
        """Remembers the columns of rows that are learned from, without a look.

        Parameters
        ----------
        rows : int
            How many rows there are.
        there : mapping
            Their columns, and what the cells of each are.
        """
        self.seen.add(rows, there.items())
        self.is_idle, self.looks = False, True

    def turns(self, name: str, counts: Counts) -> bool:
        """Whether a column without a role held numbers, and holds text now.

        Parameters
        ----------
        name : str
            The column.
        counts : mapping
            What its cells are now.
        """
        return bool(counts.get("categories")) and name not in self.roles and self.seen.is_number(name)

    def _turned_otherwise(self, there: Mapping[str, Counts]) -> Iterator[ColumnNote]:
        """Columns whose cells are of another sort than they were."""
        for name, counts in there.items():
            sorts = sorts_in(counts)
            if "text" in sorts:
                self._numbers.pop(name, None)
            was = "text" if name in self._numbers else self.seen.was(name)
            others = [sort for sort in sorts if sort != was]
            if name in self.roles or not was or not others:
                continue
            if (was, others[0]) == ("text", "numbers") and not ("text" not in sorts and self._are_enough(name, counts)):
                continue
            yield turned_otherwise(name, was, others[0])

    def _are_enough(self, name: str, counts: Counts) -> bool:
        """Whether so many numbers came one after the other in a column of text that it is none any more."""
        self._numbers[name] = self._numbers.get(name, 0) + int(counts["numbers"])
        return self._numbers[name] >= IN_A_ROW and self._numbers.pop(name) > 0

    # Saying.

    def say(self, note: ColumnNote, place: Place | None = None) -> None:
        """Says something for the first time: a warning, or an error if the rows are strict.

        Parameters
        ----------
        note : ColumnNote
            What.
        place : function, optional
            Says where its first row is.

        Raises
        ------
        InputError
            If the rows are strict.
        """
        if self.rows is not None and self.rows.strict:
            error = InputError(note.message, hint=note.hint)
            raise error if place is None else error.at(place(note))
        self.notes[note.what, note.column] = note
        warn_caller(ColumnWarning(str(note), note))

    def check_roles(self, names: Iterable[str]) -> None:
        """Refuses roles of columns that are not there; a label, a weight or a tag may be elsewhere.

        Parameters
        ----------
        names : iterable of str
            The columns that there are.

        Raises
        ------
        InputError
            With what may have been meant.
        """
        known = list(names)
        for name, role in self.roles.items():
            if name not in known and role not in ("label", "weight", "tag"):
                raise InputError(no_column(name, role, known), field=role)

    def _texts_where_numbers_were(self, row: Mapping[Any, Any]) -> bool:
        """Whether some cell of a row like the others is a text, in a column of numbers."""
        return any(
            type(cell) is str
            and name not in self.roles
            and self.seen.is_number(name)
            and kind_of(cell, self._missing) == "categories"
            for name, cell in row.items()
        )


def _is_sequence(part: Any) -> bool:
    return not isinstance(part, str) and hasattr(part, "__len__")


def _concerned(note: ColumnNote, rows: int, there: Mapping[str, Counts]) -> int:
    """How many of these rows a note is about."""
    if note.what in ("gone", "renamed"):
        return 0 if note.column in there else rows
    counts = there.get(note.column, {})
    if note.what == "turned":
        return sum(int(counts.get(kind, 0)) for kind in SORTS[note.turned[1]])
    return sum(map(int, (counts.get(kind, 0) for kind in KINDS))) if note.what == "new" else 0
