"""Tables of Arrow on their way to workers: cut by key here, read there.

Whoever drives a job on Ray reads record batches, looks at the column of the key alone, and sends each worker its rows
as they lie. So the driver's share of the work is small, and what a row becomes is found out by the worker that learns
it. Only files of Parquet and Arrow whose keys are texts or whole numbers go this way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._core import block_of_arrow, partitions_of
from ..errors import InputError
from ..streams import Position
from ..streams.tables.columns import check_names
from .batches import Batch, Packer, position_in
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
    """

    rows: "npt.NDArray[np.uint8]"
    events: "npt.NDArray[np.uint64]"

    def packed(self, packer: Packer) -> PackedShare:
        """The same by partition, as partitions learn it.

        Parameters
        ----------
        packer : Packer
            Who knows what columns mean.
        """
        batch = batch_of_bytes(self.rows)
        if batch.num_rows == 0:
            return {}
        schema, array = batch.__arrow_c_array__()
        block = block_of_arrow(packer.native, schema, array, 0)
        if block.troubles:
            row, _, _, message = block.troubles[0][:4]
            raise InputError(f"event {self.events[row]}: {message}")
        found, _ = packer.pack(block, 0, packer.numbers(block), 0, False, self.events)
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
    """

    def __init__(self, first: int, rows: Any, partitions: "npt.NDArray[np.uint16]") -> None:
        self.first, self.partitions = first, partitions
        self._rows = rows
        self._cut: dict[tuple[int, ...], tuple[npt.NDArray[np.intp], Any]] = {}

    def share(self, begin: int, end: int, numbers: Sequence[int]) -> ArrowShare:
        """Of rows [begin, end) those of some partitions."""
        places, rows = self._of(tuple(numbers))
        low, high = np.searchsorted(places, (begin, end))
        events = (places[low:high] + self.first).astype(np.uint64)
        return ArrowShare(bytes_of_batch(rows.slice(low, high - low)), events)

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


def can_be_cut(packer: Packer, names: Sequence[str], options: Mapping[str, Any]) -> bool:
    """Whether files can go this way: Parquet or Arrow here, and a learner that takes any row."""
    if packer.can_refuse or any("://" in name for name in names):
        return False
    try:
        formats = {packer.source(name, **options).found_format for name in names}
    except InputError:  # told by whoever reads them
        return False
    return formats <= {"parquet", "arrow"} and bool(formats)


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
        name, at = names[number], 0
        kind: Literal["parquet", "arrow"] = "parquet" if packer.source(name).found_format == "parquet" else "arrow"
        try:
            for batch in record_batches(name, packer.rows, max(size, CHUNK), kind=kind, check=_checked(packer)):
                skipped = min(max(position.at - at, 0), batch.num_rows)
                rows, begins = batch.slice(skipped), at + skipped
                at += batch.num_rows
                if rows.num_rows == 0:
                    continue
                ends, text = text_of_keys(rows.column(packer.by), packer.by)
                chunk = ArrowChunk(event, rows, partitions_of(ends, text, packer.partitions))
                for begin in range(0, rows.num_rows, size):
                    end = min(begin + size, rows.num_rows)
                    where = {"files": list(names), "file": number, "at": begins + end, "lines": begins + end}
                    yield ArrowBatch(chunk, begin, end, where)
                event += rows.num_rows
        except InputError as error:
            raise error.at(name) from None
        position = Position()


def _checked(packer: Packer) -> Any:
    def check(names: list[str]) -> None:
        check_names(names, packer.rows, "the schema", aside=[packer.by], nested=True)

    return check
