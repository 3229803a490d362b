"""The end of a run in words, and as JSON."""

from typing import TYPE_CHECKING, Any

import click

from ...evaluation import LateRun, Run, Tally
from .answers import in_words
from .columns import column_lines, column_records
from .decisions import decision_lines
from .events import event_lines
from .experts import master_line, plain_standing, plain_trust
from .few_labels import few_label_lines
from .labels import label_lines, plain_labels
from .late import late_lines
from .words import rate, some

if TYPE_CHECKING:
    from ...evaluation import Decisions

ERRORS = ("auc_error", "average_precision_error", "weighted_average_precision_error")
"""What is told in JSON alone: how far counting in buckets may be off."""

MOST_IMPORTANT = 100
"""Attributes and columns whose importance is in JSON."""


def print_summary(run: Run, first_skipped: str, note: str = "") -> None:
    """What it came to, on stderr."""
    rate = f"{run.examples / run.seconds:,.0f} examples/s" if run.seconds else ""
    speed = f", {run.bytes / run.seconds / 1e9:.2f} GB/s" if run.bytes and run.seconds else ""
    lines = [
        f"{run.learner}: {_tally(run, run.progress, over_passes(run))}",
        *_first_pass(run),
        f"{some(run.examples, 'example')} read, {run.unlabelled:,} without a label; {values_read(run)}; "
        f"{some(run.updates, 'update')}; {run.seconds:.2f} s ({rate}{speed})",
    ]
    lines += label_lines(run)
    if run.progress.measures.keys() & {"auc", "log_loss"}:
        lines.append(
            "  ".join(f"{name} {value:.4f}" for name, value in run.progress.measures.items() if name not in ERRORS)
        )
    lines += decision_lines(run)
    if (run.standing is not None and run.sets is None) or run.trust is not None:
        lines.append(master_line(run))
    lines += few_label_lines(run)
    lines += event_lines(run.events)
    if run.held_out is not None:
        lines.append(f"held out: {_tally(run, run.held_out)}")
    lines += [f"test after {some(point.examples, 'example')}: {_counted(point.tally)}" for point in run.test_curve]
    if run.test is not None:
        lines.append(f"test: {_tally(run, run.test)}")
    if run.skipped:
        lines.append(f"{some(run.skipped, 'bad line')} skipped; the first: {first_skipped}")
    lines += column_lines(run.columns)
    if isinstance(run, LateRun):
        lines += late_lines(run)
    click.echo("\n".join([*lines, *_ended(run), *([note] if note else [])]), err=True)


def values_read(run: Run) -> str:
    """How much was in the examples."""
    return f"{some(run.features, 'value')} other than 0"


def what_was_read(run: Run) -> str:
    """The title of a comparison."""
    about = some(len(run.labels), "label") if run.positive is None else f"positive: {run.shown(run.positive)}"
    beside = constant_in_words(run, run.progress)
    about += f"; {beside}" if beside else ""
    return f"{some(run.progress.examples, 'labelled example')}{over_passes(run)}, {values_read(run)}; {about}"


def over_passes(run: Run) -> str:
    """Where examples were counted more than once, how often."""
    return f" over {run.passes:,} passes" if run.first_pass is not None else ""


def _first_pass(run: Run) -> list[str]:
    """What was said before any label had been seen: an error over several passes is of examples that were."""
    return [] if run.first_pass is None else [f"first pass, before any label was seen: {_counted(run.first_pass)}"]


def to_record(run: Run, learner: Any = None) -> dict[str, Any]:
    """A run's counts by name; of the learner those of its whole life."""
    progress = run.progress
    return {
        "learner": run.learner,
        "sources": run.sources,
        "examples": run.examples,
        "labelled": progress.examples,
        "unlabelled": run.unlabelled,
        "mistakes": run.mistakes,
        "error": _judged(progress),
        "base_rate": run.base_rate,
        "constant_error": None if progress.constant is None else progress.constant[1],
        "updates": run.updates,
        "features": run.features,
        "weighted_examples": run.weight_sum,
        "weighted_label_sum": run.label_sum,
        **plain_labels(run),
        "skipped": run.skipped,
        "passes": run.passes,
        "seconds": run.seconds,
        "bytes": run.bytes,
        "stopped": run.stopped,
        **_where_known(run, learner),
    }


