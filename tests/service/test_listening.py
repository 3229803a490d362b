"""Where a service listens."""

import socket
import sqlite3

import pytest

from thresher.errors import InputError
from thresher.service import running
from thresher.service.config import ModelConfig
from thresher.service.looking import ended_key, made_key
from thresher.service.running import Address, listening, run_service
from thresher.service.settings import EXIT_WRITE_FAILED, Settings
from thresher.service.store.sqlite import SqliteStore


def test_whoever_connects_before_the_server_has_started_is_not_turned_away():
    with listening(Address(port=0)) as listens:
        socket.create_connection(listens.getsockname(), timeout=10).close()


def test_a_port_in_use_is_said():
    with (
        listening(Address(port=0)) as listens,
        pytest.raises(InputError, match=r"127\.0\.0\.1:\d+: Address already in use"),
    ):
        listening(Address(port=listens.getsockname()[1]))


def test_a_log_that_can_not_be_written_at_the_start_ends_it_as_one_that_can_not_be_written_later(tmp_path, monkeypatch):
    def fails(store, events):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(SqliteStore, "append", fails)
    settings = Settings(models={"mail": ModelConfig()}, on_failure=lambda error: None)
    with pytest.raises(SystemExit) as ended:
        run_service(tmp_path, settings, Address(port=0), follow=False, tell=lambda line: None)
    assert ended.value.code == EXIT_WRITE_FAILED


def test_a_start_without_keys_where_there_were_some_warns(tmp_path, monkeypatch):
    def ended_at_once(server, listens, served):
        server.started = True
        listens.close()
        served.store.close()

    monkeypatch.setattr(running, "_run", ended_at_once)
    said = []
    run_service(tmp_path, Settings(), Address(port=0), follow=False, tell=said.append)
    assert not [line for line in said if "WARNING" in line]
    made_key(tmp_path, None, "app", ["ask"], [])
    ended_key(tmp_path, None, "app", last=True)
    run_service(tmp_path, Settings(), Address(port=0), follow=False, tell=said.append)
    assert [line for line in said if "WARNING: all keys were ended" in line]
