"""Tables of Arrow, cut by key for workers: each learns from its rows what it would learn of packed ones."""

import pytest

import thresher as th
from thresher.data import Rows
from thresher.learners.shelved import settled
from thresher.scale.batches import Packer
from thresher.scale.partitions import Partitions
from thresher.scale.shelf import digest_of
from thresher.scale.tables import formats_as_they_are, of_tables

from .events import rows_with_keys, write_csv

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
pandas = pytest.importorskip("pandas")
ROWS = rows_with_keys(700)
LEARNER = settled(th.Perceptron(bias=True))


def written(folder, rows=ROWS, name="rows.parquet", **changed):
    table = pyarrow.Table.from_pandas(pandas.DataFrame(rows), preserve_index=False)
    for column, values in changed.items():
        table = table.set_column(table.column_names.index(column), column, values)
    parquet.write_table(table, folder / name, row_group_size=150)
    return str(folder / name)


def packer(partitions=5):
    return Packer(LEARNER, "user", Rows(), partitions)


def partitions(numbers):
    return Partitions(LEARNER.to_bytes(), numbers, None, by="user", roles=Rows(), partitions=5)


@pytest.mark.parametrize("size", [64, 10_000])
def test_workers_that_read_their_own_rows_learn_the_same(size, tmp_path):
    file = written(tmp_path)
    here = th.scale.Keyed(LEARNER, by="user")
    here.learn(ROWS)
    workers = [partitions([0, 3]), partitions([1, 2, 4])]
    last = 0
    for batch in of_tables(packer(), [file], size, None, 0):
        assert batch.first == last
        last = batch.last
        for worker, numbers in zip(workers, ([0, 3], [1, 2, 4]), strict=True):
            share = batch.share(numbers)
            assert worker.learn(batch.first, batch.last, share, batch.where, commit=False).kind == "ok"
            assert worker.learn(batch.first, batch.last, share, commit=False).had == len(share.events)
    assert last == len(ROWS)
    assert digest_of([part for worker in workers for part in worker.digests()]) == here.digest()


def test_reading_goes_on_anywhere(tmp_path):
    file = written(tmp_path)
    events = []
    where = {"files": [file, file], "file": 0, "at": 333, "lines": 333}
    for batch in of_tables(packer(), [file, file], 100, where, 333):
        events += batch.share(range(5)).events.tolist()
    assert events == list(range(333, 1400))


def test_keys_of_other_types_are_told(tmp_path):
    users = pyarrow.array([1.5] * len(ROWS))
    with pytest.raises(th.InputError, match="holds double; a key is"):
        list(of_tables(packer(), [written(tmp_path, user=users)], 100, None, 0))
    with pytest.raises(th.InputError, match="no key"):
        list(of_tables(packer(), [written(tmp_path, user=pyarrow.array([None, *["a"] * 699]))], 100, None, 0))
    numbers = pyarrow.array([int(row["user"][1:]) for row in ROWS])
    digests = []
    for keys in (numbers, numbers.cast(pyarrow.string()).dictionary_encode()):
        worker = partitions(range(5))
        for batch in of_tables(packer(), [written(tmp_path, user=keys)], 100, None, 0):
            worker.learn(batch.first, batch.last, batch.share(range(5)), commit=False)
        digests.append(digest_of(worker.digests()))
    here = th.scale.Keyed(LEARNER, by="user")
    here.learn([row | {"user": int(row["user"][1:])} for row in ROWS])
    assert digests == [here.digest()] * 2


def test_which_files_go_this_way(tmp_path):
    file, text = written(tmp_path), write_csv(tmp_path / "rows.csv", ROWS)
    assert formats_as_they_are(packer(), [file], {}) == {"parquet"}
    assert not formats_as_they_are(packer(), [file, text], {})
    picky = Packer(settled(th.TrackingWinnow.for_separation(0.5, norm=20)), "user", Rows(), 5)
    assert not formats_as_they_are(picky, [file], {})


def test_a_bad_row_is_told_with_its_file_and_line(tmp_path):
    labels = [row["label"] for row in ROWS]
    labels[431] = 7
    file = written(tmp_path, label=pyarrow.array(labels))
    worker, where = partitions(range(5)), {"files": [file], "file": 0, "at": 5, "lines": 5}
    batches = list(of_tables(packer(), [file, file], 100, where, 0))
    for batch in batches[:4]:
        worker.learn(batch.first, batch.last, batch.share(range(5)), commit=False)
    bad = batches[4]
    with pytest.raises(th.InputError, match=r"rows\.parquet: line 432: the label 7\S* is none of"):
        worker.learn(bad.first, bad.last, bad.share(range(5)), commit=False)
