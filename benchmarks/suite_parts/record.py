"""One run of the suite as it is kept: when, where, and every claim. Pages are made of it, and of nothing else."""

import datetime
import json
import os
import platform
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.claims import Claim

KEPT = Path(__file__).parents[1] / "records" / "suite.json"
"""The run that the pages show."""


@dataclass(frozen=True)
class SuiteRun:
    """What a run of the suite came to.

    Attributes
    ----------
    date : str
        As in 2026-11-18.
    minutes : float
        How long it took.
    processors : int
        How many there were.
    processor : str
        What they call themselves.
    python : str
        Its version.
    quick : bool
        Whether sizes were small and rounds few.
    left_out : list of str
        What was not installed.
    claims : list of Claim
        In the order of the run.
    """

    date: str
    minutes: float
    processors: int
    processor: str
    python: str
    quick: bool
    left_out: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    @classmethod
    def here(cls, claims: list[Claim], left_out: list[str], *, quick: bool, minutes: float) -> "SuiteRun":
        """A run that ended now, on this machine."""
        today, cores = datetime.date.today().isoformat(), os.cpu_count() or 1
        return cls(today, round(minutes, 1), cores, processor(), platform.python_version(), quick, left_out, claims)

    @property
    def when_and_where(self) -> str:
        """Date, machine and version, in words."""
        day = datetime.date.fromisoformat(self.date)
        return f"{day:%d %B %Y}, {self.processors} processors ({self.processor}), Python {self.python}"

    def write(self, path: Path = KEPT) -> None:
        """Keeps it, a line for each claim."""
        head = {key: value for key, value in asdict(self).items() if key != "claims"}
        claims = ",\n".join(f"  {json.dumps(asdict(claim))}" for claim in self.claims)
        path.write_text(f'{json.dumps(head)[:-1]}, "claims": [\n{claims}\n]}}\n', encoding="utf-8")

    @classmethod
    def read(cls, path: Path = KEPT) -> "SuiteRun":
        """What `write` wrote."""
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(**kept | {"claims": [Claim(**claim) for claim in kept["claims"]]})


def processor() -> str:
    """Its name, where the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
