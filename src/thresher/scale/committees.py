"""A committee: learners that learned apart and answer together, for those that can't be mixed."""

from collections.abc import Sequence
from typing import Any

from ..learners import Learner
from ..parameters import whole
from ..protocols import Features, Label
from ..streams import Columns
from .file_names import some_files
from .mixing import learned_apart


class Committee:
    """Learners of two labels that answer with the mean of their scores; of Autos these are log-odds.

    Parameters
    ----------
    members : sequence of Learner
        Who answers.
    """

    def __init__(self, members: Sequence[Learner]) -> None:
        self.members = list(members)

    def __repr__(self) -> str:
        return f"Committee({self.members!r})"

    def score_one(self, x: Features) -> float:
        """The mean of what the members say.

        Parameters
        ----------
        x : example
            What is asked about.
        """
        return sum(float(member.score_one(x)) for member in self.members) / len(self.members)

    def predict_one(self, x: Features) -> Label:
        """The label on whose side the mean is.

        Parameters
        ----------
        x : example
            What is asked about.
        """
        return self.members[0].labels[self.score_one(x) >= 0.0]


def committee(
    learner: Learner, files: Any, *, shards: int = 8, passes: int = 1, on: str = "here", rows: Columns | None = None
) -> Committee:
    """Learns a committee from files: a member a shard, and nobody is mixed.

    For Auto, which can't be mixed. Each member sees a share of the rows alone, so it knows less than one that saw all.

    Parameters
    ----------
    learner : Learner
        What every member begins as.
    files : path or list of paths
        What to learn from, dealt out as `mix` does.
    shards : int, default 8
        How many members.
    passes : int, default 1
        How often the files are gone over.
    on : str, default "here"
        "here", "ray" or "ray://host:port".
    rows : Rows, optional
        What the columns of tables mean.
    """
    return Committee(learned_apart(learner, some_files(files), whole("shards", shards, at_least=1), passes, on, rows))
