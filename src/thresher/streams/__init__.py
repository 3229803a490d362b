"""Streams of labelled examples: files and pipes in every format, and planted concepts whose right answer is known.

Names are imported when they are first used: a command that reads VW text does not wait for the readers of tables.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .block import Block as Block
    from .block import Position as Position
    from .block import Trouble as Trouble
    from .description import Description as Description
    from .description import describe as describe
    from .messages import PlantedMessages as PlantedMessages
    from .pairs import Pairs as Pairs
    from .pairs import as_stream as as_stream
    from .planted import PlantedDisjunction as PlantedDisjunction
    from .shuffled import Shuffled as Shuffled
    from .source import Source as Source
    from .tables.columns import Columns as Columns

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".block": "Block Position Trouble",
        ".description": "Description describe",
        ".messages": "PlantedMessages",
        ".pairs": "Pairs as_stream",
        ".planted": "PlantedDisjunction",
        ".shuffled": "Shuffled",
        ".source": "Source",
        ".tables.columns": "Columns",
    },
)
