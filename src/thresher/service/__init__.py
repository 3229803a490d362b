"""The label service: predict now, label later, over HTTP, nothing lost.

`thresher serve DIR` runs it (extra `serve`); `Client` and `AsyncClient` ask it (extra `client`). Names are imported
when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .async_client import AsyncClient as AsyncClient
    from .client import Client as Client
    from .client_calls import ServiceError as ServiceError

__getattr__, __dir__, __all__ = lazily(
    __name__, {".async_client": "AsyncClient", ".client": "Client", ".client_calls": "ServiceError"}
)
