"""Whom Auto trusts: each expert's part in the answer through time, one band above the other; and a table of them."""

from collections.abc import Sequence
from statistics import fmean

from ..learners import EXPERTS, Standing, Trust, TrustLine
from .chart import WIDTH, Frame, Line, beside, drawing, names_at_the_end, x_axis, y_axis
from .markup import Markup, coordinate, element, join
from .scale import Scale
from .tables import table
from .wording import count, measure, number, percent, tick_percent

MOST_BANDS = 6
OTHERS = "the others"
GREY = "c6"


def trust_chart(trust: Trust, width: float = WIDTH) -> Markup:
    """The experts that had the largest part over the whole run, and the others together; a thin line at a restart."""
    lines = [*trust.history]
    if not lines or lines[-1].examples < trust.examples:
        lines.append(TrustLine(trust.examples, trust.restarts, trust.mistakes, trust.trust, trust.expert_mistakes))
    bands = _bands(lines)
    frame = Frame(height=340, width=width, right=beside(list(bands)))
    x = frame.across(lines[-1].examples)
    y = Scale(0.0, 1.0, frame.floor, frame.top)
    at = [line.examples for line in lines]
    below = [0.0] * len(lines)
    drawn, names = [], []
    for index, (name, parts) in enumerate(bands.items()):
        look = GREY if name == OTHERS else f"c{index}"
        above = [low + part for low, part in zip(below, parts, strict=True)]
        drawn.append(_band(name, look, at, below, above, x, y))
        names.append(Line(name, at, [(low + high) / 2 for low, high in zip(below, above, strict=True)], look))
        below = above
    return drawing(
        frame,
        "each expert's part in the answer, over time",
        join(drawn),
        y_axis(y, frame, tick_percent),
        x_axis(x, frame, "examples"),
        _restarts(lines, x, frame),
        join(names_at_the_end(names, x, y, frame)),
        class_="chart hover",
        data_plot=f"{coordinate(x.start)} {coordinate(x.stop)} {x.low:.0f} {x.high:.0f}",
        data_span=f"{coordinate(frame.top)} {coordinate(frame.floor)}",
        data_unit="examples",
        data_x="|".join(map(count, at)),
    )


def trust_caption(trust: Trust) -> str:
    """What the drawing shows."""
    restarts = {0: "It never started anew.", 1: "It started anew once, at the dashed line."}
    words = restarts.get(trust.restarts, f"It started anew {count(trust.restarts)} times, at the dashed lines.")
    return f"The part of each expert in the answer, from the bottom up; all parts together are 100%. {words}"


def trust_table(trust: Trust, standing: Standing | None) -> Markup:
    """Every expert, the most trusted first: its part now, its own mistakes and log loss, what it is."""
    order = sorted(trust.trust, key=lambda name: -trust.trust[name])
    rows = [
        [
            name,
            percent(trust.trust[name]),
            count(trust.expert_mistakes[name]) if trust.trust[name] else "silent",
            number(trust.log_loss[name]) if trust.trust[name] else "",
            EXPERTS[name],
        ]
        for name in order
    ]
    heads = ["expert", "part at the end", "its own mistakes", "its log loss", "what it is"]
    return join([table(heads, rows, class_="experts"), _standing(standing)])


def _standing(standing: Standing | None) -> Markup:
    if standing is None:
        return Markup("")
    words = (
        f"Auto's {standing.loss_name} is {measure(standing.master)}; that of its best expert, {standing.best_name}, "
        f"{measure(standing.best)}. The theorem ({standing.theorem}) allows {measure(standing.bound)}."
    )
    return element("p", words, class_="note")


def _bands(lines: Sequence[TrustLine]) -> dict[str, list[float]]:
    """Expert -> its part at each moment, the largest first; what is small is added up."""
    parts = {name: [line.trust[name] for line in lines] for name in lines[0].trust}
    order = sorted(parts, key=lambda name: -fmean(parts[name]))
    bands = {name: parts[name] for name in order[:MOST_BANDS]}
    if rest := order[MOST_BANDS:]:
        bands[OTHERS] = [sum(column) for column in zip(*(parts[name] for name in rest), strict=True)]
    return bands


def _band(
    name: str, look: str, at: Sequence[int], below: Sequence[float], above: Sequence[float], x: Scale, y: Scale
) -> Markup:
    """Between two lines; what is known at the first moment is drawn from the start."""
    places = [x.start, *(x(moment) for moment in at)]
    there = zip(places, [above[0], *above], strict=True)
    back = zip(reversed(places), reversed([below[0], *below]), strict=True)
    path = "L".join(f"{coordinate(across)} {coordinate(y(min(up, 1.0)))}" for across, up in (*there, *back))
    parts = [high - low for low, high in zip(below, above, strict=True)]
    return element(
        "g",
        element("path", d=f"M{path}Z", class_="band"),
        class_=f"series {look}",
        data_name=name,
        data_y="|".join(map(percent, parts)),
    )


def _restarts(lines: Sequence[TrustLine], x: Scale, frame: Frame) -> Markup:
    before = 0
    marks = []
    for line in lines:
        if line.restarts > before:
            at = x(line.examples)
            marks.append(element("path", d=f"M{coordinate(at)} {coordinate(frame.top)}V{coordinate(frame.floor)}"))
        before = line.restarts
    return element("g", *marks, class_="restart")
