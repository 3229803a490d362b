"""Every request that there is, in one table."""

from .application import Application
from .health import Health
from .inference import Inference
from .messages import inference_problem, problem
from .openapi import OpenApi
from .pages import Pages, refused_page
from .routes import Route, Routes
from .v1 import V1

SMALL = 2**20  # one question
LARGE = 32 * 2**20  # many lines


def table(app: Application) -> Routes:
    """Of one application."""
    v1, health, routes = V1(app), Health(app), Routes()
    inference, served = Inference(app), "/v2/models/{model}"
    model = "/v1/models/{model}"
    for method, path, name, scope, answer, body in (
        ("POST", f"{model}/ask", "ask", "ask", v1.ask, LARGE),
        ("POST", f"{model}/labels", "labels", "label", v1.labels, LARGE),
        ("POST", f"{model}/predict", "predict", "ask", v1.predict, LARGE),
        ("DELETE", f"{model}/labels/{{ticket}}", "retract", "label", v1.retract, 0),
        ("POST", f"{model}/expire", "expire", "label", v1.expire, SMALL),
        ("GET", f"{model}/tickets/{{ticket}}", "ticket", "read", v1.ticket, 0),
        ("GET", f"{model}/events", "events", "read", v1.events, 0),
        ("GET", f"{model}/queue", "queue", "read", v1.queue, 0),
        ("POST", f"{model}/explain", "explain", "read", v1.explain, SMALL),
        ("GET", f"{model}/standing", "standing", "read", v1.standing, 0),
        ("GET", f"{model}/digest", "digest", "read", v1.digest, 0),
        ("POST", f"{model}/snapshot", "snapshot", "admin", v1.snapshot, 0),
        ("GET", "/v1/models", "models", "read", v1.models, 0),
        ("PUT", model, "make", "admin", v1.make, SMALL),
        ("GET", model, "about", "read", v1.about, 0),
        ("DELETE", model, "remove", "admin", v1.remove, 0),
        ("PUT", f"{model}/challengers/{{ticket}}", "challenge", "admin", v1.challenge, SMALL),
        ("DELETE", f"{model}/challengers/{{ticket}}", "withdraw", "admin", v1.withdraw, 0),
        ("POST", f"{model}/challengers/{{ticket}}/promote", "promote", "admin", v1.promote, 0),
        ("POST", f"{served}/infer", "infer", "ask", inference.infer, LARGE),
        ("GET", served, "model_metadata", "ask", inference.model, 0),
        ("GET", f"{served}/ready", "model_ready", "ask", inference.model_ready, 0),
        ("GET", "/v2", "server_metadata", "", inference.server, 0),
        ("GET", "/v2/health/live", "server_live", "", health.live, 0),
        ("GET", "/v2/health/ready", "server_ready", "", health.ready, 0),
        ("GET", "/openapi.json", "openapi", "", OpenApi(app).openapi, 0),
        ("GET", "/metrics", "metrics", "read", health.metrics, 0),
        ("GET", "/live", "live", "", health.live, 0),
        ("GET", "/ready", "ready", "", health.ready, 0),
    ):
        refused = inference_problem if path.startswith("/v2") else problem
        at_once = {"ask": v1.ask_at_once, "labels": v1.label_at_once}.get(name)
        routes.add(method, path, Route(name, scope, answer, body, refused, at_once))
    _add_pages(routes, Pages(app))
    return routes


def _add_pages(routes: Routes, pages: Pages) -> None:
    """For people: a refusal is a page, too."""
    for path, name, answer in (("/", "overview", pages.overview), ("/models/{model}", "page", pages.model)):
        routes.add("GET", path, Route(name, "read", answer, refused=refused_page))
    routes.add("GET", "/changes", Route("changes", "read", pages.changes))
    routes.add("GET", "/models/{model}/changes", Route("model_changes", "read", pages.model_changes))
    for file, answer in (("style.css", pages.style), ("script.js", pages.script), ("icon.svg", pages.icon)):
        routes.add("GET", f"/dashboard/{file}", Route(f"dashboard_{file.partition('.')[0]}", "", answer))
