"""Streams whose instances also say when: what tells the time is taken out of x, and kept beside it."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...data import Rows
from ...errors import InputError
from ...streams import Block, Pairs, Source, as_stream
from ...streams.formats import TEXT_FORMATS
from .moments import seconds, time_in

Recall = Callable[[Block, int], Any]
"""From a block and a row to the instance as it was before anything was taken out."""


def plain(block: Block, row: int) -> dict[Any, float]:
    """An instance from which nothing was taken out."""
    return dict(block.example(row).items())


def taking_out(source: Source, names: Iterable[str]) -> Source:
    """The same table, with these columns taken out of the rows; `block.aside` has them as text."""
    names = tuple(dict.fromkeys(names))
    if source.found_format in TEXT_FORMATS:
        raise InputError(
            f"{source.name}: there is no column {names[0]!r} in {source.found_format}; columns are those of tables "
            "(CSV, JSON lines, Parquet, Arrow)."
        )
    return replace(source, columns=source.columns.taking_roles_from(names), aside=names)


def tables_with_times(sources: Sequence[Source], keys: tuple[str, ...], moment: Any) -> tuple[list[Source], Recall]:
    """Files without these columns in their instances, and how to get at them."""
    if not keys:
        return list(sources), plain
    tables = [taking_out(source, keys) for source in sources]
    return tables, lambda block, row: _times(block.aside(row), moment)


def with_times(
    stream: Any, keys: tuple[str, ...], moment: Any, *, looks: bool, rows: Rows | None = None
) -> tuple[Any, Recall]:
    """The stream without these keys in its instances, and how to get at an instance with them.

    looks: whether somebody will.   rows: what the columns of a file mean that is given as a path.
    """
    if isinstance(stream, (str, os.PathLike)):
        stream = as_stream(stream, rows)
    if isinstance(stream, Source):
        tables, recall = tables_with_times([stream], keys, moment)
        return tables[0], recall
    if hasattr(stream, "blocks") or not isinstance(stream, Iterable) or _is_matrix(stream) or not looks:
        return as_stream(stream), plain
    looked = _Looked(stream, frozenset(keys))
    pairs = Pairs(looked)
    pairs.repeatable = iter(stream) is not stream
    return pairs, lambda block, row: _pop(looked.seen, block.native.line(row))


class _Looked:
    """Examples that go by: x without the keys; what it was is remembered by its number."""

    def __init__(self, pairs: Iterable[Any], keys: frozenset[str]) -> None:
        self._pairs, self._keys = pairs, keys
        self.seen: dict[int, Any] = {}

    def __iter__(self) -> Iterator[Any]:
        for number, pair in enumerate(self._pairs, 1):
            if isinstance(pair, (tuple, list)) and pair:
                self.seen[number] = pair[0]
                pair = (self._without(pair[0]), *pair[1:])
            yield pair

    def _without(self, x: Any) -> Any:
        if not self._keys or not isinstance(x, Mapping):
            return x
        return {key: value for key, value in x.items() if key not in self._keys}


def _times(cells: dict[str, str], moment: Any) -> dict[str, Any]:
    """Cells as times: the moment of the question is a number."""
    return {name: seconds(time_in(text)) if name == moment else time_in(text) for name, text in cells.items()}


def _pop(kept: dict[int, Any], line: int) -> Any:
    """What is kept of a line. Lines that came before it were passed over, and are forgotten."""
    if line not in kept:
        return None
    while (first := next(iter(kept))) != line:
        del kept[first]
    return kept.pop(line)


def _is_matrix(stream: Any) -> bool:
    return isinstance(stream, tuple) and len(stream) == 2 and hasattr(stream[0], "shape")
