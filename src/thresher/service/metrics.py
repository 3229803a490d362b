"""What can be measured from outside: counts and times, told in Prometheus' form.

On the way of a request stand additions to plain numbers; families and texts are made when somebody asks for them.
"""

from bisect import bisect_left
from collections import Counter

from .answers import Fate
from .events import Event
from .model import ServedModel
from .recovery import Recovered
from .snapshots import Made

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16384)
DELAYS = (1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400)


class Histogram:
    """How many were at most so large."""

    def __init__(self, limits: tuple[float, ...]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self.counts[bisect_left(self.limits, value)] += 1
        self.sum += value

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: each with all that are smaller."""
        found, total = [], 0
        for limit, count in zip((*map(str, self.limits), "+Inf"), self.counts, strict=True):
            total += count
            found.append((limit, float(total)))
        return found


class Metrics:
    """Counts of one service."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()  # (route, status)
        self.latencies: dict[str, Histogram] = {}
        self.groups = Histogram(SIZES)
        self.commits = Histogram(SECONDS)
        self.delays: dict[str, Histogram] = {}
        self.fates: Counter[tuple[str, str]] = Counter()  # (model, fate)
        self.retries: Counter[str] = Counter()
        self.snapshots: dict[int, Made] = {}
        self.replayed: Counter[str] = Counter()
        self.differing: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()  # connections that were ended, by reason

    # On the way of a request.

    def request(self, route: str, status: int, seconds: float) -> None:
        """One was answered."""
        self.requests[route, status] += 1
        if route not in self.latencies:
            self.latencies[route] = Histogram(SECONDS)
        self.latencies[route].add(seconds)

    def retried(self, model: ServedModel) -> None:
        """A question was asked again and answered from the log."""
        self.retries[model.name] += 1

    def labelled(self, model: ServedModel, fate: Fate, event: Event | None, asked_at: int | None) -> None:
        """A label came, or was taken back."""
        self.fates[model.name, fate.fate] += 1
        if event is not None and asked_at is not None:
            if model.name not in self.delays:
                self.delays[model.name] = Histogram(DELAYS)
            self.delays[model.name].add((event.at - asked_at) / 1e6)

    def expired(self, model: ServedModel, questions: int) -> None:
        """So many were given up."""
        self.fates[model.name, "expired"] += questions

    # From elsewhere.

    def group_written(self, events: int, seconds: float) -> None:
        """On the writer's thread."""
        if events:
            self.groups.add(events)
            self.commits.add(seconds)

    def snapshot_made(self, made: Made) -> None:
        """A snapshot is written down."""
        self.snapshots[made.model] = made

    def recovered(self, name: str, found: Recovered) -> None:
        """A model was recovered."""
        self.replayed[name] += found.replayed
        self.differing[name] += len(found.differing)
