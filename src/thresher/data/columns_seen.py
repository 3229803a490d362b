"""What the columns of a table were while a model learned: how many cells of each were numbers, texts, missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .cell_kinds import KINDS
from .rows import Rows

MOST = 1000
"""Columns that are remembered. With more it is no table: its rows name attributes, and new ones all the time."""

GAPS = "gaps"
"""Beside the kinds of its cells: rows that did not have the column at all."""

ROLE_KINDS = {
    **{"text": "text", "categories": "category", "dates": "date", "ignore": "left out"},
    **{"label": "label", "weight": "weight", "tag": "tag"},
}
_SINGULAR = {
    "numbers": "number",
    "truths": "yes or no",
    "categories": "category",
    "dates": "date",
    "words": "list of texts",
    "other": "other",
    "missing": "empty",
}

SORTS = {"numbers": ("numbers",), "text": ("categories", "words"), "dates": ("dates",)}
"""Kinds of cells that give attributes of other names than those of another sort; truths are numbers or stay apart."""

Counts = Mapping[str, Any]
"""How many cells of a column were of each of `KINDS`; from the beginning of a stream also how many rows were looked at
(`rows_looked_at`), how many different texts they had (`distinct`), and so on."""


@dataclass(slots=True)
class ColumnsSeen:
    """Columns with counts of what their cells were.

    Parameters
    ----------
    rows : int
        Rows that were learned from.
    newest : int
        How many of them there had been when the last new column came.
    columns : dict
        From a column to the counts of its cells, by kind.
    too_many : bool
        There are more columns than are remembered: it is no table.
    """

    rows: int = 0
    newest: int = 0
    columns: dict[str, dict[str, int]] = field(default_factory=dict)
    too_many: bool = False

    def add(self, rows: int, columns: Iterable[tuple[str, Counts]]) -> None:
        """Takes in what was counted over some more rows.

        Parameters
        ----------
        rows : int
            How many.
        columns : iterable of (str, counts)
            Their columns.
        """
        if self.too_many:
            return
        there: set[str] = set()
        for name, counts in columns:
            known = self.columns.get(name)
            if known is None:
                known = self.columns[name] = dict.fromkeys((*KINDS, GAPS), 0)
                known[GAPS] = self.rows
                self.newest = self.rows + 1
            for kind in KINDS:
                known[kind] += int(counts.get(kind, 0))
            known[GAPS] += max(0, rows - sum(int(counts.get(kind, 0)) for kind in KINDS))
            there.add(name)
        for name in self.columns.keys() - there:
            self.columns[name][GAPS] += rows
        self.rows += rows
        if len(self.columns) > MOST:
            self.columns, self.too_many = {}, True

    def always(self, name: str) -> bool:
        """Whether every row so far had the column, empty or not."""
        return self.rows > 0 and self.columns[name][GAPS] == 0

    def knows_some_of(self, names: Iterable[str]) -> bool:
        """Whether rows with these columns can be of the same table: one was there before, or nothing is known.

        Parameters
        ----------
        names : iterable of str
            The columns.
        """
        return not self.columns or any(name in self.columns for name in names)

    @property
    def are_settled(self) -> bool:
        """Whether no new column has come for as long as it took until the last one came."""
        return not self.too_many and self.rows >= 2 * self.newest

    def was(self, name: str) -> str:
        """The one of `SORTS` that the cells of a column were; "" if they were none or several."""
        counts = self.columns.get(name)
        found = [] if counts is None else sorts_in(counts)
        return found[0] if len(found) == 1 else ""

    def is_number(self, name: str) -> bool:
        """Whether the column held numbers, and neither text nor dates."""
        return self.was(name) == "numbers"

    def kinds(self, rows: Rows | None) -> dict[str, str]:
        """What each column is, in a word or two.

        Parameters
        ----------
        rows : Rows or None
            The roles of the columns.
        """
        roles = dict(rows.roles()) if rows is not None else {}
        return {name: _kind(counts, roles.get(name)) for name, counts in self.columns.items()}

    def copy(self) -> "ColumnsSeen":
        """An independent one."""
        return ColumnsSeen.from_plain(self.to_plain())

    def to_plain(self) -> dict[str, Any]:
        """What a file keeps."""
        columns = [[name, *counts.values()] for name, counts in self.columns.items()]  # files sort the keys of objects
        return {"rows": self.rows, "newest": self.newest, "columns": columns, "too_many": self.too_many}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "ColumnsSeen":
        """What `to_plain` gave.

        Parameters
        ----------
        plain : mapping
            What a file says.

        Raises
        ------
        ValueError, TypeError, KeyError
            If that can't be.
        """
        columns = {
            str(name): dict(zip((*KINDS, GAPS), map(_count, cells), strict=True)) for name, *cells in plain["columns"]
        }
        if len(columns) > MOST:
            raise ValueError("there are too many columns")
        return cls(_count(plain["rows"]), _count(plain["newest"]), columns, bool(plain["too_many"]))


def sorts_in(counts: Counts) -> list[str]:
    """Those of `SORTS` that some cells are.

    Parameters
    ----------
    counts : mapping
        How many cells are of each kind.
    """
    return [sort for sort, kinds in SORTS.items() if any(counts.get(kind) for kind in kinds)]


def _kind(counts: Mapping[str, int], role: str | None) -> str:
    if role in ROLE_KINDS:
        return ROLE_KINDS[role]
    found = [kind for kind in KINDS if counts[kind] and kind != "missing"]
    if found == ["numbers", "categories"] or found == ["numbers", "truths", "categories"]:
        return "number or category"
    return _SINGULAR[max(found or ["missing"], key=lambda kind: counts[kind])]


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise ValueError(f"{value!r} is no count")
    return value
