"""One ticket, one question: in batches, beside other requests, before and after a promotion."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .inside import LINES, Inside


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Inside]:
    made = Inside(tmp_path / "served")
    yield made
    assert not made.failures
    live = made.digests()
    made.close()
    again = Inside(tmp_path / "served")
    assert again.digests() == live
    again.close()


def test_an_id_in_a_batch_is_never_the_ticket_that_the_service_gives_another_line(service: Inside) -> None:
    ticket = service.ask({"a": 1}).value["ticket"]
    following = ticket.replace("2", "3")  # what the next line would get
    before = service.digests()
    refused = service.lines("/v1/models/default/ask", [{"x": {"a": 1}}, {"x": {"a": 2}, "id": following}])
    assert refused.status == 422
    assert service.digests() == before
    taken = service.lines("/v1/models/default/ask", [{"x": {"a": 1}}, {"x": {"a": 2}, "id": "t3"}])
    assert [one["seq"] for one in taken.values] == [3, 4]


def test_an_id_that_another_request_takes_while_a_batch_waits_is_answered_once(service: Inside) -> None:
    service.ask({"a": 0}, "old")
    held = service.held_up()

    async def letting_go() -> None:
        held.let_go()

    batch = b'{"x": {"a": 1}}\n{"x": {"a": 2}, "id": "new"}\n{"x": {"a": 3}, "id": "under way"}'
    calls = [
        service.called("POST", "/v1/models/default/ask", b'{"x": {"a": 3}, "id": "under way"}'),
        service.called("POST", "/v1/models/default/ask", batch, LINES),
        service.called("POST", "/v1/models/default/ask", b'{"x": {"a": 2}, "id": "new"}'),
        letting_go(),
    ]
    first, many, second, _ = service.together(*calls)  # type: ignore[arg-type]
    assert (first.status, many.status, second.status) == (200, 200, 200)
    assert many.body.splitlines()[1:] == [second.body, first.body]


def test_a_ticket_of_the_champion_that_left_is_known_before_it_is_on_disk(service: Inside) -> None:
    service.ask({"a": 0}, "t6")
    service.call("PUT", "/v1/models/default/challengers/b", {"learner": "auto"})
    held = service.held_up()

    async def letting_go() -> None:
        held.let_go()

    asking = ("POST", "/v1/models/default/ask", b'{"x": {"a": 2}, "id": "late"}')
    first, promoted, again, _ = service.together(  # type: ignore[misc]
        service.called(*asking),
        service.called("POST", "/v1/models/default/challengers/b/promote?early=1"),
        service.called(*asking),
        letting_go(),  # type: ignore[arg-type]
    )
    assert (first.status, promoted.status) == (200, 200)
    assert again.body == first.body
    assert service.ask({"a": 1}).status == 200  # its number is 6
    assert service.ask({"a": 0}, "t6").value["seq"] == 2


def test_nothing_happens_to_a_model_after_it_is_gone(service: Inside) -> None:
    service.ask({"a": 0}, "old")
    held = service.held_up()

    async def letting_go() -> None:
        held.let_go()

    _, late, gone, _ = service.together(  # type: ignore[misc]
        service.called("POST", "/v1/models/default/ask", b'{"x": {"a": 2}, "id": "late"}'),
        service.called("POST", "/v1/models/default/ask", b'{"x": {"a": 2}, "id": "late"}\n{"x": {}}', LINES),
        service.called("DELETE", "/v1/models/default"),
        letting_go(),  # type: ignore[arg-type]
    )
    assert (late.status, gone.status) == (404, 204)
    kinds = [event.kind for event in service.service.store.events(1)]
    assert kinds == [0, 1, 1, 8]


def test_whoever_makes_a_model_again_waits_until_it_is_on_disk(service: Inside) -> None:
    held = service.held_up()
    order: list[str] = []

    async def letting_go() -> None:
        order.append("written")
        held.let_go()

    async def making() -> None:
        await service.called("PUT", "/v1/models/m", b"{}")
        order.append("told")

    service.together(making(), making(), letting_go())  # type: ignore[arg-type]
    assert order == ["written", "told", "told"]


def test_a_label_that_was_learned_and_can_t_be_taken_back_is_told_so(service: Inside) -> None:
    service.ask({"a": 1}, "1")
    service.label("1", "yes")
    service.ask({"a": 1}, "2")  # now it is learned
    before = service.digests()
    answer = service.call("DELETE", "/v1/models/default/labels/1")
    assert (answer.status, answer.value["fate"]) == (409, "contradicted")
    assert (
        answer.value["detail"]
        == "the label of '1' was learned, and the order 'immediate' can't take it back: replay can."
    )
    assert service.digests() == before
