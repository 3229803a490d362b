"""Shelves: what was put there comes back, whatever happens to the process or the file."""

import os
import random
import subprocess
import sys
import textwrap

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import thresher as th
from tests.depth import tries
from thresher._core import NativeShelf

from .events import apart, rows_with_keys

LEARNERS = {
    "perceptron": th.Perceptron(bias=True),
    "averaged": th.AveragedPerceptron(),
    "adaptive": th.AdaptiveWinnow(),
    "arow": th.Arow(),
    "alma": th.Alma(),
    "bayes": th.NaiveBayes(),
    "auto": th.Auto(),
    "capped": th.Perceptron(max_attributes=5, when_full="forget"),
    "late": th.Auto(join_after=2),
}


def taught(learner, count=60, seed=1):
    model = learner.copy()
    for row in rows_with_keys(count, seed=seed):
        model.learn_one({name: value for name, value in row.items() if name not in ("user", "label")}, row["label"])
    return model


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_comes_back_from_the_file_and_goes_on_as_if_never_there(name, tmp_path):
    learner = LEARNERS[name]
    model, other = taught(learner), taught(learner, 30, seed=2)
    shelf = th.scale.Shelf(learner, tmp_path / "models.shelf")
    shelf["ann"], shelf["bob"] = model, other
    shelf.commit("noted")
    digest = shelf.digest()
    shelf.close()
    again = th.scale.Shelf(learner, tmp_path / "models.shelf")
    assert (again.note, len(again), list(again)) == ("noted", 2, ["ann", "bob"])
    assert again["ann"].digest() == model.digest()
    assert again["bob"].digest() == other.digest()
    assert again.digest() == digest
    for row in rows_with_keys(20, seed=3):
        x = {name: value for name, value in row.items() if name not in ("user", "label")}
        assert again["ann"].score_one(x) == model.score_one(x)
    assert taught(again["ann"], seed=4).digest() == taught(model, seed=4).digest()


def test_an_auto_that_was_read_from_a_model_file_comes_back_as_well(tmp_path):
    """Such a file does not tell pairs from crossings of three: some move to other places when they learn on."""
    learned = taught(th.Auto())
    model = taught(th.load_bytes(learned.to_bytes()), 30, seed=7)
    assert model.digest() == taught(learned, 30, seed=7).digest()
    shelf = th.scale.Shelf(th.Auto(), tmp_path / "models.shelf")
    shelf["ann"], shelf["bob"] = model, taught(learned, 30, seed=7)
    shelf.commit()
    shelf.close()
    again = th.scale.Shelf(th.Auto(), tmp_path / "models.shelf")
    assert again["ann"].digest() == again["bob"].digest() == model.digest()
    other = th.scale.Shelf(th.Auto())
    other["ann"], other["bob"] = again["bob"], again["ann"]
    assert other.digest() == again.digest()


@pytest.mark.parametrize("numbers", [False, True])
def test_crossings_that_moved_once_take_little_and_come_back_to_the_last_bit(numbers, tmp_path):
    """What follows from other numbers is not in the file: an Auto takes less there than its cells in memory."""
    path, rng = tmp_path / "autos.shelf", np.random.default_rng(3)
    shelf, models = th.scale.Shelf(th.Auto(), path), {}
    for rows in (2, 7, 60, 200):
        model = th.Auto()
        for i in range(rows):
            chosen = rng.choice(10, 5, replace=False)
            model.learn_one({f"a{a}": float(rng.random()) if numbers else 1 for a in chosen}, i % 3 == 0)
        shelf[f"user{rows}"] = models[f"user{rows}"] = model
    before = shelf.memory
    shelf.commit()
    digest = shelf.digest()
    shelf.close()
    again = th.scale.Shelf(th.Auto(), path)
    assert again.digest() == digest
    assert {key: again[key].digest() for key in models} == {key: model.digest() for key, model in models.items()}
    assert path.stat().st_size < 0.6 * before


def test_a_key_that_never_learned_is_not_there():
    shelf = th.scale.Shelf(th.Perceptron())
    assert shelf.get("ann") is None
    assert "ann" not in shelf
    with pytest.raises(KeyError):
        shelf["ann"]


def test_what_was_not_committed_is_gone(tmp_path):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    shelf["ann"] = taught(th.Perceptron())
    shelf.commit("one")
    digest = shelf.digest()
    shelf["ann"] = taught(th.Perceptron(), 90)
    shelf["bob"] = taught(th.Perceptron())
    shelf.close()
    again = th.scale.Shelf(th.Perceptron(), path)
    assert (again.note, list(again), again.digest()) == ("one", ["ann"], digest)


