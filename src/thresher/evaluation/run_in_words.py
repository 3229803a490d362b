"""What a run came to, short enough to be printed, and as a small table for a notebook."""

from html import escape
from typing import Any

_MOST_LABELS = 6


def shown_tally(tally: Any) -> dict[str, str]:
    """Counts and measures of predictions beside labels, by name."""
    lines = {"examples": f"{tally.examples:,}", "mistakes": f"{tally.mistakes:,}", "error": _error(tally)}
    if tally.abstained:
        lines["abstained"] = f"{tally.abstained:,}"
    if tally.positive is not None:
        lines["positive"] = str(tally.positive)
    return lines | {name: f"{value:.4g}" for name, value in tally.measures.items()}


def shown_run(run: Any) -> dict[str, str]:
    """One learner over one stream, by name."""
    counts = shown_tally(run.progress)
    named = {"learner": run.learner, "examples": f"{run.examples:,}"}
    if run.unlabelled:
        named["unlabelled"] = f"{run.unlabelled:,}"
    first = {name: counts.pop(name) for name in ("mistakes", "error")}
    counts.pop("examples")
    lines = named | first | {"labels": _few(run.labels)} | counts
    if run.passes > 1:
        lines["passes"] = f"{run.passes:,}"
    others = {"first-pass error": run.first_pass, "held-out error": run.held_out, "test error": run.test}
    for name, tally in others.items():
        if tally is not None:
            lines[name] = _error(tally)
    if run.stopped:
        lines["stopped"] = run.stopped
    return lines


def _error(tally: Any) -> str:
    return f"{tally.error:.4f}" if tally.answered else "no answer to judge"


def shown(name: str, lines: dict[str, str]) -> str:
    """In one line: Run(learner: auto, examples: 20, ...)."""
    return f"{name}({', '.join(f'{key}: {value}' for key, value in lines.items())})"


def html_table(name: str, lines: dict[str, str]) -> str:
    """A table with a row for each."""
    rows = "".join(f"<tr><th>{escape(key)}</th><td>{escape(value)}</td></tr>" for key, value in lines.items())
    return f"<table><caption>{escape(name)}</caption>{rows}</table>"


def _few(labels: tuple[Any, ...]) -> str:
    names = [str(label) for label in labels]
    if len(names) > _MOST_LABELS:
        names = [*names[: _MOST_LABELS - 1], f"... {len(labels):,} in all"]
    return ", ".join(names)
