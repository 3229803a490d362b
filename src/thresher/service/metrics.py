"""What can be measured from outside: counts and times, told in Prometheus' form.

On the way of a request stand additions to plain numbers; families and texts are made when somebody asks for them.
"""

from collections import Counter

from .histograms import SECONDS, SIZES, Histogram
from .model import ServedModel
from .recovery import Recovered
from .snapshots import Made


class Metrics:
    """Counts of one service."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()  # (route, status)
        self.latencies: dict[str, Histogram] = {}
        self.groups = Histogram(SIZES)
        self.commits = Histogram(SECONDS)
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
        latencies = self.latencies.get(route)
        if latencies is None:
            latencies = self.latencies[route] = Histogram(SECONDS)
        latencies.add(seconds)

    def retried(self, model: ServedModel) -> None:
        """A question was asked again and answered from the log."""
        self.retries[model.name] += 1

    def labelled(self, model: ServedModel, fate: str, labels: int = 1) -> None:
        """A label came, or was taken back; or so many with the same fate."""
        self.fates[model.name, fate] += labels

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
