"""What both clients are made of: how they reach the service, and when they try again.

Every question has an id, a random one where none is given, so that one which is sent again, because no answer came, is
the same question and gets the same answer. What is refused for now (429, 503) is tried again later; what must not be
done twice is sent again only if it can't have arrived.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import Any, Self

from ..errors import InputError
from .client_calls import BUSY, Call, Calls, Patience, ServiceError, T, refusal


class Caller:
    """Where the service is, and when it is asked again."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8377",
        *,
        model: str = "default",
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = Patience().retries,
        longest_wait: float = Patience().longest,
        **http: Any,
    ) -> None:
        try:
            import httpx
        except ImportError:
            raise InputError("a client needs httpx: pip install 'thresher[client]'.") from None
        self._patience = Patience(retries, longest_wait)
        self._calls = Calls(model)  # what its methods send: see client_methods.py
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        self._options = {"base_url": address, "timeout": timeout, "headers": headers, **http}
        self._httpx = httpx

    def _wait(self, call: Call[Any], tries: int, came: Any) -> float | None:
        """Seconds until another try; None where `came`, an answer or an error, is final."""
        if isinstance(came, self._httpx.Response):
            busy = came.status_code in BUSY
            return self._patience.wait(tries, came.headers.get("retry-after")) if busy else None
        never_sent = isinstance(came, (self._httpx.ConnectError, self._httpx.ConnectTimeout))
        return self._patience.wait(tries, None) if call.safe or never_sent else None

    def _read(self, call: Call[T], came: Any) -> T:
        """What an answer says; an error where there is none."""
        if not isinstance(came, self._httpx.Response):
            raise ServiceError(f"no answer from {self._options['base_url']}: {came or type(came).__name__}.") from came
        if not came.is_success:
            raise refusal(came.status_code, came.content)
        return call.read(came.content)

    def _sent(self, call: Call[Any]) -> dict[str, Any]:
        return {
            "method": call.method,
            "url": call.path,
            "content": call.body,
            "headers": call.headers,
            "params": call.query or None,
        }

    def of(self, model: str) -> Self:
        """A client of another model that shares the connections."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._calls = Calls(model)
        return other


class Waiting(Caller):
    """One that waits for its answers."""

    def __init__(self, address: str = "http://127.0.0.1:8377", **options: Any) -> None:
        super().__init__(address, **options)
        self._http = self._httpx.Client(**self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the connections go."""
        self._http.close()

    def do(self, call: Call[T]) -> T:
        """What came of one request."""
        for tries in range(self._patience.retries + 1):
            came: Any
            try:
                came = self._http.request(**self._sent(call))
            except self._httpx.TransportError as error:
                came = error
            wait = self._wait(call, tries, came)
            if wait is None:
                break
            time.sleep(wait)
        return self._read(call, came)

    def do_all(self, calls: Iterable[Call[list[T]]]) -> list[T]:
        """What came of several, one after the other."""
        found: list[T] = []
        for call in calls:
            part: list[T] = self.do(call)
            found += part
        return found


class Awaited(Caller):
    """One whose answers are awaited."""

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

    async def do(self, call: Call[T]) -> T:
        """What came of one request."""
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

    async def do_all(self, calls: Iterable[Call[list[T]]]) -> list[T]:
        """What came of several, one after the other."""
        found: list[T] = []
        for call in calls:
            part: list[T] = await self.do(call)
            found += part
        return found
