"""`thresher learn`: read, predict, learn, count; save, plot, report."""

import contextlib
import sys
from typing import Any

import click

from ...errors import InputError, ParameterError
from ..interrupts import no_ctrl_c, stop_on_ctrl_c
from ..options.classes import NAMES, bits_of, class_options, learner_of
from ..options.late import is_late, late_options
from ..options.learner import DEFAULT_LEARNER, given, learner_options
from ..options.reading import check_outputs, error_options, load_model, reading_options, sources, to_remember

EXAMPLE = """\b
Example:
  printf '1 | free money\\n-1 | lunch at noon\\n' | thresher learn - --format vw --model spam.thresher
"""


@click.command("learn", epilog=EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--learner", metavar="NAME", help=f"tracking-winnow, perceptron, ... [default: {DEFAULT_LEARNER}]")
@click.option("--passes", default=1, show_default=True, help="How often to go over the files.")
@click.option("--holdout", default=0.0, show_default=True, help="Share of the examples to predict but never learn.")
@click.option("--patience", type=int, help="Stop when the held-out error is no better for so many passes.")
@click.option("--test", type=click.Path(), metavar="FILE", help="Predict this file in the end, without learning.")
@click.option("--model", type=click.Path(), metavar="OUT", help="Save the model.")
@click.option(
    "--resume", type=click.Path(), metavar="IN", help="Go on with a saved model, in each file where it stopped."
)
@click.option("--log", type=click.Path(), metavar="OUT", help="Write an event log that `thresher replay` can replay.")
@click.option("--plot", type=click.Path(), metavar="OUT.png", help="Draw error and weights over time.")
@click.option("--report", type=click.Path(), metavar="OUT.html", help="Write a page with everything; works offline.")
@click.option(
    "--certify", is_flag=True, help="Show the mistakes beside every bound that applies; reads the files again."
)
@click.option(
    "--comparator", type=click.Path(), metavar="FILE.json", help="Certify against this concept, not the best one."
)
@click.option(
    "--certify-seconds", type=float, default=300.0, show_default=True, help="Time for finding the best concept."
)
@click.option("--measures", is_flag=True, help="Also log loss, Brier score, calibration, area under the curve.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@click.option("--quiet", is_flag=True, help="Print no progress.")
@class_options
@late_options
@reading_options
@error_options
@learner_options
def command(files: tuple[str, ...], **options: Any) -> None:
    """Learn from files or a pipe (`-`), one example after the other, and count mistakes on the way.

    Each example is predicted before its label is looked at. Examples without a label are only predicted.
    """
    check_outputs(files, options)
    if len(set(files)) < len(files):
        raise InputError("a file is named twice; use --passes to go over files more than once.")
    options["certify"] = options["certify"] or options["comparator"] is not None
    if options["labels"] and "," not in options["labels"] and options["id"] and options["answers"] is None:
        options["answers"], options["labels"] = options["labels"], None  # not a pair of labels: a file of them
    if is_late(options):
        from .learn_late import learn_late

        sys.exit(learn_late(files, options))
    if options["certify"]:
        from ..theory.certificate import check_certifiable

        check_certifiable(files, options)
    with contextlib.ExitStack() as stack:
        if options["resume"]:
            learner, progress = _resume(options)
            read = sources(files, options, bits_of(learner), progress.get("reading"))
        else:
            read = sources(files, options, options["bits"])
            read[0] = read[0].head_start()  # before all that has to be imported to make a learner
            stack.callback(read[0].close)
            progress = {}
            learner = learner_of(options)
        code = _Job(learner, read, options, progress).run()
    if code:
        sys.exit(code)


def _resume(options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    changed = [f"--{name.replace('_', '-')}" for name in given(options)]
    changed += [f"--{name.replace('_', '-')}" for name in NAMES if options[name] is not None]
    if options["learner"] or changed or options["labels"]:
        said = ["--learner"] * bool(options["learner"]) + changed + ["--labels"] * bool(options["labels"])
        raise ParameterError(f"the model says what learner it is: leave {' '.join(said)} out, or leave --resume out.")
    if options["patience"]:
        raise ParameterError("--patience can't go on with --resume: the best model so far is not in the file.")
    return load_model(options["resume"])


def _narrow(options: dict[str, Any]) -> str:
    """Why there can't be many classes, if so."""
    for name in ("certify", "patience", "log"):
        if options[name]:
            return f"--{name} is for two labels: leave it out where there are many classes"
    return ""


class _Job:
    """One call of the command."""

    def __init__(self, learner: Any, read: list[Any], options: dict[str, Any], progress: dict[str, Any]) -> None:
        from ...evaluation.entering import contestant_for
        from ...evaluation.loop import Loop
        from ...evaluation.many import many_of
        from ...evaluation.on_error import OnError
        from ...evaluation.progressive import check_options
        from ...learners import Multiclass
        from ...learners.naming import spell
        from ..output.display import watch_for

        check_options(read, options["passes"], options["holdout"], options["patience"])
        self.test = (
            sources([options["test"]], options, bits_of(learner), progress.get("reading")) if options["test"] else []
        )
        self.read, self.options, self.progress = read, options, progress
        pictured = bool(options["plot"] or options["report"])
        self.log = None
        if options["log"] and many_of(learner) is None:
            from ...evaluation.events.log import EventLog

            self.log = EventLog(options["log"], learner)
        measured = pictured or options["measures"]
        members = learner.learner if isinstance(learner, Multiclass) else learner
        contestant = contestant_for(
            spell(type(members)), learner, measures=measured, trace=pictured, log=self.log, narrow=_narrow(options)
        )
        for source in read:
            source.found_format  # noqa: B018 - an unknown format is an error before anything is learned
        self.watch = watch_for(read, options["passes"], quiet=options["quiet"])
        self.loop = Loop([contestant], read, OnError(options["on_error"]), options["holdout"], self.watch)

    @property
    def learner(self) -> Any:
        """The one that goes on: with many classes it may be another."""
        return self.loop.contestants[0].learner

    def run(self) -> int:
        """Learns, then tells; the exit code."""
        from ...errors import ThresherError

        trouble: ThresherError | None = None
        stopped: str | None = None
        try:
            stopped = self._learn()
        except ThresherError as error:  # what was learned before it is kept
            trouble, stopped = error, str(error).partition("\n")[0]
        finally:
            self.watch.close()
            self.loop.on_error.close()
            if self.log is not None:
                self.log.close()
        with no_ctrl_c():
            self._save(stopped is not None)
        self._tell(stopped)
        if trouble is not None:
            click.echo(f"thresher: {trouble}", err=True)
            return 2
        return 130 if stopped == "interrupted" else 0

    def _learn(self) -> str | None:
        from ...evaluation.progressive import go_over
        from ..progress import passes_made, starts

        done, inside = passes_made(self.progress, self.options["passes"])
        where = starts(self.progress, self.read) if inside else None
        with stop_on_ctrl_c(self.loop):
            try:
                return go_over(
                    self.loop,
                    self.options["passes"],
                    self.options["patience"],
                    where,
                    done,
                    int(self.progress.get("labelled", 0)) if inside else 0,
                )
            except KeyboardInterrupt:
                return "interrupted"

    def _save(self, stopped: bool) -> None:
        from ..progress import to_progress

        if self.options["model"]:
            reading = to_remember(self.options, self.progress.get("reading"))
            self.learner.save(self.options["model"], to_progress(self.loop, self.read, reading, stopped))

    def _tell(self, stopped: str | None) -> None:
        from ...evaluation.progressive import judge
        from ...evaluation.standings import standing_of
        from ..output.summary import print_summary, to_json

        run = self.loop.runs()[0]
        run.stopped = stopped
        if self.options["report"] or self.options["as_json"] or not self.options["quiet"]:
            run.standing = standing_of(self.learner)
        if self.test and (stopped is None or stopped == "early"):
            run.test = judge(self.test[0], self.loop.contestants[0], self.loop.on_error)
        if self.options["certify"] and stopped is None:
            from ..theory.certificate import certify_run

            run.certificate = certify_run(run, self.learner, self.read, self.options)
        if self.options["plot"]:
            from ...reports import figure

            figure([run], self.options["plot"])
        if self.options["report"]:
            from pathlib import Path

            from ...reports import page

            Path(self.options["report"]).write_text(page([run]), encoding="utf-8")
        if self.options["as_json"]:
            click.echo(to_json(run, self.learner))
        if not self.options["quiet"]:
            print_summary(run, self.loop.on_error)
        if run.certificate is not None and not self.options["as_json"]:
            from ..theory.certificate import print_certificate

            print_certificate(run.certificate)
