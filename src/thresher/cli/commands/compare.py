"""`thresher compare`: several learners over one read of the data."""

import json
from typing import Any

import click

from ..options.classes import class_options, wants_classes, with_classes
from ..options.learner import parse_spec
from ..options.reading import check_outputs, error_options, pair, reading_options, sources

DEFAULTS = (
    "auto",
    "adaptive-winnow",
    "arow",
    "averaged-perceptron",
    "balanced-winnow",
    "passive-aggressive",
    "perceptron",
)

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' > mail.vw
  thresher compare mail.vw --learner perceptron --learner tracking-winnow,floor=1/1000
"""


@click.command("compare", epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option(
    "--learner",
    "specs",
    multiple=True,
    metavar="NAME[,PARAMETER=VALUE...]",
    help=f"May be repeated. [default: {', '.join(DEFAULTS)}]",
)
@click.option("--passes", default=1, show_default=True, help="How often to go over the files.")
@click.option("--holdout", default=0.0, show_default=True, help="Share of the examples to predict but never learn.")
@click.option("--test", type=click.Path(), metavar="FILE", help="Predict this file in the end, without learning.")
@click.option("--bits", type=int, help="Hash names to 2^bits columns, as VW does with -b.")
@click.option("--plot", type=click.Path(), metavar="OUT.png", help="Draw the errors over time.")
@click.option("--report", type=click.Path(), metavar="OUT.html", help="Write a page with everything; works offline.")
@class_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each learner on stdout.")
@click.option("--quiet", is_flag=True, help="Print no progress.")
@reading_options
@error_options
def command(files: tuple[str, ...], specs: tuple[str, ...], **options: Any) -> None:
    """Several learners over one read of the data: the same examples in the same order, counted side by side."""
    from ...errors import InputError, ParameterError
    from ...evaluation.entering import contestant_for
    from ...evaluation.loop import Loop
    from ...evaluation.on_error import OnError
    from ...evaluation.progressive import check_options, go_over, judge
    from ...evaluation.standings import standing_of
    from ..interrupts import stop_on_ctrl_c
    from ..output.display import watch_for

    labels = pair(options["labels"])
    bits = options["bits"]
    learners = [parse_spec(spec + (f",bits={bits}" if bits else ""), labels)[1] for spec in specs or DEFAULTS]
    if wants_classes(options):
        learners = [with_classes(learner, options) for learner in learners]
    if len(set(specs)) < len(specs):
        raise ParameterError("a learner is named twice with the same parameters.")
    if len(set(files)) < len(files):
        raise InputError("a file is named twice; use --passes to go over files more than once.")
    check_outputs(files, options)
    read = sources(files, options, bits)
    test = sources([options["test"]], options, bits) if options["test"] else []
    check_options(read, options["passes"], options["holdout"], None)
    pictured = bool(options["plot"] or options["report"])
    names = specs or DEFAULTS
    contestants = [
        contestant_for(name, made, measures=True, trace=pictured) for name, made in zip(names, learners, strict=True)
    ]
    watch = watch_for(read, options["passes"], quiet=options["quiet"])
    on_error = OnError(options["on_error"])
    loop = Loop(contestants, read, on_error, options["holdout"], watch)
    try:
        with stop_on_ctrl_c(loop):
            try:
                stopped = go_over(loop, options["passes"], None)
            except KeyboardInterrupt:
                stopped = "interrupted"
    finally:
        watch.close()
        on_error.close()
    runs = loop.runs()
    for run, contestant in zip(runs, loop.contestants, strict=True):
        run.stopped = stopped
        run.standing = standing_of(contestant.learner)
        if test:
            run.test = judge(test[0], contestant, on_error)
    _tell(runs, options)
    if stopped == "interrupted":
        click.echo("interrupted", err=True)
        raise SystemExit(130)


def _tell(runs: list[Any], options: dict[str, Any]) -> None:
    from ..output.summary import to_record

    if options["plot"]:
        from ...reports import figure

        figure(runs, options["plot"])
    if options["report"]:
        from pathlib import Path

        from ...reports import page

        Path(options["report"]).write_text(page(runs), encoding="utf-8")
    if options["as_json"]:
        for run in runs:
            click.echo(json.dumps(to_record(run)))
    else:
        _print(runs)


def _print(runs: list[Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    first = runs[0]
    table = Table(
        title=f"{first.progress.examples:,} labelled examples, {first.features:,} attributes",
        title_justify="left",
        box=box.SIMPLE,
    )
    measures = [
        name
        for name in ("auc", "log_loss", "kappa", "kappa_no_change")
        if any(name in run.progress.measures for run in runs)
    ]
    tested = any(run.test for run in runs)
    table.add_column("learner", min_width=min(40, max(len(run.learner) for run in runs)), overflow="fold")
    for name in ("mistakes", "error", "updates", *measures, *(["test error"] if tested else [])):
        table.add_column(name.replace("_", " "), justify="right")
    for run in sorted(runs, key=lambda run: run.mistakes):
        cells = [f"{run.progress.measures[name]:.4f}" if name in run.progress.measures else "-" for name in measures]
        extra = [f"{run.test.error:.4f}"] if run.test else []
        table.add_row(run.learner, f"{run.mistakes:,}", f"{run.error:.4f}", f"{run.updates:,}", *cells, *extra)
    out = Console()
    (out if out.is_terminal else Console(width=200)).print(table)
