"""Past one machine: a model for each key, shards that are mixed, and where the work is done."""

from dataclasses import dataclass
from typing import ClassVar

import click

from .group import Group, option


@dataclass(frozen=True)
class Where(Group):
    """Where the work is done."""

    HEADING: ClassVar[str] = "Past one machine"

    on: str = option(
        "--on", default="here", metavar="here|ray|ray://HOST:PORT", help="In this process, or by workers on Ray."
    )


@dataclass(frozen=True)
class ByKey(Where):
    """A model for each key."""

    by: str | None = option("--by", metavar="COLUMN", help="A model for each key, which stands in this column.")
    models: str | None = option(
        "--models", type=click.Path(file_okay=False), metavar="FOLDER", help="With --by: the folder of the models."
    )
    workers: int | None = option(
        "--workers", type=click.IntRange(1), help="On Ray: how many. [default: one a processor]"
    )
    models_memory: int | None = option(
        "--models-memory",
        type=click.IntRange(1),
        metavar="MB",
        help="With --by: models in memory, at most; the others are in the folder. [default: all]",
    )


@dataclass(frozen=True)
class Scale(ByKey):
    """A model for each key, or one model by several shards."""

    @property
    def wanted(self) -> bool:
        """Whether it is not one model that learns here."""
        return any(one is not None for one in (self.by, self.models, self.shards)) or self.on != "here"

    shared: bool = option(
        "--shared",
        is_flag=True,
        help="With --by: a model more that learns from all keys, and answers for a key until its own is better.",
    )
    follow: bool = option(
        "--follow",
        is_flag=True,
        help="With --by: files of JSON lines that grow; learns on as lines come, until it is interrupted.",
    )

    shards: int | None = option(
        "--shards", type=click.IntRange(1), help="One model by so many shards that are mixed now and then."
    )
    mix_every: int = option(
        "--mix-every", default=1_000_000, type=click.IntRange(1), metavar="ROWS", help="With --shards: how often."
    )
