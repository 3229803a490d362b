"""Line charts as SVG: axes, lines, and their names at the right where they end.

Every drawn line carries its numbers as text (data-x, data-y), so that the page's script can show them under the
pointer; without the script the chart is complete all the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .markup import Markup, coordinate, element, join
from .scale import Scale
from .wording import count, short, short_count

WIDTH = 960
LABEL_HEIGHT = 15  # between the middles of two names
LABEL_WIDTH = 30  # letters
COLOURS = 7
DASHES = 3


@dataclass(frozen=True)
class Line:
    """One line: where it goes and how it looks. Entries of None are gaps.

    Attributes
    ----------
    look : str
        Classes of the style sheet.
    step : bool, default False
        y[i] holds from x[i - 1] to x[i].
    area : bool, default False
        Filled down to 0.
    begin : float, default 0
        Where the first step begins.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float | None]
    look: str
    series: str = ""
    labelled: bool = True
    step: bool = False
    area: bool = False
    begin: float = 0.0


@dataclass(frozen=True)
class Band:
    """What lies between two lines, drawn behind them: low[i] and high[i] hold from x[i - 1] to x[i].

    Attributes
    ----------
    look : str
        Classes of the style sheet.
    """

    name: str
    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    look: str


@dataclass(frozen=True)
class Frame:
    """The outside of a chart and the margins around what is drawn in it."""

    height: float = 300
    width: float = WIDTH
    left: float = 64
    right: float = 150
    top: float = 12
    bottom: float = 40

    @property
    def floor(self) -> float:
        """The y of the lower edge."""
        return self.height - self.bottom

    @property
    def wall(self) -> float:
        """The x of the right edge."""
        return self.width - self.right

    def across(self, last: float) -> Scale:
        """Examples: from 0 at the left to `last` at the right."""
        return Scale(0.0, max(1.0, float(last)), self.left, self.wall)


def beside(names: Sequence[str]) -> float:
    """The right margin that the names at the ends of the lines need."""
    return 34 + 7.4 * max(len(short(name, LABEL_WIDTH)) for name in names)


def look(index: int) -> str:
    """Colour and dash of the index-th of several: no two alike among the first 21.

    Examples
    --------
    >>> look(0), look(8)
    ('c0 d0', 'c1 d1')
    """
    return f"c{index % COLOURS} d{index // COLOURS % DASHES}"


def line_chart(
    lines: Sequence[Line],
    frame: Frame,
    y: Scale,
    *,
    title: str,
    write: Callable[[float], str],
    tick: Callable[[float], str] | None = None,
    across: str = "labelled examples",
    named: bool = True,
    x_ticks: int = 7,
    y_ticks: int = 6,
    bands: Sequence[Band] = (),
) -> Markup:
    """The chart; what is above y.high is drawn at the upper edge.

    Parameters
    ----------
    lines : sequence of Line
        The curves.
    frame : Frame
        Where the chart is on its canvas.
    y : Scale
        The vertical scale, in the frame's places.
    title : str
        Read aloud, and shown as a tip.
    write : callable
        How its numbers are written.
    tick : callable or None, optional
        How beside the axis, if otherwise.
    across : str, default 'labelled examples'
        What the horizontal axis counts.
    named : bool, default True
        Whether the names stand at the right.
    x_ticks : int, default 7
        About how many numbers stand below it.
    y_ticks : int, default 6
        About how many numbers stand at its left.
    bands : sequence of Band, optional
        What is drawn behind the lines.
    """
    places = [line.x for line in lines] + [band.x for band in bands]
    x = frame.across(max((one[-1] for one in places if one), default=1))
    shared = all(one == places[0] for one in places)
    names = names_at_the_end([line for line in lines if line.labelled], x, y, frame) if named else []
    return drawing(
        frame,
        title,
        y_axis(y, frame, tick or write, y_ticks),
        x_axis(x, frame, across, x_ticks),
        join(_between(band, x, y, write, shared=shared) for band in bands),
        join(_drawn(line, x, y, write, shared=shared) for line in lines),
        join(names),
        class_="chart hover",
        data_plot=f"{coordinate(x.start)} {coordinate(x.stop)} {x.low:.0f} {x.high:.0f}",
        data_span=f"{coordinate(frame.top)} {coordinate(frame.floor)}",
        data_unit=across or "labelled examples",
        data_x=_places(lines[0].x) if shared else None,
    )


def drawing(frame: Frame, title: str, *parts: Markup, **attributes: str | None) -> Markup:
    """An svg element of the frame's size that stretches with the page."""
    box = f"0 0 {coordinate(frame.width)} {coordinate(frame.height)}"
    return element("svg", *parts, viewBox=box, role="img", aria_label=title, **attributes)


def text(content: str, x: float, y: float, look: str = "", *, title: str | None = None) -> Markup:
    """Words in a drawing, the full ones in a tooltip where they are shortened."""
    tip = element("title", title) if title is not None and title != content else None
    return element("text", tip, content, x=x, y=y, class_=look or None)


