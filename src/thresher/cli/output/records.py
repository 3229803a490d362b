"""A record on the screen: rows, and a table for what is nested."""

from typing import Any


def print_record(record: dict[str, Any]) -> None:
    """The record as rows; what is nested as a table of its own."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = Console(highlight=False)
    head = Table.grid(padding=(0, 2))
    for key, value in record.items():
        if not isinstance(value, dict):
            head.add_row(key.replace("_", " "), Text(_text(value)))
    out.print(head)
    for key, value in record.items():
        if isinstance(value, dict) and value:
            out.print(_table(key.replace("_", " "), value))


def _table(title: str, rows: dict[Any, Any]) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=title, title_justify="left", box=box.SIMPLE, show_header=False, pad_edge=False, min_width=len(title)
    )
    numbers = all(isinstance(value, (int, float, list)) for value in rows.values())
    table.add_column(overflow="fold")
    table.add_column(justify="right" if numbers else "left", overflow="fold")
    for key, value in rows.items():
        table.add_row(Text(str(key)), Text(" -> ".join(map(_text, value)) if isinstance(value, list) else _text(value)))
    return table


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if isinstance(value, float):
        return f"{value:.6g}"
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
