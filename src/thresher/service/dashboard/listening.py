"""Server-sent events: a page that is open is told when there is something new, at most once a second."""

import asyncio
from collections.abc import AsyncIterator, Callable

from ..refusals import Refused

EVERY = 1.0  # seconds between two messages, at least
SILENCE = 15.0  # seconds after which a line without meaning keeps the connection alive
MOST_LISTENERS = 100
SHARE = 0.05  # of the time that drawing pages may take


class Listeners:
    """Those who listen, and how often they may hear something.

    Parameters
    ----------
    stopping : asyncio.Event
        Set when the service stops: every stream ends then, so that nobody waits for it.
    """

    def __init__(self, stopping: asyncio.Event) -> None:
        self._stopping = stopping
        self._count = 0
        self.drawing = 0.0  # seconds that the last page took

    @property
    def pause(self) -> float:
        """Seconds between two messages: more where pages take long to draw, or many look at them."""
        return max(EVERY, self.drawing * max(1, self._count) / SHARE)

    def stream(self, place: Callable[[], int]) -> AsyncIterator[bytes]:
        """Messages for one listener.

        Parameters
        ----------
        place : function
            A number that grows with everything that happens. Refuses where this may no longer be heard.
        """
        if self._count >= MOST_LISTENERS:
            raise Refused(503, f"{self._count} pages are open already, and each listens.", retry_after=30)
        return self._messages(place)

    async def _messages(self, place: Callable[[], int]) -> AsyncIterator[bytes]:
        self._count += 1
        try:
            told, silent = -1, 0.0
            while not self._stopping.is_set():
                try:
                    now = place()
                except Refused:
                    return
                if now != told:
                    told, silent = now, 0.0
                    yield b"event: changed\ndata: %d\n\n" % now
                elif silent >= SILENCE:
                    silent = 0.0
                    yield b": nothing new\n\n"
                pause = self.pause
                silent += pause
                await self._sleep(pause)
        finally:
            self._count -= 1

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            pass
