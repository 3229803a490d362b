"""Sources: files and pipes as streams of blocks, in any format, from the beginning or from where one stopped."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from .._core import NativeReader, NativeRows
from ..errors import InputError, ParameterError
from .block import START, Block, Position, block_of
from .formats import (
    FORMATS,
    READ_TABLES,
    TEXT_FORMATS,
    compression_of,
    format_by_look,
    format_by_name,
    needs_installing,
    unknown_format,
)
from .opening import STDIN, OpenBytes, check_archive, open_bytes, peek
from .tables.columns import Columns, check_names
from .targets import CANDIDATES, Targets

TEXT = "text"
"""What the column of a plain text is called."""

_STRETCH = 1 << 20  # bytes of text in a block
_AHEAD = 16  # blocks that a head start may read


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
    separator : str or None, optional
        CSV: what stands between cells, one character of ASCII; None: a tab in files called .tsv, else the one of `,`
        `;` tab `|` that the header has most of.
    aside : tuple of str, default ()
        Tables: columns that are no attributes, whose texts are kept beside each row (`Block.aside`).
    targets : Targets or ids or "first", optional
        SNoW: which ids are labels.
    aside_for : str, default "time"
        What the columns of `aside` are wanted for, for the message where there is none.

    Raises
    ------
    InputError
        If there is no such format. A file that can't be read is refused when it is first looked at.
    ParameterError
        If the separator can't be one.
    """

    name: str
    format: str | None = None
    first_column: int = 0
    bits: int | None = None
    columns: Columns = Columns()
    separator: str | None = None
    aside: tuple[str, ...] = ()
    targets: Targets = Targets()
    aside_for: str = "time"

    def __post_init__(self) -> None:
        if self.format is not None and self.format not in FORMATS:
            raise InputError(f"there is no format {self.format!r}; there are {', '.join(FORMATS)}.")
        if not isinstance(self.targets, Targets):
            object.__setattr__(self, "targets", Targets.of(self.targets))
        if self.separator is not None and not _can_separate(self.separator):
            raise ParameterError(
                f"separator must be one character of ASCII, not a quote or a line end; got {self.separator!r}.",
                field="separator",
            )

    @cached_property
    def found_format(self) -> str:
        """The format, said or found; InputError if it can't be told."""
        found = self.format or format_by_name(self.name) or format_by_look(peek(self.name))
        if found is None:
            check_archive(self.name)
            raise unknown_format("standard input" if self.name == STDIN else self.name)
        return found

    @property
    def rows(self) -> Columns | None:
        """What a model remembers of the columns; None where there are none."""
        if self.found_format in TEXT_FORMATS:
            return None
        text = (TEXT,) if self.found_format == "text" and not self.columns.text else self.columns.text
        return replace(self.columns, text=text, lenient=False).without(self.aside)

    @property
    def is_text(self) -> bool:
        """Whether it is text, read by the core: positions are bytes then."""
        return self.found_format in (*TEXT_FORMATS, *READ_TABLES)

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
        return self._text_blocks(start) if self.is_text else self._arrow_blocks(start)

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
        return int(
            learner.refused_at(block.native, row, self.found_format, self.first_column, self.bits, self.targets.native)
        )

    def head_start(self) -> "HeadStart":
        """Begins to read now, on other threads, while the caller still prepares; the result stands for the source."""
        return HeadStart(self)

    def reader(self, opened: OpenBytes, start: Position, depth: int) -> NativeReader:
        """The core's reader, at work from here on; whoever asked for it stops it.

        Parameters
        ----------
        opened : OpenBytes
            The open file.
        start : Position
            Where its descriptor stands.
        depth : int
            How many blocks may be read ahead.
        """
        return NativeReader(
            opened.descriptor,
            self.found_format,
            self.first_column,
            self.bits,
            workers=_cores(),
            depth=depth,
            stretch=_STRETCH,
            offset=start.at,
            lines=start.lines,
            rows=self._native_rows() if self.found_format in READ_TABLES else None,
            separator=self._separator,
            begun=opened.begun,
            snow_ids=self.targets.native,
        )

    def after_rows(self, count: int) -> Position:
        """The position behind so many rows of a table, bad ones included.

        Parameters
        ----------
        count : int
            How many rows. Where there are not as many, the position is the end.
        """
        end = START
        for block in self.blocks():
            rows = len(block) + len(block.troubles)
            if rows > count:
                return block.places()[count]
            count -= rows
            end = block.end
        return end

    @property
    def _separator(self) -> str | None:
        if self.found_format != "csv":
            return None
        return self.separator or ("\t" if ".tsv" in self.name.lower()[-8:] else None)

    def _native_rows(self) -> NativeRows:
        columns = self.columns
        if self.found_format == "text":
            try:
                columns = _columns_of_text(columns)
            except InputError as error:
                raise error.at(self.name) from None
        return columns.native_with_aside(self.aside) if self.aside else columns.native

    def _text_blocks(self, start: Position) -> Iterator[Block]:
        with open_bytes(self.name) as opened:
            if self.found_format != "csv":  # the core reads the names of columns again, and goes there itself
                _skip(opened, start.at)
            yield from self._read(opened, self.reader(opened, start, _cores() + 2))

    def _read(self, opened: OpenBytes, reader: NativeReader) -> Iterator[Block]:
        named, watch = False, self.targets.watch() if self.found_format == "snow" else None
        beside = (CANDIDATES,) if self.found_format == "snow" and self.targets.candidates else self.aside
        try:
            while (native := reader.next()) is not None:
                if not named and native.header is not None:
                    check_names(native.header, self.columns, "line 1", aside=self.aside, aside_for=self.aside_for)
                    named = True
                if watch is not None:
                    watch.see(native)
                yield block_of(native, beside)
        except InputError as error:
            opened.check()
            check_archive(self.name)
            raise error.at(self.name) from None
        finally:
            reader.stop()
        opened.check()

    def _arrow_blocks(self, start: Position) -> Iterator[Block]:
        from .tables.reading import arrow_blocks

        if not self.repeatable:
            raise InputError("Parquet and Arrow are read from files, not from a pipe.").at(self.name)
        kind: Literal["parquet", "arrow"] = "parquet" if self.found_format == "parquet" else "arrow"
        try:
            yield from arrow_blocks(self.name, self.columns, self.aside, start, kind=kind, aside_for=self.aside_for)
        except InputError as error:
            raise error.at(self.name) from None


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
        if source.is_text and source.repeatable:  # of a pipe nothing may have come yet
            opened = self._stack.enter_context(open_bytes(source.name))
            self._early = opened, source.reader(opened, START, _AHEAD)

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


def _can_separate(separator: str) -> bool:
    return len(separator) == 1 and separator.isascii() and separator not in '"\r\n'


def _columns_of_text(columns: Columns) -> Columns:
    """What a line of plain text is: a label, and a text whose words are the attributes."""
    if len(columns.text) > 1:
        names = ", ".join(columns.text)
        raise InputError(f"plain text has one text in each line; words of several columns ({names}) are in tables.")
    name = columns.only_text or TEXT
    check_names([*filter(None, [columns.label]), name], columns, "plain text")
    return replace(columns, text=(name,))


def _cores() -> int:
    try:
        return max(1, min(4, len(os.sched_getaffinity(0))))
    except AttributeError:
        return max(1, min(4, os.cpu_count() or 1))


def _skip(opened: OpenBytes, count: int) -> None:
    """Goes on behind so many bytes; what can't be positioned is read over."""
    if count == 0:
        return
    try:
        os.lseek(opened.descriptor, count, os.SEEK_SET)
        return
    except OSError:
        pass
    while count > 0:
        got = len(os.read(opened.descriptor, min(count, 1 << 20)))
        if got == 0:
            opened.check()
            raise InputError(f"{opened.name}: is shorter than when it was read before.")
        count -= got
