"""Sources: files and pipes as streams of blocks, in any format, from the beginning or from where one stopped."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from .._core import NativeReader, block_of_rows
from ..errors import InputError
from .block import START, Block, Position, Trouble
from .formats import (
    FORMATS,
    TEXT_FORMATS,
    compression_of,
    format_by_look,
    format_by_name,
    needs_installing,
    unknown_format,
)
from .opening import STDIN, OpenBytes, open_bytes, peek
from .tables.columns import BadRow, Columns, TableRow

TEXT = "text"
"""What the column of a plain text is called."""

_STRETCH = 1 << 20  # bytes of text in a block
_AHEAD = 16  # blocks that a head start may read
_ROWS = 512  # rows of a table in a block


@dataclass(frozen=True)
class Source:
    """One file, pipe or standard input.

    Parameters
    ----------
    name : str
        The file; `-` is standard input.
    format : str or None, optional
        svmlight, vw, snow, csv, json, text, parquet or arrow; None: found by the name or by looking.
    first_column : int, default 0
        svmlight: what the file calls its first column, 0 or 1. With 0 columns are as written.
    bits : int or None, optional
        vw: attributes are VW's indices below 2^bits; None: they keep their names.
    columns : Columns, optional
        Tables: what the columns mean.

    Raises
    ------
    InputError
        If there is no such format. A file that can't be read is refused when it is first looked at.
    """

    name: str
    format: str | None = None
    first_column: int = 0
    bits: int | None = None
    columns: Columns = Columns()

    def __post_init__(self) -> None:
        if self.format is not None and self.format not in FORMATS:
            raise InputError(f"there is no format {self.format!r}; there are {', '.join(FORMATS)}.")

    @cached_property
    def found_format(self) -> str:
        """The format, said or found; InputError if it can't be told."""
        found = self.format or format_by_name(self.name) or format_by_look(peek(self.name))
        if found is None:
            raise unknown_format("standard input" if self.name == STDIN else self.name)
        return found

    @property
    def rows(self) -> Columns | None:
        """What a model remembers of the columns; None where there are none."""
        if self.found_format in TEXT_FORMATS:
            return None
        text = (TEXT,) if self.found_format == "text" and not self.columns.text else self.columns.text
        return replace(self.columns, text=text, lenient=False)

    def check(self) -> None:
        """Raises what would stop the reading before its first line: an unknown format, something not installed."""
        missing = needs_installing(self.name, self.found_format)
        if missing is not None:
            raise missing

    @property
    def size(self) -> int | None:
        """How many bytes there are to read, where that is known beforehand; else None."""
        try:
            known = self.repeatable and compression_of(self.name) is None
            return os.path.getsize(self.name) if known else None
        except OSError:
            return None

    @property
    def repeatable(self) -> bool:
        """Whether it can be read again from the start."""
        return self.name != STDIN and os.path.isfile(self.name)

    def blocks(self, start: Position = START) -> Iterator[Block]:
        """Every block from a position on, in order. Lines that are no examples are among their troubles.

        Parameters
        ----------
        start : Position, optional
            Where to begin; the start if it is not given.

        Raises
        ------
        InputError
            If the file can't be opened or read on, or its format can't be told.
        """
        if self.found_format in TEXT_FORMATS:
            return self._text_blocks(start)
        return self._table_blocks(start)

    def locate(self, learner: Any, block: Block, row: int) -> int:
        """The column, from 1, in its line of what a learner refuses in a row; 1 for tables.

        Parameters
        ----------
        learner : Learner
            Who refuses it.
        block : Block
            The block of the row, from this source.
        row : int
            Which example of the block, from 0.
        """
        if self.found_format not in TEXT_FORMATS or not hasattr(learner, "refused_at"):
            return 1
        return int(learner.refused_at(block.native, row, self.found_format, self.first_column, self.bits))

    def head_start(self) -> "HeadStart":
        """Begins to read now, on other threads, while the caller still prepares; the result stands for the source."""
        return HeadStart(self)

    def reader(self, descriptor: int, start: Position, depth: int) -> NativeReader:
        """The core's reader, at work from here on; whoever asked for it stops it.

        Parameters
        ----------
        descriptor : int
            The open file.
        start : Position
            Where the descriptor stands.
        depth : int
            How many blocks may be read ahead.
        """
        return NativeReader(
            descriptor,
            self.found_format,
            self.first_column,
            self.bits,
            workers=_cores(),
            depth=depth,
            stretch=_STRETCH,
            offset=start.at,
            lines=start.lines,
        )

    def _text_blocks(self, start: Position) -> Iterator[Block]:
        with open_bytes(self.name) as opened:
            _skip(opened.descriptor, start.at, self.name)
            yield from self._read(opened, self.reader(opened.descriptor, start, _cores() + 2))

    def _read(self, opened: OpenBytes, reader: NativeReader) -> Iterator[Block]:
        try:
            while (native := reader.next()) is not None:
                troubles = [
                    Trouble(row, line, column, message, hint, raw, Position(begin, line - 1))
                    for row, line, column, message, hint, begin, _, raw in native.troubles
                ]
                end = Position(native.offset + native.size, native.lines_before + native.lines)
                yield Block(native, None, troubles, end, native.size)
        except InputError as error:
            raise error.at(self.name) from None
        finally:
            reader.stop()
        opened.check()

    def _table_blocks(self, start: Position) -> Iterator[Block]:
        with open_bytes(self.name) as opened:
            try:
                # A pipe gives a row as soon as it has one; a file gives many at a time.
                size = _ROWS if self.repeatable else 1
                rows = islice(self._rows(opened.descriptor), start.at, None)
                done = start.at
                while chunk := list(islice(rows, size)):
                    yield _block_of(chunk, done)
                    done += len(chunk)
            except InputError as error:
                raise error.at(self.name) from None
            opened.check()

    def _rows(self, descriptor: int) -> Iterator[TableRow | BadRow]:
        from .tables.reading import arrow_rows, csv_rows, json_rows, text_rows

        kind = self.found_format
        if kind in ("parquet", "arrow"):
            if not self.repeatable:
                raise InputError("Parquet and Arrow are read from files, not from a pipe.")
            yield from arrow_rows(self.name, self.columns, kind="parquet" if kind == "parquet" else "arrow")
            return
        with os.fdopen(os.dup(descriptor), "rb") as file:
            if kind == "json":
                yield from json_rows(file, self.columns)
            elif kind == "text":
                yield from text_rows(file, self.columns)
            else:
                yield from csv_rows(file, self.columns, separator="\t" if ".tsv" in self.name.lower()[-8:] else None)


