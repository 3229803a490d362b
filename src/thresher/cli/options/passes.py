"""How often files are gone over, and what is only predicted."""

from dataclasses import dataclass
from typing import ClassVar

import click

from .group import Group, option
from .seeds import Seed
from .sizes import Size

SHUFFLE_MEMORY = 256 << 20


@dataclass(frozen=True)
class Passes(Group):
    """Passes, the order of the examples, those held out, a file to test on."""

    HEADING: ClassVar[str] = "Passes and tests"

    passes: int = option("--passes", default=1, help="How often to go over the files.")
    holdout: float = option("--holdout", default=0.0, help="Share of the examples to predict but never learn.")
    patience: int | None = option(
        "--patience", type=int, help="Stop when the held-out error is no better for so many passes."
    )
    test: str | None = option(
        "--test", type=click.Path(), metavar="FILE", help="Predict this file in the end, without learning."
    )
    test_every: int | None = option(
        "--test-every", type=int, metavar="N", help="Predict the test file also after every N examples: its curve."
    )
    shuffle: int | None = option(
        "--shuffle",
        type=Seed(),
        bare="0",
        metavar="[=SEED]",
        help="Take the rows of all files in random order, the same in every pass. [default seed: 0]",
    )
    shuffle_memory: int = option(
        "--shuffle-memory",
        default=SHUFFLE_MEMORY,
        type=Size(),
        metavar="SIZE",
        show_default="256MB",
        help="Bytes of shuffled rows in memory, 64KB at least; the rest lies in the folder for temporary files.",
    )
