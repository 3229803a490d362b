"""Tables of Arrow on their way to workers: cut by key here, read there.

Whoever drives a job on Ray reads record batches, looks at the column of the key alone, and sends each worker its rows
as they lie. So the driver's share of the work is small, and what a row becomes is found out by the worker that learns
it. Only files of Parquet and Arrow whose keys are texts or whole numbers go this way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._core import block_of_arrow, partitions_of
from ..errors import InputError
from ..streams import Position
from ..streams.tables.columns import check_names
from .batches import KEY, Batch, Packer, position_in
from .file_names import whole_names
from .frames import batch_of_bytes, bytes_of_batch, some_rows, text_of_keys
from .packed import PackedShare

CHUNK = 1 << 15
"""So many rows are cut at one go, where batches have fewer."""


@dataclass(frozen=True)
class ArrowShare:
    """The rows of one worker, as they were in the file.

    Parameters
    ----------
    rows : array of uint8
        A record batch, as a stream of Arrow.
    events : array of uint64
        The event of each row.
    name : str
        The file.
    before : int
        What to take from an event to have the rows of the file before it.
    """

    rows: "npt.NDArray[np.uint8]"
    events: "npt.NDArray[np.uint64]"
    name: str
    before: int

    def packed(self, packer: Packer, own: object = None) -> PackedShare:
        """The same by partition, as partitions learn it.

        Parameters
        ----------
        packer : Packer
            Who knows what columns mean.
        own : object
            Who reads files for the worker: not needed.
        """
        batch = batch_of_bytes(self.rows)
        if batch.num_rows == 0:
            return {}
        try:
            return packed_rows(packer, batch, 0, self.events)
        except InputError as error:
            raise (self._told(packer, batch) or error).at(self.name) from None

    def _told(self, packer: Packer, batch: Any) -> InputError | None:
        """What is wrong, with its line in the file."""
        for row in range(batch.num_rows):
            try:
                packed_rows(
                    packer, batch.slice(row, 1), int(self.events[row]) - self.before, self.events[row : row + 1]
                )
            except InputError as error:
                return error
        return None


def packed_rows(packer: Packer, rows: Any, before: int, events: "npt.NDArray[np.uint64]") -> PackedShare:
    """The rows of a record batch by partition.

    Parameters
    ----------
    packer : Packer
        Who knows what columns mean.
    rows : RecordBatch
        The rows.
    before : int
        So many rows of the file are before them.
    events : array of uint64
        The event of each.

    Raises
    ------
    InputError
        If a row can't be understood.
    """
    schema, array = rows.__arrow_c_array__()
    block = block_of_arrow(packer.native, schema, array, before)
    if block.troubles:
        _, line, _, message = block.troubles[0][:4]
        raise InputError(f"line {line}: {message}")
    found, _ = packer.pack(block, 0, packer.numbers(block), 0, False, events)
    return {number: part for number, part in enumerate(found) if len(part)}


class ArrowChunk:
    """Rows that are cut by worker at one go, and handed out batch by batch: what is done to a table costs as much for
    two thousand rows as for many more.

    Parameters
    ----------
    first : int
        The event of its first row.
    rows : RecordBatch
        The rows.
    partitions : array of uint16
        The partition of each.
    name : str
        The file.
    line : int
        So many rows of it are before them.
    """

    def __init__(self, first: int, rows: Any, partitions: "npt.NDArray[np.uint16]", name: str, line: int) -> None:
        self.first, self.partitions = first, partitions
        self._name, self._before = name, first - line
        self._rows = rows
        self._cut: dict[tuple[int, ...], tuple[npt.NDArray[np.intp], Any]] = {}

    def share(self, begin: int, end: int, numbers: Sequence[int]) -> ArrowShare:
        """Of rows [begin, end) those of some partitions."""
        places, rows = self._of(tuple(numbers))
        low, high = np.searchsorted(places, (begin, end))
        events = (places[low:high] + self.first).astype(np.uint64)
        return ArrowShare(bytes_of_batch(rows.slice(low, high - low)), events, self._name, self._before)

    def _of(self, numbers: tuple[int, ...]) -> "tuple[npt.NDArray[np.intp], Any]":
        """The places of the rows of some partitions, and these rows."""
        if numbers not in self._cut:
            own = np.zeros(int(self.partitions.max(initial=0)) + 1, dtype=bool)
            own[[number for number in numbers if number < len(own)]] = True
            places = np.flatnonzero(own[self.partitions])
            self._cut[numbers] = places, some_rows(self._rows, places)
        return self._cut[numbers]


class ArrowBatch(Batch):
    """Some events in a row, as they were in the file.

    Parameters
    ----------
    chunk : ArrowChunk
        What they are of.
    begin, end : int
        Which rows of it.
    where : dict
        Where the stream goes on.
    """

    def __init__(self, chunk: ArrowChunk, begin: int, end: int, where: dict[str, Any]) -> None:
        super().__init__(chunk.first + begin, chunk.first + end, [], chunk.partitions[begin:end], where)
        object.__setattr__(self, "_chunk", chunk)
        object.__setattr__(self, "_begin", begin)

    def share(self, numbers: Sequence[int]) -> ArrowShare:
        """The rows of some partitions."""
        begin: int = self.__dict__["_begin"]
        chunk: ArrowChunk = self.__dict__["_chunk"]
        return chunk.share(begin, begin + self.last - self.first, numbers)


def formats_as_they_are(packer: Packer, names: Sequence[str], options: Mapping[str, Any]) -> set[str]:
    """The formats of files whose rows can go to workers as they are: Parquet or Arrow here, and a learner that takes
    any row. None where some can't.

    Parameters
    ----------
    packer : Packer
        Who knows the learner.
    names : sequence of str
        The files.
    options : mapping
        format, separator.
    """
    if packer.can_refuse or any("://" in name for name in names):
        return set()
    try:
        formats = {packer.source(name, **options).found_format for name in names}
    except InputError:  # told by whoever reads them
        return set()
    return formats if formats <= {"parquet", "arrow"} else set()


def of_tables(
    packer: Packer, names: Sequence[str], size: int, start: Mapping[str, Any] | None, event: int
) -> Iterator[Batch]:
    """The rows of files of Parquet or Arrow from a position on, in batches of about so many events.

    Parameters
    ----------
    packer : Packer
        Who knows the key.
    names : sequence of str
        The files, in order.
    size : int
        How many rows a batch has at most.
    start : mapping or None
        What `where` of a batch said; None: the beginning.
    event : int
        The number of the first event.
    """
    from ..streams.tables.arrow_files import record_batches

    file, position = position_in(names, start)
    for number in range(file, len(names)):
        name, at = names[number], position.at
        kind: Literal["parquet", "arrow"] = "parquet" if packer.source(name).found_format == "parquet" else "arrow"
        try:
            check = checked(packer)
            for rows in record_batches(name, packer.rows, max(size, CHUNK), kind=kind, check=check, start=at):
                ends, text = text_of_keys(rows.column(packer.by), packer.by)
                chunk = ArrowChunk(event, rows, partitions_of(ends, text, packer.partitions), name, at)
                for begin in range(0, rows.num_rows, size):
                    end = min(begin + size, rows.num_rows)
                    where = {"files": whole_names(names), "file": number, "at": at + end, "lines": at + end}
                    yield ArrowBatch(chunk, begin, end, where)
                event, at = event + rows.num_rows, at + rows.num_rows
        except InputError as error:
            raise error.at(name) from None
        position = Position()


def checked(packer: Packer) -> Callable[[list[str]], None]:
    """Who refuses a table whose columns can't be told apart or lack one that is wanted.

    Parameters
    ----------
    packer : Packer
        Says which are.
    """

    def check(names: list[str]) -> None:
        check_names(names, packer.rows, "the schema", aside=[packer.by], aside_for=KEY, nested=True)

    return check
