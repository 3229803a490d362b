"""/openapi.json: OpenAPI 3.1, made of the table of routes and of the structs that requests are checked by."""

from importlib.metadata import version
from typing import Any

import msgspec

from ..config import NAME
from ..refusals import TITLES
from ..requests import CELL
from .application import Application
from .described import Problem
from .messages import JSON, LINES, PROBLEM, Request, Response, inference_problem, problem
from .operations import LINKS, OPERATIONS, Operation
from .routes import TICKET, Route, Routes

SCHEMAS = "#/components/schemas/{name}"
EXAMPLES = {"model": "default", "ticket": "m-17", "challenger": "other"}
ALWAYS = (403, 421, 503)
WITH_KEY = (401, 429)
WITH_BODY = (400, 408, 413, 415, 422, 507)


class OpenApi:
    """The handler over one application's table."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._text: bytes | None = None

    async def openapi(self, request: Request) -> Response:
        """The description, made once."""
        if self._text is None:
            self._text = msgspec.json.encode(description(self._app.routes))
        return Response(self._text)


def description(routes: Routes) -> dict[str, Any]:
    """Of a whole table."""
    schemas, components = _schemas()
    paths: dict[str, Any] = {}
    for path, method, route in routes.lines():
        paths.setdefault(shown(path), {})[method.lower()] = _operation(shown(path), route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Thresher's label service",
            "version": version("thresher"),
            "license": {"name": "BSD-3-Clause"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "Where keys were made."}},
        },
    }


def shown(path: str) -> str:
    """A path of the table as people read it."""
    return path.replace(f"challengers/{TICKET}", "challengers/{challenger}")


def _schemas() -> tuple[dict[Any, Any], dict[str, Any]]:
    """References to the kinds of all operations, and what they refer to."""
    kinds = [Problem, *(kind for one in OPERATIONS.values() for kind in (one.takes, one.gives) if kind is not None)]
    kinds = list(dict.fromkeys(kinds))
    references, components = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    return dict(zip(kinds, references, strict=True)), components | {"Cell": CELL}


def _operation(path: str, route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    known = OPERATIONS.get(route.name, Operation(route.name.replace("_", " "), content=""))
    found: dict[str, Any] = {
        "operationId": route.name,
        "summary": known.words,
        "parameters": _parameters(path, route, known),
        "responses": _responses(path, route, known, schemas),
    }
    if route.scope:
        found["security"] = [{"key": []}, {}]
        found["description"] = f"Where there are keys: one with the scope {route.scope}."
    if known.takes is not None:
        found["requestBody"] = {"required": True, "content": _content(known, schemas[known.takes], JSON.decode())}
        if known.example is not None:
            found["requestBody"]["content"][JSON.decode()]["example"] = known.example
    return found


def _content(known: Operation, schema: Any, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {kind: {"schema": schema}}
    if known.lines:
        found[LINES.decode()] = {"schema": {"type": "string", "description": "One JSON value a line."}}
    return found


def _parameters(path: str, route: Route, known: Operation) -> list[dict[str, Any]]:
    named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    found = []
    for name in named:
        schema: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 512}
        if name == "challenger" or route.name == "make":
            schema = {"type": "string", "pattern": NAME}
        found.append({"name": name, "in": "path", "required": True, "schema": schema, "example": EXAMPLES[name]})
    for name, (default, most) in known.query.items():
        schema = {"type": "integer", "minimum": 0, "maximum": most, "default": default}
        found.append({"name": name, "in": "query", "required": False, "schema": schema})
    return found


def _responses(path: str, route: Route, known: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    found = {str(status): _told(route, known, schemas) for status in known.status}
    refusals = {*ALWAYS, *known.refusals}
    refusals |= {*WITH_KEY} if route.scope else set()
    refusals |= {*WITH_BODY} if route.body else set()
    refusals |= {404, 422, 507} if "{" in path else set()  # 507: a model may be made when it is first used
    for status in sorted(refusals):
        content: dict[str, Any] = {PROBLEM.decode(): {"schema": schemas[Problem]}}
        if route.refused not in (problem, inference_problem):  # a page for people
            content["text/html"] = {"schema": {"type": "string"}}
        told: dict[str, Any] = {"description": TITLES[status], "content": content}
        if status in (429, 503):
            told["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
        found[str(status)] = told
    return found


def _told(route: Route, known: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"description": known.words}
    if known.gives is not None and known.content == LINES.decode():
        found["content"] = {known.content: {"schema": {"type": "string", "description": "One JSON value a line."}}}
    elif known.gives is not None:
        found["content"] = _content(known, schemas[known.gives], known.content)
    elif known.content and 204 not in known.status:
        found["content"] = {known.content: {"schema": {"type": "string"}}}
    if route.name in LINKS:
        found["links"] = {
            name: {"operationId": after, "parameters": parameters} | ({} if body is None else {"requestBody": body})
            for name, after, parameters, body in LINKS[route.name]
        }
    return found
