"""Files of other file systems: what fsspec opens is read as a file is."""

import pytest

import thresher as th

from .events import rows_with_keys, write_csv

fsspec = pytest.importorskip("fsspec")
ROWS = rows_with_keys(300)


@pytest.fixture
def elsewhere(tmp_path):
    system = fsspec.filesystem("memory")
    for number in range(3):
        write_csv(tmp_path / f"{number}.csv", ROWS[number * 100 :][:100])
        system.pipe(f"/log/{number}.csv", (tmp_path / f"{number}.csv").read_bytes())
    yield "memory://log"
    system.rm("/log", recursive=True)


def test_addresses_are_read_as_files_are(elsewhere, tmp_path):
    here = th.scale.Keyed(th.Perceptron(), by="user")
    here.learn(str(tmp_path / "*.csv"))
    for files in (f"{elsewhere}/*.csv", [f"{elsewhere}/{number}.csv" for number in range(3)]):
        keyed = th.scale.Keyed(th.Perceptron(), by="user")
        keyed.learn(files)
        assert keyed.digest() == here.digest()
    rows = th.Rows(ignore="user")
    mixed = th.scale.mix(th.Perceptron(), f"{elsewhere}/*.csv", shards=2, rows=rows)
    assert mixed == th.scale.mix(th.Perceptron(), str(tmp_path / "*.csv"), shards=2, rows=rows)
    scores = th.scale.score(mixed, f"{elsewhere}/*.csv", rows=rows)
    assert [one.rows for one in scores] == [100, 100, 100]


def test_what_is_not_there_is_told(elsewhere):
    keyed = th.scale.Keyed(th.Perceptron(), by="user")
    with pytest.raises(th.InputError, match=r"memory://log/9\.csv: can't be opened"):
        keyed.learn(f"{elsewhere}/9.csv")
    with pytest.raises(th.InputError, match="no such file"):
        keyed.learn(f"{elsewhere}/nothing*.csv")
    with pytest.raises(th.InputError, match="nowhere://a"):
        keyed.learn("nowhere://a/b.csv")
