"""What comes of each threshold, as one drawing: precision against recall, and what is found for so many alerts."""

from collections.abc import Callable, Sequence

from ..evaluation import Costs, Decision, Decisions, Run
from .chart import Frame, drawing, text, y_axis
from .markup import Markup, coordinate, element, join
from .scale import Scale, error_scale
from .tables import table
from .wording import NOTHING, measure, number, percent, short, short_count, tick_percent

SIDE = 340  # of the square in which precision stands against recall
TOP, ROW = 52, 18
LEAST_ALERTS = 0.1  # per thousand: below, the axis is no longer logarithmic
MOST_ALERTS = 1000.0
NAME_WIDTH = 34
SETTLED = 0.02  # of the positives: before so many are found, precision is mostly chance


class Shape:
    """Where the two charts are; above them stands what their lines are, one a row, and once for both."""

    def __init__(self, curves: int) -> None:
        top = TOP + ROW * curves
        height = top + SIDE + 60
        self.outside = Frame(height=height)
        self.left = Frame(height=height, left=64, right=self.outside.width - 64 - SIDE, top=top, bottom=60)
        self.right = Frame(height=height, left=510, right=24, top=top, bottom=60)


def decision_chart(curves: Sequence[tuple[str, Decisions, str]]) -> Markup:
    """A curve for each: its name, what was decided, its colour."""
    shape = Shape(len(curves))
    left, right = shape.left, shape.right
    recall = Scale(0.0, 1.0, left.left, left.wall)
    precision = error_scale([high for _, one, _ in curves for high in _settled(one)], left.floor, left.top)
    alerts = Scale(0.0, MOST_ALERTS, right.left, right.wall, LEAST_ALERTS)
    found = Scale(0.0, 1.0, right.floor, right.top)
    return drawing(
        shape.outside,
        "precision against recall, and recall against alerts",
        y_axis(precision, left, tick_percent),
        y_axis(found, right, tick_percent),
        _below(recall, left, "recall: share of the positives that are found", tick_percent),
        _below(alerts, right, "alerts per 1,000 examples", _few),
        text("precision: share of the alerts that are positive", left.left - 42, left.top - 13, "caption"),
        text("recall", right.left - 42, right.top - 13, "caption"),
        _base_rate(curves[0][1], precision, left),
        _at_random(alerts, found),
        *(_curve(one, name, look, recall, precision) for name, one, look in reversed(curves)),
        *(_found(one, look, alerts, found) for _, one, look in reversed(curves)),
        *(
            _key(_reached(name, one), look, row, left, name)
            for row, (name, one, look) in enumerate(reversed(curves), 1)
        ),
        _key(f"drawn at random: base rate {percent(curves[0][1].base_rate)}", "c6 d2", 0, left),
        class_="chart",
    )


def caption(decisions: Decisions) -> str:
    """What the drawing shows."""
    by = "probability" if decisions.by == "probability" else "score"
    dots = " Dots are at the thresholds of the table." if decisions.table() else ""
    return (
        f"An alert is an example whose {by} is at least the threshold; each point of a line is a threshold. Left: the "
        "higher the line the better; its mean height is the average precision, and examples drawn at random would be "
        "at the base rate. What the very first alerts come to is chance, and may be above the upper edge."
        f"{dots} Right: the share of the positives that so many alerts find, the dashed line if alerts were drawn at "
        "random."
    )


def threshold_table(run: Run) -> Markup:
    """Round thresholds and shares of the highest ones, with what each comes to."""
    return Markup("") if run.decisions is None else thresholds_of(run.decisions, run.progress.costs)


def thresholds_of(decisions: Decisions, costs: Costs | None = None) -> Markup:
    """The same of what was decided."""
    named = [(f"{row.threshold:g}", row) for row in decisions.table()]
    if costs is not None and decisions.by == "probability":
        named.append((f"{costs.threshold:.4g}, by the costs", decisions.at(costs.threshold)))
        named.sort(key=lambda pair: -pair[1].threshold)
    named += [(f"highest {tick_percent(share)}", row) for share, row in decisions.tops().items()]
    first = "threshold" if decisions.table() else "of the examples"
    heads = [first, "alerts per 1,000", "precision", "recall", "false alarms for each hit"]
    heads += ["cost per 1,000"] if costs is not None else []
    return table(heads, [_row(name, row, costs) for name, row in named], class_="thresholds")


