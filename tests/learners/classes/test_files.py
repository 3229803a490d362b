"""Saved models of many classes: never loaded when they are not what was saved."""

import json
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import cubic
from tests.depth import tries
from thresher.files import load_bytes
from thresher.files.snapshots import _checksum, kind_of

from .streams import long_stream


def trained(**parameters):
    model = th.Multiclass(th.Perceptron(), classes=[0, 1], **parameters)
    X, y = long_stream(100)
    model.learn_many(X, y)
    return model


SAVED = trained(newcomers="informed").to_bytes()


def test_load_knows_what_a_file_holds(tmp_path):
    trained().save(tmp_path / "many")
    th.Perceptron().save(tmp_path / "one")
    assert isinstance(th.load(tmp_path / "many"), th.Multiclass)
    assert isinstance(th.load(tmp_path / "one"), th.Perceptron)
    assert kind_of(SAVED) == "thresher-multiclass"
    assert isinstance(load_bytes(SAVED), th.Multiclass)
    (tmp_path / "text").write_text("no model")
    with pytest.raises(th.ModelFileError):
        th.load(tmp_path / "text")


def test_the_same_model_gives_the_same_bytes():
    assert trained(newcomers="informed").to_bytes() == SAVED
    assert trained().to_bytes() != SAVED
    assert load_bytes(SAVED).to_bytes() == SAVED


@tries(150)
@given(data=st.data())
def test_a_damaged_file_is_an_error_or_loads_right(data):
    damaged = bytearray(SAVED)
    at = data.draw(st.integers(0, len(SAVED) - 1))
    if data.draw(st.booleans()):
        damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    else:
        del damaged[at:]
    try:
        loaded = load_bytes(bytes(damaged))
    except th.ModelFileError:
        return
    assert loaded.to_bytes() == SAVED


def forge(change):
    """A file whose checksum is right and whose content is not."""
    from safetensors.numpy import load, save

    (length,) = struct.unpack("<Q", SAVED[:8])
    head = json.loads(json.loads(SAVED[8 : 8 + length])["__metadata__"]["thresher"])
    tensors = load(SAVED)
    change(head, tensors)
    head.pop("checksum")
    head["checksum"] = _checksum(head, tensors)
    return save(tensors, metadata={"thresher": json.dumps(head)})


def bytes_of(learner):
    return np.frombuffer(learner.to_bytes(), dtype=np.uint8)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda head, t: head.pop("classes"), "classes"),
        (lambda head, t: head["classes"].append("new"), "member_5"),
        (lambda head, t: head["classes"].append(0), "classes of the model do not fit"),
        (lambda head, t: head["classes"].reverse(), "classes of the model do not fit"),
        (lambda head, t: head["classes"].__setitem__(4, None), "is no class"),
        (lambda head, t: head["parameters"].update(scheme="oracle"), "scheme must be"),
        (lambda head, t: head.update(updates=10**6), "can't be those of a learner"),
        (lambda head, t: head.update(updates=-1), "does not describe"),
        (lambda head, t: t.pop("member_3"), "member_3"),
        (lambda head, t: t.update(member_3=bytes_of(th.Perceptron(2.0))), "of another kind"),
        (lambda head, t: t.update(member_3=t["member_3"][:-1]), "damaged|truncated|no Thresher"),
        (lambda head, t: t.update(learner=bytes_of(th.Arow())), "of another kind"),
        (lambda head, t: t.update(labels=t["labels"] + 1), "none of these classes"),
        (lambda head, t: t.update(answers=t["answers"] - 2), "none of these classes"),
        (lambda head, t: t.update(labels=t["labels"] * 0), "none of these classes"),
        (lambda head, t: t.update(counts=t["counts"] * 0), "none of these classes"),
        (lambda head, t: t.update(counts=t["counts"][:-1]), "does not fit together"),
        (lambda head, t: t.update(counts=t["counts"].astype(np.float64)), "counts of the model"),
    ],
)
def test_a_forged_file_is_refused(change, match):
    with pytest.raises(th.ModelFileError, match=match):
        load_bytes(forge(change))


def test_a_users_own_link_is_given_again(tmp_path):
    model = th.Multiclass(th.QuasiAdditive(cubic))
    model.learn_many(np.eye(3), ["a", "b", "a"])
    model.save(tmp_path / "own")
    with pytest.raises(th.ModelFileError, match="give it again"):
        th.load(tmp_path / "own")
    assert th.load(tmp_path / "own", cubic) == model == pickle.loads(pickle.dumps(model))
