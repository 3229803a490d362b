"""A service on a port of its own, on a thread of this process."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from thresher.service.running import Address, listening, opened, server_of
from thresher.service.settings import Settings


@contextmanager
def on_a_thread(folder: Path, patience: float) -> Iterator[tuple[int, Any]]:
    """The port, and the service."""
    address = Address(port=0, patience=patience)
    running = opened(folder, Settings(reserve=0), address)
    listens = listening(address)
    server = server_of(running, running.app())
    server.install_signal_handlers = lambda: None
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listens])))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listens.getsockname()[1], running.service
    server.should_exit = True
    thread.join(30)
    running.close()