def x_axis(x: Scale, frame: Frame, caption: str, most: int = 7) -> Markup:
    """Whole numbers of examples below the frame."""
    parts = [element("line", x1=frame.left, x2=frame.wall, y1=frame.floor, y2=frame.floor, class_="axis")]
    for value in x.ticks(most):
        if value == round(value):
            at = x(value)
            parts.append(element("line", x1=at, x2=at, y1=frame.floor, y2=frame.floor + 4, class_="axis"))
            parts.append(text(short_count(value), at, frame.floor + 17, "tick middle"))
    if caption:
        parts.append(text(caption, (frame.left + frame.wall) / 2, frame.floor + 34, "caption middle"))
    return element("g", *parts)


def y_axis(y: Scale, frame: Frame, write: Callable[[float], str], most: int = 6) -> Markup:
    """Numbers at the left and a thin line through each."""
    parts = []
    for value in y.ticks(most):
        at = y(value)
        parts.append(
            element("line", x1=frame.left, x2=frame.wall, y1=at, y2=at, class_="axis" if not value else "grid")
        )
        parts.append(text(write(value), frame.left - 8, at + 4, "tick end"))
    return element("g", *parts)


def _drawn(line: Line, x: Scale, y: Scale, write: Callable[[float], str], *, shared: bool) -> Markup:
    kept = [(x(a), y(min(b, y.high))) if b is not None else None for a, b in zip(line.x, line.y, strict=True)]
    path = _steps(kept, x(line.begin)) if line.step else _segments(kept)
    parts = []
    if line.area and path:
        parts.append(
            element(
                "path", d=f"M{_point((x.start, y(0)))}{path.replace('M', 'L', 1)}V{coordinate(y(0))}Z", class_="area"
            )
        )
    parts.append(element("path", d=path, class_="line"))
    if len(kept) == 1 and kept[0] is not None:
        parts.append(element("circle", cx=kept[0][0], cy=kept[0][1], r=3, class_="dot"))
    return element(
        "g",
        *parts,
        class_=f"series {line.look}",
        data_name=line.name,
        data_series=line.series or None,
        data_x=None if shared else _places(line.x),
        data_y="|".join("" if b is None else write(b) for b in line.y),
    )


def _between(band: Band, x: Scale, y: Scale, write: Callable[[float], str], *, shared: bool) -> Markup:
    there = _steps([(x(a), y(min(b, y.high))) for a, b in zip(band.x, band.high, strict=True)], x.start)
    starts = [x.start, *map(x, band.x)]
    back = "".join(
        f"V{coordinate(y(min(low, y.high)))}H{coordinate(start)}"
        for start, low in zip(reversed(starts[:-1]), reversed(band.low), strict=True)
    )
    return element(
        "g",
        element("path", d=f"{there}{back}Z", class_="area") if there else None,
        class_=f"series {band.look}",
        data_name=band.name,
        data_x=None if shared else _places(band.x),
        data_y="|".join(f"{write(a)} to {write(b)}" for a, b in zip(band.low, band.high, strict=True)),
    )


def _places(x: Sequence[float]) -> str:
    return "|".join(count(a) for a in x)


def _segments(points: Sequence[tuple[float, float] | None]) -> str:
    path, drawing = [], False
    for point in points:
        if point is not None:
            path.append(("L" if drawing else "M") + _point(point))
        drawing = point is not None
    return "".join(path)


def _steps(points: Sequence[tuple[float, float] | None], start: float) -> str:
    path = ""
    for point in points:
        if point is not None:
            path += f"V{coordinate(point[1])}" if path else f"M{_point((start, point[1]))}"
            path += f"H{coordinate(point[0])}"
    return path


def _point(point: tuple[float, float]) -> str:
    return f"{coordinate(point[0])} {coordinate(point[1])}"


def names_at_the_end(lines: Sequence[Line], x: Scale, y: Scale, frame: Frame) -> list[Markup]:
    """Each name where its line ends, moved up or down so that none covers another."""
    ends = []
    for line in lines:
        last = next(((a, b) for a, b in zip(reversed(line.x), reversed(line.y), strict=True) if b is not None), None)
        if last is not None:
            ends.append((y(min(last[1], y.high)), x(last[0]), line))
    ends.sort(key=lambda end: end[0])
    places = spread([end[0] for end in ends], LABEL_HEIGHT, frame.top + 4, frame.floor)
    parts = []
    edge = frame.wall
    for (height, at, line), place in zip(ends, places, strict=True):
        corners = [(at + 3, height), (edge + 4, height), (edge + 12, place), (edge + 20, place)]
        leader = "M" + "L".join(map(_point, corners))
        words = text(short(line.name, LABEL_WIDTH), edge + 24, place + 4, title=line.name)
        mark = element("path", d=leader, class_="leader")
        parts.append(element("g", mark, words, class_=f"name {line.look}", data_series=line.series or None))
    return parts


def spread(wanted: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places in order, near the wanted ones (which are in order too) and `distance` apart, within low..high.

    Where there are too many for that they stand closer.

    Examples
    --------
    >>> spread([10, 11, 50], 15, 0, 100)
    [10, 25, 50]
    >>> spread([95, 99, 100], 15, 0, 100)
    [70, 85, 100]
    """
    if len(wanted) > 1:
        distance = min(distance, (high - low) / (len(wanted) - 1))
    places: list[float] = []
    for place in wanted:
        places.append(max(place, low if not places else places[-1] + distance))
    ceiling = high
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - distance
    return places
