"""Lines that hold nothing: no examples and no errors. Where every line is answered, these are too."""

from collections.abc import Sequence
from typing import Any

from ..streams import Block, Position, Trouble

_LINE_BY_LINE = ("svmlight", "vw", "snow", "json", "text")


class EmptyLine(Trouble):
    """An empty line, or a comment."""


def lines_to_answer(stream: Any, block: Block) -> Sequence[Trouble]:
    """The lines of a block that are no examples, in order, the empty ones among them."""
    empty = _empty(getattr(stream, "found_format", ""), block)
    if not empty:
        return block.troubles
    found: list[Trouble] = list(block.troubles)
    row = 0
    for line in empty:
        while row < len(block) and block.native.line(row) < line:
            row += 1
        found.append(EmptyLine(row, line, 1, "the line holds no example", "", b"", Position()))
    return sorted(found, key=lambda trouble: trouble.line)


def _empty(format: str, block: Block) -> Sequence[int]:
    """The numbers of the lines of a block that hold nothing."""
    native = block.native
    if format == "csv":  # a row may take several lines
        return native.empty_lines
    if format not in _LINE_BY_LINE or len(block) + len(block.troubles) >= native.lines:
        return ()
    known = {*map(native.line, range(len(block))), *(trouble.line for trouble in block.troubles)}
    before = native.lines_before
    return [line for line in range(before + 1, before + native.lines + 1) if line not in known]
