"""A folder of sets: what is read, what is left out and why, which order means something."""

import gzip
import json

import numpy as np
import pytest

from benchmarks.peers_parts.examples import Examples
from benchmarks.peers_parts.generated import GENERATED, generate
from benchmarks.peers_parts.sets import Skipped, find_sets, read_set

from .streams import small_examples, write_svmlight


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "README.md").write_text("about the sets")
    write_svmlight(tmp_path / "plain.libsvm", small_examples(40))
    write_svmlight(tmp_path / "twin", small_examples(40, seed=1))
    write_svmlight(tmp_path / "twin.t", small_examples(20, seed=2))
    (tmp_path / "many").mkdir()
    write_svmlight(tmp_path / "many" / "plain.libsvm", small_examples(60, classes=4))
    (tmp_path / "words.vw").write_text("1 |f free now:0.5\n-1 |f lunch\n1 |f free\n")
    (tmp_path / "price.dat").write_text("0.25 | a:1\n1.5 | b:2\n-3.25 | a\n")
    (tmp_path / "people.csv").write_text("age,label,colour\n30,1,red\n40,0,blue\n50,1,red\n")
    (tmp_path / "prose").write_text("ham\thello there\nspam\tbuy now\n")
    write_svmlight(tmp_path / "spam_stream.libsvm", small_examples(10))
    return tmp_path


def by_name(folder):
    return {found.name: found for found in find_sets(folder)}


def test_every_file_that_may_be_a_set_is_found_once_under_a_short_name(folder):
    names = list(by_name(folder))
    expected = {"plain", "many-plain", "twin", "twin.t", "words", "price", "people", "prose", "spam_stream"}
    assert len(names) == len(set(names))
    assert set(names) == expected


def test_a_training_file_and_its_test_file_have_one_origin(folder):
    found = by_name(folder)
    assert found["twin"].origin == found["twin.t"].origin != found["plain"].origin


def test_svmlight_is_read_as_it_was_written(folder):
    read, wanted = read_set(by_name(folder)["plain"]), small_examples(40)
    assert isinstance(read, Examples)
    assert (read.classes, len(read)) == (2, 40)
    assert read.y.tolist() == wanted.y.tolist()
    assert [len(row) for row in read.dicts()] == [len(row) for row in wanted.dicts()]


def test_vw_text_and_tables_are_read(folder):
    words, people = (read_set(by_name(folder)[name]) for name in ("words", "people"))
    assert isinstance(words, Examples)
    assert isinstance(people, Examples)
    assert words.y.tolist() == [1, 0, 1]
    assert words.dicts() == [{0: 1.0, 1: 0.5}, {2: 1.0}, {0: 1.0}]
    assert people.y.tolist() == [1, 0, 1]


def test_labels_from_one_up_are_classes(folder):
    many = read_set(by_name(folder)["many-plain"])
    assert isinstance(many, Examples)
    assert many.classes == 4
    assert set(many.y.tolist()) == {0, 1, 2, 3}


@pytest.mark.parametrize(("name", "reason"), [("price", "regression"), ("prose", "no column")])
def test_what_is_no_set_is_left_out_with_the_reason(folder, name, reason):
    left = read_set(by_name(folder)[name])
    assert isinstance(left, Skipped)
    assert reason in left.reason


def test_a_broken_line_leaves_the_set_out_and_says_where(tmp_path):
    (tmp_path / "broken.libsvm").write_text("1 1:1\n1 2:x\n")
    left = read_set(find_sets(tmp_path)[0])
    assert isinstance(left, Skipped)
    assert "broken.libsvm:2" in left.reason


def test_compressed_files_are_sets_too(tmp_path):
    write_svmlight(tmp_path / "a.libsvm", small_examples(30))
    (tmp_path / "b.libsvm.gz").write_bytes(gzip.compress((tmp_path / "a.libsvm").read_bytes()))
    a, b = (read_set(found) for found in find_sets(tmp_path))
    assert isinstance(a, Examples)
    assert isinstance(b, Examples)
    assert a.digest == b.digest


def test_streams_in_order_of_time_are_known_by_name_or_by_what_is_said(folder):
    assert by_name(folder)["spam_stream"].ordered
    assert not by_name(folder)["plain"].ordered
    facts = [{"name": "plain", "order": "time"}, {"name": "spam_stream", "order": "shuffled"}]
    (folder / "info.jsonl").write_text("\n".join(map(json.dumps, facts)))
    assert by_name(folder)["plain"].ordered
    assert not by_name(folder)["spam_stream"].ordered


def test_two_folders_may_hold_sets_of_one_name(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_svmlight(tmp_path / name / "a.libsvm", small_examples(30))
    assert [found.name for found in find_sets(tmp_path / "one", tmp_path / "two")] == ["a", "two-a"]


def test_a_permutation_moves_whole_rows_and_seed_0_moves_none():
    examples = small_examples(50)
    moved = examples.permuted(3)
    pairs = list(zip(map(tuple, map(sorted, examples.dicts())), examples.y.tolist(), strict=True))
    others = list(zip(map(tuple, map(sorted, moved.dicts())), moved.y.tolist(), strict=True))
    assert sorted(pairs) == sorted(others)
    assert pairs != others
    assert examples.permuted(0) is examples
    assert moved.digest != examples.digest


def test_what_is_kept_on_disk_is_the_same(tmp_path):
    examples = small_examples(50, classes=3).first(20)
    examples.save(tmp_path / "kept.npz")
    kept = Examples.load(tmp_path / "kept.npz")
    assert (len(kept), kept.classes, kept.columns, kept.digest) == (20, 3, examples.columns, examples.digest)


@pytest.mark.parametrize("name", GENERATED)
def test_generated_streams_have_both_classes_and_are_the_same_every_time(name):
    one, again = generate(name, 100), generate(name, 100)
    assert one.digest == again.digest
    assert 0 < np.mean(one.y) < 1
