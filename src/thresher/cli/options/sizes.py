"""Sizes on the command line: bytes, also as 64MB or 2GB."""

import re
from typing import Any

import click

from .numbers import Kind

_UNITS = {"": 1, "b": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_WRITTEN = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)")


class Size(Kind):
    """So many bytes.

    >>> Size().convert("1.5MB", None, None), Size().convert("65536", None, None)
    (1572864, 65536)
    """

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        found = _WRITTEN.fullmatch(value.strip().lower())
        if found is None or found[2] not in _UNITS:
            self.fail(f"{value!r} is no size; a size is a number of bytes, or 64MB, or 2GB.", param, ctx)
        return int(float(found[1]) * _UNITS[found[2]])
