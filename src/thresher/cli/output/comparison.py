"""`thresher compare`: the learners in a table, the best first."""

from typing import Any

from .words import rate

MEASURES = ("average_precision", "cost", "auc", "log_loss", "macro_f1", "kappa", "kappa_no_change")


def print_comparison(runs: list[Any]) -> None:
    """A row for each learner, on stdout."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from .summary import what_was_read

    table = Table(title=what_was_read(runs[0]), title_justify="left", box=box.SIMPLE)
    measures = [name for name in MEASURES if any(name in run.progress.measures for run in runs)]
    tested = any(run.test for run in runs)
    table.add_column("learner", min_width=min(40, max(len(run.learner) for run in runs)), overflow="fold")
    for name in ("mistakes", "error", "updates", *measures, *(["test error"] if tested else [])):
        table.add_column(name.replace("_", " "), justify="right")
    for run in sorted(runs, key=lambda run: (not run.progress.answered, run.mistakes)):
        cells = [f"{run.progress.measures[name]:.4f}" if name in run.progress.measures else "-" for name in measures]
        extra = [rate(run.test.error)] if run.test else []
        table.add_row(run.learner, f"{run.mistakes:,}", rate(run.error), f"{run.updates:,}", *cells, *extra)
    out = Console()
    (out if out.is_terminal else Console(width=200)).print(table)
