"""Batches of rows with keys: files, frames or rows, packed for the partitions that learn from them.

An event is a row that could be read; events are counted from the beginning of a job. How a stream is cut into batches
makes no difference to what is learned.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .._core import NativeBlock, NativeRows, block_of_arrow, block_of_rows, pack_rows
from ..data import Rows
from ..errors import InputError
from ..learners import Learner
from ..learners.shelved import native_shelf
from ..streams import Position, Source
from .file_names import whole_names
from .frames import arrow_table
from .packed import PackedRows, joined
from .remote import readable
from .row_labels import NoLabels, RowLabels, row_labels

KEY = "the key"
"""What the column of the key is for."""

TAGGED = ("vw",)
"""Formats without columns whose rows have a tag: that is the key."""


@dataclass(frozen=True)
class Batch:
    """Some events in a row.

    Parameters
    ----------
    first, last : int
        Events [first, last) of the job.
    parts : list of arrays
        Packed rows by partition.
    partitions : array of uint16
        The partition of each row, in their order.
    where : dict or None
        Where the stream goes on behind the batch; None where it can't be told.
    """

    first: int
    last: int
    parts: list[PackedRows]
    partitions: "npt.NDArray[np.uint16]"
    where: dict[str, Any] | None

    def share(self, numbers: Sequence[int]) -> Any:
        """What some partitions learn of it, as `Partitions.learn` takes it.

        Parameters
        ----------
        numbers : sequence of int
            Which partitions.
        """
        return {number: self.parts[number] for number in numbers if len(self.parts[number])}


class Packer:
    """Packs blocks for partitions.

    Parameters
    ----------
    learner : Learner
        Says what labels are.
    by : str
        The column of the key.
    rows : Rows
        What the other columns mean.
    partitions : int
        How many partitions there are.
    labelled : bool, default True
        Whether labels are looked at.
    """

    def __init__(self, learner: Learner, by: str, rows: Rows, partitions: int, *, labelled: bool = True) -> None:
        if by in dict(rows.roles()):
            raise InputError(f"the column {by!r} is the key and can't be the {dict(rows.roles())[by]} as well.")
        self.by, self.rows, self.partitions = by, rows, partitions
        self._labels: RowLabels = row_labels(learner) if labelled else NoLabels()
        self._tried = native_shelf(learner)  # says what a learner would refuse

    @cached_property
    def native(self) -> NativeRows:
        """What columns mean, for the core; the key stands beside each row."""
        return self.rows.native_with_aside([self.by])

    def source(self, name: str, format: str | None = None, separator: str | None = None) -> Source:
        """A file, as it has to be read."""
        source = Source(name, format, columns=self.rows, separator=separator)
        found = source.found_format
        if found in TAGGED:
            return source
        if found not in ("csv", "json", "parquet", "arrow"):
            raise InputError(f"{name}: {found} has no column {self.by!r}; keys are in tables, or are tags of vw.")
        return Source(name, format, columns=self.rows, separator=separator, aside=(self.by,), aside_for=KEY)

    def numbers(self, block: NativeBlock) -> "npt.NDArray[np.int32]":
        """The numbers of a block's labels, -1 for none."""
        return self._labels.of_block(block)

    def pack(
        self,
        block: NativeBlock,
        first: int,
        numbers: "npt.NDArray[np.int32]",
        event: int,
        by_tag: bool,
        events: "npt.NDArray[np.uint64] | None" = None,
    ) -> tuple[list[PackedRows], Any]:
        """Rows from the first on, as many as there are numbers, packed by partition; and the partition of each.

        Events are those given, or else count from `event` on.
        """
        names = self._labels.names
        parts, partitions = pack_rows(block, first, numbers, event, self.partitions, by_tag, events, names)
        if self.can_refuse:
            for part in parts:
                self._tried.check(part)
        return parts, partitions

    @property
    def can_refuse(self) -> bool:
        """Whether the learner may refuse a row for its values."""
        return bool(self._tried.can_refuse)

    def of_rows(self, rows: Sequence[Mapping[str, Any]], labels: Any, event: int) -> tuple[list[PackedRows], Any]:
        """Rows that Python has; their labels beside them or in their column."""
        native = self.native
        examples, keys, weights, numbers = [], [], [], []
        for i, row in enumerate(rows):
            try:
                given = dict(row)
                label, weight, _ = native.head(given)
                label = label if labels is None else labels[i]
                examples.append(native.example(given))
                keys.append(key_text(given.get(self.by)))
            except InputError as error:
                raise error.at(f"row {i}") from None
            weights.append(weight)
            numbers.append(self._labels.of(label, i))
        none = np.full(len(examples), np.nan)
        lines = np.arange(1, len(examples) + 1, dtype=np.uint64)
        block = block_of_rows(examples, none, np.array(weights, dtype=np.float64), lines, keys)
        return self.pack(block, 0, np.array(numbers, dtype=np.int32), event, True)

    def of_frame(self, frame: Any, labels: Any, event: int) -> Iterator[tuple[list[PackedRows], Any, int]]:
        """A frame, piece by piece, with how many rows each has."""
        table = arrow_table(frame)
        if self.by not in table.column_names:
            raise InputError(f"the frame has no column {self.by!r}.")
        at = 0
        for part in table.to_batches(max_chunksize=1 << 14):
            if part.num_rows == 0:
                continue
            schema, array = part.__arrow_c_array__()
            block = block_of_arrow(self.native, schema, array, at)
            if block.troubles:
                raise InputError(f"row {block.troubles[0][1] - 1}: {block.troubles[0][3]}")
            if labels is None:
                numbers = self.numbers(block)
            else:
                some = labels[at : at + part.num_rows]
                numbers = np.array([self._labels.of(label, at + i) for i, label in enumerate(some)], dtype=np.int32)
            yield (*self.pack(block, 0, numbers, event + at, False), part.num_rows)
            at += part.num_rows


