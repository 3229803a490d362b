"""Seeds on the command line."""

from typing import Any

import click

from .numbers import Kind

MOST = 2**64 - 1


class Seed(Kind):
    """A whole number from 0 on.

    >>> Seed().convert("7", None, None)
    7
    """

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        text = value.strip()
        if not (text.isascii() and text.isdigit() and int(text) <= MOST):
            self.fail(f"{value!r} is no seed; a seed is a whole number, 0 or more, as in --shuffle=7.", param, ctx)
        return int(text)
