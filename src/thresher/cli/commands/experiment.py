"""`thresher experiment`: one experiment of the papers, run again: a page, figures, tables and what was found."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ...theory.experiments import EXPERIMENTS
from ...theory.experiments.experiment import Size

EXAMPLE = """\b
Example:
  thresher experiment swin --out swin --quick
"""


@click.command("experiment", epilog=EXAMPLE)
@click.argument("name", required=False, type=click.Choice(list(EXPERIMENTS)), metavar="[NAME]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where the files go.")
@click.option("--quick", is_flag=True, help="A small one, in seconds: to see whether it works, not to believe it.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all that is drawn.")
@click.option("--quiet", is_flag=True, help="Print no progress.")
def command(name: str | None, out: Path | None, quick: bool, seed: int, quiet: bool) -> None:
    """Run an experiment and write what it found: index.html, a CSV per table, a PNG and SVG per figure, findings.json.

    The findings are printed too. Without NAME: the experiments there are.
    """
    if name is None:
        _list()
        return
    if out is None:
        raise click.UsageError(f"say where the files go: thresher experiment {name} --out {name}")
    from ...theory.experiments.drawing import check_drawing
    from ...theory.experiments.writing import write

    check_drawing()
    out.mkdir(parents=True, exist_ok=True)  # a place that can't be written to is known before the work
    experiment = EXPERIMENTS[name]
    size: Size = "quick" if quick else "full"
    with _teller(quiet) as tell:
        findings = experiment.run(size, seed, tell)
        tell("drawing")
        paths = write(findings, out, name=name, title=experiment.TITLE, size=size, seed=seed)
    for sentence in findings.sentences:
        click.echo(f"- {sentence}")
    if not quiet:
        click.echo(f"{len(paths)} files in {out}; open {paths[0]}", err=True)


def _list() -> None:
    from ..theory.page import Page, columns

    page = Page()
    page.add(columns([(name, experiment.TITLE) for name, experiment in EXPERIMENTS.items()], styles=("bold",)))
    page.add("thresher experiment NAME --out DIR runs one of them.")
    page.print()


@contextmanager
def _teller(quiet: bool) -> Iterator[Callable[[str], None]]:
    """What is being done: one line that changes on a terminal, a line each in a pipe. On stderr."""
    if quiet:
        yield lambda words: None
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status("beginning") as status:
            yield status.update
    else:
        yield lambda words: click.echo(words, err=True)
