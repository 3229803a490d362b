"""What each line of the table takes and gives, by its name: what /openapi.json is made of."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..config import ModelConfig
from ..requests import About, Ask, Expire, LabelOf
from . import described as told
from .inference import Infer


class Operation(NamedTuple):
    """One request, in words and kinds."""

    words: str
    takes: Any = None  # what its body is checked by
    gives: Any = None  # None: nothing, or no JSON
    lines: bool = False  # whether many come and go as lines too
    status: tuple[int, ...] = (200,)
    refusals: tuple[int, ...] = ()  # beyond those that every request may meet
    query: Mapping[str, tuple[int, int]] = {}  # of whole numbers: default and largest
    content: str = "application/json"
    example: Any = None  # of what it takes


ROW = {"free": 1, "city": "Paris"}
TENSORS = [
    {"name": "free", "datatype": "FP64", "shape": [2], "data": [1, 0]},
    {"name": "city", "datatype": "BYTES", "shape": [2], "data": ["Paris", "Rome"]},
]

OPERATIONS = {
    "ask": Operation(
        "Ask, and keep the question until its label comes",
        Ask,
        told.Answer,
        True,
        (200,),
        (409, 410),
        example={"x": ROW, "id": "m-17"},
    ),
    "labels": Operation(
        "Tell a label", LabelOf, told.Fate, True, (200,), (409, 410), example={"ticket": "m-17", "label": "spam"}
    ),
    "predict": Operation("What would be said; nothing is kept", About, told.Prediction, True, example={"x": ROW}),
    "retract": Operation("Take a label back", gives=told.Fate, refusals=(409, 410)),
    "expire": Operation(
        "Wait no longer, or learn a label in place of those that did not come", Expire, told.ExpiredCount
    ),
    "ticket": Operation("A question and what became of it", gives=told.TicketFound, refusals=(410,)),
    "events": Operation(
        "The log, one event a line",
        gives=told.LoggedEvent,
        query={"after": (0, 2**53), "limit": (1000, 100_000)},
        refusals=(410,),
        content="application/x-ndjson",
    ),
    "explain": Operation(
        "Why an answer would be what it is", About, told.Explanation, refusals=(409,), example={"x": ROW}
    ),
    "standing": Operation("How its learners are doing", gives=told.Standings, query={"since": (0, 2**53)}),
    "digest": Operation("A fingerprint of the model", gives=told.Digest),
    "snapshot": Operation("Begin a snapshot", gives=told.SnapshotBegun, status=(202,)),
    "models": Operation("The names of all models", gives=told.ModelNames),
    "make": Operation(
        "Make a model",
        ModelConfig,
        told.ModelFound,
        status=(201, 200),
        refusals=(409,),
        example={"learner": "auto", "labels": ["ham", "spam"]},
    ),
    "about": Operation("A model in figures", gives=told.ModelFound),
    "remove": Operation("Serve a model no longer; its log stays", status=(204,)),
    "challenge": Operation("Let another learner learn beside", ModelConfig, told.ChallengerMade, False, (201,), (409,)),
    "withdraw": Operation("Let a challenger go", status=(204,)),
    "promote": Operation(
        "Let a challenger answer from now on; early: also where it was told far fewer labels than the champion",
        gives=told.ModelFound,
        refusals=(409,),
        query={"early": (0, 1)},
    ),
    "infer": Operation(
        "Open Inference Protocol: predict, or ask where ids are given",
        Infer,
        told.Inferred,
        refusals=(410,),
        example={"inputs": TENSORS},
    ),
    "model_metadata": Operation("Open Inference Protocol: a model", gives=told.InferenceModel),
    "model_ready": Operation("Open Inference Protocol: whether a model answers", gives=told.InferenceReady),
    "server_metadata": Operation("Open Inference Protocol: the server", gives=told.ServerFound),
    "server_live": Operation("Open Inference Protocol: whether it lives", gives=told.Live),
    "server_ready": Operation("Open Inference Protocol: whether it answers", gives=told.Ready),
    "metrics": Operation("For Prometheus", content="text/plain"),
    "live": Operation("Whether the process answers", gives=told.Live),
    "ready": Operation("Whether requests are answered", gives=told.Ready),
    "openapi": Operation("This description", gives=dict[str, Any]),
}

# What can be done with an answer: operation -> (name, next operation, its parameters, its body).
LINKS: dict[str, tuple[tuple[str, str, dict[str, str], Any], ...]] = {
    "ask": (
        ("label", "labels", {"model": "$request.path.model"}, {"ticket": "$response.body#/ticket"}),
        ("ticket", "ticket", {"model": "$request.path.model", "ticket": "$response.body#/ticket"}, None),
        ("expire", "expire", {"model": "$request.path.model"}, {"tickets": ["$response.body#/ticket"]}),
    ),
    "labels": (
        ("retract", "retract", {"model": "$request.path.model", "ticket": "$response.body#/ticket"}, None),
        ("again", "labels", {"model": "$request.path.model"}, {"ticket": "$response.body#/ticket"}),
    ),
    "make": tuple(
        (name, name, {"model": "$response.body#/name"}, None)
        for name in ("ask", "predict", "about", "challenge", "infer", "events", "remove")
    ),
    "challenge": tuple(
        (name, name, {"model": "$request.path.model", "challenger": "$response.body#/challenger"}, None)
        for name in ("promote", "withdraw")
    ),
}
