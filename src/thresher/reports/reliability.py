"""How far stated probabilities can be believed, as one drawing: what came true of what was stated, and over time."""

import math
from collections.abc import Sequence

from ..evaluation.measures.reliability import Point, Reliability
from .chart import Frame, drawing, text, x_axis, y_axis
from .markup import Markup, coordinate, element, join
from .scale import Scale, error_scale
from .wording import count, measure, percent, short_count, tick_percent

SIDE = 340  # of the square in which the curve is drawn
BARS = 50  # of the histogram
OUTSIDE = Frame(height=510)
CURVE = Frame(height=510, left=64, right=OUTSIDE.width - 64 - SIDE, top=52, bottom=510 - 52 - SIDE)
BELOW = Frame(height=510, left=64, right=CURVE.right, top=CURVE.floor + 30, bottom=46)
ABOVE_RIGHT = Frame(height=510, left=510, right=24, top=52, bottom=510 - 228)
BELOW_RIGHT = Frame(height=510, left=510, right=24, top=288, bottom=46)
WHOLE, LATELY = "c0", "c1 d1"


def caption(reliability: Reliability) -> str:
    """What the drawing shows, and how much of it is chance."""
    return (
        "Left: the share of positives among examples that were given about the same probability, with intervals of "
        "95 %; on the diagonal what is stated comes true. Below it: how often each probability was stated. Right: the "
        f"same stream in parts. Of the calibration error about {measure(reliability.chance)} would be there by chance "
        "even if every probability were right, and more of it in the parts, which have fewer examples."
    )


def reliability_chart(reliability: Reliability) -> Markup:
    """Bins with their intervals, the diagonal, a second line for the last quarter; a histogram; losses over time."""
    x = Scale(0.0, 1.0, CURVE.left, CURVE.wall)
    y = Scale(0.0, 1.0, CURVE.floor, CURVE.top)
    lately = reliability.lately()
    whole = lately.examples == reliability.examples
    kinds = [("whole stream", reliability, WHOLE, 0)] + ([] if whole else [("last quarter", lately, LATELY, 1)])
    diagonal = f"M{coordinate(x(0))} {coordinate(y(0))}L{coordinate(x(1))} {coordinate(y(1))}"
    return drawing(
        OUTSIDE,
        "share of positives against stated probability",
        y_axis(y, CURVE, tick_percent),
        _across(x, CURVE),
        element("path", d=diagonal, class_="axis"),
        text("share of positives", CURVE.left - 42, CURVE.top - 13, "caption"),
        *(_curve(part.curve(), look, x, y) for _, part, look, _ in reversed(kinds)),
        *(_key(name, part, look, row) for name, part, look, row in kinds),
        _histogram(reliability.histogram(BARS), x),
        text("stated probability", (x.start + x.stop) / 2, BELOW.floor + 20, "caption middle"),
        _over_time(reliability.over_time()),
        class_="chart",
    )


def _curve(points: Sequence[Point], look: str, x: Scale, y: Scale) -> Markup:
    places = [(coordinate(x(point.stated)), y(point.positive)) for point in points]
    path = "L".join(f"{across} {coordinate(up)}" for across, up in places)
    marks = []
    for point, (across, up) in zip(points, places, strict=True):
        low, high = (coordinate(y(end)) for end in point.interval)
        tip = f"stated {percent(point.stated)}, came true {percent(point.positive)}: {count(point.examples)} examples"
        marks.append(element("path", d=f"M{across} {low}V{high}", class_="leader"))
        marks.append(element("circle", element("title", tip), cx=across, cy=up, r=size(point), class_="dot"))
    return element("g", element("path", d=f"M{path}", class_="line"), *marks, class_=f"{look} thin")


def size(point: Point) -> float:
    """A dot is the smaller the less it says."""
    return min(4.5, 1.5 + math.log10(point.examples))


def _key(name: str, part: Reliability, look: str, row: int) -> Markup:
    left, middle = CURVE.wall - 226, CURVE.top - 35 + 18 * row
    return element(
        "g",
        element("path", d=f"M{coordinate(left)} {coordinate(middle)}h26", class_="line"),
        text(f"{name}: error {measure(part.error)}", left + 34, middle + 4),
        class_=f"name {look} thin",
    )


def _across(x: Scale, frame: Frame) -> Markup:
    parts = []
    for value in x.ticks(6):
        parts.append(element("line", x1=x(value), x2=x(value), y1=frame.top, y2=frame.floor, class_="grid"))
        parts.append(text(tick_percent(value), x(value), frame.floor + 17, "tick middle"))
    return element("g", *parts)


def _histogram(counts: Sequence[int], x: Scale) -> Markup:
    most = max(counts)
    y = Scale(0.0, float(most), BELOW.floor, BELOW.top)
    width = (x.stop - x.start) / len(counts)
    bars = [
        element(
            "rect",
            element("title", f"{percent(i / len(counts))} to {percent((i + 1) / len(counts))}: {count(n)} examples"),
            x=x.start + i * width,
            y=y(n),
            width=width,
            height=BELOW.floor - y(n),
            class_="misses",
        )
        for i, n in enumerate(counts)
        if n
    ]
    base = element("line", x1=x.start, x2=x.stop, y1=BELOW.floor, y2=BELOW.floor, class_="axis")
    return element("g", *bars, base, text(short_count(most), BELOW.left - 8, BELOW.top + 8, "tick end"))


def _over_time(parts: Sequence[Reliability]) -> Markup:
    x = ABOVE_RIGHT.across(parts[-1].last)
    ends = [part.last for part in parts]
    return join(
        [
            _steps("log loss", ABOVE_RIGHT, x, ends, [part.log_loss for part in parts]),
            _steps("calibration error", BELOW_RIGHT, x, ends, [part.error for part in parts]),
            _by_chance(x, [0, *ends], parts),
            x_axis(x, BELOW_RIGHT, "labelled examples", 5),
        ]
    )


def _steps(name: str, frame: Frame, x: Scale, ends: Sequence[int], values: Sequence[float]) -> Markup:
    y = _height(values, frame)
    path = f"M{coordinate(x.start)} {coordinate(y(values[0]))}"
    for end, value in zip(ends, values, strict=True):
        path += f"V{coordinate(y(value))}H{coordinate(x(end))}"
    return element(
        "g",
        y_axis(y, frame, lambda value: f"{value:.4g}", 5),
        element("g", element("path", d=path, class_="line"), class_="c0"),
        text(name, frame.left - 42, frame.top - 13, "caption"),
    )


def _by_chance(x: Scale, bounds: Sequence[int], parts: Sequence[Reliability]) -> Markup:
    """A thin line at what chance alone would make of the error in each part."""
    y = _height([part.error for part in parts], BELOW_RIGHT)
    path = ""
    for start, part in zip(bounds, parts, strict=False):
        at = y(min(part.chance, y.high))
        path += f"{'V' if path else f'M{coordinate(x(start))} '}{coordinate(at)}H{coordinate(x(part.last))}"
    words = text("by chance alone", BELOW_RIGHT.wall, BELOW_RIGHT.top - 13, "end")
    mark = f"M{coordinate(BELOW_RIGHT.wall - 144)} {coordinate(BELOW_RIGHT.top - 17)}h26"
    return element("g", *(element("path", d=d, class_="line") for d in (path, mark)), words, class_="name c6 d2 thin")


def _height(values: Sequence[float], frame: Frame) -> Scale:
    """A scale for losses: unlike an error it may exceed 1."""
    highest = max(values)
    if highest <= 1.0:
        return error_scale(values, frame.floor, frame.top)
    return Scale(0.0, highest, frame.floor, frame.top)
