"""What a model says of many files, a task a file."""

from typing import Any, NamedTuple

from ..errors import InputError, ParameterError
from ..files import load_bytes
from ..learners import Learner
from ..learners.shelved import label_table
from ..streams import Columns
from .committees import Committee
from .file_names import some_files
from .remote import blocks_of
from .tasks import run_all


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
    ParameterError
        If the model is a committee, which answers one example at a time.

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
    if isinstance(model, Committee):
        raise ParameterError("a committee answers one example at a time: ask its predict_one.", field="model")
    names = some_files(files)
    columns = rows or model.row_reader.rows or Columns()
    data = model.to_bytes()
    return list(run_all(score_file, [(data, name, columns) for name in names], on))


def score_file(model: bytes, name: str, columns: Columns) -> FileScore:
    """One file; what a task of `score` does."""
    import numpy as np

    found: Any = load_bytes(model)
    table, answers, labelled, mistakes = label_table(found), [np.empty(0, dtype=np.int32)], 0, 0
    for block in blocks_of(name, columns):
        numbers = table.codes(block.native, 0, len(block))
        said = found.learn_block(block.native, 0, np.full(len(block), -1, dtype=np.int32))
        if said.refusal:
            raise InputError(said.refusal).at(name)
        labelled += int((numbers != -1).sum())
        mistakes += int(((numbers != -1) & (numbers != said.answers)).sum())
        answers.append(said.answers)
    whole = np.concatenate(answers)
    return FileScore(name, len(whole), labelled, mistakes, whole)
