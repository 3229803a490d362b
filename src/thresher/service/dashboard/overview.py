"""All models in one table."""

from typing import TYPE_CHECKING
from urllib.parse import quote

from ...reports.markup import Markup, element
from ...reports.sections import nothing, tile_row
from ...reports.wording import NOTHING, count, percent, size
from ..model import ServedModel
from .document import document
from .errors import spark
from .parts import grid, panel

if TYPE_CHECKING:
    from ..service import Service

PER_PAGE = 50


def overview(service: "Service", number: int) -> bytes:
    """The page of all models.

    Parameters
    ----------
    service : Service
        Whose.
    number : int
        Of the page, from 1 on.
    """
    names = sorted(service.models)
    begin = max(0, number - 1) * PER_PAGE
    shown = [service.models[name] for name in names[begin : begin + PER_PAGE]]
    return document(
        "Models",
        element("header", element("p", "Label service", class_="kicker"), element("h1", "Models")),
        element("div", _tiles(service), id="figures", class_="panel wide"),
        panel("models", "All models", _table(shown), _turn(number, len(names)), wide=True),
        changes="/changes",
    )


def _tiles(service: "Service") -> Markup:
    models = service.models.values()
    ready = "ready" if service.ready else "not ready"
    return tile_row(
        [
            ("models", count(len(models)), ready),
            ("events", count(sum(one.seq for one in models)), f"{count(service.writer.queued)} wait for the disk"),
            ("waiting", count(sum(len(one.waiting) for one in models)), "questions without a label"),
            ("log", size(service.store.size()), "on disk"),
            ("disk", size(service.disk.free) if service.disk.free else NOTHING, "free"),
        ]
    )


def _table(models: list[ServedModel]) -> Markup:
    if not models:
        return nothing("There is none yet: the first question to /v1/models/default/ask makes one.")
    heads = ["model", "error lately", "by windows", "in all", "waiting", "questions", "learner"]
    return grid(heads, [_row(one) for one in models], class_="models")


def _row(model: ServedModel) -> list[str]:
    tally = model.learners.champion.tally
    figures = tally.to_plain()
    whole, recent = (NOTHING if figures[key] is None else percent(figures[key]) for key in ("error", "recent_error"))
    link = element("a", model.name, href=f"/models/{quote(model.name, safe='')}")
    counts = [count(len(model.waiting)), count(figures["asked"])]
    return [link, recent, spark(tally, model.name), whole, *counts, model.config.learner]


def _turn(number: int, models: int) -> Markup | None:
    last = max(1, -(-models // PER_PAGE))
    if last == 1:
        return None
    before = element("a", "before", href=f"/?page={number - 1}") if number > 1 else None
    after = element("a", "after", href=f"/?page={number + 1}") if number < last else None
    return element("nav", before, f" page {number} of {last} ", after, class_="choices", aria_label="pages of models")
