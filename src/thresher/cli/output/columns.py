"""What is said of columns: while predicting, at the end of a run, and of a model."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...data.column_notes import MANY
from .words import some

if TYPE_CHECKING:
    from ...data import ColumnNote, RowReader
    from ...evaluation.table_columns import TableColumns

WHAT = {"gone": "gone", "new": "new", "renamed": "gone", "turned": "{1}, not {0}"}
"""What was said of a column, in a word or two. That values are all different is not counted."""


def watched(model: Any, sources: Iterable[Any], said: Iterable[tuple[str, str]]) -> "TableColumns":
    """Who looks at the columns of files that a model predicts. said: roles of columns that were said this time."""
    from ...evaluation.table_columns import TableColumns

    reader: RowReader | None = getattr(model, "row_reader", None)
    for source in sources:
        if reader is not None and source.rows is not None:
            reader.take(source.columns)  # with what was said this time
    new = [(name, role) for name, role in said if reader is None or name not in reader.seen.columns]
    return TableColumns([reader], learning=False, said=new)


def column_lines(notes: "Sequence[ColumnNote]") -> list[str]:
    """How many rows each concerned, in one line."""
    said = [(note, WHAT[note.what].format(*note.turned)) for note in notes if note.what in WHAT]
    counted = [f"{_named(note.column)} {what} in {some(note.rows, 'row')}" for note, what in said]
    return [f"columns: {'; '.join(counted)}"] if counted else []


def _named(column: str) -> str:
    return "many columns" if column == MANY else column


def column_records(notes: "Sequence[ColumnNote]") -> list[dict[str, Any]]:
    """What was said, for JSON."""
    return [{"column": note.column, "what": note.what, "rows": note.rows, "message": note.message} for note in notes]


def columns_of(model: Any) -> dict[str, str] | None:
    """The columns that a model learned from: what each is, and its role."""
    reader: RowReader | None = getattr(model, "row_reader", None)
    if reader is None or reader.is_idle:
        return None
    kinds = reader.seen.kinds(reader.rows)
    roles = {name: role for name, role in reader.roles.items() if name not in kinds}
    shown = {name: _shown(kind, reader.roles.get(name)) for name, kind in kinds.items()}
    return shown | {name: f"({role})" for name, role in roles.items()}


def _shown(kind: str, role: str | None) -> str:
    return kind if role is None else f"{kind} ({role})"
