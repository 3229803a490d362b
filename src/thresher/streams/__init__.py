"""Streams of labelled examples: files and pipes in every format, and planted concepts whose right answer is known.

Names are imported when they are first used: a command that reads VW text does not wait for the readers of tables.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .block import Block, Position, Trouble
    from .columns import Columns
    from .description import Description, describe
    from .pairs import Pairs
    from .planted import PlantedDisjunction
    from .source import Source

_HOME_OF = {
    "Block": "block",
    "Columns": "columns",
    "Description": "description",
    "Pairs": "pairs",
    "PlantedDisjunction": "planted",
    "Position": "block",
    "Source": "source",
    "Trouble": "block",
    "describe": "description",
}

__all__ = [
    "Block",
    "Columns",
    "Description",
    "Pairs",
    "PlantedDisjunction",
    "Position",
    "Source",
    "Trouble",
    "describe",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__
