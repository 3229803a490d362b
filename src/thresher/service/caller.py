"""What both clients are made of: how they reach the service, and when they try again.

Every question has an id, a random one where none is given, so that one which is sent again, because no answer came, is
the same question and gets the same answer. What is refused for now (429, 503) is tried again later; what must not be
done twice is sent again only if it can't have arrived.
"""

from typing import Any

from ..errors import InputError
from .client_calls import BUSY, Call, Calls, Patience, ServiceError, T, refusal


class Caller:
    """What both clients are made of."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8377",
        *,
        model: str = "default",
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        longest_wait: float = 30.0,
        **http: Any,
    ) -> None:
        try:
            import httpx
        except ImportError:
            raise InputError("a client needs httpx: pip install 'thresher[client]'.") from None
        self._patience = Patience(retries, longest_wait)
        self._calls = Calls(model)
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