def _coverage(decisions: "Decisions") -> list[dict[str, Any]]:
    from ...evaluation.measures.coverage import coverage_curve

    return [one.to_plain() for one in coverage_curve(decisions)]


def _where_known(run: Run, learner: Any) -> dict[str, Any]:
    """What only some runs have."""
    model = learner and {"examples": learner.examples, "mistakes": learner.mistakes, "updates": learner.updates}
    known = {
        "columns": column_records(run.columns),
        "warnings": run.warnings,
        "measures": run.progress.measures,
        "reliability": run.reliability and run.reliability.to_plain(),
        "decisions": run.decisions and run.decisions.to_plain(run.progress.costs),
        "coverage": run.decisions and _coverage(run.decisions),
        "weighted_decisions": run.progress.weighted_decisions and run.progress.weighted_decisions.to_plain(),
        "events": [event.to_plain() for event in run.events],
        "importances": run.importances and _most(run.importances),
        "standing": run.standing and plain_standing(run.standing),
        "trust": run.trust and plain_trust(run.trust),
        "risk": run.risk and run.risk.to_plain(),
        "asked": run.asked and run.asked.to_plain(),
        "sets": run.sets and run.sets.to_plain(),
        "first_pass": run.first_pass and _plain(run.first_pass),
        "held_out": run.held_out and _plain(run.held_out),
        "test": run.test and _plain(run.test),
        "test_curve": [point.to_plain() for point in run.test_curve],
        "model": model,
        "certificate": run.certificate and run.certificate.to_plain(),
        "late": run.to_plain() if isinstance(run, LateRun) else None,
    }
    return {name: value for name, value in known.items() if value}


def _most(importances: Any) -> dict[str, Any]:
    """The most important attributes and columns alone."""
    plain: dict[str, Any] = importances.to_plain()
    return plain | {name: plain[name][:MOST_IMPORTANT] for name in ("attributes", "columns")}


def _ended(run: Run) -> list[str]:
    lines = []
    if run.stopped == "interrupted":
        learned = "what was learned is kept" if run.progress.examples else "nothing was learned"
        lines.append(f"interrupted; {learned}")
    elif run.stopped == "early":
        lines.append(f"stopped early, after {some(run.passes, 'pass', 'passes')}; the best model is kept")
    lines += [f"no example had the label {label}, which --class-weights weighs" for label in _never_came(run)]
    return lines


def _never_came(run: Run) -> list[str]:
    """Labels that have a weight, and none of the examples has."""
    weighed = run.parameters.get("class_weights")
    came = {*run.labels, *(run.shown(label) for label in run.labels)}
    return [in_words(label) for label in weighed if label not in came] if isinstance(weighed, dict) else []


def _tally(run: Run, tally: Tally, over: str = "") -> str:
    beside = constant_in_words(run, tally)
    return _counted(tally, over) + (f" ({beside})" if beside else "")


def _counted(tally: Tally, over: str = "") -> str:
    """What is not answered is no mistake: how much that is must be said beside an error, and instead of one."""
    examples = f"{some(tally.examples, 'labelled example')}{over}"
    if not tally.answered:
        return f"no answer to any of {examples}, so no error" if tally.examples else f"{examples}, so no error"
    silent = f", no answer to {tally.abstained:,} of them" if tally.abstained else ""
    return f"{some(tally.mistakes, 'mistake')} in {examples}, error {rate(tally.error)}{silent}"


def constant_in_words(run: Run, tally: Tally) -> str:
    """The base rate, and what always saying the most frequent label comes to; nothing without labels."""
    if tally.constant is None:
        return ""
    label, error = tally.constant
    words = f"always saying {in_words(run.shown(label))} has {rate(error)}"
    return words if tally.base_rate is None else f"base rate {rate(tally.base_rate)}: {words}"


def _judged(tally: Tally) -> float | None:
    """The error; None where there was no answer to judge, for JSON knows no NaN."""
    return tally.error if tally.answered else None


def _plain(tally: Tally) -> dict[str, Any]:
    return {
        "examples": tally.examples,
        "mistakes": tally.mistakes,
        "error": _judged(tally),
        "base_rate": tally.base_rate,
        "measures": tally.measures,
    }
