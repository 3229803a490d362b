"""Every request that there is, in one table."""

from typing import TYPE_CHECKING

from .health import Health
from .inference import Inference
from .openapi import OpenApi
from .routes import Route, Routes
from .v1 import V1

if TYPE_CHECKING:
    from .app import App

SMALL = 2**20  # one question
LARGE = 32 * 2**20  # many lines


def table(app: "App") -> Routes:
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
        routes.add(method, path, Route(name, scope, answer, body))
    return routes
