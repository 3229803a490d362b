"""README's table of errors: Auto beside its peers, as `peers.py --keep` counted them, on every machine the same."""

import datetime
import json
from dataclasses import asdict, dataclass
from pathlib import Path

KEPT = Path(__file__).parents[1] / "records" / "errors.json"
"""The run that README shows."""

CALLED = {
    "than_then.gutenberg": "than or then, 17 books",
    "their_there.gutenberg": "their or there, 17 books",
    "than_then.sotu": "than or then, two centuries of speeches",
    "spamassassin": "mail, spam or not, by date (real drift)",
    "sms_spam": "text messages, spam or not",
    "farm_ads": "farm advertisements",
    "movie_reviews": "movie reviews",
    "a9a": "income (a9a)",
    "agaricus.train": "mushrooms",
}
"""The sets that README shows, and how they are called there."""


@dataclass(frozen=True)
class SetErrors:
    """Shares of wrong predictions on one set: Auto's, VW's best of three, the best of all settings."""

    name: str
    auto: float
    vw: float
    best: float


@dataclass(frozen=True)
class Errors:
    """A run of `peers.py`.

    Attributes
    ----------
    date : str
        As in 2026-11-18.
    settings : int
        Of peers among which the best was chosen.
    ratio, low, high : float
        Auto's error over VW's on all sets: geometric mean, 95 %.
    sets, wins, losses : int
        How many there were, and those on which Auto was surely better or worse than VW.
    best_ratio : float
        Auto's error over that of the best of all settings.
    errors : list of SetErrors
        Of every set.
    """

    date: str
    settings: int
    ratio: float
    low: float
    high: float
    sets: int
    wins: int
    losses: int
    best_ratio: float
    errors: list[SetErrors]

    def write(self, path: Path = KEPT) -> None:
        """Keeps it."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path = KEPT) -> "Errors":
        """What `write` wrote."""
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(**kept | {"errors": [SetErrors(**one) for one in kept["errors"]]})


def errors_table(kept: Errors | None = None) -> str:
    """For README.md: the smallest of each row is bold."""
    run = Errors.read() if kept is None else kept
    day = datetime.date.fromisoformat(run.date)
    best = f"best of {run.settings} settings of VW, scikit-learn, River, AROW, chosen afterwards"
    lines = [
        "Share of wrong predictions, each made before its label was seen, one pass, no settings turned for Auto "
        f"({day:%d %B %Y}):",
        "",
        f"| set | Auto | Vowpal Wabbit, best of logistic, hinge, coin | {best} |",
        "|---|---:|---:|---:|",
    ]
    by_name = {one.name: one for one in run.errors}
    for name, called in CALLED.items():
        if (one := by_name.get(name)) is not None:
            least = min(one.auto, one.vw, one.best)
            shown = (f"**{_share(e)}**" if e == least else _share(e) for e in (one.auto, one.vw, one.best))
            lines.append(f"| {called} | {' | '.join(shown)} |")
    verdicts = f"{run.wins} surely better, {run.losses} surely worse"
    interval = f"95 %: {run.low:.2f} to {run.high:.2f}"
    together = (
        f"Over all {run.sets} sets {run.ratio:.2f} of VW's error ({interval}; {verdicts}), {run.best_ratio:.2f} of"
    )
    return "\n".join([*lines, "", f"{together} the best of all settings."])


def _share(error: float) -> str:
    return f"{error:.4f}".removeprefix("0")
