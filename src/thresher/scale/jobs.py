"""Many independent pieces of work, here one after the other or on Ray beside each other: the same bits either way."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ..errors import InputError, ParameterError
from ..files import load_bytes
from ..learners import Learner
from ..learners.shelved import label_table
from ..streams import Columns, Source
from .cluster import connected, is_ray
from .file_names import file_names
from .remote import readable


class FileScore(NamedTuple):
    """What a model says of one file.

    Parameters
    ----------
    file : str
        Its name.
    rows : int
        How many rows it has.
    labelled : int
        How many of them have a label.
    mistakes : int
        How many of those the model takes for the other label.
    answers : array of int32
        What it says of each row, as class numbers.
    """

    file: str
    rows: int
    labelled: int
    mistakes: int
    answers: Any


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


def run_all(work: Callable[..., Any], given: Sequence[tuple[Any, ...]], on: str = "here") -> Iterator[Any]:
    """The results of many calls, in order.

    Parameters
    ----------
    work : callable
        A function that a worker can import.
    given : sequence of tuples
        The arguments of each call.
    on : str, default "here"
        "here", "ray" or "ray://host:port".

    Yields
    ------
    object
        A result; the first error among the calls is raised where its turn comes.
    """
    if not is_ray(on):
        for arguments in given:
            yield work(*arguments)
        return
    ray = connected(on)
    task = ray.remote(work).options(max_retries=5, scheduling_strategy="SPREAD")
    waiting = [task.remote(*arguments) for arguments in given]
    for one in waiting:
        yield ray.get(one)


def score(model: Learner, files: Any, *, on: str = "here", rows: Columns | None = None) -> list[FileScore]:
    """What a model says of files, a task a file; the model does not change.

    Parameters
    ----------
    model : Learner
        Of two labels.
    files : path or list of paths
        The files; a path may have wildcards.
    on : str, default "here"
        "here", "ray" or "ray://host:port".
    rows : Rows, optional
        What the columns of tables mean. Default: as the model learned.

    Returns
    -------
    list of FileScore
        In the order of the files.

    Raises
    ------
    InputError
        If a file can't be read.

    Examples
    --------
    >>> import tempfile, pathlib, thresher as th
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = pathlib.Path(folder.name, "rows.vw")
    >>> _ = file.write_text("1 | free money\\n-1 | lunch at noon\\n")
    >>> model = th.scale.mix(th.Perceptron(), str(file), shards=1)
    >>> [(one.rows, one.mistakes) for one in th.scale.score(model, str(file))]
    [(2, 0)]
    >>> folder.cleanup()
    """
    names = _files(files)
    columns = rows or model.row_reader.rows or Columns()
    data = model.to_bytes()
    return list(run_all(score_file, [(data, name, columns) for name in names], on))


def score_file(model: bytes, name: str, columns: Columns) -> FileScore:
    """One file; what a task of `score` does."""
    import numpy as np

    found: Any = load_bytes(model)
    table, answers, labelled, mistakes = label_table(found), [np.empty(0, dtype=np.int32)], 0, 0
    with readable(name) as path:
        for block in Source(path, columns=columns).blocks():
            if block.troubles:
                raise InputError(block.troubles[0].sentence(name))
            numbers = table.codes(block.native, 0, len(block))
            said = found.learn_block(block.native, 0, np.full(len(block), -1, dtype=np.int32))
            if said.refusal:
                raise InputError(said.refusal).at(name)
            labelled += int((numbers != -1).sum())
            mistakes += int(((numbers != -1) & (numbers != said.answers)).sum())
            answers.append(said.answers)
    whole = np.concatenate(answers)
    return FileScore(name, len(whole), labelled, mistakes, whole)


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
    names = _files(files)
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


def _files(files: Any) -> list[str]:
    names = file_names(files)
    if not names:
        raise InputError("this job is about files: give a path or a list of paths.")
    return names
