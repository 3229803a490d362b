"""Which attributes came and went: one row for each, colour for its weight through time, the error above."""

from collections.abc import Sequence
from itertools import groupby

from ..protocols import Attribute
from .chart import Frame, drawing, text, x_axis
from .markup import Markup, coordinate, element, join
from .scale import Scale, error_scale, weight_scale
from .series import Traces, Windows, starts
from .wording import count, full, number, short, tick_percent

ROW = 18
GAP = 2  # between rows
SHADES = 16
ERROR_HEIGHT = 44
KEY_HEIGHT = 46


def heat_strip(kept: Traces, error: Windows | None) -> Markup:
    """The rows in the order given, with the error in each window above them where it has the same time axis."""
    above = ERROR_HEIGHT + 12 if error is not None else 0
    rows = ROW * len(kept.weights)
    frame = Frame(height=above + rows + 44 + KEY_HEIGHT, left=190, right=84, top=above + 4, bottom=40 + KEY_HEIGHT)
    last = max(kept.examples[-1], error.ends[-1] if error is not None else 0)
    x = frame.across(last)
    shade = weight_scale(kept.values(), -SHADES, SHADES, symmetric=True)
    parts = [_row(i, a, line, kept.examples, x, shade, frame) for i, (a, line) in enumerate(kept.weights.items())]
    if error is not None:
        parts.insert(0, _errors(error, x, frame))
    parts.append(text("at the end", frame.wall + 10, frame.top - 6 if above else frame.top - 2, "caption"))
    return drawing(
        frame,
        "weights through time, by attribute",
        *parts,
        x_axis(x, frame, "examples"),
        _key(shade, frame, both_signs=min(kept.values()) < 0),
        class_="chart hover strip",
        data_plot=f"{coordinate(x.start)} {coordinate(x.stop)} {x.low:.0f} {x.high:.0f}",
        data_span=f"{coordinate(4)} {coordinate(frame.floor)}",
        data_x="|".join(count(at) for at in kept.examples),
        data_unit="examples",
    )


def _row(
    index: int,
    attribute: Attribute,
    weights: Sequence[float | None],
    examples: Sequence[int],
    x: Scale,
    shade: Scale,
    frame: Frame,
) -> Markup:
    top = frame.top + ROW * index
    peak = max((w for w in weights if w is not None), key=abs)
    tip = f"{full(attribute)}: largest {number(peak)}, at the end {number(weights[-1])}"
    levels = [None if w is None else round(shade(w)) for w in weights]
    spans = list(zip(starts(examples), examples, strict=True))
    return element(
        "g",
        element("title", tip),
        element("rect", x=x.start, y=top, width=x.stop - x.start, height=ROW - GAP, class_="unknown"),
        text(short(attribute, 25), frame.left - 10, top + 12, "end label"),
        _cells(levels, spans, x, top),
        text(number(weights[-1]), frame.wall + 10, top + 12, "value"),
        data_name=full(attribute),
        data_y="|".join("" if w is None else number(w) for w in weights),
    )


def _cells(levels: Sequence[int | None], spans: Sequence[tuple[int, int]], x: Scale, top: float) -> Markup:
    """All stretches of one shade as one path; 0 lies below all others, which are more or less transparent."""
    known = _stretches([None if level is None else 0 for level in levels], spans, x, top)
    shades = _stretches([level or None for level in levels], spans, x, top)
    return join(_shaded("path", level, d=path) for level, path in (known | shades).items())


def _stretches(levels: Sequence[int | None], spans: Sequence[tuple[int, int]], x: Scale, top: float) -> dict[int, str]:
    paths: dict[int, str] = {}
    at = 0
    for level, group in groupby(levels):
        first, at = at, at + len(list(group))
        if level is not None:
            left, right = coordinate(x(spans[first][0])), coordinate(x(spans[at - 1][1]))
            paths[level] = paths.get(level, "") + f"M{left} {coordinate(top)}H{right}v{ROW - GAP}H{left}z"
    return paths


def _shaded(name: str, level: int, **attributes: str | float) -> Markup:
    if level == 0:
        return element(name, class_="none", **attributes)
    sign = "positive" if level > 0 else "negative"
    return element(name, class_=sign, fill_opacity=abs(level) / SHADES, **attributes)


def _errors(error: Windows, x: Scale, frame: Frame) -> Markup:
    floor = frame.top - 12
    y = error_scale(error.window_errors, floor, floor - ERROR_HEIGHT + 6)
    path = f"M{coordinate(x.start)} {coordinate(floor)}"
    for end, share in zip(error.ends, error.window_errors, strict=True):
        path += f"V{coordinate(y(share))}H{coordinate(x(end))}"
    path += f"V{coordinate(floor)}Z"
    most = text(tick_percent(y.high), frame.left - 10, y(y.high) + 8, "tick end")
    words = text("error in a window", frame.left - 10, floor, "label end")
    return element("g", element("path", d=path, class_="misses"), most, words)


def _key(shade: Scale, frame: Frame, *, both_signs: bool) -> Markup:
    """What the colours mean: every shade in a row, with the weights at both ends and at 0."""
    left, width, top = frame.left, 10.0, frame.height - KEY_HEIGHT + 12
    levels = range(-SHADES if both_signs else 0, SHADES + 1)
    right = left + width * len(levels)
    below = element("rect", x=left, y=top, width=right - left, height=10, class_="none")
    boxes = [_shaded("rect", n, x=left + width * i, y=top, width=width, height=10) for i, n in enumerate(levels)]
    zero = left + width * (levels.index(0) + 0.5)
    ends = [(left, shade.low), (zero, 0.0), (right, shade.high)] if both_signs else [(left, 0.0), (right, shade.high)]
    return element(
        "g",
        below,
        *boxes,
        *(text(number(value), place, top + 24, "tick middle") for place, value in ends),
        text("weight" if shade.unit is None else "weight (logarithmic)", right + 12, top + 9, "caption"),
        element("rect", x=frame.wall - 106, y=top, width=24, height=10, class_="unknown"),
        text("not watched", frame.wall, top + 9, "caption end"),
    )
