"""Whoever reads a folder while it is served finds every event, though some move into archives meanwhile."""

from pathlib import Path

from thresher.service.archives import write_archive
from thresher.service.looking import verified
from thresher.service.recovery import all_events
from thresher.service.store import open_store

from .inside import Inside


def test_events_that_are_archived_while_they_are_read_are_read_from_the_archive(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    for number in range(9):
        service.ask({"a": number})
    reading = open_store(service.folder, read_only=True)
    store = service.service.store
    for last, names in ((4, "archives"), (7, "events"), (10, "archives")):
        kept = getattr(reading, names)

        def archiving(*given: int, kept: object = kept, last: int = last, names: str = names) -> object:
            """The first who looks is overtaken."""
            setattr(reading, names, kept)
            found = kept(*given)  # type: ignore[operator]
            first = max((row.last for row in store.archives(1)), default=0) + 1
            store.archive(write_archive(store, service.folder, 1, first, last))
            return found

        setattr(reading, names, archiving)
        assert [event.seq for event in all_events(reading, service.folder, 1)] == list(range(1, 11))
        assert [event.seq for event in all_events(reading, service.folder, 1, 2, 6)] == [3, 4, 5, 6]
    assert service.call("GET", "/v1/models/default/events?after=3").status == 410
    assert service.call("GET", "/v1/models/default/events?after=10").status == 200
    assert all(sound for _, sound in verified(service.folder, None))
    reading.close()
    service.close()
