"""Examples in random order, in bounded memory: the same order for the same seed, however much memory there is."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .._core import NativeShuffledRows, block_of_rows
from ..errors import InputError
from ..parameters import whole
from .block import START, Block, Position, Trouble
from .pairs import as_stream

MEMORY = 256 << 20
"""Bytes of rows that are held in memory unless said otherwise."""
LEAST_MEMORY = 1 << 16

_BLOCK = 1 << 20  # bytes of rows in a block


class Shuffled:
    """The examples of one stream, or of several together, in random order.

    Everything is read before the first example is handed out. What does not fit into `memory` lies in a file without a
    name in the folder for temporary files (TMPDIR), which needs room for about twice the bytes of the rows.

    Parameters
    ----------
    *streams : path, Source, (matrix, labels) or iterable
        What `thresher.evaluate` takes. Rows of several are mixed.
    seed : int, default 0
        The same seed gives the same order.
    memory : int, default 268435456
        Bytes of rows that are held in memory, 65,536 or more.

    Notes
    -----
    Each order is as likely as any other, whether the rows fit into memory or not: rows are sorted by a hash of the seed
    and of their number. The order is the same in every pass, for every amount of memory, and for the same rows in every
    format. Lines that are no examples are reported while everything is read, before the first example is learned.

    Examples
    --------
    >>> stream = Shuffled([({"n": n}, n % 2) for n in range(1, 6)], seed=1)
    >>> order = [dict(block.example(row).items())["n"] for block in stream.blocks() for row in range(len(block))]
    >>> sorted(order), order == [1, 2, 3, 4, 5]
    ([1.0, 2.0, 3.0, 4.0, 5.0], False)
    """

    def __init__(self, *streams: Any, seed: int = 0, memory: int = MEMORY) -> None:
        if not streams:
            raise InputError("there is no stream to shuffle.")
        self.streams = [as_stream(stream) for stream in streams]
        self.seed = whole("seed", seed, at_most=2**64 - 1)
        self.memory = whole("memory", memory, at_least=LEAST_MEMORY)
        self.onlooker: Any = None
        """Who wants to see every block as it is read: begin(stream), see(stream, block), end(stream)."""
        self.starts: Mapping[str, Position] = {}
        """Where to begin in each stream, by its name; at its start where it is not there."""
        self.ends: dict[str, Position] = {}
        """How far each stream was read."""
        self._labels = _Labels()
        self._rows: NativeShuffledRows | None = None

    @property
    def names(self) -> list[str]:
        """Of the streams."""
        return [stream.name for stream in self.streams]

    @property
    def name(self) -> str:
        """Of all of them together."""
        return ", ".join(self.names)

    @property
    def size(self) -> int | None:
        """How many bytes there are to read; None where that is not known."""
        sizes = [stream.size for stream in self.streams]
        return None if None in sizes else sum(sizes)

    @property
    def spilled(self) -> int:
        """Bytes in the temporary file; 0 where all rows are in memory."""
        return 0 if self._rows is None else self._rows.spilled

    @property
    def repeatable(self) -> bool:
        """Whether it can be gone over again: always, as the rows are kept."""
        return True

    def __getattr__(self, name: str) -> Any:
        """What a file knows of its format and its columns: those of the first."""
        if name in ("found_format", "rows", "columns"):
            return getattr(self.streams[0], name)
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    def check(self) -> None:
        """Raises what would stop the reading before its first line."""
        for stream in self.streams:
            if hasattr(stream, "check"):
                stream.check()

    def blocks(self, start: Position = START) -> Iterator[Block]:
        """The examples in random order; before them blocks without examples, with the lines that are none.

        Parameters
        ----------
        start : Position, optional
            How many examples of the order were taken before.

        Raises
        ------
        InputError
            If something can't be read, or the folder for temporary files is full.
        """
        if self._rows is None:
            import tempfile

            rows = NativeShuffledRows(self.seed, self.memory, tempfile.gettempdir())
            for number, stream in enumerate(self.streams):
                yield from self._read(stream, number, rows)
            self._rows = rows
        self._rows.begin()
        self._rows.skip(start.at)
        yield from self._in_order(self._rows, start.at)

    def locate(self, learner: Any, block: Block, row: int) -> int:
        """The column, from 1, in its line of what a learner refuses in a row.

        Parameters
        ----------
        learner : Learner
            Who refuses it.
        block : Block
            The block of the row.
        row : int
            Which example of the block, from 0.
        """
        place = self.names.index(block.source(row))
        return int(self.streams[place].locate(learner, block, row))

    def _read(self, stream: Any, number: int, rows: NativeShuffledRows) -> Iterator[Block]:
        """Takes all rows of a stream; its bad lines go on at once."""
        start = self.starts.get(stream.name, START)
        self.ends[stream.name] = start
        if self.onlooker is not None:
            self.onlooker.begin(stream)
        for block in stream.blocks(start):
            if self.onlooker is not None:
                self.onlooker.see(stream, block)
            if block.troubles:
                yield _troubles(block, stream.name)
            if len(block):
                rows.add(block.native, number, self._labels.numbers(block, number))
            self.ends[stream.name] = block.end
        if self.onlooker is not None:
            self.onlooker.end(stream)

    def _in_order(self, rows: NativeShuffledRows, done: int) -> Iterator[Block]:
        names = self.names
        while (found := rows.next(_BLOCK)) is not None:
            native, sources = found
            given = self._labels.given(native, sources)
            end = done + len(native)
            yield Block(
                native,
                given,
                (),
                Position(end, end),
                native.size,
                starts=range(done, end),
                sources=[names[number] for number in sources],
            )
            done = end


class _Labels:
    """Labels of examples from Python can be anything: they are kept here, and their numbers go with the rows."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._numbers: dict[tuple[type, Any], int] = {}
        self._sources: set[int] = set()

    def numbers(self, block: Block, source: int) -> list[float] | None:
        """The numbers of a block's labels; None where the block has them itself."""
        if block.given is None:
            return None
        self._sources.add(source)
        return [float(self._number(label)) for label in block.given]

    def given(self, native: Any, sources: list[int]) -> list[Any] | None:
        """The labels of rows; None where the block has them itself."""
        if not self._sources:
            return None
        return [
            self._kept[int(native.label(row))] if source in self._sources else native.label(row)
            for row, source in enumerate(sources)
        ]

    def _number(self, label: Any) -> int:
        try:
            key = type(label), label
            if key not in self._numbers:
                self._numbers[key] = len(self._kept)
                self._kept.append(label)
            return self._numbers[key]
        except TypeError:  # not hashable, so no label: it is refused when its row is learned
            self._kept.append(label)
            return len(self._kept) - 1


def _troubles(block: Block, source: str) -> Block:
    """The bad lines of a block without its examples."""
    import numpy as np

    nothing = np.zeros(0)
    native = block_of_rows([], nothing, nothing, np.zeros(0, dtype=np.uint64), [])
    troubles: list[Trouble] = [replace(one, row=0, position=START, source=source) for one in block.troubles]
    return Block(native, None, troubles, START, 0)
