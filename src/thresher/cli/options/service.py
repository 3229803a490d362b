"""The options of the service, and what is made of them."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from ...errors import ParameterError
from .group import Option
from .labels import Labels, weights_in
from .learner import plain_spec


def _option(heading: str, *names: str, **said: Any) -> click.Option:
    return Option(list(names), heading=heading, **said)


def _of_those(one: click.Option) -> click.Option:
    """An option about labels, among those that are about the models that are made."""
    words = one.help or ""
    one.heading, one.help = "Models", f"Of those: {words[:1].lower()}{words[1:]}"  # type: ignore[attr-defined]
    return one


LISTENING = [
    _option("Where", "--host", default="127.0.0.1", show_default=True, help="Others than this machine need keys."),
    _option("Where", "--port", default=8377, show_default=True, type=click.IntRange(0, 65535), help="0: any."),
    _option("Where", "--certificate", type=click.Path(path_type=Path, exists=True), help="TLS: a PEM file."),
    _option("Where", "--private-key", type=click.Path(path_type=Path, exists=True), help="TLS: its key."),
    _option(
        "Where",
        "--per-second",
        type=click.FloatRange(min=0, min_open=True),
        help="Requests of one key, or of one address without a valid one.",
    ),
]

MODELS = [
    _option(
        "Models",
        "--model",
        "models",
        multiple=True,
        metavar="NAME=LEARNER[,PARAMETER=VALUE...]",
        help="Made where it is not there: mail=auto. May be repeated. Others by PUT /v1/models/NAME.",
    ),
    _option("Models", "--order", default="immediate", help="Of those: immediate, od1, od3:1000, replay, copies:4."),
    _option(
        "Models",
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        help="Of those: seconds until a question is given up.",
    ),
    _option("Models", "--default-label", help="Of those: learned when a label did not come in time."),
    _option(
        "Models",
        "--ask",
        type=click.FloatRange(0, 1, min_open=True),
        metavar="SHARE",
        help="Of those: answers say whether the label is wanted, of at most this share.",
    ),
    _option(
        "Models",
        "--eagerness",
        type=click.FloatRange(0, min_open=True),
        help="Of those: the same without a share, or within it; less than 1 asks for fewer labels.",
    ),
    _option(
        "Models", "--ask-seed", type=click.IntRange(0, 2**63 - 1), help="Of those: of the coins by which they ask."
    ),
    *(_of_those(one) for one in Labels.options(without=("classes",))),
    _option(
        "Models", "--most-models", default=10_000, show_default=True, type=click.IntRange(1), help="At the same time."
    ),
    _option(
        "Models",
        "--most-names",
        default=50_000,
        show_default=True,
        type=click.IntRange(1, 2**30),
        help="In one row: cells, texts of lists, words. In one request 20 times as many.",
    ),
]

RUNNING = [
    _option(
        "Log",
        "--snapshot-events",
        default=100_000,
        show_default=True,
        type=click.IntRange(1),
        help="A snapshot after so many events.",
    ),
    _option(
        "Log",
        "--snapshot-seconds",
        default=300.0,
        show_default=True,
        type=click.FloatRange(0.1),
        help="Or after so long, if there are any.",
    ),
    _option("Log", "--keep-snapshots", default=3, show_default=True, type=click.IntRange(1), help="Of each model."),
    _option(
        "Log",
        "--keep-days",
        default=30.0,
        show_default=True,
        type=click.FloatRange(0),
        help="Older events are archived.",
    ),
    _option(
        "Log",
        "--reserve",
        default=64,
        show_default=True,
        type=click.IntRange(0),
        help="MB of disk that questions leave free.",
    ),
    _option(
        "Log", "--let-differ", is_flag=True, help="Start also where a replay answers otherwise (after an upgrade)."
    ),
]

TELLING = [
    _option(
        "Log",
        "--log-level",
        default="warning",
        show_default=True,
        type=click.Choice(["debug", "info", "warning", "error"]),
        help="JSON lines on stderr: info tells what was refused, debug every request.",
    )
]

STORE = [_option("Log", "--store", metavar="ADDRESS", help="postgresql://...; default: SQLite in DIR.")]

FOLLOW = [
    _option("Log", "--follow", is_flag=True, help="Read along where another process serves DIR: predictions only."),
    _option("Log", "--standby", is_flag=True, help="Wait while another process serves, and take over when it ends."),
]


def models_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The models that are to be made at the start."""
    from ...service.answers import label_text
    from ...service.config import ModelConfig, checked

    labels = Labels(**{one.name: given[one.name] for one in fields(Labels) if one.name in given})
    labels.check()
    names = labels.names if labels.many else labels.pair
    weights = weights_in(labels.class_weights)
    default = given["default_label"]
    said: dict[str, Any] = {
        "labels": "any" if names is None and labels.many else None if names is None else list(names),
        "positive": None if names is not None else labels.positive_name,
        "scheme": labels.scheme,
        "softmax": labels.softmax or None,
        "abstain_below": labels.abstain_below,
        "class_weights": {label_text(one): by for one, by in weights.items()} if isinstance(weights, dict) else weights,
        "order": given["order"],
        "timeout": given["timeout"],
        **{name: given[name] for name in ("ask", "eagerness", "ask_seed")},
        "default_label": next((one for one in names or () if label_text(one) == default), default),
    }
    found: dict[str, Any] = {}
    for spec in given["models"]:
        name, equals, wanted = spec.partition("=")
        _refuse_a_file(wanted if equals else name)
        learner, parameters = plain_spec(wanted if equals else "auto")
        found[name] = checked(name, ModelConfig(learner=learner, parameters=parameters, **said))
    return found


def _refuse_a_file(said: str) -> None:
    from ...service.config import OWN_LOG

    if said.endswith(".thresher") or "/" in said.partition(",")[0]:  # no learner, and no model, is called that
        raise ParameterError(f"--model: {said!r} is a file, and a learner is wanted, as in NAME=auto.", hint=OWN_LOG)


def settings_of(given: Mapping[str, Any], models: Mapping[str, Any]) -> Any:
    """How it runs."""
    from ...service.settings import Settings

    return Settings(
        models=models,
        snapshot_events=given["snapshot_events"],
        snapshot_seconds=given["snapshot_seconds"],
        keep_snapshots=given["keep_snapshots"],
        keep_days=given["keep_days"],
        reserve=given["reserve"] * 2**20,
        most_models=given["most_models"],
        most_names=given["most_names"],
        let_differ=given["let_differ"],
        store=given["store"],
    )


def address_of(given: Mapping[str, Any]) -> Any:
    """Where it listens."""
    from ...service.running import Address

    if (given["certificate"] is None) != (given["private_key"] is None):
        raise ParameterError("TLS needs both: --certificate and --private-key.")
    return Address(
        host=given["host"],
        port=given["port"],
        certificate=given["certificate"],
        private_key=given["private_key"],
        per_second=given["per_second"],
    )
