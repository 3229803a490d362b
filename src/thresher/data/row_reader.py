"""How one model reads rows: by the roles that it was given, with an eye on whether the columns are what they were.

Each model has one. What it remembers of columns is saved with the model, and is no part of what was learned.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from .._core import PreparedExample
from ..errors import InputError
from .column_watch import ColumnWatch
from .columns_seen import ColumnsSeen
from .examples import Example, as_example, row_of
from .first_rows import FirstRows
from .frame_columns import can_be_looked_at, first_of
from .rows import Rows

if TYPE_CHECKING:
    from .matrices import Matrix

KEPT = "rows"
"""Under which name a file keeps it."""


class RowReader(ColumnWatch):
    """Reads rows for one model.

    Parameters
    ----------
    rows : Rows or None, optional
        The roles of columns; None: none has one.

    Attributes
    ----------
    is_idle : bool
        There are no roles and no columns: a dict is what it is.
    """

    @property
    def told(self) -> Rows | None:
        """The roles, with the kinds of the columns that were learned from; None if neither is known."""
        if self.is_idle:
            return None
        given = Rows(label="") if self.rows is None else self.rows
        kinds = self.seen.kinds(self.rows)
        return given if given.kinds == kinds else dataclasses.replace(given, kinds=kinds)

    def example(self, x: Any, *, learning: bool = False, label: Any = None) -> dict[Any, Any] | PreparedExample:
        """What the core takes: a row read by the roles, anything else as it is.

        Parameters
        ----------
        x : mapping, row of a frame, or example in any other form
            What is asked about.
        learning : bool, default False
            Whether it is going to be learned from: then its columns are remembered.
        label : object, optional
            Its label, where it is learned from: a column must not give it away.

        Returns
        -------
        dict or PreparedExample
            The example.

        Raises
        ------
        InputError
            If it can't be understood, or the rows are strict and its columns are not what they were.
        """
        if isinstance(x, PreparedExample):
            return x
        row = row_of(x)
        if row is None or self.is_idle:
            example = as_example(x) if row is None else row
            if row is None and not self.is_idle and isinstance(x, (list, tuple)):
                self.see_list(x)
            shape: Any = getattr(x, "shape", None)
            if row is not None and learning and self.looks:
                self.glance(row, label)
            elif row is None and shape:  # a row of a matrix
                self.see_numbers(shape[-1], 1, learning=learning)
            return example
        self.see_row(row, learning=learning, label=label)
        return row if self.rows is None else self.rows.native.example(row)

    def look_at(self, x: Any) -> None:
        """Looks at the columns of a row that is learned from, where `prepared` has made an example of it.

        Parameters
        ----------
        x : mapping, row of a frame, or example in any other form
            What is asked about.

        Raises
        ------
        InputError
            If the rows are strict and its columns are not what they were.
        """
        row = x if type(x) is dict else row_of(x)
        if row is None or self.is_idle:
            self.example(x, learning=True)
        else:
            self.see_row(row, learning=True)

    def prepared(self, x: Any) -> PreparedExample:
        """An example made ready, without a look at its columns: nothing is remembered, whatever becomes of it.

        Parameters
        ----------
        x : mapping, row of a frame, or example in any other form
            What is asked about.

        Returns
        -------
        PreparedExample
            The example, read by the roles.

        Raises
        ------
        InputError
            If it can't be understood.
        """
        row = x if type(x) is dict else None if isinstance(x, PreparedExample) else row_of(x)
        if row is None:
            return x if isinstance(x, PreparedExample) else Example(x)
        return PreparedExample(row) if self.rows is None else self.rows.native.example(row)

    def lent(self, X: Any) -> "Matrix":
        """Many rows without a look at their columns, as `prepared` is for one."""
        from .matrices import lent_matrix

        return lent_matrix(X, None if self.rows is None else self.rows.native)

    def matrix(self, X: Any, *, learning: bool = False, lent: "Matrix | None" = None, labels: Any = None) -> "Matrix":
        """Many rows.

        Parameters
        ----------
        X : frame, list of mappings, or matrix in any other form
            The rows.
        learning : bool, default False
            Whether they are going to be learned from.
        lent : Matrix, optional
            What `lent` made of them before.
        labels : list, array or column, optional
            Their labels, where they are learned from: a column must not give them away.

        Returns
        -------
        Matrix
            Their examples.

        Raises
        ------
        InputError
            If one can't be understood, with its number; or as for `example`.
        """
        from .frames import is_frame

        matrix = self.lent(X) if lent is None else lent  # what is refused leaves nothing behind
        if is_frame(X):
            if can_be_looked_at(X):
                self.see_frame(X, learning=learning, labels=labels)
        elif not matrix.has_names:
            self.see_numbers(matrix.columns, matrix.rows, learning=learning)
        elif isinstance(X, (list, tuple)):
            self._see_rows(X, first_of(labels), learning=learning)
        return matrix

    def _see_rows(self, X: Sequence[Any], labels: Sequence[Any], *, learning: bool) -> None:
        for number, (x, label) in enumerate(zip_longest(X, labels[: len(X)])):
            if self.is_idle and not (learning and self.looks):
                return
            row = None if isinstance(x, PreparedExample) else row_of(x)
            try:
                if row is not None and self.is_idle:
                    self.glance(row, label)
                elif row is not None:
                    self.see_row(row, learning=learning, label=label)
            except InputError as error:
                raise error.at(f"row {number}") from None

    # As a file keeps it.

    def copy(self) -> "RowReader":
        """An independent one in the same state."""
        twin = RowReader(self.rows)
        twin._remember(self.seen.copy())
        twin.looks = self.looks
        twin.notes = {key: dataclasses.replace(note) for key, note in self.notes.items()}
        return twin

    def to_plain(self) -> dict[str, Any]:
        """What a file keeps beside a model; nothing where nothing is known."""
        if self.is_idle:
            return {}
        roles = {} if self.rows is None else {"roles": self.rows.to_plain()}
        return {KEPT: roles | ({"seen": self.seen.to_plain()} if self.seen.rows else {})}

    def restore(self, beside: Mapping[str, Any]) -> None:
        """Takes on what `to_plain` gave.

        Parameters
        ----------
        beside : mapping
            What a file keeps beside a model.

        Raises
        ------
        ValueError, TypeError, KeyError
            If that can't be.
        """
        kept = beside.get(KEPT, {})
        if "roles" in kept:
            self.take(Rows.from_plain(kept["roles"]))
        if "seen" in kept:
            self._remember(ColumnsSeen.from_plain(kept["seen"]))

    def _remember(self, seen: ColumnsSeen) -> None:
        self.seen = seen
        self.first = FirstRows(seen.rows)
        self.is_idle = self.rows is None and not seen.rows
