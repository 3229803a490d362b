"""What is in a file: counts over one reading of it, with no learner in sight."""

import os
from dataclasses import dataclass

import numpy as np

from .block import Block, Trouble
from .source import Source


@dataclass
class Description:
    """What one reading of a file came to.

    Parameters
    ----------
    name : str
        The file.
    format : str
        Its format, as it was said or found.
    examples : int, default 0
        How many examples there are.
    labelled : int, default 0
        How many of them have a label.
    features : int, default 0
        Attributes with a value other than 0, as they are written. Vowpal Wabbit counts its constant too, one for each
        example.
    weight_sum : float, default 0.0
        The sum of the importance weights of all examples.
    label_sum : float, default 0.0
        The weighted sum of the labels of the labelled examples, as they are written; texts count as 0.
    bytes : int, default 0
        Bytes that were read.
    lines : int, default 0
        Lines (rows of a table) that were read.
    bad_lines : int, default 0
        Lines that are no examples.
    first_trouble : Trouble or None, optional
        The first of the bad lines.
    """

    name: str
    format: str
    examples: int = 0
    labelled: int = 0
    features: int = 0
    weight_sum: float = 0.0
    label_sum: float = 0.0
    bytes: int = 0
    lines: int = 0
    bad_lines: int = 0
    first_trouble: Trouble | None = None


def describe(source: str | os.PathLike[str] | Source) -> Description:
    """Reads a file to its end and counts; bad lines are counted too.

    Parameters
    ----------
    source : str, os.PathLike or Source
        The file; a Source where its format has to be said.

    Returns
    -------
    Description
        What was counted.

    Raises
    ------
    InputError
        If the file can't be opened, or its format can't be told.

    Examples
    --------
    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "two.vw")
    >>> with open(path, "w") as file:
    ...     _ = file.write("1 |f price:.23 sqft:.25\\n-1 2.0 |f old\\n")
    >>> found = describe(path)
    >>> found.format, found.examples, found.features, found.label_sum
    ('vw', 2, 3, -1.0)
    """
    if not isinstance(source, Source):
        source = Source(os.fspath(source))
    found = Description(source.name, source.found_format)
    for block in source.blocks():
        found.examples += len(block)
        found.features += block.features
        found.bytes += block.size
        found.lines = block.end.lines
        found.bad_lines += len(block.troubles)
        if block.troubles and found.first_trouble is None:
            found.first_trouble = block.troubles[0]
        _count_labels(found, block)
    return found


def _count_labels(found: Description, block: Block) -> None:
    written = block.written_labels()
    known = ~np.isnan(written)
    weights = block.weights
    weight = np.ones(len(written)) if weights is None else weights
    found.labelled += int(np.count_nonzero(known))
    found.label_sum += float(written[known] @ weight[known])
    found.weight_sum += float(weight.sum())
