"""What comes of giving no answer where the learner is not sure: error, or cost, against coverage."""

from ..evaluation import Run
from ..evaluation.measures.coverage import coverage_curve
from .chart import Frame, Line, line_chart
from .markup import Markup, element
from .scale import error_scale
from .wording import number, percent, tick_percent


def coverage_chart(run: Run) -> Markup:
    """The drawing, and what it shows; nothing where no thresholds were measured."""
    if run.decisions is None:
        return Markup("")
    curve = sorted(coverage_curve(run.decisions), key=lambda one: one.coverage)
    errors = [one.error or 0.0 for one in curve]
    frame = Frame(height=250)
    y = error_scale(errors, frame.floor, frame.top)
    lines = [Line("error of the answers", [100 * one.coverage for one in curve], errors, "c0 strong")]
    drawn = line_chart(
        lines,
        frame,
        y,
        title="error against coverage",
        write=percent,
        tick=tick_percent,
        across="% of the examples that are answered",
    )
    words = "Where the less sure are not answered: the share of examples that are, and the error among them."
    if run.progress.costs is not None:
        costs = run.progress.costs
        rows = [one for one in curve if one.coverage > 0.5]
        cheapest = min(rows or curve, key=lambda one: one.cost(costs) / one.answered)
        words += (
            f" With the costs of this run an answer costs least, {number(cheapest.cost(costs) / cheapest.answered)} "
            f"each, where {percent(cheapest.coverage)} are answered."
        )
    return element("figure", drawn, element("figcaption", words))
