"""The end of a run: pictures, pages, JSON, and what a person reads."""

import json
from typing import TYPE_CHECKING, Any

import click

from .wording import in_own_options

if TYPE_CHECKING:
    from .job import Job


def tell_runs(runs: list[Any], job: "Job", *, in_words: bool) -> None:
    """Everything that was asked for. in_words: also what a person reads."""
    output = job.asked.output
    if output.plot:
        from ..reports import figure

        figure(runs, output.plot)
    if output.report:
        from ..files import write_text
        from ..reports import page

        write_text(output.report, page(runs))
    if output.as_json:
        from .output.summary import to_record

        for run in runs:
            click.echo(json.dumps(to_record(run, None if job.asked.compared else job.learner)))
    if in_words:
        _tell_in_words(runs, job)


def _tell_in_words(runs: list[Any], job: "Job") -> None:
    output = job.asked.output
    if job.asked.compared and not output.as_json:
        from .output.comparison import print_comparison

        print_comparison(runs)
    elif not job.asked.compared and not output.quiet:
        from .output.summary import print_summary

        note = job.note or (job.left_alone if runs[0].stopped else "")  # else a warning has said so
        print_summary(runs[0], in_own_options(job.loop.on_error.first), note)
    if runs[0].stopped == "interrupted" and job.asked.compared:
        click.echo("interrupted", err=True)
    if runs[0].certificate is not None and not output.as_json:
        from .theory.certificate_page import print_certificate

        print_certificate(runs[0].certificate)
