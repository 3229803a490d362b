"""The Open Inference Protocol: plain and binary tensors say the same, and wrong ones are refused with a sentence."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.service.http.tensors import Input, all_values
from thresher.service.refusals import Refused
from thresher.service.settings import Settings

from .serving import on_a_port, with_served

MAIL = "/v2/models/mail"
SETTINGS = Settings(reserve=0)


async def taught(client):
    """A model that knows two labels."""
    await client.put("/v1/models/mail", json={"labels": ["ham", "spam"]})
    for n in range(40):
        x = {"free": float(n % 2), "city": "Paris" if n % 3 else "Rome", "old": n % 5 == 0}
        await client.post("/v1/models/mail/ask", json={"x": x, "id": f"t{n}"})
        await client.post("/v1/models/mail/labels", json={"ticket": f"t{n}", "label": "spam" if n % 2 else "ham"})


def tensor(name, kind, data, shape=None):
    return {"name": name, "datatype": kind, "shape": shape or [len(data)], "data": data}


def outputs(answer):
    return {one["name"]: one for one in answer.json()["outputs"]}


ROWS = [{"free": 1.0, "city": "Paris", "old": True}, {"free": 0.0, "city": "Rome", "old": False}]
COLUMNS = [
    tensor("free", "FP64", [1.0, 0.0]),
    tensor("city", "BYTES", ["Paris", "Rome"], [2, 1]),
    tensor("old", "BOOL", [True, False]),
]


def test_the_server_and_its_models_say_what_they_are(tmp_path):
    async def asking(service, client):
        await taught(client)
        assert (await client.get("/v2")).json()["extensions"] == ["binary_tensor_data"]
        assert (await client.get("/v2/health/live")).json() == {"live": True}
        assert (await client.get("/v2/health/ready")).json()["ready"] is True
        assert (await client.get(f"{MAIL}/ready")).json() == {"name": "mail", "ready": True}
        about = (await client.get(MAIL)).json()
        assert [one["name"] for one in about["outputs"]] == ["label", "probabilities", "labels", "seq"]
        missing = await client.get("/v2/models/nobody/ready")
        assert missing.status_code == 404
        assert "no model" in missing.json()["error"]

    with_served(tmp_path, SETTINGS, asking)


def test_columns_and_json_rows_are_predicted_like_v1_does(tmp_path):
    async def asking(service, client):
        await taught(client)
        plain = [(await client.post("/v1/models/mail/predict", json={"x": x})).json() for x in ROWS]
        texts = [tensor("json", "BYTES", [json.dumps(x) for x in ROWS])]
        seq = service.models["mail"].seq
        for inputs in (COLUMNS, texts):
            answer = await client.post(f"{MAIL}/infer", json={"id": "7", "inputs": inputs})
            assert answer.status_code == 200, answer.text
            found = outputs(answer)
            assert answer.json()["id"] == "7"
            assert found["label"]["data"] == [one["label"] for one in plain]
            names = found["labels"]["data"]
            assert found["probabilities"]["shape"] == [2, 2]
            assert found["probabilities"]["data"] == [one["probabilities"][name] for one in plain for name in names]
        assert service.models["mail"].seq == seq

    with_served(tmp_path, SETTINGS, asking)


def test_with_ids_it_asks_and_the_label_may_come_later(tmp_path):
    async def asking(service, client):
        await taught(client)
        inputs = [*COLUMNS, tensor("id", "BYTES", ["a", "b"])]
        first = await client.post(f"{MAIL}/infer", json={"inputs": inputs})
        assert first.status_code == 200, first.text
        assert (await client.post(f"{MAIL}/infer", json={"inputs": inputs})).content == first.content
        found = (await client.get("/v1/models/mail/tickets/a")).json()
        assert found["x"] == ROWS[0]
        told = await client.post("/v1/models/mail/labels", json={"ticket": "a", "label": "ham"})
        assert told.json()["fate"] == "waiting"

    with_served(tmp_path, SETTINGS, asking)


def test_a_model_that_asks_says_which_labels_it_wants_and_others_ignore_it(tmp_path):
    """As /v1 says it, in JSON and as bytes; asked again it is the same."""

    async def asking(service, client):
        await client.put("/v1/models/mail", json={"labels": ["ham", "spam"], "ask": 0.4})
        await client.put("/v1/models/twin", json={"labels": ["ham", "spam"], "ask": 0.4})
        about = (await client.get(MAIL)).json()
        assert about["outputs"][-1] == {"name": "wants_label", "datatype": "BOOL", "shape": [-1]}
        ids = [f"w{n}" for n in range(12)]
        columns = [tensor("free", "FP64", [float(n % 3) for n in range(12)]), tensor("id", "BYTES", ids)]
        lines = "".join(json.dumps({"x": {"free": float(n % 3)}, "id": ids[n]}) + "\n" for n in range(12))
        wanted = {"content-type": "application/x-ndjson"}
        told = (await client.post("/v1/models/twin/ask", content=lines, headers=wanted)).text.splitlines()
        expected = [json.loads(line)["wants_label"] for line in told]
        assert set(expected) == {True, False}
        plain = await client.post(f"{MAIL}/infer", json={"inputs": columns})
        assert outputs(plain)["wants_label"] == tensor("wants_label", "BOOL", expected)
        as_bytes = {"inputs": columns, "parameters": {"binary_data_output": True}}
        binary = await client.post(f"{MAIL}/infer", json=as_bytes)
        head = int(binary.headers["Inference-Header-Content-Length"])
        last = json.loads(binary.content[:head])["outputs"][-1]
        assert (last["name"], last["parameters"]) == ("wants_label", {"binary_data_size": 12})
        assert np.frombuffer(binary.content[-12:], dtype="?").tolist() == expected
        only = {"inputs": columns, "outputs": [{"name": "label"}]}  # of a client that knows nothing of it
        assert list(outputs(await client.post(f"{MAIL}/infer", json=only))) == ["label"]
        named = {"inputs": columns, "outputs": [{"name": "wants_label"}]}
        assert outputs(await client.post(f"{MAIL}/infer", json=named))["wants_label"]["data"] == expected

    with_served(tmp_path, SETTINGS, asking)


def test_other_models_want_every_label_and_say_so_only_to_who_names_the_output(tmp_path):
    async def asking(service, client):
        await taught(client)
        assert "wants_label" not in {one["name"] for one in (await client.get(MAIL)).json()["outputs"]}
        inputs = [*COLUMNS, tensor("id", "BYTES", ["a", "b"])]
        assert "wants_label" not in outputs(await client.post(f"{MAIL}/infer", json={"inputs": inputs}))
        named = {"inputs": inputs, "outputs": [{"name": "wants_label"}]}
        assert outputs(await client.post(f"{MAIL}/infer", json=named))["wants_label"]["data"] == [True, True]
        named["inputs"] = COLUMNS
        refused = await client.post(f"{MAIL}/infer", json=named)
        assert refused.status_code == 422
        assert "give an input 'id'" in refused.json()["error"]

    with_served(tmp_path, SETTINGS, asking)


def test_a_matrix_is_a_column_for_each_place_and_what_is_no_number_is_missing(tmp_path):
    async def asking(service, client):
        await taught(client)
        head = {"name": "x", "datatype": "FP32", "shape": [2, 3], "parameters": {"binary_data_size": 24}}
        ids = {"name": "id", "datatype": "BYTES", "shape": [2], "data": ["m0", "m1"]}
        text = json.dumps({"inputs": [head, ids]}).encode()
        body = text + np.array([[1, 2, np.nan], [4, 5, 6.5]], dtype="<f4").tobytes()
        headers = {"Inference-Header-Content-Length": str(len(text)), "content-type": "application/octet-stream"}
        answer = await client.post(f"{MAIL}/infer", content=body, headers=headers)
        assert answer.status_code == 200, answer.text
        kept = [(await client.get(f"/v1/models/mail/tickets/m{n}")).json()["x"] for n in (0, 1)]
        assert kept == [{"x0": 1.0, "x1": 2.0, "x2": None}, {"x0": 4.0, "x1": 5.0, "x2": 6.5}]

    with_served(tmp_path, SETTINGS, asking)


def test_until_a_label_is_known_none_is_said(tmp_path):
    async def asking(service, client):
        answer = await client.post("/v2/models/default/infer", json={"inputs": [tensor("a", "INT64", [1])]})
        found = outputs(answer)
        assert (found["label"]["data"], found["probabilities"]["shape"], found["labels"]["data"]) == ([""], [1, 0], [])

    with_served(tmp_path, SETTINGS, asking)


WRONG = {
    "no inputs": ({"inputs": []}, "length >= 1"),
    "an unknown datatype": ({"inputs": [tensor("a", "FP8", [1])]}, "FP8"),
    "too few values": ({"inputs": [tensor("a", "FP64", [1.0], [3])]}, "takes 3 values, and 1 came"),
    "a claim of very many": ({"inputs": [tensor("a", "FP64", [1.0], [2**31, 2**31])]}, "and 1 came"),
    "rows that differ": ({"inputs": [tensor("a", "FP64", [1.0]), tensor("b", "FP64", [1.0, 2.0])]}, "has 2 rows"),
    "ragged rows": ({"inputs": [tensor("a", "FP64", [[1.0, 2.0], [1.0]], [2, 2])]}, "a list of 2 values"),
    "a text that is no number": ({"inputs": [tensor("a", "INT64", ["1"])]}, "value 0 is no INT64"),
    "a number out of range": ({"inputs": [tensor("a", "INT8", [1, 400])]}, "value 1 is no INT8"),
    "a column twice": ({"inputs": [tensor("a", "BOOL", [True])] * 2}, "there twice"),
    "a shape of three": ({"inputs": [tensor("a", "BOOL", [True], [1, 1, 1])]}, "length <= 2"),
    "no rows": ({"inputs": [tensor("a", "BOOL", [], [0])]}, ">= 1"),
    "json that is none": ({"inputs": [tensor("json", "BYTES", ["{"])]}, "row 0"),
    "json that is no object": ({"inputs": [tensor("json", "BYTES", ["[1]"])]}, "row 0"),
    "ids alone": ({"inputs": [tensor("id", "BYTES", ["a"])]}, "besides 'id'"),
    "ids that are numbers": ({"inputs": [tensor("id", "INT64", [1]), tensor("a", "BOOL", [True])]}, "BYTES of shape"),
    "an empty id": ({"inputs": [tensor("id", "BYTES", [""]), tensor("a", "BOOL", [True])]}, "the input 'id'"),
    "an unknown output": ({"inputs": COLUMNS, "outputs": [{"name": "scores"}]}, "no output 'scores'"),
    "neither data nor bytes": ({"inputs": [{"name": "a", "datatype": "BOOL", "shape": [1]}]}, "has no data"),
    "bytes that did not come": (
        {"inputs": [{"name": "a", "datatype": "BOOL", "shape": [1], "parameters": {"binary_data_size": 2**40}}]},
        "0 bytes are left",
    ),
}


def test_what_is_wrong_is_said_and_changes_nothing(tmp_path):
    async def asking(service, client):
        await taught(client)
        before = (await client.get("/v1/models/mail/digest")).json()
        for name, (body, why) in WRONG.items():
            answer = await client.post(f"{MAIL}/infer", json=body)
            assert answer.status_code == 422, name
            assert why in answer.json()["error"], (name, answer.json())
        many = {"inputs": [tensor("a", "BOOL", [True] * 20_001)]}
        assert (await client.post(f"{MAIL}/infer", json=many)).status_code == 413
        huge = '{"inputs": [{"name": "a", "datatype": "FP64", "shape": [1], "data": [1%s]}]}' % ("0" * 400)
        content = {"content-type": "application/json"}
        assert (await client.post(f"{MAIL}/infer", content=huge, headers=content)).status_code in (400, 422)
        for length in ("-1", "abc", "99999", "9" * 5000):
            headers = {"Inference-Header-Content-Length": length} | content
            answer = await client.post(f"{MAIL}/infer", json={"inputs": COLUMNS}, headers=headers)
            assert answer.status_code == 422
        packed = await client.post(f"{MAIL}/infer", json={"inputs": COLUMNS}, headers={"content-encoding": "gzip"})
        assert packed.status_code == 415
        assert (await client.get("/v1/models/mail/digest")).json() == before

    with_served(tmp_path, SETTINGS, asking)


def binary(kind, shape, data):
    return [Input("a", shape, kind, {"binary_data_size": len(data)})], data


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (binary("FP32", [2], b"1234567"), "takes 8 bytes, and 7 came"),
        (binary("BYTES", [1], b"\1\0"), "1 texts, and 2 bytes came"),
        (binary("BYTES", [1], struct.pack("<I", 2**32 - 1) + b"ab"), "claims 4,294,967,295 bytes, and 2 are left"),
        (binary("BYTES", [2], struct.pack("<I", 4) + b"abcd"), "takes 2 texts, and 1 came"),
        (binary("BYTES", [1], struct.pack("<I", 0) + b"abc"), "within the length"),
        (binary("BYTES", [1], struct.pack("<I", 2) + b"\xff\xfe"), "no UTF-8"),
        (binary("FP64", [1], struct.pack("<d", float("inf"))), "infinite"),
        ((binary("BOOL", [1], b"\1")[0], b"\1\1"), "1 bytes behind the JSON belong to no input"),
    ],
)
def test_bytes_that_are_not_what_is_claimed_are_refused(given, why):
    with pytest.raises(Refused, match=why):
        all_values(*given)


@given(st.binary(max_size=60), st.lists(st.integers(1, 2**31), min_size=1, max_size=2))
def test_any_bytes_are_texts_or_refused(data, shape):
    try:
        (found,) = all_values(*binary("BYTES", shape, data))
    except Refused:
        return
    assert b"".join(struct.pack("<I", len(text.encode())) + text.encode() for text in found) == data


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5))
def test_texts_come_through_bytes_as_they_were(texts):
    data = b"".join(struct.pack("<I", len(text.encode())) + text.encode() for text in texts)
    assert all_values(*binary("BYTES", [len(texts)], data)) == [texts]


@pytest.fixture
def triton():
    """The client of Triton."""
    return pytest.importorskip("tritonclient.http", reason="tritonclient[http] is not installed")


def triton_inputs(triton, *, as_bytes, **columns):
    found = []
    for name, (values, kind) in columns.items():
        one = triton.InferInput(name, list(values.shape), kind)
        one.set_data_from_numpy(values, binary_data=as_bytes)
        found.append(one)
    return found


@pytest.mark.filterwarnings("default")  # of libraries below the client
@pytest.mark.parametrize("as_bytes", [True, False])
def test_triton_s_client_asks_in_json_and_in_bytes(triton, tmp_path, as_bytes):
    columns = {
        "free": (np.array([[1.0], [0.0]], dtype=np.float32), "FP32"),
        "city": (np.array(["Paris", "Rome"], dtype=object), "BYTES"),
        "old": (np.array([True, False]), "BOOL"),
        "id": (np.array(["a", "b"], dtype=object), "BYTES"),
    }
    with on_a_port(tmp_path, SETTINGS) as (address, service):
        client = triton.InferenceServerClient(address)
        assert client.is_server_live()
        assert client.is_server_ready()
        assert not client.is_model_ready("mail")
        assert client.is_model_ready("default")
        assert client.get_server_metadata()["name"] == "thresher"
        inputs = triton_inputs(triton, as_bytes=as_bytes, **columns)
        wanted = [triton.InferRequestedOutput(name, binary_data=as_bytes) for name in ("label", "seq")]
        for asked in (None, wanted):
            answer = client.infer("default", inputs, outputs=asked, request_id="7")
            assert answer.get_response()["id"] == "7"
            assert answer.as_numpy("seq").tolist() == [2, 3]
            assert answer.as_numpy("label").tolist() == ([b"", b""] if as_bytes or asked is None else ["", ""])
        with pytest.raises(Exception, match="no model 'mail'"):
            client.infer("mail", inputs)
        assert service.models["default"].late.pending == 2
        client.close()
