"""Saved models: exact, canonical, and never loaded when they are not what was saved."""

import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import cubic
from tests.depth import tries
from thresher.choices import links, rates
from thresher.files.snapshots import _checksum
from thresher.learners import load_bytes


def trained(make=lambda: th.TrackingWinnow(2.0, 0.01)):
    model = make()
    rng = np.random.default_rng(1)
    for _ in range(200):
        x = {f"word{i}": 1.0 for i in rng.choice(40, 5, replace=False)} | {int(rng.integers(10**12)): 1.0}
        model.learn_one(x, "word3" in x)
    return model


SAVED = trained().to_bytes()


def test_the_same_model_gives_the_same_bytes_and_file(tmp_path):
    model = trained()
    path = tmp_path / "spam.thresher"
    model.save(path)
    assert path.read_bytes() == SAVED == trained().to_bytes()
    loaded = th.load(path)
    assert loaded == model
    assert loaded.weights() == model.weights()
    assert os.listdir(tmp_path) == ["spam.thresher"]


def test_the_layout_of_memory_does_not_show():
    columns = list(range(0, 100_000, 37))
    a, b = th.Perceptron(), th.Perceptron()
    for column in columns:
        a.learn_one({column: 1.0}, False)
    b.learn_many(np.zeros((1, 200_000)) + 0, [1])  # wide enough for direct columns
    b.learn_one({}, True)
    for column in reversed(columns):
        b.learn_one({column: 1.0}, False)
    assert a.weights().keys() == b.weights().keys()
    assert a.duals() == b.duals()


def test_saving_over_a_file_replaces_it_whole(tmp_path):
    path = tmp_path / "m.thresher"
    path.write_bytes(b"old")
    trained().save(path)
    assert path.read_bytes() == SAVED
    with pytest.raises(FileNotFoundError):
        trained().save(tmp_path / "no such folder" / "m.thresher")


@tries(1000)
@given(data=st.data())
def test_a_damaged_file_is_an_error_or_loads_right(data):
    """Flipped bits, lost ends, changed stretches: a thousand of them."""
    damaged = bytearray(SAVED)
    kind = data.draw(st.sampled_from(["flip", "flip", "cut", "bytes", "insert"]))
    at = data.draw(st.integers(0, len(SAVED) - 1))
    if kind == "flip":
        damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    elif kind == "cut":
        del damaged[at:]
    elif kind == "insert":
        damaged[at:at] = data.draw(st.binary(min_size=1, max_size=20))
    else:
        new = data.draw(st.binary(min_size=1, max_size=40))
        damaged[at : at + len(new)] = new
    try:
        loaded = load_bytes(bytes(damaged))
    except th.ModelFileError:
        return
    assert loaded.to_bytes() == SAVED


def test_every_single_flipped_bit_of_the_header_is_found():
    (length,) = struct.unpack("<Q", SAVED[:8])
    for at in range(8 + length):
        for bit in range(8):
            damaged = bytearray(SAVED)
            damaged[at] ^= 1 << bit
            try:
                loaded = load_bytes(bytes(damaged))
            except th.ModelFileError:
                continue
            assert loaded.to_bytes() == SAVED


@given(st.binary(max_size=300))
def test_foreign_bytes_are_refused(data):
    with pytest.raises(th.ModelFileError):
        load_bytes(data)


def test_a_foreign_safetensors_file_is_refused():
    from safetensors.numpy import save

    for foreign in (
        save({"x": np.zeros(3)}),
        save({"x": np.zeros(3)}, metadata={"thresher": "{}"}),
        save({"x": np.zeros(3)}, metadata={"thresher": "[" * 5000}),
    ):
        with pytest.raises(th.ModelFileError):
            load_bytes(foreign)


