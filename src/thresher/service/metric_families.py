"""The families of metrics that Prometheus is told, with their names and meanings."""

from collections.abc import Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import generate_latest

from ..learners import Auto, restarts_of
from .ages import at_most
from .histograms import Histogram
from .metrics import Metrics
from .model import ServedModel
from .service import Service

AGES = {"1m": 60, "1h": 3600, "1d": 86400, "7d": 7 * 86400, "30d": 30 * 86400}


class Told:
    """The families of one service, for a registry of Prometheus'."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Any]:
        """Made now."""
        yield from families(self._service.metrics, self._service)


def metrics_text(service: Service) -> bytes:
    """All of it, as Prometheus reads it.

    Parameters
    ----------
    service : Service
        Whose.
    """
    registry = CollectorRegistry()
    registry.register(Told(service))
    return bytes(generate_latest(registry))


def families(metrics: Metrics, service: Service) -> Iterator[Any]:
    """All of them."""
    yield _counters("thresher_requests", "Requests answered", ("route", "status"), metrics.requests)
    yield _histograms("thresher_request_seconds", "Time to answer a request", "route", metrics.latencies)
    yield _histograms("thresher_group_events", "Events written in one transaction", None, {"": metrics.groups})
    yield _histograms("thresher_commit_seconds", "Time to write and sync a group", None, {"": metrics.commits})
    delays = {one.name: one.delays for one in service.models.values() if any(one.delays.counts)}
    yield _histograms("thresher_label_delay_seconds", "From question to label", "model", delays)
    yield _counters("thresher_labels", "Labels that came, by what became of them", ("model", "fate"), metrics.fates)
    yield _counters("thresher_retries", "Questions answered again from the log", ("model",), metrics.retries)
    yield _counters("thresher_replayed_events", "Events replayed at the start", ("model",), metrics.replayed)
    yield _counters("thresher_differing_replays", "Answers a replay gave otherwise", ("model",), metrics.differing)
    yield _counters("thresher_connections_dropped", "Connections ended, by reason", ("reason",), metrics.dropped)
    yield _gauge("thresher_queue_events", "Events that wait for the disk", {(): service.writer.queued})
    yield _gauge("thresher_log_bytes", "Size of the log", {(): service.store.size()})
    yield _gauge("thresher_disk_free_bytes", "Free disk, as last looked at", {(): service.disk.free})
    yield _gauge("thresher_ready", "Whether requests are answered", {(): int(service.ready)})
    yield from _of_models(metrics, service)


def _of_models(metrics: Metrics, service: Service) -> Iterator[Any]:
    models = list(service.models.values())
    now = service.clock.now()
    for name, words, value in (
        ("thresher_seq", "Place of the last event", lambda one: one.seq),
        ("thresher_pending", "Questions that wait for their label", lambda one: one.late.pending),
        ("thresher_restarts", "How often the learner began anew after a change", _restarts),
    ):
        yield _gauge(name, words, {(one.name,): value(one) for one in models}, ("model",))
    ages = {(one.name, age): count for one in models for age, count in by_age(one, now).items()}
    yield _gauge("thresher_pending_by_age", "Questions that wait, at most so old", ages, ("model", "age"))
    whole: dict[tuple[str, ...], float] = {}
    recent: dict[tuple[str, ...], float] = {}
    losses: dict[tuple[str, ...], float] = {}
    least: dict[tuple[str, ...], float] = {}
    most: dict[tuple[str, ...], float] = {}
    for one in models:
        for standing in one.learners.standings():
            key = (one.name, standing["name"])
            whole |= {} if standing["error"] is None else {key: standing["error"]}
            recent |= {} if standing["recent_error"] is None else {key: standing["recent_error"]}
            losses |= {} if standing["log_loss"] is None else {key: standing["log_loss"]}
            if (risk := standing["risk"]) is not None:
                least[key], most[key] = risk["least"], risk["most"]
    names = ("model", "learner")
    yield _gauge("thresher_error", "Share of labelled questions that were answered wrongly", whole, names)
    yield _gauge("thresher_recent_error", "The same in the last windows with labels", recent, names)
    yield _gauge("thresher_log_loss", "Mean log loss in nats", losses, names)
    yield _gauge("thresher_risk_least", "Least mean risk of labelled answers, 95% confidence at any time", least, names)
    yield _gauge("thresher_risk_most", "Largest mean risk of labelled answers, 95% confidence at any time", most, names)
    wanted = {(one.name,): one.late.wanted for one in models if one.config.asks}
    yield _gauge("thresher_labels_wanted", "Labels that a model asked for", wanted, ("model",))
    yield _gauge("thresher_expert_trust", "Share of each expert", _trust(models), ("model", "expert"))
    sizes = {(one.name,): metrics.snapshots[one.number].size for one in models if one.number in metrics.snapshots}
    places = {(one.name,): metrics.snapshots[one.number].seq for one in models if one.number in metrics.snapshots}
    yield _gauge("thresher_snapshot_bytes", "Size of the last snapshot", sizes, ("model",))
    yield _gauge("thresher_snapshot_seq", "Place of the last snapshot", places, ("model",))


def by_age(model: ServedModel, now: int) -> dict[str, int]:
    """How many questions wait that are at most so old."""
    found = at_most(model.waiting, now, list(AGES.values()))
    return dict(zip(AGES, found, strict=True)) | {"any": len(model.waiting)}


def _restarts(model: ServedModel) -> int:
    return sum(restarts_of(model.late.learner).values())


def _trust(models: list[ServedModel]) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    for one in models:
        learner = one.late.learner
        shares = learner.explain().trust if isinstance(learner, Auto) and learner.known_labels.are_two else {}
        found |= {(one.name, str(expert)): float(share) for expert, share in shares.items()}
    return found


def _counters(name: str, words: str, labels: tuple[str, ...], counts: Mapping[Any, int]) -> Any:
    family = CounterMetricFamily(name, words, labels=labels)
    for key, count in sorted(counts.items()):
        family.add_metric([str(part) for part in (key if isinstance(key, tuple) else (key,))], count)
    return family


def _gauge(name: str, words: str, values: Mapping[Any, float], labels: tuple[str, ...] = ()) -> Any:
    family = GaugeMetricFamily(name, words, labels=labels)
    for key, value in values.items():
        family.add_metric(list(key), value)
    return family


def _histograms(name: str, words: str, label: str | None, found: Mapping[str, Histogram]) -> Any:
    family = HistogramMetricFamily(name, words, labels=() if label is None else (label,))
    for key, histogram in sorted(found.items()):
        family.add_metric([] if label is None else [key], histogram.buckets(), histogram.sum)
    return family
