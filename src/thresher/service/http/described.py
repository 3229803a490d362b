"""Answers whose parts are gathered where they are told, described for /openapi.json; a test compares both."""

from typing import Any

import msgspec

from ..answers import Answer as Answer
from ..answers import Fate as Fate
from ..config import Label, ModelConfig
from ..requests import X


class Problem(msgspec.Struct):
    """Why something was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class Prediction(msgspec.Struct):
    """What would be said; nothing was kept."""

    label: Label | None
    probabilities: dict[str, float] | None
    seq: int
    warnings: list[str] | msgspec.UnsetType = msgspec.UNSET


class ExpiredCount(msgspec.Struct):
    """How many questions were given up; seq: of the event, where there were any."""

    expired: int
    seq: int | msgspec.UnsetType = msgspec.UNSET


class LoggedEvent(msgspec.Struct):
    """One line of a model's log."""

    seq: int
    kind: str
    at: int
    id: str
    body: Any
    said: Any


class TicketFound(msgspec.Struct):
    """A question, what was said, and what became of it."""

    ticket: str
    asked_at: int
    x: X
    said: dict[str, Any]
    state: str
    events: list[LoggedEvent]


class UsefulQuestion(msgspec.Struct):
    """A question that waits; chance: the probability with which a model that asks would ask for its label now."""

    ticket: str
    asked_at: int
    x: X
    said: dict[str, Any]
    chance: float


class QueueFound(msgspec.Struct):
    """The most useful first; waiting: how many wait for a label that is wanted; damaged: could not be read."""

    questions: list[UsefulQuestion]
    waiting: int
    damaged: int


class RiskFound(msgspec.Struct):
    """Between which limits the mean risk of the labelled answers is, at all times at once but for failure (J6)."""

    least: float
    most: float
    failure: float
    labels: int
    mistakes: int


class AskingFound(msgspec.Struct):
    """Of a model that asks for labels: how many, of which share at most, and how many of them wait."""

    wanted: int
    at_most: float | None
    eagerness: float
    theorem: str | None
    waiting: int


class SameLabels(msgspec.Struct):
    """A challenger and the champion on the labels that both were told since both are there."""

    labelled: int
    error: float | None
    champion_error: float | None
    log_loss: float | None
    champion_log_loss: float | None


class Standing(msgspec.Struct):
    """How one learner of a model is doing."""

    name: str
    learner: str
    since: int
    refused: int
    asked: int
    labelled: int
    mistakes: int
    error: float | None
    recent_error: float | None
    log_loss: float | None
    risk: RiskFound | None
    same_labels: SameLabels | None


class Standings(msgspec.Struct):
    """How all of them are doing, and beside which guarantee."""

    learners: list[Standing]
    bound: dict[str, Any] | None


class ColumnFound(msgspec.Struct):
    """A column of questions that is not what it was, or can't help, and in how many of them so far."""

    column: str
    what: str
    rows: int
    message: str


class ModelFound(msgspec.Struct):
    """A model in figures."""

    name: str
    seq: int
    config: ModelConfig
    labels: list[Any]
    pending: int
    learners: list[Standing]
    error_interval: list[float]
    asking: AskingFound | None
    columns: list[ColumnFound]


class ModelNames(msgspec.Struct):
    """The models that a key may see."""

    models: list[str]


class Reason(msgspec.Struct):
    """One part of a score."""

    words: str
    share: float
    kind: str


class Explanation(msgspec.Struct):
    """Why an answer would be what it is."""

    label: Label | None
    score: float
    reasons: list[Reason]
    experts: dict[str, Any]


class Digest(msgspec.Struct):
    """A fingerprint of a model at a place of its log."""

    seq: int
    digest: str


class SnapshotBegun(msgspec.Struct):
    """Of which models a snapshot is being made, and at which place."""

    begun: dict[str, int]


class ChallengerMade(msgspec.Struct):
    """A learner that learns beside."""

    challenger: str


class Live(msgspec.Struct):
    """The process answers."""

    live: bool


class Ready(msgspec.Struct):
    """Requests are answered."""

    ready: bool
    models: int


class ServerFound(msgspec.Struct):
    """Of the Open Inference Protocol."""

    name: str
    version: str
    extensions: list[str]


class TensorFound(msgspec.Struct):
    """A tensor that a model takes or gives."""

    name: str
    datatype: str
    shape: list[int]


class InferenceModel(msgspec.Struct):
    """A model of the Open Inference Protocol."""

    name: str
    versions: list[str]
    platform: str
    inputs: list[TensorFound]
    outputs: list[TensorFound]


class InferenceReady(msgspec.Struct):
    """Whether a model answers."""

    name: str
    ready: bool


class OutputTensor(msgspec.Struct, omit_defaults=True):
    """One output; data is behind the JSON where parameters has binary_data_size."""

    name: str
    datatype: str
    shape: list[int]
    parameters: dict[str, Any] = {}
    data: list[Any] = []


class Inferred(msgspec.Struct, omit_defaults=True):
    """What was predicted, or said."""

    model_name: str
    outputs: list[OutputTensor]
    id: str = ""