@given(draw=st.data())
def test_a_file_cut_anywhere_is_what_it_was_at_its_last_whole_commit(draw, tmp_path_factory):
    path = tmp_path_factory.mktemp("shelf") / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path, head="description")
    model, known = th.Perceptron(), [(0, "", 0)]
    for number in range(4):
        model.learn_one({f"a{number}": 1.0}, number % 2)
        shelf[f"k{number % 3}"] = model
        shelf.commit(str(number))
        known.append((path.stat().st_size, str(number), len(shelf)))
    shelf.close()
    whole = path.read_bytes()
    size = draw.draw(st.integers(20 + len("description"), len(whole)))
    path.write_bytes(whole[:size])
    again = th.scale.Shelf(th.Perceptron(), path)
    expected = [one for one in known if one[0] <= size][-1]
    assert (again.note, len(again)) == expected[1:]


@given(draw=st.data())
def test_a_flipped_bit_is_found_and_named(draw, tmp_path_factory):
    path = tmp_path_factory.mktemp("shelf") / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    for key in ("ann", "bob"):
        shelf[key] = taught(th.Perceptron(), 10)
    shelf.commit()
    digest = shelf.digest()
    shelf.close()
    whole = bytearray(path.read_bytes())
    last_commit = len(whole) - 20
    at = draw.draw(st.integers(0, last_commit - 1))
    whole[at] ^= 1 << draw.draw(st.integers(0, 7))
    path.write_bytes(bytes(whole))
    with pytest.raises(th.ModelFileError, match=r"damaged|no shelf|another version"):
        assert th.scale.Shelf(th.Perceptron(), path).digest() == digest


@pytest.mark.parametrize("magic", [b"THRSHLF1", b"THRSHLF2", b"THRSHLF3", b"THRSHLF4"])
def test_a_file_of_another_version_is_told_as_that(magic, tmp_path):
    path = tmp_path / "old.shelf"
    path.write_bytes(magic + bytes(100))
    with pytest.raises(th.ModelFileError, match="another version of Thresher"):
        th.scale.Shelf(th.Perceptron(), path)


def test_a_damaged_record_is_named_by_its_key(tmp_path):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    for key in ("ann", "bob", "cid"):
        shelf[key] = taught(th.Perceptron(), 10)
    shelf.commit()
    data = bytearray(path.read_bytes())
    data[data.index(b"bob") + 30] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(th.ModelFileError, match="'bob' is damaged"):
        shelf["bob"] if shelf.close() else th.scale.Shelf(th.Perceptron(), path)


def test_memory_is_bounded_and_the_others_are_in_the_file(tmp_path):
    bounded = th.scale.Shelf(th.Perceptron(), tmp_path / "models.shelf", memory=20_000)
    free = th.scale.Shelf(th.Perceptron())
    for key in range(200):
        model = taught(th.Perceptron(), 5, seed=key)
        bounded[f"k{key}"] = free[f"k{key}"] = model
    assert bounded.in_memory < 20 < len(bounded)
    assert bounded.digest() == free.digest()
    rng = random.Random(5)
    for key in rng.sample(range(200), 50):
        assert bounded[f"k{key}"] == free[f"k{key}"]
    with pytest.raises(th.ParameterError, match="memory"):
        th.scale.Shelf(th.Perceptron(), memory=100)


def test_a_record_that_is_in_the_file_to_a_part_can_be_read(tmp_path):
    """What is held goes to the file in stretches, which end within a record."""
    shelf = th.scale.Shelf(th.Auto(), tmp_path / "models.shelf", memory=20_000)
    model = taught(th.Auto())
    digest = model.digest()
    for key in range(300):
        shelf[f"k{key}"] = model
        if key:
            assert shelf[f"k{key - 1}"].digest() == digest
    assert (tmp_path / "models.shelf").stat().st_size > 3 << 18
    shelf.commit()
    shelf.close()
    again = th.scale.Shelf(th.Auto(), tmp_path / "models.shelf")
    assert {again[key].digest() for key in again} == {digest}


def test_the_file_does_not_grow_without_end(tmp_path):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Auto(), path)
    model = taught(th.Auto())
    sizes = []
    for _ in range(150):
        shelf["ann"] = model
        shelf.commit()
        sizes.append(path.stat().st_size)
    assert max(sizes) < 3_000_000
    assert min(sizes[50:]) < max(sizes)
    digest = shelf.digest()
    shelf.compact()
    assert shelf.digest() == digest
    shelf.close()
    assert th.scale.Shelf(th.Auto(), path).digest() == digest


