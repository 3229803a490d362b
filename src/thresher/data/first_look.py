"""A look at the first rows that are learned: columns that can't help, and columns that give the label away."""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any

from ..errors import ColumnWarning, warn_caller
from .cell_kinds import MISSING, columns_in
from .column_notes import ColumnNote
from .first_rows import FirstRows
from .frame_columns import can_be_looked_at, first_cells, first_of
from .label_leaks import LabelLeaks
from .rows import Rows

PLAIN = (str, int, float, bool)
"""Cells that can be looked at without running anybody's code."""

OF_FIRST_ROWS = ("different", "padded", "mixed", "tells")
"""What is found out from the first rows alone, and does not keep other things from being said of a column."""

GLANCES = 20
"""Rows of a model without roles after which nobody looks on if there is nothing suspicious."""


class FirstLook:
    """Looks at the first rows of a model, and says what they show.

    Attributes
    ----------
    rows : Rows or None
        The roles of columns; None: none has one.
    notes : dict
        What was said, by kind and column.
    is_idle : bool
        There are no roles and no columns yet.
    looks : bool
        Rows that are learned from are looked at.
    """

    is_idle: bool

    def __init__(self) -> None:
        self.looks = True
        self.notes: dict[tuple[str, str], ColumnNote] = {}
        self.first = FirstRows()
        self.leaks = LabelLeaks()
        self.take_roles(None)

    def take_roles(self, rows: Rows | None) -> None:
        """From now on the roles are these.

        Parameters
        ----------
        rows : Rows or None
            The roles of columns.
        """
        self.rows = rows
        self.roles = dict(rows.roles()) if rows is not None else {}
        self._missing = frozenset(MISSING if rows is None else rows.missing_words)

    def look(self, cells: Collection[tuple[str, Any]], label: Any = None) -> None:
        """Looks at one of the first rows that are learned; what can't help is said when there were enough.

        Parameters
        ----------
        cells : collection of (str, object)
            Columns without a role, and their cells.
        label : object, optional
            The row's label, where it is known.
        """
        self.leaks.add(cells, label)
        if not self.first.are_enough:
            self.first.add(cells, self._missing)
            if self.first.are_enough:
                self.end()
                self.first.let_go()
        if self.leaks.rows % GLANCES == 0:
            self._tell_leaks()

    def compare_frame(self, X: Any, labels: Any) -> None:
        """Looks at the first rows of a frame: does a column give the label away?

        Parameters
        ----------
        X : frame
            The rows.
        labels : list, array or column
            Their labels.
        """
        if self.leaks.are_over or not can_be_looked_at(X):
            return
        columns = dict(first_cells(X, self.roles))
        rows = zip(*columns.values(), strict=True)
        self.compare_rows((dict(zip(columns, cells, strict=True)) for cells in rows), first_of(labels))

    def compare_rows(self, rows: Iterable[Any], labels: Iterable[Any]) -> None:
        """Looks at rows, without remembering them: does a column give the label away?

        Parameters
        ----------
        rows : iterable
            Mappings from columns to cells; anything else is passed over.
        labels : iterable
            Their labels.
        """
        for row, label in zip(rows, labels, strict=False):
            if self.leaks.are_over:
                break
            if isinstance(row, Mapping):
                self.leaks.add((pair for pair in columns_in(row) if pair[0] not in self.roles), label)
        self._tell_leaks()

    def glance(self, row: Mapping[Any, Any], label: Any = None) -> None:
        """Looks at one of the first rows of a model without roles: no columns are remembered, but an id is named.

        Parameters
        ----------
        row : mapping
            From columns to cells, or from attributes to values.
        label : object, optional
            Its label, where that is known.
        """
        self.look([pair for pair in columns_in(row) if type(pair[1]) in PLAIN], label)
        over = label is None or self.leaks.are_over  # where labels come late there is nothing to compare
        at_rest = self.first.rows % GLANCES == 0 and not self.first.has_suspects and over
        self.looks = not (self.first.are_enough or at_rest)

    def end(self) -> None:
        """The stream has ended, or there were enough rows: says which columns can't help."""
        for note in self.first.notes():
            if self.is_idle:
                note.hint += "; a learner is told so by rows=th.Rows(...)"
            self.tell(note)
        self._tell_leaks()

    def _tell_leaks(self) -> None:
        for note in self.leaks.notes(has_roles=self.rows is not None, is_table=not self.is_idle):
            self.tell(note)

    def tell(self, note: ColumnNote) -> None:
        """Says what the first rows show, once: a warning, whether the rows are strict or not.

        Parameters
        ----------
        note : ColumnNote
            What.
        """
        if self._is_unsaid(note):
            self.notes[note.what, note.column] = note
            warn_caller(ColumnWarning(str(note), note))

    def _is_unsaid(self, note: ColumnNote) -> bool:
        if note.what in OF_FIRST_ROWS:
            return (note.what, note.column) not in self.notes
        said = (one for one in self.notes.values() if one.what not in OF_FIRST_ROWS)
        return note.column not in chain.from_iterable((one.column, one.now) for one in said)
