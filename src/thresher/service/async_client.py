"""The client of the label service for programs with an event loop."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Self

from ..protocols import Label
from .caller import Caller
from .client_calls import PAGE, Answer, Call, Calls, Fate, LoggedEvent, Prediction, T, Ticket, models


class AsyncClient(Caller):
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

    def __init__(self, address: str = "http://127.0.0.1:8377", **options: Any) -> None:
        super().__init__(address, **options)
        self._http = self._httpx.AsyncClient(**self._options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets the connections go."""
        await self._http.aclose()

    def of(self, model: str) -> Self:
        """A client of another model that shares the connections."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._calls = Calls(model)
        return other

    async def _do(self, call: Call[T]) -> T:
        for tries in range(self._patience.retries + 1):
            came: Any
            try:
                came = await self._http.request(**self._sent(call))
            except self._httpx.TransportError as error:
                came = error
            wait = self._wait(call, tries, came)
            if wait is None:
                break
            await asyncio.sleep(wait)
        return self._read(call, came)

    async def _do_all(self, calls: Iterable[Call[list[T]]]) -> list[T]:
        found: list[T] = []
        for call in calls:
            part: list[T] = await self._do(call)
            found += part
        return found

    # Questions and labels.

    async def ask(self, x: Mapping[str, Any] | Sequence[str], id: str | None = None) -> Answer:
        """Asks about a row, whose label can be told later under the answer's ticket: `id`, or a random one."""
        return await self._do(self._calls.ask(x, id))

    async def ask_many(
        self, rows: Iterable[Mapping[str, Any] | Sequence[str]], ids: Iterable[str] | None = None
    ) -> list[Answer]:
        """Asks about many rows, some thousands in one transaction."""
        return await self._do_all(self._calls.ask_many(rows, ids))

    async def label(self, ticket: str, label: Label, weight: float = 1.0) -> Fate:
        """Tells the label of a question. The same once more changes nothing (`fate` is "duplicate")."""
        return await self._do(self._calls.label(ticket, label, weight))

    async def label_many(self, labels: Mapping[str, Label] | Iterable[tuple[str, Label]]) -> list[Fate]:
        """Tells labels by ticket; what can't be taken is in the fates and raises nothing."""
        return await self._do_all(self._calls.label_many(labels))

    async def predict(self, x: Mapping[str, Any] | Sequence[str]) -> Prediction:
        """What would be said of a row; nothing is kept."""
        return await self._do(self._calls.predict(x))

    async def predict_many(self, rows: Iterable[Mapping[str, Any] | Sequence[str]]) -> list[Prediction]:
        """The same of many."""
        return await self._do_all(self._calls.predict_many(rows))

    async def retract(self, ticket: str) -> Fate:
        """Takes a label back."""
        return await self._do(self._calls.retract(ticket))

    async def expire(self, tickets: Sequence[str], label: Label | None = None) -> int:
        """Gives questions up, or tells them one label in place of theirs; how many waited."""
        return await self._do(self._calls.expire(tickets, label))

    # What can be looked at.

    async def ticket(self, ticket: str) -> Ticket:
        """What was said of a question, and what became of it."""
        return await self._do(self._calls.ticket(ticket))

    async def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """The log of the model after a place, up to its end now."""
        while True:
            page = await self._do(self._calls.events(after))
            for event in page:
                yield event
            if len(page) < PAGE:
                return
            after = page[-1].seq

    async def about(self) -> dict[str, Any]:
        """The model in figures."""
        return await self._do(self._calls.about())

    async def models(self) -> list[str]:
        """The names of all models."""
        return await self._do(models())

    # Models.

    async def make(self, **config: Any) -> dict[str, Any]:
        """Makes the model: learner="auto", order="replay", labels=["ham", "spam"], ...; the same again is no change."""
        return await self._do(self._calls.make(config))

    async def remove(self) -> None:
        """The model is no longer served; its log stays."""
        await self._do(self._calls.remove())

    async def challenge(self, name: str, **config: Any) -> None:
        """Another learner learns beside from now on."""
        await self._do(self._calls.challenge(name, config))

    async def promote(self, name: str) -> dict[str, Any]:
        """A challenger answers from now on."""
        return await self._do(self._calls.promote(name))

    async def withdraw(self, name: str) -> None:
        """A challenger leaves."""
        await self._do(self._calls.withdraw(name))
