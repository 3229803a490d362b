"""`thresher learn` with late labels: when they come, in which order they are learned, and what the delay cost."""

from typing import Any

import click

from ..options.classes import learner_of
from ..options.late import arrival_of, check_late, order_of, time_of
from ..options.reading import check_outputs, sources, to_remember


def learn_late(files: tuple[str, ...], options: dict[str, Any]) -> int:
    """The command, where labels come late; its exit code."""
    from ...late.delayed import Delayed

    check_late(options)
    check_outputs([*files, *filter(None, [options["answers"]])], options)
    read = sources(files, options, options["bits"])
    learner = learner_of(options)
    late = Delayed(learner, order_of(options["order"] or "immediate"), horizon=options["horizon"])
    return _Job(late, read, options).run()


class _Job:
    """One call of the command."""

    def __init__(self, late: Any, read: list[Any], options: dict[str, Any]) -> None:
        from ...evaluation.late.contestant import LateContestant
        from ...evaluation.late.evaluate import LateLoop
        from ...evaluation.on_error import OnError
        from ...learners.naming import spell
        from ..output.display import watch_for

        self.late, self.options = late, options
        on_error = OnError(options["on_error"])
        post, streams = self._post(read, on_error)
        for source in streams:
            source.found_format  # noqa: B018 - an unknown format is an error before anything is learned
        self.contestant = LateContestant(spell(type(late.learner)), late, post)
        self.watch = watch_for(streams, 1, quiet=options["quiet"])
        self.loop = LateLoop([self.contestant], streams, on_error, watch=self.watch)

    def run(self) -> int:
        """Learns, then tells; the exit code."""
        from ...errors import ThresherError
        from ...evaluation.late.evaluate import go_over_late
        from ..interrupts import no_ctrl_c, stop_on_ctrl_c

        trouble: ThresherError | None = None
        try:
            with stop_on_ctrl_c(self.loop):
                run = go_over_late(self.loop, self.contestant, self.options["until"])
        except KeyboardInterrupt:
            run = self._so_far("interrupted")
        except ThresherError as error:  # what was learned before it is kept
            trouble, run = error, self._so_far(str(error).partition("\n")[0])
        finally:
            self.watch.close()
        with no_ctrl_c():
            saved = self._save()
        self._tell(run, saved)
        if trouble is not None:
            click.echo(f"thresher: {trouble}", err=True)
            return 2
        return 130 if run.stopped == "interrupted" else 0

    def _post(self, read: list[Any], on_error: Any) -> tuple[Any, list[Any]]:
        """Who brings the labels, and the instances without what tells when."""
        options = self.options
        if options["answers"] is not None:
            from ...evaluation.late.answers import AnswerFile

            answers = sources([options["answers"]], options | {"format": None}, None)[0]
            file = AnswerFile(answers, read, on_error, id=options["id"], time=options["time_column"])
            return file, file.streams
        from ...evaluation.late.deliveries import Simulated
        from ...evaluation.late.moments import clock_for, keys_of
        from ...evaluation.late.streams import tables_with_times

        time, delay = options["time_column"], options["delay_column"]
        if delay is None:
            delay = time_of(options["delay"]) if time else arrival_of(options["delay"] or "1", options["delay_seed"])
        streams, recall = tables_with_times(read, keys_of(time, delay), time)
        return Simulated(clock_for(time, delay), recall), streams

    def _so_far(self, stopped: str) -> Any:
        run = self.loop.runs()[0]
        run.stopped = stopped
        return run

    def _save(self) -> str:
        """Saves the learner alone where that is all there is to go on with; what it is."""
        path, late = self.options["model"], self.late
        if not path:
            return ""
        if late.pending or len(late.keeper.pending()) or hasattr(late.keeper, "copies"):
            late.save(path)
            return f"{path} holds the learner and what waits with it; thresher.late.Delayed.load goes on with it"
        late.learner.save(path, {"reading": to_remember(self.options)})
        return ""

    def _tell(self, run: Any, saved: str) -> None:
        from ..output.summary import print_summary, to_record

        if self.options["answers"] is not None:
            run.unlabelled = run.examples - run.progress.examples
        if self.options["plot"]:
            from ...reports import figure

            figure([run], self.options["plot"])
        if self.options["report"]:
            from pathlib import Path

            from ...reports import page

            Path(self.options["report"]).write_text(page([run]), encoding="utf-8")
        if self.options["as_json"]:
            import json

            learner = self.late.learner
            model = {"examples": learner.examples, "mistakes": learner.mistakes, "updates": learner.updates}
            click.echo(json.dumps(to_record(run) | {"model": model, "late": run.to_plain()}))
        if not self.options["quiet"]:
            print_summary(run, self.loop.on_error)
            click.echo("\n".join([*in_words(run), *filter(None, [saved])]), err=True)


def in_words(run: Any) -> list[str]:
    """What the delay did."""
    fates = ", ".join(f"{count:,} {fate}" for fate, count in run.fates.items()) or "none came"
    mean = "" if run.mean_delay is None else f"; {run.mean_delay:,.1f} questions late on average"
    lines = [
        f"late labels, order {run.order}: {fates}{mean}",
        f"{run.pending:,} pending, {run.given_up:,} given up, at most {run.outstanding:,} outstanding at once",
    ]
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
    said = f"cost of delay: {cost.mistakes:,} mistakes{without}"
    if run.order != "immediate":
        return said
    vacuous = ", which is vacuous" if cost.allowance >= run.progress.examples else ""
    return (
        f"{said}; D6a allows a learner that changes on mistakes only (1 + {cost.outstanding:,}) * "
        f"{cost.in_arrival_order:,} = {cost.allowance:,}{vacuous}"
    )
