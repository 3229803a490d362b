"""A service that runs: the folder, the lock, recovery, and a server in front of it."""

import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError, ParameterError
from .config import OWN_LOG
from .locking import FolderLock
from .service import Service
from .settings import EXIT_WRITE_FAILED, Settings
from .stopping import finish_undisturbed, leaving_when_told
from .store import LOG, Damage, Store, open_store
from .tls import check_tls
from .wording import waiting

LOCAL = ("127.0.0.1", "localhost", "[::1]", "::1")
GRACE = 20  # seconds that requests may take when it stops
BACKLOG = 2048  # connections that wait to be accepted
IDLE = 30  # seconds that a connection may be silent between requests


@dataclass(frozen=True)
class Address:
    """Where it listens, and how.

    Attributes
    ----------
    host, port : str, int
        The port 0 is any that is free.
    certificate, private_key : Path or None
        Of TLS.
    per_second : float or None
        Requests that one key, or one address without keys, may make.
    most_connections : int
        At the same time.
    patience : float
        Seconds that a head or a body may take to come, or an answer to be read; then the connection is ended.
    """

    host: str = "127.0.0.1"
    port: int = 8377
    certificate: Path | None = None
    private_key: Path | None = None
    per_second: float | None = None
    most_connections: int = 2000
    patience: float = 10.0


@dataclass
class Running:
    """A service whose folder is locked and whose models are recovered."""

    service: Service
    lock: FolderLock | None
    address: Address
    store: Store = field(repr=False)

    def app(self) -> Any:
        """The ASGI application."""
        from .http.app import App

        return App(self.service, self.address.per_second, _names(self.address.host), self.address.patience)

    def close(self) -> None:
        """Lets the folder go."""
        if self.lock is not None:
            self.lock.close()


def opened(
    folder: Path, settings: Settings, address: Address, *, synced: bool = True, standby: bool = False
) -> Running:
    """Locks a folder and recovers what is in it.

    Parameters
    ----------
    folder : Path
        Made where it is not there.
    settings : Settings
        How it runs.
    address : Address
        Where it listens.
    synced : bool, default True
        False loses acknowledged events when the power fails: only for showing that a test would see it.
    standby : bool, default False
        Wait while another process serves the folder or writes into the database, and take over when it has gone.

    Raises
    ------
    InputError
        If the folder is served already, is no folder, or is damaged; the message names the event.
    """
    if folder.is_file():
        raise InputError(f"{folder}: is a file, and a service has a folder.", hint=OWN_LOG)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FolderLock(folder, wait=standby)
    except OSError as error:
        raise InputError(f"{folder}: can't be used: {error.strerror}.") from None
    store: Store | None = None
    try:
        store = open_store(folder, settings.store, synced=synced, standby=standby)
        _check_open_to(address, store)
        service = Service(folder, store, settings)
        service.open()
    except BaseException as error:
        if store is not None:
            store.close()
        lock.close()
        if isinstance(error, Damage):
            raise InputError(
                f"{folder}: {error}", hint="a copy made before, or thresher serve verify DIR, says more"
            ) from None
        raise
    return Running(service, lock, address, store)


def following(folder: Path, settings: Settings, address: Address) -> Running:
    """Reads along where another process serves a folder.

    Parameters
    ----------
    folder : Path
        Of the service that writes.
    settings : Settings
        How it runs.
    address : Address
        Where it listens.

    Raises
    ------
    InputError
        If there is nothing to follow.
    """
    from .follower import Follower

    if settings.store is None and not (folder / LOG).exists():
        raise InputError(f"{folder}: there is nothing to follow.", hint="serve it first: thresher serve DIR")
    store = open_store(folder, settings.store, read_only=True)
    _check_open_to(address, store)
    service = Follower(folder, store, settings)
    service.open()
    return Running(service, None, address, store)