def cost_note(run: Run) -> Markup:
    """What mistakes cost, where that was said."""
    tally = run.progress
    if tally.costs is None or tally.cost is None or tally.decisions is None:
        return Markup("")
    stated = f"A false positive costs {number(tally.costs.false_positive)}, a false negative "
    stated += f"{number(tally.costs.false_negative)}."
    never = number(tally.costs.of(0, tally.positives))
    if tally.decisions.by != "probability":
        words = f"{stated} The answers of this run cost {number(tally.cost)}; without any alert it would be {never}."
        return element("p", words, class_="note")
    cheapest = tally.decisions.best_for(tally.costs)
    words = (
        f"{stated} If probabilities are right the best threshold is {tally.costs.threshold:.4g}: it would have cost "
        f"{number(tally.cost)} in this run. The cheapest, {cheapest.threshold:.4g}, would have cost "
        f"{number(cheapest.cost(tally.costs))}, and no alert at all {never}."
    )
    return element("p", words, class_="note")


def _row(name: str, row: Decision, costs: Costs | None) -> list[str]:
    false = row.alerts - row.hits
    cells = [
        name,
        number(row.alerts_per_thousand),
        NOTHING if row.precision is None else percent(row.precision),
        NOTHING if row.recall is None else percent(row.recall),
        number(false / row.hits) if row.hits else NOTHING,
    ]
    return cells + ([number(1000 * row.cost(costs) / row.examples)] if costs is not None else [])


def _curve(decisions: Decisions, name: str, look: str, x: Scale, y: Scale) -> Markup:
    """A step for each threshold: its area is the average precision."""
    path = ""
    for point in decisions.curve():
        up, across = coordinate(y(min(point.precision or 0.0, y.high))), coordinate(x(point.recall or 0.0))
        path += f"V{up}H{across}" if path else f"M{coordinate(x(0))} {up}H{across}"
    dots = [
        element("circle", element("title", _tip(name, row)), cx=x(row.recall), cy=y(row.precision), r=3.2)
        for row in decisions.table()
        if row.recall and row.precision and row.precision <= y.high
    ]
    line = element("path", d=path, class_="line")
    return element("g", line, element("g", *dots, class_="dot"), class_=f"{look} thin")


def _settled(decisions: Decisions) -> list[float]:
    """Precisions, but for those of the very first alerts, which are chance."""
    kept = [row.precision or 0.0 for row in decisions.curve() if (row.recall or 0.0) >= SETTLED]
    return [*kept, decisions.base_rate]


def _found(decisions: Decisions, look: str, x: Scale, y: Scale) -> Markup:
    points = [(0.0, 0.0), *((row.alerts_per_thousand, row.recall or 0.0) for row in decisions.curve())]
    path = "L".join(f"{coordinate(x(across))} {coordinate(y(up))}" for across, up in points)
    return element("g", element("path", d=f"M{path}", class_="line"), class_=f"{look} thin")


def _at_random(x: Scale, y: Scale) -> Markup:
    """Who draws alerts finds as large a share as is drawn."""
    shares = [0.0, *(10 ** (power / 8) / 1000 for power in range(-8, 25))]
    path = "L".join(f"{coordinate(x(1000 * share))} {coordinate(y(share))}" for share in shares)
    return element("g", element("path", d=f"M{path}", class_="line"), class_="c6 d2 thin")


def _base_rate(decisions: Decisions, y: Scale, frame: Frame) -> Markup:
    at = y(decisions.base_rate)
    line = element("path", d=f"M{coordinate(frame.left)} {coordinate(at)}H{coordinate(frame.wall)}", class_="line")
    return element("g", line, class_="c6 d2 thin")


def _reached(name: str, decisions: Decisions) -> str:
    words = f"average precision {measure(decisions.average_precision)}"
    return f"{short(name, NAME_WIDTH)}: {words}" if name else words


def _key(words: str, look: str, row: int, frame: Frame, name: str = "") -> Markup:
    """What a line is, so many rows above the first one that stands over the charts."""
    left, middle = frame.left - 42, frame.top - 39 - ROW * row
    mark = element("path", d=f"M{coordinate(left)} {coordinate(middle)}h26", class_="line")
    return element("g", mark, text(words, left + 34, middle + 4, title=name or None), class_=f"name {look} thin")


def _below(x: Scale, frame: Frame, words: str, write: Callable[[float], str]) -> Markup:
    parts = []
    for value in x.ticks(6):
        at = x(value)
        parts.append(element("line", x1=at, x2=at, y1=frame.top, y2=frame.floor, class_="grid"))
        parts.append(text(write(value), at, frame.floor + 17, "tick middle"))
    return join([element("g", *parts), text(words, (x.start + x.stop) / 2, frame.floor + 38, "caption middle")])


def _few(value: float) -> str:
    return f"{value:g}" if value < 1 else short_count(value)


def _tip(name: str, row: Decision) -> str:
    said = f"{name}: " if name else ""
    precision, recall = percent(row.precision or 0.0), percent(row.recall or 0.0)
    return f"{said}threshold {row.threshold:g}: precision {precision}, recall {recall}"
