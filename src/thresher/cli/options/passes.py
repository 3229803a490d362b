"""How often files are gone over, and what is only predicted."""

from dataclasses import dataclass
from typing import ClassVar

import click

from .group import Group, option


@dataclass(frozen=True)
class Passes(Group):
    """Passes, examples held out, a file to test on."""

    HEADING: ClassVar[str] = "Passes and tests"

    passes: int = option("--passes", default=1, help="How often to go over the files.")
    holdout: float = option("--holdout", default=0.0, help="Share of the examples to predict but never learn.")
    patience: int | None = option(
        "--patience", type=int, help="Stop when the held-out error is no better for so many passes."
    )
    test: str | None = option(
        "--test", type=click.Path(), metavar="FILE", help="Predict this file in the end, without learning."
    )
