"""`compare --on ray`: a task for each learner, and the table of all of them."""

from dataclasses import replace
from typing import Any

from ..errors import ParameterError
from .checks import check
from .options import Request


def compare_elsewhere(asked: Request, on: str) -> int:
    """Each learner goes over the files by itself, on Ray; what is told is what `compare` tells here.

    Parameters
    ----------
    asked : Request
        What is wanted.
    on : str
        "ray" or "ray://host:port".

    Returns
    -------
    int
        The exit code.
    """
    from ..scale.file_names import file_names
    from ..scale.tasks import run_all
    from .job import Job
    from .telling import tell_runs

    if "-" in asked.read or asked.reading.quarantine:
        raise ParameterError("workers elsewhere read files: give no '-', and let bad lines be errors or be skipped.")
    asked = replace(asked, files=tuple(file_names(list(asked.files)) or ()))
    check(asked)
    quiet = replace(asked.output, quiet=True)
    work = [(replace(asked, learners=(wanted,), output=quiet),) for wanted in asked.learners]
    runs = [run for some in run_all(runs_of, work, on) for run in some]
    tell_runs(runs, Job(asked), in_words=True)
    return 0


def runs_of(asked: Request) -> list[Any]:
    """What one learner came to; what a task does."""
    from .flow import begun, go_over_files, results

    with begun(asked) as job:
        ended = go_over_files(job)
        if ended.trouble is not None:
            raise ended.trouble
        return results(job, ended)
