"""The client of the label service for programs with an event loop."""

from collections.abc import AsyncIterator

from .caller import Awaited
from .client_methods import Methods
from .client_values import LoggedEvent


class AsyncClient(Methods, Awaited):
    """The same as `Client`, with methods to be awaited.

    Parameters
    ----------
    address : str
        Where the service is.
    model : str, default "default"
        Which model is asked; `of` gives a client of another.
    key : str, optional
        thr_..., where the service wants one.
    timeout : float
        Seconds without an answer until a try has failed.
    retries : int
        How often it is tried again; 0: never.
    longest_wait : float
        Seconds that it waits at most before a try; a service that wants longer is not waited for.
    **http : Any
        What `httpx.AsyncClient` takes besides: verify, transport, limits.

    Raises
    ------
    ServiceError
        By every method, with the service's sentence, its status and everything else it told.
    """

    async def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """The log of the model after a place, up to its end now."""
        while True:
            page = await self.do(self._calls.events(after))
            for event in page:
                yield event
            if not page:
                return
            after = page[-1].seq
