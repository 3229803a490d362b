"""uvicorn's server, which after SIGTERM has done its work and ends as such."""

import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import socket

import uvicorn

TURN = 0.0005  # seconds: so long the writer, which has the group on disk, waits for the event loop to let it go on
# Of the garbage collector: often and little, as whoever asks waits for it. Hardly anything is for it alone to find.
COLLECT = (20_000, 2, 1000)

M_MMAP_THRESHOLD = -3  # of glibc's mallopt
LARGE = 2**18  # bytes of what is given back to the system as soon as it is not needed


def _give_back_large() -> None:
    """What is large lies apart from what is small, for the life of the process.

    Tables of tickets are made anew every so many questions, beside the old ones. By itself glibc puts such a thing
    among the small ones once it has seen that one is freed, and the hole that it leaves is filled by others: a service
    grew by megabytes that way, for hours. Other libraries of C have no such setting.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


class Server(uvicorn.Server):
    """One that does not raise the signal again by which it was stopped: a supervisor would take that for a crash."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def serve(self, sockets: list[socket] | None = None) -> None:
        """With settings of the interpreter that suit two threads and many small objects; then as they were."""
        turn, collect = sys.getswitchinterval(), gc.get_threshold()
        sys.setswitchinterval(TURN)
        gc.set_threshold(*COLLECT)
        gc.collect()
        gc.freeze()  # what is here now stays, and is not looked through again and again
        _give_back_large()
        try:
            await super().serve(sockets)
        finally:
            gc.unfreeze()
            gc.set_threshold(*collect)
            sys.setswitchinterval(turn)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Ends what would go on for ever first: the streams that pages listen to."""
        self.config.app.stopping.set()  # type: ignore[union-attr]
        await super().shutdown(sockets)
