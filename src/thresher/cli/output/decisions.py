"""Decisions in words: what comes of a threshold, of the highest ones, and what mistakes cost."""

from typing import TYPE_CHECKING

from ...evaluation import Run
from .words import rate

if TYPE_CHECKING:
    from ...evaluation import Costs, Decision, Decisions


def decision_lines(run: Run) -> list[str]:
    """A table of thresholds, and a line about costs; nothing where nothing was measured of two labels."""
    decisions, costs = run.decisions, run.progress.costs
    lines = [] if decisions is None or not decisions.positives else _table(decisions, costs)
    if costs is not None:
        lines.append(_cost_line(run, costs))
    return lines


def _table(decisions: "Decisions", costs: "Costs | None") -> list[str]:
    rows = [(f"{row.threshold:g}", row) for row in decisions.table()]
    rows += [(f"top {100 * share:g}%", row) for share, row in decisions.tops().items()]
    if not rows:
        return []
    first = "threshold" if decisions.table() else "highest".rjust(len("threshold"))
    heads = [first, "alerts per 1,000", "precision", "recall"] + ["cost per 1,000"] * (costs is not None)
    lines = ["  ".join(heads)]
    for name, row in rows:
        cells = [name, f"{row.alerts_per_thousand:,.2f}", f"{row.precision or 0:.4f}", f"{row.recall or 0:.4f}"]
        if costs is not None:
            cells.append(_per_thousand(row, costs))
        lines.append("  ".join(cell.rjust(len(head)) for cell, head in zip(cells, heads, strict=True)))
    return lines


def _cost_line(run: Run, costs: "Costs") -> str:
    stated = f"cost (a false positive {costs.false_positive:g}, a false negative {costs.false_negative:g})"
    tally = run.progress
    if tally.positive is None:
        return f"{stated}: not counted, it is about two labels"
    if tally.cost is None:
        return f"{stated}: no example had a label"
    decisions = tally.decisions
    if decisions is None or decisions.by != "probability":
        return f"{stated}: {tally.cost:,.6g} of these answers; without probabilities there is no threshold to choose"
    cheapest = decisions.best_for(costs)
    never = costs.of(0, tally.positives)
    return (
        f"{stated}: {tally.cost:,.6g} at the threshold {rate(costs.threshold)} that follows; the least in this run is "
        f"{cheapest.cost(costs):,.6g} at {rate(cheapest.threshold)}; without any alert it is {never:,.6g}"
    )


def _per_thousand(row: "Decision", costs: "Costs") -> str:
    return f"{1000 * row.cost(costs) / row.examples:,.2f}"
