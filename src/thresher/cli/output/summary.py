"""The end of a run in words, and as JSON."""

import json
from typing import Any

import click

from ...evaluation.on_error import OnError
from ...evaluation.run import Run, Tally
from .class_summary import class_lines, plain_classes
from .masters import master_line, plain_standing, plain_trust


def print_summary(run: Run, on_error: OnError) -> None:
    """What it came to, on stderr."""
    rate = f"{run.examples / run.seconds:,.0f} examples/s" if run.seconds else ""
    speed = f", {run.bytes / run.seconds / 1e9:.2f} GB/s" if run.bytes and run.seconds else ""
    lines = [
        f"{run.learner}: {_tally(run.progress)}",
        f"{run.examples:,} examples read, {run.unlabelled:,} without a label; {run.features:,} attributes; "
        f"{run.updates:,} updates; {run.seconds:.2f} s ({rate}{speed})",
    ]
    if run.classes:
        lines += class_lines(run.progress)
    if run.progress.measures.keys() & {"auc", "log_loss"}:
        lines.append(
            "  ".join(f"{name} {value:.4f}" for name, value in run.progress.measures.items() if name != "auc_error")
        )
    if run.standing is not None or run.trust is not None:
        lines.append(master_line(run))
    if run.held_out is not None:
        lines.append(f"held out: {_tally(run.held_out)}")
    if run.test is not None:
        lines.append(f"test: {_tally(run.test)}")
    if run.skipped:
        lines.append(f"{run.skipped:,} bad lines skipped; the first: {on_error.first}")
    if run.stopped == "interrupted":
        lines.append("interrupted; what was learned is kept")
    elif run.stopped == "early":
        lines.append(f"stopped early, after {run.passes} passes; the best model is kept")
    if run.examples and run.unlabelled == run.examples:
        lines.append(
            "no example had a label, so nothing was learned (in VW's format a number that touches the | is a tag)"
        )
    click.echo("\n".join(lines), err=True)


def to_json(run: Run, learner: Any) -> str:
    """One object on one line."""
    model = {"examples": learner.examples, "mistakes": learner.mistakes, "updates": learner.updates}
    promised = {} if run.certificate is None else {"certificate": run.certificate.to_plain()}
    return json.dumps(to_record(run) | {"model": model} | promised)


def to_record(run: Run) -> dict[str, Any]:
    """A run's counts by name."""
    progress = run.progress
    return {
        "learner": run.learner,
        "sources": run.sources,
        "examples": run.examples,
        "labelled": progress.examples,
        "unlabelled": run.unlabelled,
        "mistakes": run.mistakes,
        "error": run.error,
        "updates": run.updates,
        "features": run.features,
        "weighted_examples": run.weight_sum,
        "weighted_label_sum": run.label_sum,
        **(plain_classes(progress) if run.classes else _plain_labels(progress)),
        "skipped": run.skipped,
        "passes": run.passes,
        "seconds": run.seconds,
        "bytes": run.bytes,
        "stopped": run.stopped,
        **({"measures": progress.measures} if progress.measures else {}),
        **({"reliability": run.reliability.to_plain()} if run.reliability is not None else {}),
        **({"standing": plain_standing(run.standing)} if run.standing is not None else {}),
        **({"trust": plain_trust(run.trust)} if run.trust is not None else {}),
        **({"held_out": _plain(run.held_out)} if run.held_out is not None else {}),
        **({"test": _plain(run.test)} if run.test is not None else {}),
    }


def _tally(tally: Tally) -> str:
    return f"{tally.mistakes:,} mistakes in {tally.examples:,} labelled examples, error {tally.error:.4f}"


def _plain_labels(tally: Tally) -> dict[str, int]:
    return {
        "positives": tally.positives,
        "negatives": tally.negatives,
        "false_positives": tally.false_positives,
        "false_negatives": tally.false_negatives,
    }


def _plain(tally: Tally) -> dict[str, Any]:
    return {"examples": tally.examples, "mistakes": tally.mistakes, "error": tally.error, "measures": tally.measures}
