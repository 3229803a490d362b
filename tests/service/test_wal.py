"""The WAL is made long at once where events are many, and no event is lost or made up by that."""

import shutil
import sqlite3
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.service.events import Event, Kind
from thresher.service.keys import new_key
from thresher.service.store import sqlite
from thresher.service.store.sqlite import SqliteStore

LOG = "events.sqlite"


def events(first, count):
    """Of a size by which some groups of twenty make a WAL of a megabyte."""
    made = [Event(1, 1, Kind.MADE, 1, "mail", b"{}", b"")] if first == 1 else []
    rest = range(first + len(made), first + count)
    return made + [Event(1, n, Kind.ASK, n, f"t{n}", b"%d" % n * 500, b"{}") for n in rest]


def wal(folder):
    """Its bytes on disk."""
    return (folder / f"{LOG}-wal").stat().st_size


@pytest.fixture
def store(tmp_path):
    found = SqliteStore(tmp_path / LOG)
    yield found
    found.close()


def fill(store, groups, first=1):
    """Groups of a hundred."""
    for number in range(groups):
        store.append(events(first + 100 * number, 100))
    return first + 100 * groups


def test_a_log_that_is_asked_little_has_a_short_wal(store, tmp_path):
    fill(store, 1)
    assert wal(tmp_path) < sqlite.GROWN


def test_one_that_is_asked_often_has_a_wal_that_does_not_grow_any_more(store, tmp_path):
    first = fill(store, 10)
    assert wal(tmp_path) == sqlite.ROOM
    fill(store, 60, first)  # 40 MB of pages: it was written over
    assert wal(tmp_path) == sqlite.ROOM
    assert store.problems() == []


def test_a_disk_that_is_nearly_full_is_left_alone(store, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite.os, "fstatvfs", lambda _: SimpleNamespace(f_bavail=1, f_frsize=4096))
    fill(store, 10)
    assert sqlite.GROWN < wal(tmp_path) < sqlite.ROOM


def test_a_sync_that_fails_is_told(store, monkeypatch):
    def broken(_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(sqlite.os, "fdatasync", broken)
    with pytest.raises(OSError, match="Input/output"):
        fill(store, 10)


def test_nobody_else_adds_to_it_while_it_is_made_longer(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY", 0.05)
    store, other = SqliteStore(tmp_path / LOG), sqlite3.connect(tmp_path / LOG, isolation_level=None)
    store.append(events(1, 2))
    store._since = sqlite.GROWN
    before = wal(tmp_path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        store.append(events(3, 1))
    assert wal(tmp_path) == before
    other.execute("ROLLBACK")
    other.close()
    store.close()


@tries(10)
@given(st.lists(st.sampled_from((1, 20, 100, "key", "cut", "again")), max_size=30), st.integers(0, 4096))
def test_what_was_appended_is_there_whenever_it_is_cut(steps, grown):
    """A cut is a copy of the files as they are, which nobody closed; a key comes from another connection."""
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite, "GROWN", grown)
        patched.setattr(sqlite, "ROOM", 2**18)  # longer WALs than that grow on
        folder = Path(place) / "log"
        folder.mkdir()
        store, written, keys = SqliteStore(folder / LOG), [], 0
        for number, step in enumerate([*steps, "cut"]):
            if step == "key":
                other = SqliteStore(folder / LOG)
                other.add_key(new_key(f"key {keys}", ["ask"])[1])
                other.close()
                keys += 1
            elif step == "again":
                store.close()
                store = SqliteStore(folder / LOG)
            elif step == "cut":
                memory = shutil.ignore_patterns("*-shm")  # does not outlive a cut
                copy = shutil.copytree(folder, folder.with_name(f"copy {number}"), ignore=memory)
                found = SqliteStore(copy / LOG)
                assert list(found.events(1)) == written
                assert len(found.valid_keys()) == keys
                assert found.problems() == []
                found.close()
            else:
                more = events(len(written) + 1, step)
                store.append(more)
                written += more
        store.close()
