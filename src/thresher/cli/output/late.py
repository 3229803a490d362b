"""What the delay of labels did, in words."""

from typing import Any

from .words import some


def late_lines(run: Any) -> list[str]:
    """What became of the labels, and what the delay cost."""
    statuses = ", ".join(f"{count:,} {status}" for status, count in run.statuses.items()) or "none came"
    mean = "" if run.mean_delay is None else f"; {run.mean_delay:,.1f} questions late on average"
    lines = [
        f"late labels, order {run.order}: {statuses}{mean}",
        f"{run.pending:,} pending, {run.given_up:,} given up, at most {run.outstanding:,} outstanding at once",
    ]
    if run.asked_before_labels:
        asked = "question was" if run.asked_before_labels == 1 else "questions were"
        lines.append(f"{run.asked_before_labels:,} {asked} asked before any label came: the answer was a guess")
    least, most = run.error_interval
    if least != most:
        lines.append(f"the error of all questions is between {least:.4f} and {most:.4f}: some labels are not known")
    if run.cost is not None:
        lines.append(_cost(run.cost, run))
    if run.warning is not None:
        lines.append(f"warning: {run.warning}")
    return lines


def _cost(cost: Any, run: Any) -> str:
    without = "" if cost.without_delay is None else f", {cost.without_delay:,} without delay"
    silent = f" and {run.progress.abstained:,} without an answer" if run.progress.abstained else ""
    said = f"cost of delay: {some(cost.mistakes, 'mistake')}{silent}{without}"
    if run.order != "immediate":
        return said
    vacuous = ", which is vacuous" if cost.allowance >= run.progress.examples else ""
    return (
        f"{said}; D6a allows a learner that changes on mistakes only (1 + {cost.outstanding:,}) * "
        f"{cost.in_arrival_order:,} = {cost.allowance:,}{vacuous}"
    )
