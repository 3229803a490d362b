"""Files that workers read themselves: each keeps its own rows, and what it learns is what one process learns."""

import pytest

import thresher as th
from thresher.scale.partitions import Partitions
from thresher.scale.ranges import FileRange, all_seen, of_ranges, shares_together, sizes_of
from thresher.scale.shelf import digest_of

from .test_tables import LEARNER, ROWS, packer, partitions, written

pyarrow = pytest.importorskip("pyarrow")
OWN = ([0, 3], [1, 2, 4])


def digest_here(rows=ROWS):
    here = th.scale.Keyed(LEARNER, by="user")
    here.learn(rows)
    return here.digest()


@pytest.mark.parametrize("size", [64, 150, 10_000])
@pytest.mark.parametrize("together", [1, 3])
def test_workers_that_read_files_learn_the_same(size, together, tmp_path):
    file = written(tmp_path)
    workers = [partitions(numbers) for numbers in OWN]
    batches = list(of_ranges(packer(), [file, file], size, None, 0))
    for begin in range(0, len(batches), together):
        some = batches[begin : begin + together]
        for worker, numbers in zip(workers, OWN, strict=True):
            share = shares_together([batch.share(numbers) for batch in some])
            first, last, where = some[0].first, some[-1].last, some[-1].where
            assert worker.learn(first, last, share, where, commit=False).kind == "ok"
            again = worker.learn(first, last, share, where, commit=False)
            assert (again.kind, again.events) == ("ok", last)
    assert sum(worker.figures()["examples"] for worker in workers) == 2 * len(ROWS)
    assert digest_of([part for worker in workers for part in worker.digests()]) == digest_here(ROWS * 2)


def test_ranges_that_follow_each_other_become_one_and_others_a_list(tmp_path):
    file = written(tmp_path)
    shares = [batch.share([0]) for batch in of_ranges(packer(), [file, file], 300, None, 50)]
    assert shares_together(shares[:3]) == FileRange(file, 700, 0, 700, 50)
    assert shares_together(shares) == [FileRange(file, 700, 0, 700, 50), FileRange(file, 700, 0, 700, 750)]
    assert shares_together([shares[0], shares[2]]) == [shares[0], shares[2]]
    packed = {3: b"rows"}
    assert shares_together([packed]) is packed
    assert shares_together([packed, shares[0]]) == [packed, shares[0]]


def test_reading_begins_anywhere_and_goes_back(tmp_path):
    """As after a worker was lost: it is sent what it has not committed, from any row on."""
    file = written(tmp_path)
    shares = {at: FileRange(file, 700, at, at + 100, at) for at in range(0, 700, 100)}
    straight, jumping = partitions(range(5)), partitions(range(5))
    for at, share in shares.items():
        straight.learn(at, at + 100, share, commit=False)
        jumping.learn(at, at + 100, share, commit=False)
        jumping.learn(max(0, at - 200), max(0, at - 200) + 100, shares[max(0, at - 200)], commit=False)  # had
    assert digest_of(straight.digests()) == digest_of(jumping.digests()) == digest_here()


def test_reading_goes_on_where_it_was_left(tmp_path):
    file = written(tmp_path)
    where = {"files": [file, file], "file": 0, "at": 333, "lines": 333}
    batches = list(of_ranges(packer(), [file, file], 100, where, 333))
    assert (batches[0].first, batches[-1].last) == (333, 1400)
    assert [batch.first for batch in batches[1:]] == [batch.last for batch in batches[:-1]]
    assert batches[-1].where == {"files": [file, file], "file": 1, "at": 700, "lines": 700}


def learned(file, partitions_=None):
    worker = partitions_ or partitions(range(5))
    for batch in of_ranges(packer(), [file], 100, None, 0):
        worker.learn(batch.first, batch.last, batch.share(range(5)), commit=False)
    return worker


def test_a_bad_row_is_told_with_its_file_and_line(tmp_path):
    labels = [row["label"] for row in ROWS]
    labels[431] = 7
    file = written(tmp_path, label=pyarrow.array(labels))
    with pytest.raises(th.InputError, match=r"rows\.parquet: line 432: the label 7\S* is none of"):
        learned(file)


def test_keys_of_other_types_are_told_by_the_driver_and_missing_ones_by_workers(tmp_path):
    file = written(tmp_path, user=pyarrow.array([1.5] * len(ROWS)))
    with pytest.raises(th.InputError, match=r"rows\.parquet: .*holds double; a key is"):
        list(of_ranges(packer(), [file], 100, None, 0))
    file = written(tmp_path, user=pyarrow.array([*["a"] * 699, None]))
    with pytest.raises(th.InputError, match=r"rows\.parquet: .*no key"):
        learned(file)


def test_a_file_that_was_changed_is_told(tmp_path):
    file = written(tmp_path)
    share = next(iter(of_ranges(packer(), [file], 100, None, 0))).share([0])
    written(tmp_path, rows=ROWS[:300])
    with pytest.raises(th.InputError, match="had 700 rows when the job began: it was changed"):
        partitions(range(5)).learn(0, 100, share, commit=False)


def test_whoever_does_not_see_the_files_says_so(tmp_path):
    file = written(tmp_path)
    sizes = sizes_of([file])
    worker: Partitions = partitions(range(5))
    assert all_seen(sizes)
    assert worker.sees(sizes)
    assert not worker.sees({file: sizes[file] + 1})
    assert not worker.sees({file + ".gone": 1})
