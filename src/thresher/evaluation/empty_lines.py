"""Lines that hold nothing: no examples and no errors. Where every line is answered, these are too."""

from collections.abc import Sequence
from typing import Any

from ..streams import Block, Position, Trouble

_LINE_BY_LINE = ("svmlight", "vw", "snow", "json", "text")  # in CSV a row may take several lines


class EmptyLine(Trouble):
    """An empty line, or a comment."""


def lines_to_answer(stream: Any, block: Block) -> Sequence[Trouble]:
    """The lines of a block that are no examples, in order, the empty ones among them."""
    native = block.native
    if getattr(stream, "found_format", "") not in _LINE_BY_LINE or not native.lines:
        return block.troubles
    first, last = native.lines_before + 1, native.lines_before + native.lines
    taken = [native.line(row) for row in range(len(block))]
    if len(taken) + len(block.troubles) >= native.lines:
        return block.troubles
    known = {*taken, *(trouble.line for trouble in block.troubles)}
    found: list[Trouble] = list(block.troubles)
    row = 0
    for line in range(first, last + 1):
        while row < len(taken) and taken[row] < line:
            row += 1
        if line not in known:
            found.append(EmptyLine(row, line, 1, "the line holds no example", "", b"", Position()))
    return sorted(found, key=lambda trouble: trouble.line)