class HeadStart:
    """A source that is being read already. Its blocks from the start go on with that; all else is the source's own.

    Parameters
    ----------
    source : Source
        What to read.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._stack = contextlib.ExitStack()
        self._early: tuple[OpenBytes, NativeReader] | None = None
        if source.found_format in TEXT_FORMATS:
            opened = self._stack.enter_context(open_bytes(source.name))
            self._early = opened, source.reader(opened.descriptor, START, _AHEAD)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)

    def blocks(self, start: Position = START) -> Iterator[Block]:
        """The blocks that were read early and those behind them.

        Parameters
        ----------
        start : Position, optional
            Where to begin. Elsewhere than at the start, what was read early is thrown away.
        """
        early, self._early = self._early, None
        if early is None or start != START:
            if early is not None:
                early[1].stop()
            yield from self._source.blocks(start)
            return
        with self._stack:
            yield from self._source._read(*early)

    def close(self) -> None:
        """To be called when nobody wants the blocks after all."""
        if self._early is not None:
            self._early[1].stop()
            self._early = None
        self._stack.close()


def _block_of(chunk: list[TableRow | BadRow], done: int) -> Block:
    rows: list[TableRow] = []
    starts: list[int] = []
    troubles: list[Trouble] = []
    for i, row in enumerate(chunk):
        if isinstance(row, TableRow):
            rows.append(row)
            starts.append(done + i)
        else:
            place = Position(done + i, done + i)
            troubles.append(Trouble(len(rows), row.line, row.column, row.message, row.hint, row.raw, place))
    import numpy as np

    native = block_of_rows(
        [row.x for row in rows],
        np.full(len(rows), np.nan),
        np.array([row.weight for row in rows], dtype=np.float64),
        np.array([row.line for row in rows], dtype=np.uint64),
        [row.tag for row in rows],
    )
    end = done + len(chunk)
    size = sum(len(row.raw) for row in chunk)
    return Block(
        native, [row.label for row in rows], troubles, Position(end, end), size, [row.raw for row in rows], starts
    )


def _cores() -> int:
    try:
        return max(1, min(4, len(os.sched_getaffinity(0))))
    except AttributeError:
        return max(1, min(4, os.cpu_count() or 1))


def _skip(descriptor: int, count: int, name: str) -> None:
    """Goes on behind so many bytes; what can't be positioned is read over."""
    if count == 0:
        return
    try:
        os.lseek(descriptor, count, os.SEEK_SET)
        return
    except OSError:
        pass
    while count > 0:
        got = len(os.read(descriptor, min(count, 1 << 20)))
        if got == 0:
            raise InputError(f"{name}: is shorter than when it was read before.")
        count -= got
