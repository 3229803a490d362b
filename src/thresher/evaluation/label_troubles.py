"""What is said of a label that can't be learned."""

from ..streams.block import Block, Trouble
from .contestant import Contestant
from .many import REGRESSION


def bad_label(contestant: Contestant, block: Block, row: int, wrong: str) -> Trouble:
    """The line, what is wrong with its label, and what could be done. wrong: what is known of that, and a hint."""
    message, _, hint = wrong.partition("\n")
    label = block.labels[row]
    if not wrong:
        shown = f"{label:g}" if isinstance(label, float) else repr(label)
        message, hint = f"the label {shown} is neither yes nor no", _hint(contestant, label)
    return Trouble(row, block.native.line(row), 1, message, hint, block.text(row), block.before(row))


def _hint(contestant: Contestant, label: object) -> str:
    pair = contestant.labels.pair
    if pair is not None:
        return f"the labels are {pair[0]!r} (negative) and {pair[1]!r} (positive)"
    if isinstance(label, float) and not label.is_integer():
        return REGRESSION
    if contestant.narrow:
        return f"{contestant.narrow}; two labels are named by --labels NEGATIVE,POSITIVE"
    return (
        "labels are 1 (positive), 0 or -1 (negative); for two others say --labels NEGATIVE,POSITIVE, for many classes "
        "--classes any"
    )
