"""Rows in random order: every row once, the same order for the same seed, whatever the memory and the format."""

import gzip
import itertools
import json
import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.streams import Shuffled, Source
from thresher.streams.shuffled import LEAST_MEMORY


def rows_of(stream, start=None):
    """(attributes, label, weight, line, source) of every row, in the order in which they come."""
    found = []
    for block in stream.blocks() if start is None else stream.blocks(start):
        assert not block.troubles
        for row in range(len(block)):
            weight = 1.0 if block.weights is None else float(block.weights[row])
            x = dict(block.example(row).items())
            found.append((x, block.label(row), weight, block.native.line(row), block.source(row)))
    return found


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def numbered(path, count, width=1):
    """A file whose row n has column n alone, or `width` names of some length."""
    if width == 1:
        return write(path, (f"{n % 3} {n}:1" for n in range(1, count + 1)))
    return write(
        path, (f"{n % 3} |f " + " ".join(f"row{n}_{i}_{'x' * 20}" for i in range(width)) for n in range(count))
    )


@tries(60)
@given(count=st.integers(0, 400), seed=st.integers(0, 2**64 - 1))
def test_every_row_comes_once_with_all_that_belongs_to_it(tmp_path_factory, count, seed):
    path = tmp_path_factory.mktemp("s") / "rows.vw"
    write(path, (f"{n % 3} {n % 5 + 0.5} tag{n}|f a:{n + 1} b{n} c:{n}" for n in range(count)))
    plain = rows_of(Source(str(path)))
    shuffled = rows_of(Shuffled(str(path), seed=seed))
    assert sorted(row[3] for row in shuffled) == [row[3] for row in plain]
    by_line = {row[3]: row[:4] for row in plain}
    assert all(row[:4] == by_line[row[3]] and row[4] == str(path) for row in shuffled)


def test_the_order_depends_on_the_seed_alone_not_on_memory(tmp_path):
    path = numbered(tmp_path / "rows.vw", 3000, width=6)  # some megabytes when packed
    whole = Shuffled(path, seed=5)
    expected = rows_of(whole)
    assert whole.spilled == 0
    for memory in (LEAST_MEMORY, 200_000, 1 << 20):
        small = Shuffled(path, seed=5, memory=memory)
        assert rows_of(small) == expected
        assert small.spilled > 0
        assert rows_of(small) == expected  # and again in the next pass
    assert rows_of(Shuffled(path, seed=6)) != expected


def test_rows_larger_than_the_memory_are_held_one_by_one(tmp_path):
    path = write(tmp_path / "long.vw", (f"1 |f {'x' * 100_000}{n} y{n}" for n in range(20)))
    assert rows_of(Shuffled(path, memory=LEAST_MEMORY)) == rows_of(Shuffled(path))


def test_every_order_is_equally_likely(tmp_path):
    path = numbered(tmp_path / "four.svm", 4)
    seeds = 4800
    counts = {}
    for seed in range(seeds):
        order = tuple(row[3] for row in rows_of(Shuffled(path, seed=seed)))
        counts[order] = counts.get(order, 0) + 1
    assert set(counts) == set(itertools.permutations([1, 2, 3, 4]))
    expected = seeds / 24
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert statistic < 23 + 6 * math.sqrt(46)  # 23 degrees of freedom


def test_going_on_inside_the_order_gives_the_rest_of_it(tmp_path):
    path = numbered(tmp_path / "rows.vw", 700, width=6)
    for memory in (LEAST_MEMORY, 1 << 28):
        expected = rows_of(Shuffled(path, seed=2, memory=memory))
        for done in (0, 1, 250, 699, 700, 5000):
            stream = Shuffled(path, seed=2, memory=memory)
            assert rows_of(stream, th.streams.Position(done, done)) == expected[done:]


def test_positions_count_the_rows_that_were_handed_out(tmp_path):
    done = 0
    for block in Shuffled(numbered(tmp_path / "rows.vw", 900, width=6), memory=LEAST_MEMORY).blocks():
        assert [block.before(row).at for row in range(len(block))] == list(range(done, done + len(block)))
        done = block.end.at
    assert done == 900


def test_rows_of_several_files_are_mixed(tmp_path):
    yes = write(tmp_path / "yes.vw", ("1 |f a" for _ in range(200)))
    no = write(tmp_path / "no.svm", ("-1 7:1" for _ in range(200)))
    rows = rows_of(Shuffled(yes, no))
    labels = [row[1] for row in rows]
    assert 60 < sum(a != b for a, b in itertools.pairwise(labels)) < 340
    assert all((row[4] == yes) == (row[1] == 1) for row in rows)
    assert {row[3] for row in rows if row[4] == no} == set(range(1, 201))