def forge(change, saved=SAVED):
    """A file whose checksum is right and whose content is not."""
    from safetensors.numpy import load, save

    (length,) = struct.unpack("<Q", saved[:8])
    head = json.loads(json.loads(saved[8 : 8 + length])["__metadata__"]["thresher"])
    tensors = load(saved)
    change(head, tensors)
    head.pop("checksum")
    head["checksum"] = _checksum(head, tensors)
    return save(tensors, metadata={"thresher": json.dumps(head)})


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda head, t: head.update(version=99), "format 99"),
        (lambda head, t: head.update(version="1"), "version"),
        (lambda head, t: head.update(learner="Oracle"), "Oracle"),
        (lambda head, t: head.pop("scalars"), "scalars"),
        (lambda head, t: head["parameters"].update(promotion=0.5), "promotion must be"),
        (lambda head, t: head["parameters"].update(evil=1), "evil"),
        (lambda head, t: head["parameters"].update(transform={"~": "os.system"}), "os.system"),
        (lambda head, t: head["scalars"].update(examples=-1), "does not describe"),
        (lambda head, t: head["scalars"].pop("examples"), "does not describe"),
        (lambda head, t: t.update(duals=t["duals"][:-1]), "number of duals"),
        (lambda head, t: t.update(duals=np.full_like(t["duals"], np.nan)), "not finite"),
        (lambda head, t: t.update(columns=t["columns"][::-1].copy()), "order of columns"),
        (lambda head, t: t.update(name_ends=t["name_ends"] + 1), "ends of names"),
        (lambda head, t: t.update(name_ends=t["name_ends"][::-1].copy()), "ends of names"),
        (lambda head, t: t.update(names=t["names"].astype(np.int64)), "arrays of a model"),
        (lambda head, t: t.update(names=np.full_like(t["names"], 255)), "order of names|utf-8|does not describe"),
        (lambda head, t: t.update(vote_ends=np.array([7], dtype=np.uint64)), "votes"),
        (lambda head, t: t.pop("vote_ends"), "arrays of a model"),
    ],
)
def test_a_forged_file_is_refused(change, match):
    with pytest.raises(th.ModelFileError, match=match):
        load_bytes(forge(change))


def end_no_text(head, tensors):
    """The last name ends in a byte that no text has; the names are still in order."""
    tensors["names"] = np.concatenate([tensors["names"][:-1], np.array([255], dtype=np.uint8)])


@pytest.mark.parametrize("make", [lambda: th.TrackingWinnow(), lambda: th.Auto(), lambda: th.NaiveBayes()])
def test_names_that_are_not_utf_8_are_refused_when_loading(make):
    with pytest.raises(th.ModelFileError, match="not UTF-8"):
        load_bytes(forge(end_no_text, trained(make).to_bytes()))


def test_a_file_of_the_first_format_still_loads():
    """The bytes of format 1, as they were first written; whatever comes later must read them."""
    old = Path(__file__).parent / "files" / "format_1.thresher"
    known = json.loads(old.with_suffix(".json").read_text())
    model = th.load(old)
    assert isinstance(model, th.TrackingWinnow)
    assert (model.examples, model.mistakes) == (200, known["mistakes"])
    assert {str(name): weight for name, weight in model.weights().items()} == known["weights"]


def test_a_users_own_link_is_given_again():
    model = th.QuasiAdditive(cubic)
    model.learn_one({"a": 1.0}, False)
    with pytest.raises(th.ModelFileError, match="give it again"):
        load_bytes(model.to_bytes())
    assert load_bytes(model.to_bytes(), cubic) == model


def test_choices_survive_saving():
    model = th.QuasiAdditive(
        links.PerAttribute(links.TwoSinh(1.5), {"a": links.Constant(2.0), 7: links.PNorm(3)}),
        rate=rates.Adaptive(0.2),
        initial={"b": 0.5, 3: 0.25},
        transform=[th.features.LiftSmall(0.1), th.features.UnitLength(3)],
        labels=("no", "yes"),
    )
    model.learn_one({"a": 1, "b": 0.5}, "no")
    twin = load_bytes(model.to_bytes())
    assert twin == model
    assert twin.get_params() == model.get_params()
