"""What a benchmark shows: our figure, a peer's or a limit, how they compare, and what is asked.

A script notes its claims while it measures; `suite.py` collects those of all scripts of one run. A script that is run
by itself notes nothing.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "THRESHER_CLAIMS"
"""The environment variable that names the file to which claims are added, one JSON object a line."""


@dataclass(frozen=True)
class Claim:
    """One line of the summary.

    Attributes
    ----------
    what : str
        What was measured.
    ours, theirs : float
        Our figure and the peer's, or the limit that is asked for.
    unit : str
        Of both.
    peer : str
        Whose the other figure is.
    bar : float
        What `ratio` has to be.
    at_most : bool, default True
        Whether the ratio is to be at most the bar; else at least.
    """

    what: str
    ours: float
    theirs: float
    unit: str
    peer: str
    bar: float
    at_most: bool = True

    @property
    def ratio(self) -> float:
        """Ours over theirs."""
        return self.ours / self.theirs if self.theirs else float("inf")

    @property
    def held(self) -> bool:
        """Whether the bar is kept."""
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar

    @property
    def asked(self) -> str:
        """The bar in words."""
        return f"{'at most' if self.at_most else 'at least'} {self.bar:.3g}"


def note(*claims: Claim) -> None:
    """Adds claims to those of the run, if there is one."""
    if path := os.environ.get(FILE):
        with Path(path).open("a") as file:
            file.writelines(json.dumps(asdict(claim)) + "\n" for claim in claims)


def noted(path: Path) -> list[Claim]:
    """What was added to a file."""
    return [Claim(**json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []
