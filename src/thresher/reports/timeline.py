"""A concept sequence as a drawing: one row for each attribute, a bar for each stretch of weight."""

from ..protocols import Attribute
from ..theory.concepts import ConceptSequence, Stretch
from .chart import Frame, drawing, text, x_axis
from .markup import Markup, element
from .scale import Scale
from .wording import count, full, number, short

ROW = 18
GAP = 3
MOST_ROWS = 40
LIGHTEST = 0.25


def timeline(sequence: ConceptSequence, trials: int) -> Markup:
    """Attributes in the order in which they first mattered; of very many, those with the most weight and time."""
    rows = _rows(sequence)
    frame = Frame(height=ROW * len(rows) + 58, left=190, right=84, top=14, bottom=44)
    x = frame.across(trials)
    heaviest = max(stretch.weight for stretches in rows.values() for stretch in stretches)
    parts = [_row(i, attribute, stretches, x, heaviest, frame) for i, (attribute, stretches) in enumerate(rows.items())]
    title = text("largest", frame.wall + 10, frame.top - 4, "caption")
    words = "attributes that mattered, and when"
    return drawing(frame, words, *parts, title, x_axis(x, frame, "examples"), class_="chart timeline")


def _rows(sequence: ConceptSequence) -> dict[Attribute, list[Stretch]]:
    rows: dict[Attribute, list[Stretch]] = {}
    for stretch in sequence.stretches:
        rows.setdefault(stretch.attribute, []).append(stretch)
    share = {a: sum(s.weight * (s.last - s.first) for s in stretches) for a, stretches in rows.items()}
    kept = set(sorted(rows, key=lambda a: -share[a])[:MOST_ROWS])
    return {a: stretches for a, stretches in rows.items() if a in kept}


def _row(index: int, attribute: Attribute, stretches: list[Stretch], x: Scale, heaviest: float, frame: Frame) -> Markup:
    top = frame.top + ROW * index
    largest = max(stretch.weight for stretch in stretches)
    bars = [
        element(
            "rect",
            element(
                "title", f"{full(attribute)}: {number(s.weight)} in examples {count(s.first + 1)} to {count(s.last)}"
            ),
            x=x(s.first),
            y=top + GAP,
            width=max(x(s.last) - x(s.first), 1.0),
            height=ROW - 2 * GAP,
            class_="spell",
            fill_opacity=LIGHTEST + (1 - LIGHTEST) * s.weight / heaviest,
        )
        for s in stretches
    ]
    middle = top + ROW / 2
    return element(
        "g",
        element("path", d=f"M{x.start:.1f} {middle:.1f}H{x.stop:.1f}", class_="grid"),
        text(short(attribute, 25), frame.left - 10, top + 13, "end label"),
        *bars,
        text(number(largest), frame.wall + 10, top + 13, "value"),
    )