def table(rows=120):
    """Rows of a table that every format can hold."""
    draw = random.Random(1)
    return [
        {
            "label": "yes" if n < rows // 2 else "no",
            "city": draw.choice(["Rome", "Oslo"]),
            "age": n % 40 + 0.5,
            "note": f"n{n % 9}",
        }
        for n in range(rows)
    ]


def files_of(rows, folder):
    """The same rows in every format."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = list(rows[0])
    write(folder / "rows.csv", [",".join(names), *(",".join(str(row[name]) for name in names) for row in rows)])
    write(folder / "rows.jsonl", map(json.dumps, rows))
    (folder / "rows.csv.gz").write_bytes(gzip.compress((folder / "rows.csv").read_bytes()))
    arrow = pa.Table.from_pylist(rows)
    pq.write_table(arrow, folder / "rows.parquet")
    with pa.OSFile(str(folder / "rows.arrow"), "wb") as sink, pa.ipc.new_file(sink, arrow.schema) as writer:
        writer.write_table(arrow)
    return [str(folder / f"rows.{end}") for end in ("csv", "jsonl", "csv.gz", "parquet", "arrow")]


def test_the_same_rows_in_every_format_are_learned_in_the_same_order(tmp_path):
    digests = set()
    for name in files_of(table(), tmp_path):
        model = th.Auto()
        run = th.evaluate(name, model, shuffle=3)
        assert run.examples == 120
        digests.add(model.digest())
    model = th.Auto()
    th.evaluate([({k: v for k, v in row.items() if k != "label"}, row["label"]) for row in table()], model, shuffle=3)
    assert digests == {model.digest()}


@pytest.mark.parametrize("label", [True, "spam", 7, 2.0, None, np.int64(3), np.bool_(True)])
def test_labels_from_python_come_back_as_they_were(label):
    rows = rows_of(Shuffled([({"n": n}, label if n % 2 else "other") for n in range(1, 9)]))
    expected = label.item() if hasattr(label, "item") else label
    assert all(row[1] == (expected if dict(row[0])["n"] % 2 else "other") for row in rows)
    assert {type(row[1]) for row in rows} == {type(expected), str}


def test_one_and_true_stay_two_labels():
    rows = rows_of(Shuffled([({"n": 1}, 1), ({"n": 2}, True), ({"n": 3}, 1.0)]))
    assert {(row[0]["n"], type(row[1])) for row in rows} == {(1.0, int), (2.0, bool), (3.0, float)}


def test_a_generator_can_be_shuffled_and_gone_over_twice():
    stream = Shuffled(({"n": n}, n % 2 == 0) for n in range(1, 50))
    first = rows_of(stream)
    assert len(first) == 49
    assert rows_of(stream) == first
    run = th.evaluate((({"n": n % 7}, n % 2 == 0) for n in range(50)), th.Perceptron(), passes=3, shuffle=1)
    assert run.examples == 150


def test_bad_lines_are_reported_with_their_own_file_and_line_before_anything_is_learned(tmp_path):
    good = numbered(tmp_path / "good.svm", 30)
    bad = write(tmp_path / "bad.svm", ["1 1:1", "1 2:x", "0 3:1", "nonsense here"])
    model = th.Perceptron()
    with pytest.raises(th.InputError, match=r"bad\.svm:2:"):
        th.evaluate(Shuffled(good, bad), model)
    assert model.examples == 0
    run = th.evaluate(Shuffled(good, bad), th.Multiclass(th.Perceptron()), on_error="skip")
    assert (run.examples, run.skipped) == (32, 2)


def test_a_row_that_the_learner_refuses_is_named_by_its_own_file_line_and_column(tmp_path):
    good = write(tmp_path / "good.svm", (f"{n % 2} {n % 5 + 1}:1" for n in range(200)))
    bad = write(tmp_path / "bad.svm", ["1 1:1", "0 1:1 2:3.5", "1 2:1"])
    with pytest.raises(th.InputError, match=r"bad\.svm:2:7: "):
        th.evaluate(Shuffled(good, bad), th.TrackingWinnow.for_separation(1.0, norm=20))


def test_what_makes_no_sense_is_refused(tmp_path):
    with pytest.raises(th.InputError, match="no stream to shuffle"):
        Shuffled()
    with pytest.raises(th.ParameterError, match="seed must be a whole number"):
        Shuffled([], seed=-1)
    with pytest.raises(th.ParameterError, match=r"memory must be a whole number from 65,?536"):
        Shuffled([], memory=1000)


def test_a_folder_for_temporary_files_that_is_not_there_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    path = numbered(tmp_path / "rows.vw", 1000, width=6)
    with pytest.raises(th.InputError, match=r"temporary file in .*gone failed: .*TMPDIR"):
        rows_of(Shuffled(path, memory=LEAST_MEMORY))
    assert len(rows_of(Shuffled(path))) == 1000  # what fits into memory needs none
