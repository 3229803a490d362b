"""One flow behind `learn`, with or without late labels, and `compare`: options -> sources -> learners -> loop -> save
-> tell.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import ThresherError
from .checks import check
from .interrupts import no_ctrl_c, stop_on_ctrl_c
from .job import Ending, Job
from .options import Request
from .saved_models import as_written
from .wording import in_own_options


def run(asked: Request) -> int:
    """Reads, learns, saves and tells; the exit code. An error among the examples is raised in the end."""
    check(asked)
    with begun(asked) as job:
        ended = go_over_files(job)
        with no_ctrl_c():
            save(job, ended)
        if ended.unwritten is not None:
            raise ended.unwritten
        tell(job, ended)
    if ended.trouble is not None:
        raise ended.trouble
    return 130 if ended.why == "interrupted" else 0


@contextlib.contextmanager
def begun(asked: Request) -> Iterator[Job]:
    """A job whose files are open and whose learners are made."""
    with contextlib.ExitStack() as closing:
        job = Job(asked)
        job.open_sources(closing)
        job.make_learners()
        job.make_loop(closing)
        yield job


def go_over_files(job: Job) -> Ending:
    """Learns to the end of the files, to Ctrl-C or to the first error."""
    try:
        with stop_on_ctrl_c(job.loop), saving_on_the_way(job):
            return Ending(_go_over(job))
    except KeyboardInterrupt:
        return Ending("interrupted")
    except ThresherError as error:  # what was learned before it is kept
        return Ending(in_own_options(error.message.partition("\n")[0]), error)
    except OSError as error:
        return Ending(str(error), unwritten=error)
    finally:
        job.watch.close()
        job.loop.on_error.close()
        if job.log is not None:
            job.log.close()


@contextlib.contextmanager
def saving_on_the_way(job: Job) -> Iterator[None]:
    """Saves the model while it learns, as if the run were stopped there."""
    interval = job.asked.output.saved_every
    if interval is None:
        yield
        return
    from .save_every import SaveEvery

    def save_now() -> None:
        with no_ctrl_c():
            save(job, Ending("saved on the way"))

    saving = SaveEvery(interval, save_now)
    job.loop.milestones.append(saving)
    with saving.timed(job.loop):
        yield


def _go_over(job: Job) -> str | None:
    """Why it ended before the end, if so."""
    from ..evaluation.progressive import go_over
    from .resuming import passes_made
    from .shuffling import starts

    passes, loop = job.asked.passes, job.loop
    if job.asked.late.wanted:
        loop.read()
        if job.asked.late.until == "labels" and not loop.stopping:
            loop.contestants[0].finish()
        return "interrupted" if loop.stopping else None
    done, inside = passes_made(job.remembered, passes.passes)
    where = starts(job.remembered, job.sources, inside=inside)
    labelled = int(job.remembered.get("labelled", 0)) if inside else 0
    return go_over(loop, passes.passes, passes.patience, where, done, labelled)


def save(job: Job, ended: Ending) -> None:
    """Writes the model, and remembers beside it how far the files were read."""
    from .shuffling import to_progress

    path = job.asked.output.model
    if not path or _keeps_what_was_there(job, ended, path):
        return
    beside = {
        "reading": job.asked.reading.to_remember(job.remembered.get("reading"), job.sources[0].found_format),
        "labels": as_written(job.learner, job.remembered),
    }
    if job.asked.late.wanted:
        job.note = _save_late(job.loop.contestants[0].late, path, beside)
    else:
        job.learner.save(path, to_progress(job.loop, job.sources, ended.why is not None) | beside)
    if ended.trouble is not None:
        ended.trouble.add_note(f"what was learned before it is kept in {path}")


def _keeps_what_was_there(job: Job, ended: Ending, path: str) -> bool:
    """Whether nothing is written: a run that learned nothing leaves nothing behind an error, and replaces no model."""
    job.left_alone = ""
    if job.has_learned or (ended.trouble is None and (job.resumed is not None or not Path(path).is_file())):
        return False
    if Path(path).is_file():
        job.left_alone = f"{path} is left as it was"
        if ended.trouble is not None:
            ended.trouble.add_note(f"nothing was learned, and {job.left_alone}")
    return True


def _save_late(late: Any, path: str, beside: dict[str, Any]) -> str:
    """The learner alone where that is all there is to go on with; else what is there besides."""
    from ..late import Delayed

    if type(late) is not Delayed:  # it asks for labels, or answers with sets
        late.save(path, beside)
        return f"{path} holds the learner, what goes around it, and the instances that wait for their labels"
    if late.pending or len(late.keeper.pending()) or hasattr(late.keeper, "copies"):
        late.save(path, beside)
        return f"{path} holds the learner and the instances that wait for their labels"
    late.learner.save(path, beside | late.row_reader.to_plain())
    return ""


def tell(job: Job, ended: Ending) -> None:
    """Pictures, pages, JSON; in words only what ended without an error."""
    from .telling import tell_runs

    runs = results(job, ended)
    tell_runs(runs, job, in_words=ended.trouble is None)


def results(job: Job, ended: Ending) -> list[Any]:
    """What it came to, for each learner."""
    from ..evaluation.progressive import judge
    from ..evaluation.standings import standing_of
    from ..evaluation.surprises import warn_of

    output = job.asked.output
    runs: list[Any] = job.loop.runs()
    for one, contestant in zip(runs, job.loop.contestants, strict=True):
        one.stopped, one.written = ended.why, as_written(contestant.model, job.remembered)
        if output.report or output.as_json or not output.quiet:
            one.standing = standing_of(contestant.learner if one.sets is None else contestant.model)
        if job.test_curve is not None:
            one.test_curve = job.test_curve.of(contestant)
        if job.tests and ended.complete:
            one.test = judge(job.tests[0], contestant, job.loop.on_error)
            one.columns = job.loop.columns.notes()
        if job.asked.late.answers is not None:
            one.unlabelled = one.examples - one.progress.examples
        if job.asked.certificate.wanted and ended.why is None:
            from .theory.certifying import certify_run

            try:
                one.certificate = certify_run(one, contestant.learner, job.sources, job.comparator, job.asked)
            except ThresherError as error:
                ended.trouble = error
    warn_of(runs, [*job.loop.order_notes(), *_nothing_new(job, ended), *_nothing_learned(job, ended, runs[0])])
    for one in runs:
        one.warnings = [in_own_options(sentence) for sentence in one.warnings]
    return runs


def _nothing_new(job: Job, ended: Ending) -> list[str]:
    """Of a run that goes on where nothing is left to read."""
    if job.resumed is None or job.loop.examples or not ended.complete:
        return []
    read = ", ".join(source.name for source in job.sources if source.repeatable)
    return [f"{read}: read to the end before, nothing is new; to go over it once more: passes="] if read else []


def _nothing_learned(job: Job, ended: Ending, run: Any) -> list[str]:
    """Of a run without any label: its model is as it was, and that must be known although nothing failed."""
    if run.progress.examples or not ended.complete or (job.resumed is not None and not run.examples):
        return []
    kept = f"; {job.left_alone}" if job.left_alone else ""
    if not run.examples:
        return [f"there was no example, so nothing was learned{kept}"]
    formats = {source.found_format for source in job.sources if hasattr(source, "found_format")}
    hint = " (in VW's format a number that touches the | is a tag)" if "vw" in formats else ""
    if formats & {"csv", "json", "parquet", "arrow"}:
        hint = ": label= names the column that has it"
    return [f"no example had a label, so nothing was learned{hint}{kept}"]
