"""Requests that come in one turn of the event loop are applied together, and answered as one by one."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.service.http.messages import JSON, LINES, Request, Response
from thresher.service.http.v1 import V1
from thresher.service.refusals import Refused

from .inside import Inside
from .rows_of_any_kind import ROWS


def warmed(folder: Path) -> Inside:
    """A service whose first rows were looked at."""
    made = Inside(folder)
    for number in range(20):
        assert made.ask({"a": 1, "b": number % 3}, f"warm{number}").status == 200
    return made


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Inside]:
    made = warmed(tmp_path / "served")
    yield made
    made.close()


def in_one_turn(service: Inside, *wanted: tuple[str, bytes]) -> list[Any]:
    """What is told of requests, (route, body) each, that come before the loop turns."""

    async def going() -> list[Any]:
        handlers = V1(service.app)
        waiting = []
        for route, body in wanted:
            request = Request("POST", f"/v1/models/default/{route}", {b"content-type": JSON}, "1")
            request.model, request.body = "default", body
            done = asyncio.get_running_loop().create_future()
            handler = handlers.ask_at_once if route == "ask" else handlers.label_at_once
            later = handler(request, done.set_result)
            waiting.append(_settled(done) if later is None else later)
        return await asyncio.gather(*waiting, return_exceptions=True)

    return service.run(going())


async def _settled(done: "asyncio.Future[Any]") -> Any:
    """What was told, once it is known."""
    told = await done
    if asyncio.iscoroutine(told):
        told = await told
    if isinstance(told, Exception):
        raise told
    return told.body if isinstance(told, Response) else told


def bodies(found: list[Any]) -> list[Any]:
    return [msgspec.json.decode(one.body if isinstance(one, Response) else one) for one in found]


def test_questions_of_one_turn_get_one_place_each_in_the_order_in_which_they_came(service: Inside) -> None:
    asked = [("ask", b'{"x":{"a":%d},"id":"t%d"}' % (n, n)) for n in range(30)]
    told = bodies(in_one_turn(service, *asked))
    assert [one["ticket"] for one in told] == [f"t{n}" for n in range(30)]
    seqs = [one["seq"] for one in told]
    assert seqs == list(range(seqs[0], seqs[0] + 30))


def test_the_same_id_twice_in_one_turn_gets_one_answer(service: Inside) -> None:
    body = b'{"x":{"a":1},"id":"same"}'
    first, second, other = in_one_turn(service, ("ask", body), ("ask", body), ("ask", b'{"x":{"a":2},"id":"other"}'))
    assert bodies([first]) == bodies([second])
    assert bodies([other])[0]["ticket"] == "other"


def test_one_that_is_refused_is_refused_alone(service: Inside) -> None:
    asked = [b'{"x":{"a":1},"id":"one"}', b'{"x":{"a":1e999},"id":"two"}', b"no", b'{"x":{"a":"Paris"},"id":"three"}']
    one, two, no, three = in_one_turn(service, *(("ask", body) for body in asked))
    assert isinstance(two, Refused)
    assert two.status in (400, 422)
    assert isinstance(no, Refused)
    assert no.status == 400
    assert [told["ticket"] for told in bodies([one, three])] == ["one", "three"]


def test_a_label_of_one_turn_comes_after_its_questions(service: Inside) -> None:
    label = b'{"ticket":"new","label":"spam"}'
    told = in_one_turn(service, ("labels", label), ("ask", b'{"x":{"a":1},"id":"new"}'), ("labels", label))
    first, asked, again = bodies(told)
    assert (asked["ticket"], first["fate"], again["fate"]) == ("new", "waiting", "duplicate")


def test_labels_of_one_turn_are_taken_each_by_itself(service: Inside) -> None:
    wanted = [
        b'{"ticket":"warm1","label":"spam"}',
        b'{"ticket":"nobody","label":"ham"}',
        b"{}",
        b'{"ticket":"warm2","label":"ham"}',
    ]
    first, unknown, wrong, last = in_one_turn(service, *(("labels", body) for body in wanted))
    assert [one["fate"] for one in bodies([first, last])] == ["waiting", "waiting"]
    assert isinstance(unknown, Refused)
    assert unknown.status == 404
    assert isinstance(wrong, Refused)
    assert wrong.status == 422


def test_what_was_applied_together_is_replayed_one_by_one(tmp_path: Path) -> None:
    service = warmed(tmp_path / "served")
    for turn in range(5):
        asked = [("ask", b'{"x":{"a":%d,"b":%d},"id":"%d.%d"}' % (n % 4, turn, turn, n)) for n in range(25)]
        label = b'{"ticket":"%d.%d","label":"%b"}'
        told = [("labels", label % (turn - 1, n, b"ham" if n % 3 else b"spam")) for n in range(20)]
        assert not [one for one in in_one_turn(service, *asked, *(told if turn else [])) if isinstance(one, Exception)]
    digest = service.service.models["default"].digest()
    again = Inside(service.cut(tmp_path / "copy"))
    assert again.service.models["default"].digest() == digest
    again.close()


def test_labels_that_need_no_look_are_told_as_those_that_do(service: Inside) -> None:
    """In one turn with others: the order in which they came is kept."""
    spaced = b'{"ticket": "warm3", "label": "ham"}'
    plain = b'{"ticket":"warm%d","label":"spam"}'
    told = bodies(in_one_turn(service, *(("labels", body) for body in (plain % 1, plain % 2, spaced, plain % 4))))
    assert [one["ticket"] for one in told] == ["warm1", "warm2", "warm3", "warm4"]
    assert [one["seq"] for one in told] == list(range(told[0]["seq"], told[0]["seq"] + 4))
    again = in_one_turn(service, ("labels", plain % 5), ("labels", b'{"ticket": "warm5", "label": "ham"}'))
    assert isinstance(again[1], Refused)
    assert again[1].status == 409


def test_lines_of_labels_are_told_as_one_by_one(tmp_path: Path) -> None:
    lines, one_by_one = warmed(tmp_path / "lines"), warmed(tmp_path / "one")
    told = [b'{"ticket":"warm%d","label":"%b"}' % (n, b"spam" if n % 3 else b"ham") for n in range(12)]
    first = one_by_one.call("POST", "/v1/models/default/labels", told[0]).body
    assert lines.call("POST", "/v1/models/default/labels", told[0]).body == first  # the first label needs a look
    for part in (told[1:8], told[5:]):  # some of the second part have their labels
        found = lines.call("POST", "/v1/models/default/labels", b"\n".join(part), kind=LINES)
        each = [one_by_one.call("POST", "/v1/models/default/labels", body).body for body in part]
        assert found.body == b"".join(body + b"\n" for body in each)
    assert lines.digests() == one_by_one.digests()
    lines.close()
    one_by_one.close()


def test_no_questions_are_no_event(service: Inside) -> None:
    """Labels that wait would else be learned in another order than by whoever replays the log."""
    assert service.call("POST", "/v1/models/default/labels", b'{"ticket":"warm7","label":"spam"}').status == 200
    before = service.digests()
    none = service.call("POST", "/v1/models/default/ask", b"\n", kind=LINES)
    assert (none.status, none.body, service.digests()) == (200, b"", before)


IDS = st.sampled_from(["a", "b", "c", "warm1", "warm2", 'quo"te', "grün", "", "~7", "x\0y"])
ASKED = st.fixed_dictionaries({"x": ROWS}, optional={"id": IDS, "more": st.just(1)})
LABELLED = st.fixed_dictionaries({"ticket": IDS, "label": st.sampled_from(["ham", "spam", True, 3, None])})
SPACED = st.sampled_from([None, (",", ":"), (",", ":")])


@st.composite
def bodies_of(draw: st.DrawFn, what: st.SearchStrategy[Any]) -> bytes:
    """A body as some client would write it; now and then with one letter changed."""
    body = bytearray(json.dumps(draw(what), separators=draw(SPACED), ensure_ascii=draw(st.booleans())).encode())
    if draw(st.integers(0, 5)) == 0:
        body[draw(st.integers(0, len(body) - 1))] = draw(st.integers(0, 255))
    return bytes(body)


TURN = st.tuples(st.lists(bodies_of(ASKED), max_size=4), st.lists(bodies_of(LABELLED), max_size=3))


@pytest.mark.filterwarnings("ignore::thresher.errors.ColumnWarning")
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.lists(bodies_of(ASKED), max_size=4), st.lists(bodies_of(LABELLED), max_size=3)), max_size=3)
)
def test_any_requests_of_one_turn_are_answered_as_one_after_the_other(turns: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        together, one_by_one = warmed(Path(folder, "one")), warmed(Path(folder, "other"))
        for asked, told in turns:
            wanted = [("ask", body) for body in asked] + [("labels", body) for body in told]
            found = in_one_turn(together, *wanted)
            for (route, body), one in zip(wanted, found, strict=True):
                expected = one_by_one.call("POST", f"/v1/models/default/{route}", body)
                if isinstance(one, Refused):
                    assert (one.status, one.detail) == (expected.status, expected.value["detail"])
                else:
                    assert (one.body if isinstance(one, Response) else one) == expected.body
        assert together.digests() == one_by_one.digests()
        together.close()
        one_by_one.close()
