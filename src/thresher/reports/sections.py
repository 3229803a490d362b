"""The parts of the page: each takes runs and gives a piece of the document, or a sentence that says why not."""

from collections.abc import Sequence

from ..evaluation import Run
from .bars import weight_bars
from .chart import LABEL_HEIGHT, Frame, Line, beside, line_chart, look
from .confusion import baseline, confusion_cards
from .decisions import caption as decision_caption
from .decisions import cost_note, decision_chart, threshold_table
from .markup import Markup, element, join
from .reliability import caption, reliability_chart
from .scale import Scale, error_scale, weight_scale
from .series import Traces, Windows, came_and_went, increasing, largest, most_weight, settled, traces, windows
from .strip import heat_strip
from .tables import measures, swatch
from .trust import trust_caption, trust_chart, trust_table
from .wording import NOTHING, count, full, number, percent, short, short_count, tick_percent

MOST_BARS = 24
MOST_LINES = 8
MOST_ROWS = 30
MOST_TOGETHER = 4  # windowed errors that can be told apart in one chart


def tiles(run: Run) -> Markup:
    """The run in a few large numbers."""
    rate = short_count(run.examples / run.seconds) if run.seconds > 0 else None
    megabytes = f"{number(run.bytes / 1e6 / run.seconds)} MB/s" if rate and run.bytes > 0 else ""
    unlabelled = f"{count(run.unlabelled)} without a label" if run.unlabelled else ""
    share = f"{percent(run.updates / run.progress.examples)} of labelled" if run.progress.examples else ""
    return tile_row(
        [
            ("examples", count(run.examples), unlabelled),
            ("mistakes", count(run.mistakes), _unanswered(run) or _when(run)),
            ("error", percent(run.error), baseline(run)),
            ("updates", count(run.updates), share),
            ("examples per second", rate or NOTHING, megabytes),
        ]
    )


def _when(run: Run) -> str:
    if run.first_pass is None:
        return "before seeing the label"
    return f"over {count(run.passes)} passes; {count(run.first_pass.mistakes)} in the first, before seeing any label"


def _unanswered(run: Run) -> str:
    return f"no answer to {count(run.progress.abstained)} labelled" if run.progress.abstained else ""


def tile_row(entries: Sequence[tuple[str, str, str]]) -> Markup:
    """Large numbers in a row: what it is, the number, a remark."""
    return element(
        "div",
        *(
            element(
                "div",
                element("span", what),
                element("b", large, class_="long" if len(large) > 10 else None),
                element("small", remark),
            )
            for what, large, remark in entries
        ),
        class_="tiles",
    )


def error_of_one(run: Run, name: str) -> Markup:
    """Error so far and error in each window in one chart."""
    kept = windows(run.curve)
    if not kept.ends:
        return nothing("There were no labelled examples, so there is no error to draw.")
    if run.progress.examples and not run.progress.answered:
        return nothing("There was no answer to any labelled example, so there is no error to draw.")
    lines = [
        Line("in each window", kept.ends, kept.window_errors, "c0 light", step=True, area=True),
        Line("so far", kept.ends, kept.errors, "c0 strong"),
    ]
    chart, cut = _error_chart(lines, Frame(height=310), f"error over time of {name}")
    words = f"Mistakes per labelled example, from the first one on and in windows of {count(kept.width)}."
    return figure(chart, words + cut)


def errors_of_several(runs: Sequence[Run], names: Sequence[str]) -> Markup:
    """Error so far in one chart; error in each window in one chart, or one small chart for each of many."""
    kept = [windows(run.curve) for run in runs]
    if not any(w.ends for w in kept):
        return nothing("There were no labelled examples, so there is no error to draw.")
    chips = [
        element("span", swatch(i), short(name, 36), class_="chip", data_series=f"s{i}", title=name)
        for i, name in enumerate(names)
    ]
    lines = [Line(name, kept[i].ends, kept[i].errors, look(i), series=f"s{i}") for i, name in enumerate(names)]
    frame = Frame(height=max(310.0, LABEL_HEIGHT * len(runs) + 70.0), right=beside(names))
    chart, cut = _error_chart(lines, frame, "error so far, by learner")
    return join(
        [
            element("div", *chips, class_="legend"),
            figure(chart, f"Error so far: mistakes per labelled example, from the first one on.{cut}"),
            _together(kept, names) if len(runs) <= MOST_TOGETHER else _small_multiples(kept, names),
        ]
    )


def _together(kept: Sequence[Windows], names: Sequence[str]) -> Markup:
    lines = [
        Line(name, kept[i].ends, kept[i].window_errors, f"{look(i)} thin", series=f"s{i}")
        for i, name in enumerate(names)
    ]
    chart, cut = _error_chart(lines, Frame(height=280, right=beside(names)), "error in each window, by learner")
    return figure(chart, f"Error in each window of {_widths(kept)} labelled examples.{cut}")


def _small_multiples(kept: Sequence[Windows], names: Sequence[str]) -> Markup:
    lines = [
        Line(name, kept[i].ends, kept[i].window_errors, f"{look(i)} light", series=f"s{i}", step=True, area=True)
        for i, name in enumerate(names)
    ]
    frame = Frame(width=310, height=130, left=40, right=24, top=8, bottom=24)
    y, cut = _error_axis(lines, frame)
    cells = []
    for line in lines:
        title = f"error of {line.name}"
        chart = line_chart(
            [line],
            frame,
            y,
            title=title,
            write=percent,
            tick=tick_percent,
            across="",
            named=False,
            x_ticks=4,
            y_ticks=4,
        )
        cells.append(element("div", element("h5", short(line.name, 38), title=line.name), chart))
    words = f"Error in each window of {_widths(kept)} labelled examples, on one scale for all.{cut}"
    return figure(element("div", *cells, class_="multiples"), words)