def test_a_file_that_is_let_go_keeps_no_room_behind_its_end(tmp_path):
    path, learner = tmp_path / "models.shelf", th.Perceptron()
    one = th.scale.Shelf(learner, path)
    for i in range(4_500):
        learner.learn_one({f"attribute{a}": 1 for a in range(i % 20)}, i % 2)
        one[f"key {i}"] = learner
    one.commit()
    size = path.stat().st_size
    one.close()
    assert size > 1 << 20
    assert path.stat().st_size == size
    assert path.stat().st_blocks * 512 < size + 65_536
    assert sorted(th.scale.Shelf(learner, path))[:2] == ["key 0", "key 1"]


def test_one_process_writes_and_several_read(tmp_path):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    shelf["ann"] = taught(th.Perceptron())
    shelf.commit()
    with pytest.raises(th.ModelFileError, match="in use"):
        th.scale.Shelf(th.Perceptron(), path)
    shelf.close()
    one, two = (th.scale.Shelf(th.Perceptron(), path, read_only=True) for _ in range(2))
    assert one.digest() == two.digest()
    one["bob"] = taught(th.Perceptron())
    with pytest.raises(th.ModelFileError, match="reading"):
        one.commit()


def test_a_process_that_is_killed_leaves_a_whole_file(tmp_path):
    program = textwrap.dedent(
        """
        import os, signal, sys, threading, time
        import thresher as th
        shelf = th.scale.Shelf(th.Perceptron(), sys.argv[1])
        model = th.Perceptron()
        threading.Timer(float(sys.argv[2]), lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
        for number in range(10**9):
            model.learn_one({f"a{number % 50}": 1.0}, number % 2)
            shelf[f"k{number % 9}"] = model
            shelf.commit(str(number))
        """
    )
    path = tmp_path / "models.shelf"
    for delay in ("0.05", "0.11"):
        subprocess.run([sys.executable, "-c", program, str(path), delay], check=False, env=dict(os.environ))
        shelf = th.scale.Shelf(th.Perceptron(), path)
        assert int(shelf.note) >= len(shelf) - 1
        assert max(shelf[key].examples for key in shelf) == int(shelf.note) + 1
        shelf.close()
        path.unlink()


def test_others_are_refused(tmp_path):
    shelf = th.scale.Shelf(th.Perceptron())
    with pytest.raises(th.InputError, match="another kind"):
        shelf["ann"] = th.Arow()
    with pytest.raises(th.InputError, match="another kind"):
        shelf["ann"] = th.Multiclass(th.Perceptron())
    with pytest.raises(th.ParameterError, match="class_weights"):
        th.scale.Shelf(th.Multiclass(th.Perceptron(), class_weights={"a": 2}))
    with pytest.raises(th.ParameterError, match="without Python"):
        th.scale.Shelf(th.QuasiAdditive(link=lambda z: z))
    (tmp_path / "text").write_text("no shelf at all, but a text")
    with pytest.raises(th.ModelFileError, match="no shelf"):
        th.scale.Shelf(th.Perceptron(), tmp_path / "text")


