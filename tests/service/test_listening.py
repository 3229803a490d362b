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

from .serving import with_served


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


@pytest.fixture
def ended_at_once(monkeypatch):
    """A service that is told to stop as soon as it listens."""

    def stop(server, listens, served):
        server.started = True
        listens.close()
        served.store.close()

    monkeypatch.setattr(running, "_run", stop)


@pytest.mark.usefixtures("ended_at_once")
def test_a_model_that_is_there_already_and_is_another_than_was_asked_for_is_said(tmp_path):
    def said_of(learner):
        said = []
        settings = Settings(models={"mail": ModelConfig(learner=learner, parameters={"r": 2})})
        run_service(tmp_path, settings, Address(port=0), follow=False, tell=said.append)
        return [line for line in said if "WARNING" in line]

    with_served(tmp_path, Settings(models={"mail": ModelConfig(learner="arow", parameters={"r": 2.0})}), nothing)
    assert not said_of("arow")
    assert ["mail goes on as it is, by arow" in line for line in said_of("auto")] == [True]


async def nothing(service, client):
    """Only started and stopped."""


@pytest.mark.usefixtures("ended_at_once")
def test_a_start_without_keys_where_there_were_some_warns(tmp_path):
    said = []
    run_service(tmp_path, Settings(), Address(port=0), follow=False, tell=said.append)
    assert not [line for line in said if "WARNING" in line]
    made_key(tmp_path, None, "app", ["ask"], [])
    ended_key(tmp_path, None, "app", last=True)
    run_service(tmp_path, Settings(), Address(port=0), follow=False, tell=said.append)
    assert [line for line in said if "WARNING: all keys were ended" in line]
