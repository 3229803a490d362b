"""What a run leaves behind: a model, a log, pictures, pages, JSON."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import click

from .deciding import COSTS
from .group import Group, option
from .intervals import Interval

if TYPE_CHECKING:
    from ...evaluation import Costs


@dataclass(frozen=True)
class Output(Group):
    """What is written, and where; and the model that it all began with."""

    HEADING: ClassVar[str] = "Output"

    model: str | None = option("--model", type=click.Path(), metavar="OUT", help="Save the model.")
    resume: str | None = option(
        "--resume",
        type=click.Path(),
        metavar="IN",
        help="Go on with a saved model, in each file where it stopped.",
    )
    save_every: str | None = option(
        "--save-every", metavar="N|TIME", help="Also save the model every 10000 examples, or every 30s, 5min, 2h."
    )
    log: str | None = option(
        "--log", type=click.Path(), metavar="OUT", help="Write an event log that `thresher replay` can replay."
    )
    plot: str | None = option("--plot", type=click.Path(), metavar="OUT.png", help="Draw error and weights over time.")
    report: str | None = option(
        "--report", type=click.Path(), metavar="OUT.html", help="Write a page with everything; works offline."
    )
    measures: bool = option(
        "--measures",
        default=False,
        is_flag=True,
        help="Also log loss, Brier score, calibration, area under the curve, average precision, thresholds.",
    )
    cost: "Costs | None" = option(
        "--cost",
        type=COSTS,
        metavar="fp=1,fn=50",
        help="What mistakes of two labels cost: also counted so, with --measures.",
    )
    as_json: bool = option("--json", default=False, is_flag=True, help="Print JSON on stdout, one object for each run.")
    quiet: bool = option("--quiet", default=False, is_flag=True, help="Print no progress and no summary.")

    @property
    def saved_every(self) -> Interval | None:
        """How often the model is saved while it learns."""
        return None if self.save_every is None else Interval.read("save_every", self.save_every)

    @property
    def pictured(self) -> bool:
        """Whether somebody will want to see how it went."""
        return bool(self.plot or self.report)

    @property
    def written(self) -> list[str]:
        """The files that will be written."""
        return [path for path in (self.model, self.log, self.plot, self.report) if path]
