"""A standby takes over when the writer has gone, and a writer that lost its lock can't commit."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time

import httpx
import psycopg
import pytest

from thresher.service.settings import EXIT_WRITE_FAILED, Settings
from thresher.service.store import Unreachable, open_store
from thresher.service.store.postgres import LOCK

from .serving import served

SECONDS = 120  # patience on a busy machine; nothing is measured


class Process:
    """`thresher serve` as a process of its own."""

    def __init__(self, folder, *options):
        command = [sys.executable, "-m", "thresher", "serve", str(folder), "--port", "0", "--reserve", "0", *options]
        self.started = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def wait_for(self, pattern):
        """The first line of its errors that matches."""
        for line in self.started.stderr:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"it ended with {self.started.wait()} before it said {pattern!r}")

    def address(self):
        return self.wait_for(r"serving .* on (http://\S+)")[1]

    def end(self):
        self.started.kill()
        self.started.wait()
        self.started.stderr.close()


@pytest.fixture
def process():
    """Starts processes, and ends them."""
    found = []

    def start(*given):
        found.append(Process(*given))
        return found[-1]

    yield start
    for one in found:
        one.end()


def ask_until_it_fails(address, enough):
    """Asks and tells; the tickets that were acknowledged, with what was said."""
    said = {}
    with httpx.Client(base_url=address, timeout=SECONDS) as client:
        try:
            for n in range(100_000):
                answer = client.post("/v1/models/default/ask", json={"x": {"n": n % 7}, "id": f"q{n}"})
                if answer.status_code != 200:
                    break
                said[f"q{n}"] = answer.content
                enough(n)
        except httpx.TransportError:
            pass
    return said


def check_nothing_lost(address, said):
    with httpx.Client(base_url=address, timeout=SECONDS) as client:
        for n, (ticket, before) in enumerate(said.items()):
            again = client.post("/v1/models/default/ask", json={"x": {"n": n % 7}, "id": ticket})
            assert again.content == before
        told = client.post("/v1/models/default/labels", json={"ticket": "q0", "label": "yes"})
        assert told.json()["fate"] == "waiting"


@pytest.mark.parametrize("same_folder", [True, False])
def test_a_standby_takes_over_from_a_writer_that_was_killed(postgres, tmp_path, process, same_folder):
    writer = process(tmp_path / "one", "--store", postgres)
    address = writer.address()
    standby = process(tmp_path / ("one" if same_folder else "two"), "--store", postgres, "--standby")
    standby.wait_for("standing by")
    said = ask_until_it_fails(address, lambda n: n == 40 and writer.started.send_signal(signal.SIGKILL))
    assert len(said) >= 40
    check_nothing_lost(standby.address(), said)


def end_the_session_that_writes(address):
    with psycopg.connect(address, autocommit=True) as connection:
        sql = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND granted"
        assert connection.execute(
            f"{sql} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())", (LOCK,)
        ).fetchall() == [(True,)]


def test_a_writer_that_lost_its_session_ends_and_nothing_acknowledged_is_lost(postgres, tmp_path, process):
    writer = process(tmp_path / "one", "--store", postgres)
    address = writer.address()
    standby = process(tmp_path / "two", "--store", postgres, "--standby")
    standby.wait_for("standing by")
    said = ask_until_it_fails(address, lambda n: n == 40 and end_the_session_that_writes(postgres))
    assert len(said) >= 40
    assert writer.started.wait(SECONDS) == EXIT_WRITE_FAILED
    check_nothing_lost(standby.address(), said)


def test_an_idle_writer_that_lost_its_session_ends_by_itself(postgres, tmp_path, process):
    writer = process(tmp_path, "--store", postgres)
    writer.address()
    time.sleep(0.5)
    end_the_session_that_writes(postgres)
    assert writer.started.wait(SECONDS) == EXIT_WRITE_FAILED


def test_a_standby_of_a_folder_takes_over(tmp_path, process):
    writer = process(tmp_path)
    address = writer.address()
    standby = process(tmp_path, "--standby")
    standby.wait_for("standing by")
    said = ask_until_it_fails(address, lambda n: n == 20 and os.kill(writer.started.pid, signal.SIGKILL))
    check_nothing_lost(standby.address(), said)


def test_a_write_without_the_lock_is_never_acknowledged(postgres, tmp_path):
    failures = []

    async def main():
        wanted = Settings(store=postgres, reserve=0, on_failure=failures.append)
        async with served(tmp_path, wanted) as (service, client):
            assert (await client.post("/v1/models/default/ask", json={"x": {"a": 1}, "id": "a"})).status_code == 200
            end_the_session_that_writes(postgres)
            refused = await client.post("/v1/models/default/ask", json={"x": {"a": 1}, "id": "b"})
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
            assert (await client.get("/ready")).status_code == 503
            await service.upkeep.close()

    asyncio.run(main())
    assert isinstance(failures[0], psycopg.OperationalError)
    looking = open_store(tmp_path, postgres, read_only=True)
    assert [event.id for event in looking.events(1)] == ["default", "a"]
    looking.close()


def test_a_reading_session_that_was_ended_is_opened_again(postgres, tmp_path):
    store = open_store(tmp_path, postgres)
    (pid,) = store.read("SELECT pg_backend_pid()")[0]
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
    with pytest.raises(Unreachable, match="the database does not answer"):
        store.read("SELECT 1")
    assert store.read("SELECT 1") == [(1,)]
    store.close()


def test_a_database_that_does_not_answer_is_a_503_with_a_sentence(postgres, tmp_path):
    async def main():
        async with served(tmp_path, Settings(store=postgres, reserve=0)) as (service, client):
            await client.post("/v1/models/default/ask", json={"x": {"a": 1}, "id": "a"})
            (pid,) = service.store.read("SELECT pg_backend_pid()")[0]
            with psycopg.connect(postgres, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
            refused = await client.get("/v1/models/default/tickets/a")
            assert refused.status_code == 503
            assert "the database does not answer" in refused.json()["detail"]
            assert (await client.get("/v1/models/default/tickets/a")).status_code == 200

    asyncio.run(main())