def test_memory_tells_the_truth():
    """Beside what malloc says; the figures of the page come from benchmarks/scale.py."""
    ctypes = pytest.importorskip("ctypes")
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("this C library does not tell how much it has handed out")
    names = ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"]
    info = type("Info", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
    libc.mallinfo2.restype = info

    def used():
        now = libc.mallinfo2()
        return now.uordblks + now.hblkhd

    if used() == 0:
        pytest.skip("memory is handed out by something else here, as sanitizers do")
    for learner, most in ((th.Perceptron(), 2_000), (th.Auto(), None)):
        model = learner.copy()
        rng = random.Random(1)
        for i in range(40):
            model.learn_one({f"attribute{rng.randrange(10)}": 1 for _ in range(5)}, i % 2)
        shelf = th.scale.Shelf(learner)
        before = used()
        for i in range(1_000):
            shelf[f"user{i}"] = model
        real = (used() - before) / 1_000
        assert 0.85 * real < shelf.memory / 1_000 < 1.15 * real
        if most is not None:
            assert real < most


def test_keys_belong_to_their_buckets_for_good():
    from thresher._core import bucket_of

    assert [bucket_of(key) for key in ("", "ann", "bob", "日本")] == BUCKETS_OF
    counts = [0] * 1024
    for number in range(20_000):
        counts[bucket_of(f"user{number}")] += 1
    assert max(counts) < 60


BUCKETS_OF = [556, 556, 847, 152]


def test_the_native_shelf_learns_as_the_learner_alone():
    rows = rows_with_keys(300)
    models = apart(th.Perceptron(), rows)
    keyed = th.scale.Keyed(th.Perceptron(), by="user")
    keyed.learn(rows)
    assert isinstance(th.scale.Shelf(th.Perceptron()).native, NativeShelf)
    assert {key: keyed.model(key).mistakes for key in keyed} == {key: m.mistakes for key, m in models.items()}


@pytest.mark.parametrize(
    "other", [th.Perceptron(bias=True), th.Perceptron(labels=("ham", "spam")), th.Arow(), th.Auto(), th.NaiveBayes()]
)
def test_a_file_is_refused_to_a_learner_that_is_made_otherwise(tmp_path, other):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    one = th.Perceptron()
    one.learn_one({"a": 1}, 1)
    one.learn_one({"b": 1}, 0)
    shelf["ann"] = one
    shelf.commit()
    before = shelf.digest()
    shelf.close()
    with pytest.raises(
        th.ModelFileError, match=r"models.shelf: holds Perceptron\(.*\), not .*: open it with a learner"
    ):
        th.scale.Shelf(other, path)
    assert th.scale.Shelf(one, path).digest() == before  # what it has learned before does not matter


@pytest.mark.parametrize(
    ("learner", "other", "told"),
    [
        (th.Perceptron(), th.Perceptron(bias=True), "Perceptron.*bias=False.*, not Perceptron.*bias=True"),
        (th.Multiclass(th.Arow()), th.Multiclass(th.Arow(r=2.0)), "Multiclass.*Arow.*r=1.0.*, not .*Arow.*r=2.0"),
    ],
)
def test_parameters_that_a_repr_leaves_out_are_compared_too(learner, other, told, tmp_path, monkeypatch):
    for kind in (th.Perceptron, th.Multiclass):
        monkeypatch.setattr(kind, "__repr__", lambda self: f"{type(self).__name__}(...)")
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(learner, path)
    shelf.commit()
    shelf.close()
    with pytest.raises(th.ModelFileError, match=f"models.shelf: holds {told}"):
        th.scale.Shelf(other, path)
    th.scale.Shelf(learner, path).close()


def test_it_is_told_that_another_process_is_waited_for(tmp_path, caplog):
    path = tmp_path / "models.shelf"
    shelf = th.scale.Shelf(th.Perceptron(), path)
    with caplog.at_level("INFO", logger="thresher"), pytest.raises(th.ModelFileError, match="in use"):
        th.scale.Shelf(th.Perceptron(), path, wait=0.1)
    assert [record.message for record in caplog.records] == [
        f"{path}: in use by another process; waiting 0 s for it to end"
    ]
    shelf.close()


VALUES = st.one_of(st.just(1.0), st.sampled_from([0.5, 2.0, 7.0]), st.floats(0.01, 1.0))


@tries(20)
@given(
    rows=st.lists(
        st.tuples(st.dictionaries(st.integers(0, 11), VALUES, min_size=4, max_size=9), st.booleans()), max_size=25
    ),
    doors=st.lists(st.sampled_from(["", "", "shelf", "model file"]), min_size=1, max_size=7),
)
def test_an_auto_is_the_same_whatever_files_it_goes_through_while_it_learns(rows, doors, tmp_path_factory):
    """A model file gives all crossings cells, a shelf's file keeps examples in place of those that were met once."""
    straight, moved = th.Auto(labels=(False, True)), th.Auto(labels=(False, True))
    for i, (x, label) in enumerate(rows):
        x = {f"a{name}": value for name, value in x.items()}
        assert straight.score_one(x) == moved.score_one(x)
        straight.learn_one(x, label)
        moved.learn_one(x, label)
        door = doors[i % len(doors)]
        if door == "model file":
            moved = th.load_bytes(moved.to_bytes())
        elif door == "shelf":
            path = tmp_path_factory.mktemp("shelf") / "models.shelf"
            shelf = th.scale.Shelf(th.Auto(labels=(False, True)), path)
            shelf["ann"] = moved
            shelf.commit()
            shelf.close()
            moved = th.scale.Shelf(th.Auto(labels=(False, True)), path)["ann"]
    assert moved.digest() == straight.digest()
