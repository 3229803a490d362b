"""Several learners, or one with several parameters, over the same files: a task a learner."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ..errors import ParameterError
from ..files import load_bytes
from ..learners import Learner
from ..streams import Columns, Source
from .file_names import some_files
from .remote import readable
from .tasks import run_all


class Contest(NamedTuple):
    """What one learner came to, over all files.

    Parameters
    ----------
    name : str
        Which learner.
    examples, mistakes : int
        Predicted before each label was seen.
    error : float
        Mistakes over examples.
    digest : str
        Of the learner in the end.
    """

    name: str
    examples: int
    mistakes: int
    error: float
    digest: str


def compare(
    learners: Iterable[Learner] | Mapping[str, Learner], files: Any, *, on: str = "here", passes: int = 1
) -> list[Contest]:
    """Several learners over the same files, a task a learner; the learners given do not change.

    Parameters
    ----------
    learners : iterable of Learner, or mapping from names to them
        Who learns.
    files : path or list of paths
        The files.
    on : str, default "here"
        "here", "ray" or "ray://host:port".
    passes : int, default 1
        How often the files are gone over.

    Returns
    -------
    list of Contest
        In the order of the learners.
    """
    named = learners if isinstance(learners, Mapping) else {repr(one): one for one in learners}
    if not named:
        raise ParameterError("there is nobody to compare.")
    names = some_files(files)
    work = [(name, learner.to_bytes(learner.row_reader.to_plain()), names, passes) for name, learner in named.items()]
    return list(run_all(contest, work, on))


def contest(name: str, learner: bytes, files: Sequence[str], passes: int) -> Contest:
    """One learner over all files; what a task of `compare` does."""
    from ..evaluation import evaluate

    found: Any = load_bytes(learner)
    columns = found.row_reader.rows or Columns()
    examples = mistakes = 0
    for _ in range(passes):
        for file in files:
            with readable(file) as path:
                run = evaluate(Source(path, columns=columns), found, measures=False)
            examples += run.progress.examples
            mistakes += run.progress.mistakes
    return Contest(name, examples, mistakes, mistakes / examples if examples else 0.0, found.digest())


def sweep(
    make: Callable[..., Learner], grid: Mapping[str, Sequence[Any]], files: Any, *, on: str = "here", passes: int = 1
) -> list[tuple[dict[str, Any], Contest]]:
    """A learner with every combination of parameters, the best first.

    Parameters
    ----------
    make : callable
        Makes a learner of parameters: a learner's class.
    grid : mapping
        From parameters to the values to try.
    files : path or list of paths
        The files.
    on : str, default "here"
        "here", "ray" or "ray://host:port".
    passes : int, default 1
        How often the files are gone over.

    Returns
    -------
    list of (dict, Contest)
        Parameters and what they came to, fewest mistakes first; among equals in the order of the grid.
    """
    tried = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    named = {str(number): make(**parameters) for number, parameters in enumerate(tried)}
    found = compare(named, files, on=on, passes=passes)
    ranked = sorted(zip(tried, found, strict=True), key=lambda one: one[1].mistakes)
    return [(parameters, one._replace(name=repr(parameters))) for parameters, one in ranked]
