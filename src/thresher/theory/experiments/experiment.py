"""What an experiment is made of and what it hands back: tables, figures and sentences, all plain values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

Size = Literal["quick", "full"]
Style = Literal["line", "points", "steps", "band"]
Role = Literal["measured", "upper bound", "lower bound", "reference"]
Tell = Callable[[str], None]
Cell = str | int | float | bool | None


@dataclass
class Table:
    """Rows under named columns; written as `<name>.csv`. An empty cell is None."""

    name: str
    columns: list[str]
    rows: list[list[Cell]]


@dataclass
class Series:
    """One curve of a figure. A None in `y` leaves a gap.

    Attributes
    ----------
    style : Style, default 'line'
        A "band" is the area between `lower` and `y`; "steps" keep their value until the next x.
    like : str, default ''
        The label of the series whose colour it has, for a bound or a band that belongs to it.
    """

    label: str
    x: list[float]
    y: list[float | None]
    style: Style = "line"
    dashed: bool = False
    role: Role = "measured"
    lower: list[float | None] | None = None
    like: str = ""


@dataclass
class Figure:
    """One chart; written as `<name>.png` and `<name>.svg`. `marks` are vertical lines: (x, text)."""

    name: str
    title: str
    x_label: str
    y_label: str
    series: list[Series]
    x_log: bool = False
    y_log: bool = False
    marks: list[tuple[float, str]] = field(default_factory=list)
    caption: str = ""


@dataclass
class Findings:
    """The question, the choices made where the paper is silent, and the answers: sentences, figures, tables."""

    question: str
    choices: list[str]
    sentences: list[str]
    figures: list[Figure]
    tables: list[Table]


class Experiment(Protocol):
    """What every module of this room has."""

    TITLE: str
    QUESTION: str

    def run(self, size: Size, seed: int, tell: Tell) -> Findings:
        """Run the experiment at `size`; `tell` is given one line for each step of the work."""
        ...
