"""Whether it lives, whether it is ready, and its metrics."""

from ..metric_families import metrics_text
from ..refusals import Refused
from .application import Application
from .messages import Request, Response, plain


class Health:
    """Handlers over one service."""

    def __init__(self, app: Application) -> None:
        self._service = app.service

    async def live(self, request: Request) -> Response:
        """The process answers."""
        return plain({"live": True})

    async def ready(self, request: Request) -> Response:
        """It was recovered, and the log can be written."""
        if not self._service.ready:
            raise Refused(503, "not ready.", retry_after=1)
        return plain({"ready": True, "models": len(self._service.models)})

    async def metrics(self, request: Request) -> Response:
        """For Prometheus."""
        return Response(metrics_text(self._service), kind=b"text/plain; version=0.0.4; charset=utf-8")
