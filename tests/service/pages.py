"""A service in this process, asked without a network; and what a page is made of."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx

from thresher.service.http.app import App
from thresher.service.running import Address, opened
from thresher.service.settings import Settings

PANELS = (
    "figures",
    "errors",
    "bound",
    "risk",
    "pending",
    "trust",
    "restarts",
    "delays",
    "agreed",
    "thresholds",
    "contest",
    "queue",
    "questions",
)
VOID = ("meta", "link", "input", "br", "hr", "img")


class Asked:
    """A client of a service in this process."""

    def __init__(self, app: App, client: httpx.AsyncClient) -> None:
        self.app = app
        self.service = app.service
        self.client = client

    async def ask(self, model: str, x: Any, ticket: str) -> Any:
        """The answer to a question."""
        answer = await self.client.post(f"/v1/models/{model}/ask", json={"x": x, "id": ticket})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def label(self, model: str, ticket: str, label: Any) -> Any:
        """What became of a label."""
        answer = await self.client.post(f"/v1/models/{model}/labels", json={"ticket": ticket, "label": label})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def spam(self, model: str, count: int, labelled: int) -> None:
        """So many questions, of which so many are labelled."""
        for n in range(count):
            await self.ask(model, {"free": n % 3, "hour": n % 24}, f"m{n}")
        for n in range(labelled):
            await self.label(model, f"m{n}", "spam" if n % 3 else "ham")

    async def page(self, path: str, status: int = 200, **headers: str) -> "Page":
        """A page, which must be one."""
        answer = await self.client.get(path, headers=headers)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        return Page(answer)


@asynccontextmanager
async def served(folder: Path, settings: Settings | None = None) -> AsyncIterator[Asked]:
    """A service over a folder."""
    running = opened(folder, settings or Settings(), Address(port=0))
    app = running.app()
    await app.service.start()
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=True)
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield Asked(app, client)
    finally:
        app.stopping.set()
        await app.service.close()
        running.close()


def with_service(folder: Path, do: Callable[[Asked], Awaitable[None]], settings: Settings | None = None) -> None:
    """Does something with a service, which ends then."""

    async def doing() -> None:
        async with served(folder, settings) as asked:
            await do(asked)

    asyncio.run(doing())


class Page(HTMLParser):
    """A page as a browser takes it: elements with their attributes, and the text."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        self.headers = answer.headers
        self.source = answer.text
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(answer.text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"{tag} ends what it did not begin"

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    def panel(self, name: str) -> "Page":
        """One panel alone."""
        found = re.search(rf'<section[^>]* id="{name}".*?</section>', self.source, re.DOTALL)
        assert found is not None, name
        return Page(httpx.Response(200, text=found[0]))

    def ids(self) -> list[str]:
        """Of all elements."""
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]
