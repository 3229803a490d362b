"""A name that is given twice in one object of JSON is refused by every door, as it is in files."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.service.http.names_twice import check_once

from .inside import LINES, Inside

MODEL = "/v1/models/default"


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    found = Inside(tmp_path_factory.mktemp("served"))
    for place in range(25):
        found.ask({"a": place % 3, "b": 1}, f"t{place}")
        found.label(f"t{place}", "spam" if place % 3 else "ham")
    yield found
    found.close()


TWICE = {
    '{"a":1,"a":2}': "'a'",
    '{"a": "b", "a" : "c"}': "'a'",
    '{"a":1,"\\u0061":2}': "'a'",
    '{"b":{"c":1,"c":1}}': "'c'",
    '{"b":"\\":","a":1,"a" :2}': "'a'",
}
ONCE = ['{"a":1,"b":{"a":1}}', '{"a":"\\"a\\":1,"}', '{"a" :1, "b" : 2}', '["a","a"]', '{"a":["a","a"]}', "{}"]


@pytest.mark.parametrize("row", TWICE)
def test_a_name_that_is_given_twice_is_refused(inside: Inside, row: str) -> None:
    before = inside.digests()
    for door in ("ask", "predict", "explain"):
        body = b'{"x":%b}' % row.encode()
        answers = [inside.call("POST", f"{MODEL}/{door}", body)]
        if door != "explain":
            lines = b'{"x":{"a":1}}\n' + body
            answers.append(inside.run(inside.called("POST", f"{MODEL}/{door}", lines, LINES)))
            assert answers[-1].value["line"] == 2
        if door == "ask":
            answers.append(inside.call("POST", f"{MODEL}/{door}", body[:-1] + b',"id":"one"}'))
        for answer in answers:
            assert answer.status == 422
            assert f"the name {TWICE[row]} is given twice" in answer.value["detail"]
    tensor = {"name": "json", "datatype": "BYTES", "shape": [1], "data": [row]}
    answer = inside.call("POST", "/v2/models/default/infer", {"inputs": [tensor]})
    assert (answer.status, TWICE[row] in answer.value["error"]) == (422, True)
    assert inside.digests() == before


@pytest.mark.parametrize("row", ONCE)
def test_a_name_that_is_given_once_in_each_object_is_taken(inside: Inside, row: str) -> None:
    for body in (b'{"x":%b}', b'{"x":%b,"id":null}', b'{ "x" : %b }'):
        assert (
            inside.call("POST", f"{MODEL}/predict" if b"id" not in body else f"{MODEL}/ask", body % row.encode()).status
            == 200
        )


@pytest.mark.parametrize("deep", [500, 990, 1500])
def test_rows_that_lie_deep_in_rows_are_answered(inside: Inside, deep: int) -> None:
    before = inside.digests()
    for inner in (b'{"a":1}', b'{"a":1,"a":1}'):
        row = b'{"a":' * deep + inner + b"}" * deep
        for door in ("predict", "explain"):
            assert inside.call("POST", f"{MODEL}/{door}", b'{"x":%b}' % row).status in (200, 400, 422)
    assert inside.digests() == before


NAMES = st.text('ab":\\ é\n', max_size=4)


@given(
    st.recursive(st.dictionaries(NAMES, NAMES), lambda inside: st.dictionaries(NAMES, inside | NAMES)), st.booleans()
)
def test_no_row_of_names_that_differ_is_refused(x: dict[str, object], spaced: bool) -> None:
    text = json.dumps(x) if spaced else json.dumps(x, ensure_ascii=False, separators=(",", ":"))
    check_once(text.encode(), x)