def _check_open_to(address: Address, store: Store) -> None:
    if address.host not in LOCAL and not store.valid_keys():
        raise ParameterError(
            f"{address.host} can be reached by others, and there are no keys.",
            hint="make one, by thresher serve keys DIR add NAME; or serve on 127.0.0.1",
        )


def listening(address: Address) -> socket.socket:
    """A socket that listens: made before the server starts, so that a port in use is said at once."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address.host.strip("[]"), address.port))
        found.listen(BACKLOG)  # whoever reads that it serves, and connects at once, waits a moment and is answered
    except OSError as error:
        found.close()
        raise InputError(f"{address.host}:{address.port}: {error.strerror}.", hint="another port: port=") from None
    found.set_inheritable(False)
    return found


def server_of(running: Running, app: Any) -> Any:
    """The uvicorn server, not yet started."""
    import uvicorn

    from .http.connections import connection_of
    from .http.server import Server

    address = running.address
    config = uvicorn.Config(
        app,
        http=connection_of(address.patience, app),
        loop="uvloop",
        lifespan="on",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        limit_concurrency=address.most_connections,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.private_key,
    )
    return Server(config)


def _names(host: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((host, *LOCAL)))


def run_service(
    folder: Path,
    settings: Settings,
    address: Address,
    *,
    follow: bool,
    tell: Callable[[str], None],
    standby: bool = False,
    beside: Callable[[str, int], AbstractContextManager[Any]] = lambda host, port: nullcontext(),
) -> None:
    """Serves until it is told to stop.

    Parameters
    ----------
    folder : Path
        Of the service.
    settings : Settings
        How it runs.
    address : Address
        Where it listens.
    follow : bool
        Read along where another process serves the folder.
    tell : function
        Is told what a person should know.
    standby : bool, default False
        Wait until whoever serves now has gone.
    beside : function, optional
        What goes on while it serves, made of host and port.
    """
    _check_installed()
    check_tls(address.certificate, address.private_key)
    if follow and standby:
        raise ParameterError("a follower never writes, so it can't stand by: say one of the two.")
    with leaving_when_told():
        if standby:
            tell(f"standing by for {folder}")
        running = following(folder, settings, address) if follow else opened(folder, settings, address, standby=standby)
        try:
            _listen(running, folder, tell, beside)
        finally:
            running.close()


def _listen(
    running: Running,
    folder: Path,
    tell: Callable[[str], None],
    beside: Callable[[str, int], AbstractContextManager[Any]],
) -> None:
    listens = listening(running.address)
    scheme = "http" if running.address.certificate is None else "https"
    host, port = listens.getsockname()[:2]
    tell(f"serving {folder} on {scheme}://{host}:{port}")
    if running.store.had_keys() and not running.store.valid_keys():
        tell("  WARNING: all keys were ended: whoever can use this machine may ask, label and change everything")
    for name, model in running.service.models.items():
        tell(f"  {name}: event {model.seq}, {waiting(model.late.pending, 'question')}")
        if running.service.settings.models.get(name, model.config) != model.config:
            tell(
                f"  WARNING: {name} goes on as it is, by {model.config.learner}: other settings that were "
                "given now are ignored, as a model never changes; a challenger can learn beside it"
            )
    server = server_of(running, running.app())
    with beside(host, port):
        _run(server, listens, running)
    if not server.started:
        raise InputError("the server could not start.")


def _run(server: Any, listens: socket.socket, running: Running) -> None:
    """A log that can't be written at the start ends it as one that can't be written later does."""
    try:
        server.run(sockets=[listens])
    finally:
        finish_undisturbed()
        listens.close()
        running.store.close()
        if running.service.failure is not None:
            raise SystemExit(EXIT_WRITE_FAILED)


def _check_installed() -> None:
    try:
        import msgspec  # noqa: F401
        import prometheus_client  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise InputError(f"the service needs {error.name}: pip install 'thresher[serve]'.") from None
