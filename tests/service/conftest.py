"""Stores that the tests of the service run over: SQLite in a folder, and PostgreSQL where there is a server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("msgspec", reason="the service needs the extra serve")

from . import in_process
from .postgres_server import NoServer, a_database, a_server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server; tests that need one are skipped where there is none."""
    try:
        server = a_server()
        address = server.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    try:
        yield address
    finally:
        server.__exit__(None, None, None)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with a_database(postgres_server) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def store_address(request: pytest.FixtureRequest) -> str | None:
    """What `--store` says: a test that takes it runs over both stores."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres")


@pytest.fixture
def store(store_address: str | None, tmp_path: Path) -> Iterator[Any]:
    """An empty store that can be written."""
    from thresher.service.store import open_store

    found = open_store(tmp_path, store_address)
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def either_store(store_address: str | None, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """Every service of the test is served from this store: the test runs over both."""
    monkeypatch.setitem(in_process.STORE, "store", store_address)
    return store_address