def key_text(key: Any) -> str:
    """A key as text: of a whole number its digits."""
    if isinstance(key, str) and key:
        return key
    if hasattr(key, "item"):
        key = key.item()
    if isinstance(key, bool) or key is None or key == "":
        raise InputError(f"{key!r} is no key; a key is a text or a whole number.")
    if isinstance(key, float) and key.is_integer():
        key = int(key)
    if isinstance(key, (int, str)):
        return str(key)
    raise InputError(f"{key!r} is no key; a key is a text or a whole number.")


def of_files(
    packer: Packer,
    names: Sequence[str],
    size: int,
    start: Mapping[str, Any] | None,
    event: int,
    *,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Batch]:
    """The rows of files from a position on, in batches of so many events.

    Parameters
    ----------
    packer : Packer
        Who packs.
    names : sequence of str
        The files, in order.
    size : int
        How many rows a batch has, but for the last.
    start : mapping or None
        What `where` of a batch said; None: the beginning.
    event : int
        The number of the first event.
    options : mapping, optional
        format, separator.
    """
    file, position = position_in(names, start)
    gathered, files = _Gathered(packer.partitions, event), whole_names(names)
    for number in range(file, len(names)):
        name = names[number]
        with readable(name) as path:
            source = packer.source(path, **(options or {}))
            for block in source.blocks(position):
                if block.troubles:
                    raise InputError(block.troubles[0].sentence(name))
                for end in _packed(packer, block, gathered, size, name, by_tag=not source.aside):
                    place = block.end if end == len(block) else block.before(end)
                    gathered.where = {"files": files, "file": number, "at": place.at, "lines": place.lines}
                    if gathered.rows >= size:
                        yield gathered.batch()
        position = Position()
    if gathered.rows:
        yield gathered.batch()


def _packed(packer: Packer, block: Any, gathered: "_Gathered", size: int, name: str, *, by_tag: bool) -> Iterator[int]:
    """Adds the rows of a block, no more at once than a batch has room for; where each piece ends."""
    try:
        numbers, at = packer.numbers(block.native), 0
        while at < len(block):
            end = min(len(block), at + size - gathered.rows)
            gathered.add(*packer.pack(block.native, at, numbers[at:end], gathered.last, by_tag), end - at)
            at = end
            yield at
    except InputError as error:
        raise error.at(name) from None


def of_memory(packer: Packer, data: Any, labels: Any, size: int, event: int) -> Iterator[Batch]:
    """The rows of a frame, or of a list of mappings, in batches."""
    gathered = _Gathered(packer.partitions, event)
    if isinstance(data, (list, tuple)):
        for begin in range(0, len(data), size):
            some = data[begin : begin + size]
            parts, partitions = packer.of_rows(some, None if labels is None else labels[begin:], gathered.last)
            gathered.add(parts, partitions, len(some))
            yield gathered.batch()
        return
    for parts, partitions, rows in packer.of_frame(data, labels, event):
        gathered.add(parts, partitions, rows)
        if gathered.rows >= size:
            yield gathered.batch()
    if gathered.rows:
        yield gathered.batch()


def position_in(names: Sequence[str], start: Mapping[str, Any] | None) -> tuple[int, Position]:
    """Which file to go on with, and where in it.

    Raises
    ------
    InputError
        If the files are others than those that were read, or one was followed as a log.
    """
    files = whole_names(names)
    followed = sorted(set((start or {}).get("log", ())) & set(files))
    if followed:
        raise InputError(f"{followed[0]}: was followed as a log that grows.", hint="go on with Keyed.follow")
    if start is None or "files" not in start:
        return 0, Position()
    read = whole_names(start["files"][: start["file"] + 1])
    if files[: len(read)] != read:
        raise InputError(f"the job read {', '.join(read)}; to go on, the files must begin with these.")
    return int(start["file"]), Position(int(start["at"]), int(start["lines"]))


class _Gathered:
    """Blocks that become one batch."""

    def __init__(self, partitions: int, event: int) -> None:
        self._partitions = partitions
        self.first = self.last = event
        self.where: dict[str, Any] | None = None
        self._parts: list[list[PackedRows]] = [[] for _ in range(partitions)]
        self._order: list[Any] = []

    @property
    def rows(self) -> int:
        return self.last - self.first

    def add(self, parts: Iterable[PackedRows], partitions: Any, rows: int) -> None:
        for own, part in zip(self._parts, parts, strict=True):
            if len(part):
                own.append(part)
        self._order.append(partitions)
        self.last += rows

    def batch(self) -> Batch:
        parts = [joined(own) for own in self._parts]
        batch = Batch(self.first, self.last, parts, np.concatenate(self._order), self.where)
        self.first = self.last
        self._parts = [[] for _ in range(self._partitions)]
        self._order = []
        return batch
