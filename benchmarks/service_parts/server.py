"""A service for a load test, in a process of its own: durable as always, or the same without a store.

python -m benchmarks.service_parts.server DIR PORT [--no-store] [--snapshot-events N]
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from thresher.service.config import ModelConfig
from thresher.service.events import Event
from thresher.service.running import Address, listening, opened, server_of
from thresher.service.settings import Settings
from thresher.service.writer import GroupWriter, Told


class NoLog(GroupWriter):
    """Answers at once, and writes nothing: what the service would do without its promise."""

    def put(
        self, events: Sequence[Event], told: Told, job: Callable[[], Any] | None = None, *, answers: int = 1
    ) -> None:
        if any(event.kind == 0 for event in events):  # the models are made all the same
            super().put(events, told, job, answers=answers)
        else:
            told(None)


def main() -> None:
    """Serves until it is told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("--no-store", action="store_true")
    parser.add_argument("--snapshot-events", type=int, default=10**9)
    parser.add_argument("--store")
    said = parser.parse_args()
    settings = Settings(
        models={"mail": ModelConfig(labels=["ham", "spam"], max_pending=20_000_000)},
        snapshot_events=said.snapshot_events,
        snapshot_seconds=1e9,
        store=said.store,
    )
    address = Address(port=said.port)
    running = opened(said.folder, settings, address)
    if said.no_store:
        service = running.service
        service.writer = NoLog(service.store, service.settings.on_failure, service.metrics.group_written)
    server_of(running, running.app()).run(sockets=[listening(address)])


if __name__ == "__main__":
    main()
