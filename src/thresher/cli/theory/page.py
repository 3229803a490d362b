"""A page of text, equations and lists on standard output: as wide as the terminal, always the same in a pipe."""

import io
from collections.abc import Iterable, Sequence

import click
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_IN_A_PIPE = 100  # columns


class Page:
    """Blocks with an empty line between them."""

    def __init__(self) -> None:
        self._blocks: list[RenderableType] = []

    def add(self, *blocks: RenderableType) -> None:
        """Blocks that stand together."""
        self._blocks += [*([""] if self._blocks else []), *blocks]

    def print(self) -> None:
        """All of it. In a pipe without spaces at the ends of lines."""
        out = Console(highlight=False)
        if out.is_terminal:
            self._print(out)
            return
        text = io.StringIO()
        self._print(Console(file=text, highlight=False, width=_IN_A_PIPE))
        click.echo("\n".join(line.rstrip() for line in text.getvalue().splitlines()))

    def _print(self, out: Console) -> None:
        for block in self._blocks:
            out.print(block, soft_wrap=isinstance(block, Text) and block.no_wrap)


def to_paste(line: str) -> Text:
    """A line that is never broken: who copies it gets all of it."""
    return Text(f"  {line}", style="green", no_wrap=True)


def equations(rows: Iterable[tuple[str, str, str]]) -> RenderableType:
    """Left side, sign and right side, each below the other; a long formula goes on under its beginning."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for left, sign, right in rows:
        table.add_row(Text(left), Text(sign), Text(right.replace("**", "^")))
    return indented(table)


def columns(rows: Iterable[Sequence[str]], *, styles: Sequence[str] = (), gap: int = 2) -> RenderableType:
    """Cells below each other; only the last one is wrapped."""
    rows = list(rows)
    table = Table.grid(padding=(0, gap))
    for column, _ in enumerate(rows[0]):
        style = styles[column] if column < len(styles) else ""
        table.add_column(no_wrap=column < len(rows[0]) - 1, style=style)
    for row in rows:
        table.add_row(*map(Text, row))
    return indented(table)


def bullets(items: Iterable[str]) -> RenderableType:
    """One item after the other."""
    return columns([("-", item) for item in items], gap=1)


def indented(block: RenderableType) -> Padding:
    """Two columns further in."""
    return Padding(block, (0, 0, 0, 2))
