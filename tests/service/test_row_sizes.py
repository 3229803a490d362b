"""What one row and one request may hold is counted before anything is applied, by every door; the log is not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from thresher.service import row_sizes, service, useful
from thresher.service.config import ModelConfig
from thresher.service.dashboard import questions
from thresher.service.events import ASK, Event
from thresher.service.http import app as http_app
from thresher.service.http import inference
from thresher.service.model import ServedModel
from thresher.service.replaying import AT_ONCE, BYTES_AT_ONCE, runs
from thresher.service.row_sizes import A_NAME, RowSizes
from thresher.service.settings import Settings
from thresher.service.store import sql

from .in_process import run, serving
from .inside import LINES, Answer, Inside

MOST = 40
MODEL = "/v1/models/default"
MANY = {f"n{place}": 1.5 for place in range(MOST + 1)}
AS_MANY = {f"n{place}": 1.5 for place in range(MOST)}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Inside]:
    """A service whose rows may have few names, and whose model knows two labels."""
    with_labels = {"labels": ["ham", "spam"], "order": "replay:1000"}
    found = Inside(tmp_path / "small", Settings(reserve=0, most_names=MOST))
    try:
        assert found.call("PUT", MODEL, with_labels).status == 201
        found.call("PUT", "/v1/models/texts", {"columns": {"text": ["body"]}})
        found.call("PUT", "/v1/models/runs", {"columns": {"text": ["body"], "words": {"characters": [3, 5]}}})
        for place in range(30):
            found.ask({"a": place % 3, "b": 1}, f"t{place}")
            found.label(f"t{place}", "spam" if place % 3 else "ham")
        yield found
    finally:
        found.close()


def said(answer: Answer, *words: str) -> None:
    assert answer.status == 413, (answer.status, answer.body)
    for word in words:
        assert word in answer.value["detail"], answer.value


def tensor(name: str, kind: str, data: list[Any], shape: list[int]) -> dict[str, Any]:
    return {"name": name, "datatype": kind, "shape": shape, "data": data}


ROWS = {
    "columns": MANY,
    "a list of names": list(MANY),
    "a row inside": {"inside": AS_MANY},
    "a list of texts": {"words": [f"w{place}" for place in range(MOST)]},
    "nothing but nothing": dict.fromkeys(MANY),
    "nothing but zeros": dict.fromkeys(MANY, 0),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_with_too_many_names_is_refused_by_every_door_of_v1(small: Inside, name: str) -> None:
    before, x = small.digests(), ROWS[name]
    words = (f"{MOST + 1} names", f"at most {MOST}", "leave some out")
    for door in ("ask", "predict", "explain"):
        said(small.call("POST", f"{MODEL}/{door}", {"x": x}), *words)
    for door in ("ask", "predict"):
        said(small.lines(f"{MODEL}/{door}", [{"x": {"a": 1}}, {"x": x}]), "line 2", *words, "Nothing of the batch")
    assert small.digests() == before


def test_as_many_as_there_may_be_are_taken(small: Inside) -> None:
    for x in (AS_MANY, list(AS_MANY), {"inside": dict(list(AS_MANY.items())[1:])}):
        assert small.ask(x).status == 200
        assert small.call("POST", f"{MODEL}/predict", {"x": x}).status == 200
        assert small.call("POST", f"{MODEL}/explain", {"x": x}).status == 200


def test_rows_of_the_inference_protocol_are_counted_too(small: Inside) -> None:
    before = small.digests()
    path, wide, texts = "/v2/models/default/infer", MOST + 1, [json.dumps({"a": 1}), json.dumps(MANY)]
    for inputs in (
        [tensor("x", "FP64", [1.0] * 2 * wide, [2, wide])],
        [tensor(name, "BOOL", [True, False], [2]) for name in MANY],
        [tensor("json", "BYTES", texts, [2])],
    ):
        for more in ([], [tensor("id", "BYTES", ["a", "b"], [2])]):
            answer = small.call("POST", path, {"inputs": [*inputs, *more]})
            said(answer, f"{wide} names", f"at most {MOST}")
            assert answer.value["error"] == answer.value["detail"]
    place = small.call("POST", path, {"inputs": [tensor("json", "BYTES", texts, [2])]})
    said(place, "row 1:")
    values = np.ones(2 * wide, dtype="<f4").tobytes()
    about = {"name": "x", "datatype": "FP32", "shape": [2, wide], "parameters": {"binary_data_size": len(values)}}
    head = json.dumps({"inputs": [about]}).encode()
    more = ((b"inference-header-content-length", b"%d" % len(head)),)
    said(small.call("POST", path, head + values, kind=b"application/octet-stream", more=more), f"{wide} names")
    assert small.digests() == before


def test_words_of_texts_are_names(small: Inside) -> None:
    before = small.digests()
    few, many = " ".join(["same"] * 200), " ".join(f"w{place}" for place in range(60))
    for door in ("ask", "predict"):
        path = f"/v1/models/texts/{door}"
        said(small.call("POST", path, {"x": {"body": many}}), "names", f"at most {MOST}")
        said(small.lines(path, [{"x": {"body": few}}, {"x": {"body": many}}]), "line 2")
    columns = {"inputs": [tensor("body", "BYTES", [few, many], [2])]}
    said(small.call("POST", "/v2/models/texts/infer", columns), "row 1:", f"at most {MOST}")
    runs_of_characters = {"x": {"body": "abcdefghijklmnopqrstuvwxyz"}}  # one word
    said(small.call("POST", "/v1/models/runs/ask", runs_of_characters), f"at most {MOST}")
    assert small.digests() == before
    assert small.ask({"body": few}, model="texts").status == 200  # 200 words, one name
    assert small.ask({"body": many}).status == 200  # a category


def test_words_that_only_a_challenger_splits_count(small: Inside) -> None:
    path, many = f"{MODEL}/challengers/words", {"body": " ".join(f"w{place}" for place in range(60))}
    assert small.ask(many).status == 200
    assert small.call("PUT", path, {"labels": ["ham", "spam"], "columns": {"text": ["body"]}}).status == 201
    said(small.ask(many), f"at most {MOST}")


def test_the_rows_of_one_request_are_counted_together(small: Inside) -> None:
    before, in_all = small.digests(), row_sizes.AT_ONCE
    for door in ("ask", "predict"):
        answer = small.lines(f"{MODEL}/{door}", [{"x": AS_MANY}] * (in_all + 1))
        said(answer, f"line {in_all + 1}:", f"{(in_all + 1) * MOST:,} names", f"at most {in_all * MOST:,} in one")
    plain = b"\n".join([msgspec.json.encode({"x": AS_MANY})] * (in_all + 1))  # as the core reads it
    said(small.run(small.called("POST", f"{MODEL}/ask", plain, LINES)), f"at most {in_all * MOST:,}")
    texts = [tensor("json", "BYTES", [json.dumps(AS_MANY)] * (in_all + 1), [in_all + 1])]
    said(small.call("POST", "/v2/models/default/infer", {"inputs": texts}), f"row {in_all}:")
    wide = [tensor("x", "INT8", [1] * MOST * (in_all + 1), [in_all + 1, MOST])]
    said(small.call("POST", "/v2/models/default/infer", {"inputs": wide}), f"{(in_all + 1) * MOST:,} values")
    assert small.digests() == before
    assert small.lines(f"{MODEL}/ask", [{"x": AS_MANY}] * in_all).status == 200


def test_a_row_is_refused_before_it_is_read(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    before = small.digests()
    monkeypatch.setattr(small.service.sizes, "most_bytes", 500)
    x = {"a": "b" * 600}
    for door in ("ask", "predict", "explain"):
        said(small.call("POST", f"{MODEL}/{door}", {"x": x}), "bytes: at most 500 in one row")
    for door in ("ask", "predict"):
        said(small.lines(f"{MODEL}/{door}", [{"x": {"a": 1}}, {"x": x}]), "line 2", "at most 500")
    for one in (tensor("a", "BYTES", ["b" * 600], [1]), tensor("json", "BYTES", [json.dumps(x)], [1])):
        said(small.call("POST", "/v2/models/default/infer", {"inputs": [one]}), "row 0", "at most 500")
    assert small.digests() == before


def test_a_row_may_have_a_million_bytes_and_more_where_more_names_are_allowed() -> None:
    assert RowSizes(1).most_bytes == 2**20
    assert RowSizes(1_000_000).most_bytes == A_NAME * 1_000_000


def test_much_json_of_the_inference_protocol_is_not_read(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "MOST_JSON", 100)
    answer = small.call("POST", "/v2/models/default/infer", {"inputs": [tensor("x", "INT8", [1] * 30, [30])]})
    said(answer, "at most 100 here", "binary_data_size")


def test_one_who_reads_along_counts_as_well(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as writer:
            await writer.ask({"a": 1}, "one")
            async with serving(tmp_path, follow=True, most_names=MOST) as follower:
                answer = await follower.post("/v1/models/mail/predict", json={"x": MANY})
                assert answer.status_code == 413
                assert f"at most {MOST}" in answer.json()["detail"]
                assert (await follower.post("/v1/models/mail/predict", json={"x": AS_MANY})).status_code == 200

    run(test)


def test_a_log_of_larger_rows_is_served_under_a_smaller_limit(tmp_path: Path) -> None:
    large = Inside(tmp_path / "log")
    large.ask(MANY, "large")
    large.label("large", "spam")
    large.ask({"a": 1}, "next")
    before = large.digests()
    large = Inside(large.cut(tmp_path / "then"), Settings(reserve=0, most_names=MOST))
    assert large.digests() == before
    assert large.call("GET", f"{MODEL}/tickets/large").value["x"] == MANY
    said(large.ask(MANY, "other"), f"at most {MOST}")
    assert large.label("next", "ham").status == 200
    large.close()


def test_a_label_has_no_end_of_its_own_and_is_given_one(small: Inside) -> None:
    small.ask({"a": 1}, "asked")
    before, long = small.digests(), "l" * 1001
    assert small.label("asked", long).status == 422
    assert small.lines(f"{MODEL}/labels", [{"ticket": "asked", "label": long}]).status == 422
    assert small.call("POST", f"{MODEL}/expire", {"tickets": ["asked"], "label": long}).status == 422
    assert small.digests() == before


def test_lines_are_counted_before_they_are_cut_apart(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = small.run(small.called("POST", f"{MODEL}/labels", b"1\n" * 50_000, LINES))
    said(answer, "50,000 lines are too many: at most 20,000")
    monkeypatch.setattr(small.service.sizes, "most_in_all", 20_000)
    blank = b"\n\n".join([b'{"x":{"a":1}}'] * 20_000)
    assert small.run(small.called("POST", f"{MODEL}/predict", blank, LINES)).status == 200


# What else takes as much memory as its parts are large.


def event(seq: int, size: int) -> Event:
    return Event(1, seq, ASK, 0, f"t{seq}", b"x" * size, b"{}")


def test_large_events_are_replayed_few_at_a_time() -> None:
    small, large = [event(n, 10) for n in range(AT_ONCE)], [event(n, BYTES_AT_ONCE // 2) for n in range(6)]
    assert [len(one) for one in runs(small + large)] == [AT_ONCE, 2, 2, 2]


def test_large_events_are_read_few_at_a_time(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "CHUNK_BYTES", 1000)
    sizes = [10, 300, 300, 300, 300, 5000, 5000, *[10] * 50]
    events = [event(seq, size)._replace(kind=1) for seq, size in enumerate(sizes, 1)]
    store.append(events)
    assert list(store.events(1)) == events
    assert list(store.events(1, 3, 6)) == events[3:6]
    assert [len(part) for part, _ in store._chunks(1, 0, None)] == [4, 1, 1, 1, 50]


def test_a_page_of_the_log_ends_where_it_is_large(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = small.call("GET", f"{MODEL}/events").values
    monkeypatch.setattr(service, "MOST_BYTES", 300)
    found: list[Any] = []
    while page := small.call("GET", f"{MODEL}/events?after={len(found)}").values:
        assert len(page) < 4
        found += page
    assert found == whole


def test_the_client_reads_pages_until_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from thresher.service import AsyncClient

    monkeypatch.setattr(service, "MOST_BYTES", 300)

    async def test() -> None:
        async with serving(tmp_path) as served:
            for place in range(20):
                await served.ask({"a": place})
            async with AsyncClient("http://localhost", model="mail", transport=served._transport) as client:
                assert [one.seq async for one in client.events()] == list(range(1, 22))

    run(test)


def test_bodies_of_many_requests_share_what_there_is(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_app, "MOST_HELD", 1000)
    body = json.dumps({"x": {"a": "b" * 600}}).encode()
    path = f"{MODEL}/ask"
    answers = small.together(*(small.called("POST", path, body) for _ in range(3)))
    assert sorted(answer.status for answer in answers) == [200, 503, 503]
    assert all(b"retry-after" in answer.headers for answer in answers if answer.status == 503)
    assert small.run(small.called("POST", path, body)).status == 200  # they were answered: there is room again


@pytest.mark.parametrize("characters", [None, (1, 1), (3, 5), (1, 8)])
@pytest.mark.parametrize("pairs", [False, True])
@pytest.mark.parametrize("text", ["a b c d e f g", "a", "", "ab", "x" * 30, "1 2 3 4", "é à ü", "名 前"])
def test_a_byte_turns_into_no_more_names_than_is_reckoned_with(
    characters: tuple[int, int] | None, pairs: bool, text: str
) -> None:
    words = {"pairs": pairs} | ({"characters": list(characters)} if characters else {})
    model = ServedModel(1, "m", ModelConfig(columns={"text": ["t"], "words": words}))
    x = {"t": text}
    most = row_sizes._names_a_byte(model)
    assert most <= row_sizes.MOST_A_BYTE
    assert row_sizes.names_in(model, x) <= most * len(msgspec.json.encode({"x": x}))


def test_few_large_questions_are_looked_at_in_the_queue_and_on_a_page(
    small: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in range(12):
        assert small.ask({f"n{n}": place for n in range(30)}, f"large{place}").status == 200
    for module in (useful, questions):
        monkeypatch.setattr(module, "READ_BYTES", 400)  # a question has 200 to 300
    monkeypatch.setattr(questions, "KEPT_BYTES", 1000)
    assert len(small.call("GET", f"{MODEL}/queue?limit=50").value["questions"]) == 2
    for view in ("recent", "waiting", "oldest"):
        page = small.call("GET", f"/models/default?questions={view}").body.decode()
        _, _, shown = page.partition('id="questions"')
        assert shown.count("data-ticket=") == 2, view


def test_answers_of_very_many_labels_are_counted_too(small: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    before = small.digests()
    monkeypatch.setattr(row_sizes, "MOST_STATED", 10)
    few, many = [{"x": {"a": 1}}] * 5, [{"x": {"a": 1}}] * 6  # of two labels
    for door in ("ask", "predict"):
        said(small.lines(f"{MODEL}/{door}", many), "6 rows", "12 probabilities", "at most 10")
    plain = b"\n".join(map(msgspec.json.encode, many))
    said(small.run(small.called("POST", f"{MODEL}/ask", plain, LINES)), "12 probabilities")
    inputs = {"inputs": [tensor("a", "INT8", [1] * 6, [6])]}
    said(small.call("POST", "/v2/models/default/infer", inputs), "12 probabilities")
    assert small.digests() == before
    assert small.lines(f"{MODEL}/ask", few).status == 200
    small.call("PUT", "/v1/models/silent", {"learner": "perceptron", "labels": ["a", "b"]})  # which states none
    assert small.lines("/v1/models/silent/ask", many).status == 200
