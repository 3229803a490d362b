"""The pages for people, and what they are made with: a style, a script, streams that say what is new."""

import time
from collections.abc import Callable

from ..dashboard.document import HEADERS, ICON, script, style
from ..dashboard.listening import Listeners
from ..dashboard.model_page import model_page
from ..dashboard.overview import overview
from ..dashboard.questions import NONE, VIEWS
from ..dashboard.refusals import refusal_page
from ..refusals import Refused
from .application import Application
from .messages import Request, Response, problem

HTML = b"text/html; charset=utf-8"
STREAM = b"text/event-stream; charset=utf-8"


class Pages:
    """Handlers over one application."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._service = app.service
        self._listeners = Listeners(app.stopping)

    async def overview(self, request: Request) -> Response:
        began = time.perf_counter()
        page = overview(self._service, max(1, request.number("page", 1, 2**31)))
        self._listeners.drawing = time.perf_counter() - began
        await self._service.writer.settled()
        return Response(page, kind=HTML, headers=HEADERS)

    async def model(self, request: Request) -> Response:
        view = request.query("questions", "recent")
        if view not in (*VIEWS, NONE):
            raise Refused(422, f"questions are {', '.join(VIEWS)}; got {view[:40]!r}.")
        model = self._service.model(request.model)
        await self._service.writer.settled()
        began = time.process_time()
        page = await model_page(self._service, model, view)
        self._listeners.drawing = time.process_time() - began
        await self._service.writer.settled()
        return Response(page, kind=HTML, headers=HEADERS)

    async def changes(self, request: Request) -> Response:
        """Of all models."""
        models = self._service.models
        return self._streamed(request, lambda: sum(model.seq for model in models.values()))

    async def model_changes(self, request: Request) -> Response:
        """Of one."""
        self._service.model(request.model)
        return self._streamed(request, lambda: self._service.model(request.model).seq)

    def _streamed(self, request: Request, place: Callable[[], int]) -> Response:
        def allowed() -> int:
            self._app.keys.check(request.headers.get(b"authorization"), "read", request.model)
            return place()

        return Response(kind=STREAM, headers=HEADERS, stream=self._listeners.stream(allowed))

    async def style(self, request: Request) -> Response:
        return Response(style(), kind=b"text/css; charset=utf-8", headers=HEADERS)

    async def script(self, request: Request) -> Response:
        return Response(script(), kind=b"text/javascript; charset=utf-8", headers=HEADERS)

    async def icon(self, request: Request) -> Response:
        return Response(ICON.encode(), kind=b"image/svg+xml", headers=HEADERS)


def refused_page(refused: Refused, request_id: str) -> Response:
    """A refusal for people, with the headers of one for programs."""
    told = problem(refused, request_id)
    return Response(refusal_page(refused), refused.status, HTML, (*told.headers, *HEADERS))
