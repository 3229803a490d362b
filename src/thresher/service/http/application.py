"""What handlers ask of the application that they are part of."""

import asyncio
from typing import Protocol

from ..keys import Keys
from ..service import Service
from .routes import Routes


class Application(Protocol):
    """A service behind its doors."""

    service: Service
    keys: Keys
    routes: Routes
    stopping: asyncio.Event
