"""Bars to the left and right of 0: the weights a run ended with."""

from collections.abc import Sequence

from ..protocols import Attribute
from .chart import Frame, drawing, text
from .markup import Markup, element
from .scale import weight_scale
from .wording import full, number, short

ROW = 22
THICKNESS = 13
NAME_WIDTH = 28  # letters


def weight_bars(weights: Sequence[tuple[Attribute, float]], title: str = "largest weights at the end") -> Markup:
    """One row for each attribute, in the order given; the sign is a direction and a colour."""
    frame = Frame(height=ROW * len(weights) + 8, left=210, right=80, top=4, bottom=4)
    values = [weight for _, weight in weights]
    left = frame.left + (70 if min(values) < 0 else 0)
    x = weight_scale(values, left, frame.wall)
    zero = x(0)
    rows = []
    for index, (attribute, weight) in enumerate(weights):
        middle = frame.top + ROW * (index + 0.5)
        end = x(weight)
        rows.append(
            element(
                "g",
                element("title", f"{full(attribute)}: {number(weight)}"),
                text(short(attribute, NAME_WIDTH), frame.left - 10, middle + 4, "end label"),
                element(
                    "rect",
                    x=min(zero, end),
                    y=middle - THICKNESS / 2,
                    width=max(abs(end - zero), 0.75),
                    height=THICKNESS,
                    class_="positive" if weight > 0 else "negative",
                ),
                text(
                    number(weight),
                    end + (6 if weight > 0 else -6),
                    middle + 4,
                    "value" if weight > 0 else "value end",
                ),
            )
        )
    axis = element("line", x1=zero, x2=zero, y1=frame.top, y2=frame.floor, class_="axis")
    return drawing(frame, title, *rows, axis, class_="chart bars")