def _error_chart(lines: Sequence[Line], frame: Frame, title: str) -> tuple[Markup, str]:
    y, cut = _error_axis(lines, frame)
    return line_chart(lines, frame, y, title=title, write=percent, tick=tick_percent), cut


def _error_axis(lines: Sequence[Line], frame: Frame) -> tuple[Scale, str]:
    """A scale for what came after the start, where every learner guesses; and a sentence if something is above it."""
    y = error_scale([e for line in lines for e in settled(line.x, line.y)], frame.floor, frame.top)
    above = any(e and e > y.high for line in lines for e in line.y)
    return y, f" Errors above {tick_percent(y.high)}, at the start, are drawn at the upper edge." if above else ""


def _widths(kept: Sequence[Windows]) -> str:
    widths = sorted({w.width for w in kept if w.ends})
    return count(widths[0]) if len(widths) == 1 else f"{count(widths[0])} to {count(widths[-1])}"


def outcomes(run: Run) -> Markup:
    """Labels beside predictions, and the measures, for each tally the run has."""
    learning = "While learning" if run.first_pass is None else f"While learning, {count(run.passes)} passes"
    named = [(learning, run.progress), ("First pass", run.first_pass), ("Held out", run.held_out), ("Test", run.test)]
    tallies = [(title, tally) for title, tally in named if tally is not None]
    cards = confusion_cards(run, tallies)
    return join(
        [
            element("div", cards, class_="cards"),
            measures(tallies) if any(tally.measures for _, tally in tallies) or len(tallies) > 1 else Markup(""),
        ]
    )


def probabilities(run: Run) -> Markup:
    """How far what was stated can be believed."""
    stated = run.reliability
    return Markup("") if stated is None else figure(reliability_chart(stated), caption(stated))


def decided(run: Run) -> Markup:
    """What comes of each threshold, and what mistakes cost."""
    if run.decisions is None or not run.decisions.positives:
        return nothing("No example was positive, so neither precision nor recall can be told.")
    drawn = figure(decision_chart([("", run.decisions, look(0))]), decision_caption(run.decisions))
    return join([drawn, threshold_table(run), cost_note(run)])


def decided_by_several(runs: Sequence[Run], names: Sequence[str]) -> Markup:
    """The curves of those learners that have one, in one chart."""
    curves = [
        (name, run.decisions, look(i))
        for i, (run, name) in enumerate(zip(runs, names, strict=True))
        if run.decisions is not None and run.decisions.positives
    ]
    return figure(decision_chart(curves), decision_caption(curves[0][1])) if curves else Markup("")


def trusted(run: Run) -> Markup:
    """Which experts had a part in the answer, over time and in the end."""
    if run.trust is None:
        return Markup("")
    drawn = figure(trust_chart(run.trust), trust_caption(run.trust))
    return join([drawn, trust_table(run.trust, run.standing)])


def final_weights(run: Run) -> Markup:
    """The largest weights at the end as bars."""
    weights = largest(run, MOST_BARS)
    if not weights:
        return nothing("No weights were kept for this run.")
    left_out = len(run.largest) - len(weights)
    return figure(weight_bars(weights), f"The largest weights, by size.{_more(left_out)}")


def drift(run: Run) -> Markup:
    """How the weights moved: a row for each attribute that came and went, and lines for the most important."""
    kept = traces(run.weights)
    if not kept.weights or not increasing(kept.examples):
        return nothing("The weights were not watched during this run.")
    rows = came_and_went(kept, MOST_ROWS)
    strip = heat_strip(rows, _same_time(run, kept))
    left_out = len(kept.weights) - len(rows.weights)
    order = (
        "Attributes in the order in which each first reached a quarter of its largest weight: who came, and who went."
    )
    return join([figure(strip, f"{order}{_more(left_out)}"), _weight_lines(most_weight(kept, MOST_LINES))])


def _weight_lines(kept: Traces) -> Markup:
    if len(kept.examples) < 2:
        return Markup("")
    frame = Frame(height=320, right=beside([full(a) for a in kept.weights]))
    y = weight_scale(kept.values(), frame.floor, frame.top)
    lines = [Line(full(a), kept.examples, line, look(i)) for i, (a, line) in enumerate(kept.weights.items())]
    chart = line_chart(lines, frame, y, title="largest weights over time", write=number, across="examples")
    return figure(chart, "The attributes with the most weight over the whole run.")


def _more(left_out: int) -> str:
    if left_out <= 0:
        return ""
    return f" {count(left_out)} more {'is' if left_out == 1 else 'are'} not drawn."


def _same_time(run: Run, kept: Traces) -> Windows | None:
    """The error in each window, where labelled examples and examples are nearly the same time axis."""
    error = windows(run.curve)
    last = kept.examples[-1]
    return error if error.ends and abs(error.ends[-1] - last) <= 0.02 * last else None


def figure(chart: Markup, caption: str) -> Markup:
    """A drawing with a sentence below."""
    return element("figure", element("div", chart, class_="scroll"), element("figcaption", caption))


def nothing(words: str) -> Markup:
    """A sentence where a drawing would be."""
    return element("p", words, class_="nothing")
