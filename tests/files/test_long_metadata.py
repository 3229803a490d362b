"""Very much metadata, as of many questions that wait: more than safetensors takes beside the tensors."""

import numpy as np
import pytest

import thresher as th
from thresher.files import kind_of, load_bytes, pack, snapshots, unpack


@pytest.fixture
def short_limit(monkeypatch):
    monkeypatch.setattr(snapshots, "MOST_METADATA", 100)


CONTENT = {"questions": {f"q-{i}": [i, "words"] for i in range(200)}}
TENSORS = {"weights": np.arange(5.0), "names": np.arange(3, dtype=np.uint8)}


def test_what_was_packed_comes_back(short_limit):
    data = pack("some-kind", CONTENT, TENSORS)
    assert kind_of(data) == "some-kind"
    head, tensors = unpack("some-kind", data)
    assert head["questions"] == CONTENT["questions"]
    assert sorted(tensors) == ["names", "weights"]
    assert all((tensors[name] == TENSORS[name]).all() for name in TENSORS)


def test_every_flipped_bit_is_found(short_limit):
    data = pack("some-kind", {"questions": list(range(60))}, TENSORS)
    for place in range(0, len(data), 3):
        changed = bytearray(data)
        changed[place] ^= 4
        with pytest.raises(th.ModelFileError):
            unpack("some-kind", bytes(changed))


def test_learners_and_questions_that_wait(short_limit):
    late = th.Delayed(th.Auto())
    for i in range(300):
        question = late.ask({f"word{i % 7}": 1, "n": i / 300})
        if i % 3:
            late.label(question.ticket, i % 2)
    again = load_bytes(late.to_bytes())
    assert again.digest() == late.digest()


def test_more_than_safetensors_takes():
    content = {"text": "x" * 110_000_000}
    assert unpack("some-kind", pack("some-kind", content, TENSORS))[0]["text"] == content["text"]


def test_short_metadata_is_where_it_was():
    assert b'"long"' not in pack("some-kind", CONTENT, TENSORS)
