"""What a store promises, of either kind."""

import time
from pathlib import Path

import pytest

from thresher.errors import InputError
from thresher.service.events import Event, Kind
from thresher.service.keys import new_key
from thresher.service.store import ArchiveRow, CheckRow, Damage, SnapshotRow, open_store

MADE = Event(1, 1, Kind.MADE, 10, "mail", b"{}", b"")
ASKED = Event(1, 2, Kind.ASK, 11, "t-\N{SNOWMAN}", b'{"x":"\xe2\x98\x83"}', b'{"label":null}')
TOLD = Event(1, 3, Kind.LABEL, 12, "t-\N{SNOWMAN}", b'{"label":"spam"}', b"{}")


def test_events_come_back_as_they_were_written(store):
    store.append([MADE, ASKED])
    store.append([TOLD])
    assert list(store.events(1)) == [MADE, ASKED, TOLD]
    assert list(store.events(1, 1, 2)) == [ASKED]
    assert store.last_seq(1) == 3
    assert store.question(1, ASKED.id) == ASKED
    assert store.of_ticket(1, ASKED.id) == [ASKED, TOLD]
    assert store.question(1, "another") is None


def test_a_group_that_fails_leaves_nothing(store):
    store.append([MADE, ASKED])
    again = Event(1, 4, Kind.ASK, 13, ASKED.id, b"{}", b"{}")
    with pytest.raises(Exception, match=r"(?i)unique"):
        store.append([TOLD, again])
    assert store.last_seq(1) == 2
    store.append([TOLD])
    assert list(store.events(1, 2)) == [TOLD]


def test_a_gap_is_refused(store):
    store.append([MADE])
    with pytest.raises(Damage, match="after event 1"):
        store.append([TOLD])


def test_a_thousand_events_are_one_group(store):
    events = [MADE, *(Event(1, n, Kind.ASK, n, f"t{n}", b'{"a":%d}' % n, b"{}") for n in range(2, 5001))]
    store.append(events)
    assert list(store.events(1)) == events


def test_models_are_listed_with_those_that_are_gone(store):
    store.append([MADE])
    store.append([Event(1, 2, Kind.GONE, 20, "mail", b"", b"")])
    store.append([Event(2, 1, Kind.MADE, 30, "mail", b"{}", b"")])
    assert [(row.number, row.name, row.gone) for row in store.models()] == [(1, "mail", 20), (2, "mail", None)]


def test_events_that_are_archived_leave_and_their_tickets_stay_known(store):
    store.append([MADE, ASKED, TOLD])
    store.archive(ArchiveRow(1, 1, 2, "file"))
    assert list(store.events(1, 2)) == [TOLD]
    assert store.archived(1, ASKED.id) == 2
    assert store.archives(1) == [ArchiveRow(1, 1, 2, "file")]
    store.append([Event(1, 4, Kind.ASK, 14, "u", b"{}", b"{}")])
    assert store.last_seq(1) == 4


def test_snapshots_checks_and_keys_are_kept(store):
    for seq in (1, 5, 5):
        store.add_snapshot(SnapshotRow(1, seq, "digest", 100, f"file{seq}", 7))
    assert [row.seq for row in store.snapshots(1)] == [5, 1]
    store.drop_snapshot(1, 1)
    assert [row.seq for row in store.snapshots(1)] == [5]
    store.add_check(CheckRow(1, 5, "digest", 8))
    assert store.checks(1) == [CheckRow(1, 5, "digest", 8)]
    _, row = new_key("one", ["ask"])
    store.add_key(row)
    assert store.valid_keys() == [row]
    assert store.end_key("one", 9)
    assert not store.end_key("one", 9)
    assert store.valid_keys() == []
    assert store.old_enough(1, 100) == 0
    assert store.size() > 0


def test_a_damaged_event_is_named(store, store_address, tmp_path):
    store.append([MADE, ASKED, TOLD])
    with store.transaction():
        store.write_one("UPDATE events SET body = ? WHERE seq = 2", (b"{}",))
    with pytest.raises(Damage, match="event 2 of model 1 is damaged"):
        list(store.events(1))
    with store.transaction():
        store.write_one("DELETE FROM events WHERE seq = 2")
    with pytest.raises(Damage, match="comes event 3: some are missing"):
        list(store.events(1))


def test_a_question_whose_event_before_is_gone_is_not_answered_from_the_log(store):
    store.append([MADE, ASKED])
    assert store.question(1, ASKED.id) == ASKED
    with store.transaction():
        store.write_one("DELETE FROM events WHERE seq = 1")
    for look in (store.question, store.of_ticket):
        with pytest.raises(Damage, match=r"event 2 of model 1 .* can't be checked"):
            look(1, ASKED.id)


def test_a_later_format_is_refused(store, store_address, tmp_path):
    with store.transaction():
        store.write_one("UPDATE meta SET value = ? WHERE name = ?", ("99", "format"))
    with pytest.raises(Damage, match="format 99"):
        open_store(tmp_path, store_address, read_only=True)


def test_one_who_looks_needs_no_lock_and_sees_what_was_committed(store, store_address, tmp_path):
    store.append([MADE, ASKED])
    looking = open_store(tmp_path, store_address, read_only=True)
    try:
        assert looking.last_seq(1) == 2
        store.append([TOLD])
        assert looking.last_seq(1) == 3
    finally:
        looking.close()


def test_an_empty_database_is_no_log(store_address, tmp_path: Path):
    with pytest.raises(Damage):
        open_store(tmp_path, store_address, read_only=True)


def test_keys_can_be_made_while_another_process_writes(store, store_address, tmp_path):
    began = time.monotonic()
    beside = open_store(tmp_path, store_address, shared=True)
    try:
        beside.add_key(new_key("two", ["read"])[1])
    finally:
        beside.close()
    assert [row.name for row in store.valid_keys()] == ["two"], time.monotonic() - began


def test_a_second_writer_of_a_database_is_refused(postgres, tmp_path):
    first = open_store(tmp_path, postgres)
    try:
        with pytest.raises(InputError, match="written by another service"):
            open_store(tmp_path, postgres)
    finally:
        first.close()
    open_store(tmp_path, postgres).close()
