"""What is printed for each example, and how: what `predict` and `learn --predictions` have in common."""

from dataclasses import dataclass
from typing import ClassVar

import click

from .group import Group, option

WHAT = ("labels", "scores", "probabilities", "sets")
FORMS = ("lines", "csv", "json")


@dataclass(frozen=True)
class AnswerForm(Group):
    """What is said of an example, and in which form."""

    HEADING: ClassVar[str] = "Answers"

    what: str | None = option(
        "--output",
        type=click.Choice(WHAT),
        help="What to print for each example.  [default: labels; of a model of --sets, sets]",
    )
    form: str = option(
        "--as", default="lines", type=click.Choice(FORMS), help="Lines; or CSV or JSON lines with line and tag."
    )
    top: int | None = option("--top-k", type=click.IntRange(min=1), metavar="K", help="The K best labels, best first.")


@dataclass(frozen=True)
class Predictions(AnswerForm):
    """Answers that are given while learning."""

    HEADING: ClassVar[str] = "Answers while learning"

    predictions: str | None = option(
        "--predictions",
        type=click.Path(allow_dash=True),
        metavar="OUT|-",
        help="Write the answer to each example, then learn its label; - is stdout, answered line by line from a pipe.",
    )

    @property
    def wanted(self) -> bool:
        """Whether answers are written."""
        return self.predictions is not None

    @property
    def written(self) -> list[str]:
        """The file that they go to, if it is one."""
        return [self.predictions] if self.predictions not in (None, "-") else []

    def said(self) -> list[str]:
        """What was said of answers."""
        told = {"--output": self.what is not None, "--as": self.form != "lines", "--top-k": self.top is not None}
        return [name for name, said in told.items() if said]
