"""The columns of a frame of any library: what their cells are, told from types where those say it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .cell_kinds import KINDS, kind_of
from .columns_seen import ColumnsSeen, Counts
from .first_rows import LOOKED_AT


def can_be_looked_at(X: Any) -> bool:
    """Whether it is a frame of pandas or polars, or a table of Arrow: others may give their rows only once.

    Parameters
    ----------
    X : frame
        The rows.
    """
    if hasattr(X, "column_names"):
        return hasattr(X, "column")
    return hasattr(X, "columns") and (hasattr(X, "iloc") or hasattr(X, "get_column"))


def counts_in_frame(X: Any, missing: Collection[str], seen: ColumnsSeen) -> dict[str, Counts]:
    """What the cells of each column are: by its type, or by looking at them.

    Parameters
    ----------
    X : frame
        The rows.
    missing : collection of str
        Words for a cell that is empty.
    seen : ColumnsSeen
        The columns as they were: one of numbers is looked at to its end.
    """
    rows = len(X)
    counts: dict[str, Counts] = {}
    for name, column in _columns(X):
        kind = _kind_by_type(column)
        if kind is not None and not (kind == "numbers" and seen.was(name) == "text"):  # all may be NaN
            counts[name] = {kind: rows}
            continue
        found = dict.fromkeys(KINDS, 0)
        for cell in _cells(column, rows if seen.is_number(name) else LOOKED_AT):
            found[kind_of(cell, missing)] += 1
        found["missing"] += max(0, rows - sum(found.values()))
        counts[name] = found
    return counts


def first_text(X: Any, name: str, missing: Collection[str]) -> str:
    """The first cell of a column that is a text and no number.

    Parameters
    ----------
    X : frame
        The rows.
    name : str
        The column.
    missing : collection of str
        Words for a cell that is empty.
    """
    cells = next(_cells(column, len(X)) for known, column in _columns(X) if known == name)
    return next((str(cell).strip() for cell in cells if kind_of(cell, missing) == "categories"), "")


def first_cells(X: Any, roles: Collection[str]) -> Iterator[tuple[str, list[Any]]]:
    """The columns that have no role, with their cells in the first rows.

    Parameters
    ----------
    X : frame
        The rows.
    roles : collection of str
        The columns that have one.
    """
    return ((name, _cells(column, LOOKED_AT)) for name, column in _columns(X) if name not in roles)


def first_of(labels: Any) -> list[Any]:
    """The first of the labels that are given beside a frame, as Python's own.

    Parameters
    ----------
    labels : list, array, column or None
        The labels; of what has no order none are looked at.
    """
    if not hasattr(labels, "__getitem__") or isinstance(labels, (str, bytes, Mapping)):
        return []
    part = getattr(labels, "iloc", labels)[:LOOKED_AT]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(part, method):
            return list(getattr(part, method)())
    return list(part)


def _columns(X: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(X, "column_names"):
        return ((str(name), X.column(i)) for i, name in enumerate(X.column_names))
    if hasattr(X, "get_column"):
        return ((str(name), X.get_column(name)) for name in X.columns)
    return ((str(name), X.iloc[:, i]) for i, name in enumerate(X.columns))


def _kind_by_type(column: Any) -> str | None:
    """Of numbers and truths the type says it."""
    kind = str(getattr(column, "dtype", getattr(column, "type", ""))).lower()
    if kind.startswith(("int", "uint", "float", "double", "halffloat")) and not kind.startswith("interval"):
        return "numbers"
    return "truths" if kind in ("bool", "boolean") else None


def _cells(column: Any, most: int) -> list[Any]:
    if hasattr(column, "to_pylist"):  # Arrow's
        return list(column.slice(0, most).to_pylist())
    part = column[:most]
    return list(part.to_list())
