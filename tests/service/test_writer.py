"""What is told is on disk, also beside failures and requests that were given up."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .inside import Inside


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Inside]:
    made = Inside(tmp_path / "served")
    yield made
    made.close()


def test_an_answer_waits_for_the_disk_also_when_whoever_asked_before_it_was_cancelled(service: Inside) -> None:
    service.ask({"a": 1}, "first")
    held = service.held_up()

    async def going() -> bool:
        asking = asyncio.create_task(service.called("POST", "/v1/models/default/ask", b'{"x": {"a": 2}}'))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.sleep(0.01)
        looking = asyncio.create_task(service.called("GET", "/v1/models/default/digest"))
        await asyncio.sleep(0.05)
        early = looking.done()
        held.let_go()
        assert (await looking).status == 200
        return early

    assert not service.run(going())


def test_nothing_is_predicted_from_what_could_not_be_written(tmp_path: Path) -> None:
    service = Inside(tmp_path / "served")
    service.ask({"a": 1}, "first")

    def fails(events: Any) -> None:
        raise OSError(5, "Input/output error")

    service.service.store.append = fails  # type: ignore[method-assign]
    assert service.label("first", "yes").status == 503
    assert len(service.failures) == 1
    assert service.call("POST", "/v1/models/default/predict", {"x": {"a": 1}}).status == 503
    assert service.call("GET", "/v1/models/default/digest").status == 503
    assert service.ask({"a": 1}).status == 503
    service.close()
