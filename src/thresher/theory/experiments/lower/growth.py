"""What the hardest game we know forced on each learner as one quantity of the stream grows."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...bounds import disjunction_mistakes_at_promotion_1_35
from ..experiment import Cell, Figure, Series, Table
from .contestants import CONTESTANTS, Contestant
from .games import Result
from .stream import Stream

GROUPS = {
    "tracking": "Winnows with a floor",
    "fixed": "Winnows without a floor, and votes",
    "signed": "from the Perceptron to Balanced Winnow",
    "additive": "learners without a bound, and the tracking p-norm",
}


@dataclass
class Growth:
    """The worst games of each contestant at each value of a quantity.

    Attributes
    ----------
    name, x_label : str
        Of the quantity.
    games : dict of int to list of Result
        The games at each value of it.
    """

    name: str
    x_label: str
    games: dict[int, list[Result]]
    x_log: bool = False

    @property
    def values(self) -> list[int]:
        return sorted(self.games)

    def least(self, value: int) -> float:
        """The lower bound at a value."""
        return self.games[value][0].least

    def worst(self, contestant: Contestant, value: int) -> Result | None:
        """The game that forced the most; None if the contestant played none."""
        own = [game for game in self.games[value] if game.contestant is contestant]
        return max(own, key=lambda game: game.forced, default=None)

    def forced(self, contestant: Contestant, value: int) -> float | None:
        """None too where the game had to be stopped: it could have gone on."""
        game = self.worst(contestant, value)
        return None if game is None or game.stopped else game.forced

    def promised(self, contestant: Contestant, value: int) -> float | None:
        """The bound for the stream as planned."""
        return contestant.bound(self.games[value][0].planned)

    def slope(self, contestant: Contestant) -> float | None:
        """Mistakes for each further unit, from the first value to the last."""
        first, last = self.values[0], self.values[-1]
        before, after = self.forced(contestant, first), self.forced(contestant, last)
        return None if before is None or after is None else (after - before) / (last - first)

    def stopped(self) -> list[str]:
        """Contestants with a game that had to be stopped."""
        return [
            c.name for c in CONTESTANTS if any((g := self.worst(c, v)) is not None and g.stopped for v in self.games)
        ]


def figure(growth: Growth, group: str) -> Figure:
    """The worst games of a group beside its bounds and the lower bound."""
    x = [float(value) for value in growth.values]
    series: list[Series] = []
    for contestant in CONTESTANTS:
        if contestant.group != group:
            continue
        forced = [growth.forced(contestant, value) for value in growth.values]
        if all(y is None for y in forced):
            continue
        series.append(Series(contestant.name, x, forced))
        bounds = [growth.promised(contestant, value) for value in growth.values]
        if any(bound is not None for bound in bounds):
            series.append(Series("", x, bounds, role="upper bound", like=contestant.name))
    least: list[float | None] = [growth.least(value) for value in growth.values]
    series.append(Series("no learner does better", x, least, role="lower bound"))
    return Figure(
        f"{growth.name}_{group}",
        f"As {growth.x_label.partition(',')[0]} grows: {GROUPS[group]}",
        growth.x_label,
        "mistakes forced",
        series,
        x_log=growth.x_log,
        y_log=growth.x_log,
        caption="Points: the hardest game found. Dashed: the bound of the learner of that colour, where it has one.",
    )


def table(growth: Growth) -> Table:
    """The worst game of each contestant at each value."""
    columns = ["learner", growth.name, "forced", "adversary", "lower_bound", "upper_bound", "entry", "stopped"]
    rows: list[list[Cell]] = []
    for contestant in CONTESTANTS:
        for value in growth.values:
            game = growth.worst(contestant, value)
            if game is not None:
                named: list[Cell] = [contestant.name, value, game.forced, game.adversary, game.least]
                rows.append([*named, game.most, contestant.entry if game.most is not None else "", game.stopped])
    return Table(growth.name, columns, rows)


def printed(norm: int) -> float:
    """A13 at promotion 1.35 as the paper prints it, with 3.98 Z+ in place of 7.97, at Z+ = 1 and no noise."""
    return disjunction_mistakes_at_promotion_1_35(norm=norm, literals=1) * 3.98 / 7.97


def refutation(growth: Growth, contestant: Contestant) -> Figure:
    """The printed form of A13 beside what was forced, and the corrected form."""
    x = [float(value) for value in growth.values]
    corrected = [disjunction_mistakes_at_promotion_1_35(norm=value, literals=1) for value in growth.values]
    return Figure(
        "printed_bound",
        "A bound as printed: tracking Winnow at promotion 1.35, one literal, no noise",
        growth.x_label,
        "mistakes",
        [
            Series("forced", x, [growth.forced(contestant, value) for value in growth.values]),
            Series(
                "printed: 3.98 (ln lambda + 3.86)", x, [printed(value) for value in growth.values], role="reference"
            ),
            Series("corrected (A13): 7.97 (ln lambda + 3.86)", x, [*corrected], role="upper bound"),
        ],
        x_log=True,
        caption="Where the points lie above the printed line they refute it.",
    )


def bounded(games: Sequence[Result]) -> list[tuple[float, Result]]:
    """(forced/bound, game) of every game whose learner has a bound."""
    return [(game.forced / game.most, game) for game in games if game.most]


def stream_words(stream: Stream) -> str:
    """For a table: what the stream was like."""
    return f"n={stream.n} lambda={stream.active} Z+={stream.on} Z-={stream.off} A={stream.errors}"
