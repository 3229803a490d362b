"""Columns that give the label away: one that holds it, or tells it in other words, teaches a model nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from .cell_kinds import MISSING, is_number
from .column_notes import ColumnNote

LOOKED_AT = 1000
"""Rows with a label."""

SURE = 20
"""Rows whose cells are the label, word for word: enough where there are two labels, or three that are numbers."""

SURE_OF_ONE = 100
"""The same where only one label has come: that may be a column of one word."""

OF_TWO_NUMBERS = (100, 10)
"""Rows, and rows of the rarer label, that must agree where label and column are two numbers: a flag may be so good."""

IN_OTHER_WORDS = (300, 30)
"""The same where a column has one value for each label, and they are not the labels themselves."""

_TRUTHS = {"true": 1.0, "false": 0.0}

Told = float | str


class LabelLeaks:
    """Looks at the first rows that have a label: which columns without a role have one value for each label?"""

    def __init__(self) -> None:
        self.rows = 0
        self._labels: Counter[Told] = Counter()
        self._pairs: dict[str, dict[Told, Told]] = {}  # of a column that may tell it: from a label to the cell

    @property
    def are_over(self) -> bool:
        """Whether enough rows were looked at, or no column is left that may tell the label."""
        return self.rows >= LOOKED_AT or (self.rows > 0 and not self._pairs)

    def add(self, cells: Iterable[tuple[str, Any]], label: Any) -> None:
        """One more row.

        Parameters
        ----------
        cells : iterable of (str, object)
            Columns without a role, and their cells.
        label : object
            The label of the row; nothing is added where it has none.
        """
        known = _told(label)
        if known is None or self.are_over:
            return
        found = {name: told for name, cell in cells if (told := _told(cell)) is not None}
        if not self.rows:
            self._pairs = {name: {known: told} for name, told in found.items()}
        self.rows += 1
        self._labels[known] += 1
        for name, pairs in list(self._pairs.items()):  # other threads may learn, too
            if not _agree(pairs, known, found.get(name)):
                self._pairs.pop(name, None)

    def notes(self, *, has_roles: bool, is_table: bool) -> Iterator[ColumnNote]:
        """What gives the label away, as far as that is sure by now; each column once.

        Parameters
        ----------
        has_roles : bool
            Whether columns have roles, so that the label's is known.
        is_table : bool
            Whether columns are watched: else what tells the label in other words is not named, for examples by hand
            often have one such attribute.

        Yields
        ------
        ColumnNote
            One for each such column.
        """
        for name, pairs in list(self._pairs.items()):
            if all(label == cell for label, cell in pairs.items()):
                found = self._is_label(pairs)
                message = f"the column {name!r} is the label, in all of {self.rows:,} rows"
                message += ": it is learned as an attribute"
                hint = f'make the learner with rows=th.Rows(label="{name}"), or drop the column'
            else:
                found = is_table and self._agreed(*IN_OTHER_WORDS)
                message = f"the column {name!r} tells the label, in all of {self.rows:,} rows: {_shown(pairs)}"
                hint = f'if it is not known before the label: make the learner with rows=th.Rows(ignore="{name}")'
            if has_roles:
                hint = f'leave it out, if it is not known before the label: ignore="{name}"'
            if found:
                self._pairs.pop(name, None)
                yield ColumnNote("tells", name, message, hint, self.rows)

    def _is_label(self, pairs: dict[Told, Told]) -> bool:
        in_words = any(isinstance(label, str) for label in pairs)
        if in_words or len(pairs) > 2:
            return self.rows >= (SURE if len(pairs) > 1 else SURE_OF_ONE)
        return self._agreed(*OF_TWO_NUMBERS)

    def _agreed(self, rows: int, rarer: int) -> bool:
        """Whether there were so many rows, and of the second most frequent label so many."""
        most = self._labels.most_common(2)
        return self.rows >= rows and len(most) > 1 and most[1][1] >= rarer


def _agree(pairs: dict[Told, Told], label: Told, cell: Told | None) -> bool:
    """Whether a column still has one value for each label, and another for another; a new label's is taken on."""
    if cell is None:
        return False
    if label in pairs:
        return pairs[label] == cell
    if cell in pairs.values():
        return False
    pairs[label] = cell
    return True


def _told(cell: Any) -> Told | None:
    """A label or a cell, as it is compared: numbers and truths as a number, text without space around it."""
    cell = cell.item() if hasattr(cell, "dtype") and hasattr(cell, "item") and not getattr(cell, "shape", ()) else cell
    if isinstance(cell, str):
        text = cell.strip()
        if not text or text in MISSING:
            return None
        truth = _TRUTHS.get(text.lower())
        return truth if truth is not None else float(text) if is_number(text) else text
    if isinstance(cell, (bool, int, float)):
        return float(cell) if cell == cell and abs(cell) < 2**1000 else None
    return None


def _shown(pairs: dict[Told, Told]) -> str:
    some = [f"{_plain(cell)!r} with {_plain(label)!r}" for label, cell in list(pairs.items())[:3]]
    return ", ".join(some) + (" and so on" if len(pairs) > 3 else "")


def _plain(told: Told) -> int | float | str:
    return int(told) if isinstance(told, float) and told.is_integer() and abs(told) < 2**53 else told
