"""Streams of labelled examples: files and pipes in every format, and planted concepts whose right answer is known."""

from .block import Block, Position, Trouble
from .describe import Description, describe
from .pairs import Pairs
from .planted import PlantedDisjunction
from .source import Source
from .tables import Columns

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
