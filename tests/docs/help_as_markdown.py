"""What click writes as help for a terminal, written as Markdown: headings, tables, code."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click


class MarkdownFormatter(click.HelpFormatter):
    """Takes the place of click's formatter; `pieces` holds paragraphs, `sections` tables by their headings."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.sections: dict[str, str] = {}
        self._heading = ""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.pieces.append(f"```text\n{prog} {args}\n```")

    def write_text(self, text: str) -> None:
        # A paragraph behind \b is kept as it is: an example to type. Click has already cut the help into paragraphs.
        for part in re.split(r"\n\s*\n", text):
            before, _, example = part.partition("Example:\n") if "Example:\n" in part else (part, "", "")
            if words := _plain(before):
                self.pieces.append(words)
            if example:
                lines = "\n".join(line.strip() for line in example.strip("\n").splitlines())
                self.pieces.append(f"```bash\n{lines}\n```")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self._heading = name
        yield

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        lines = [f"| `{_cell(first)}` | {_cell(_no_link(_plain(second)))} |" for first, second in rows]
        self.sections[self._heading] = "\n".join([f"| {self._heading} | meaning |", "|---|---|", *lines])

    def write_paragraph(self) -> None: ...

    def markdown(self) -> str:
        """All of it: words and usage, then the tables, with the example last."""
        example = [piece for piece in self.pieces if piece.startswith("```bash")]
        words = [piece for piece in self.pieces if piece not in example]
        return "\n\n".join([*words, *self.sections.values(), *example])


def help_of(command: click.Command, path: Sequence[str]) -> str:
    """The help of a command, as Markdown."""
    context: click.Context | None = None
    for name in path[:-1]:
        context = click.Context(click.Group(name), info_name=name, parent=context)
    formatter = MarkdownFormatter()
    command.format_help(click.Context(command, info_name=path[-1], parent=context), formatter)
    return formatter.markdown()


def _plain(text: str) -> str:
    return " ".join(text.replace("\b", "").split())


def _no_link(text: str) -> str:
    """Brackets that stand for themselves; those in code do so already."""
    return re.sub(r"(`[^`]*`)|\[", lambda found: found[1] or r"\[", text)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
