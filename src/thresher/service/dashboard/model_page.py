"""Everything about one model on one page."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from ...reports.markup import Markup, element
from ...reports.sections import tile_row
from ...reports.wording import NOTHING, count, measure, percent
from ..model import ServedModel
from ..useful import Queue, most_useful
from .agreed import agreed_panel
from .contest import contest_panel
from .decided import decision_panel
from .document import document
from .errors import error_panel
from .guarantees import bound_panel, restart_panel, trust_panel
from .questions import NONE, question_panel, queue_panel
from .risk import risk_panel
from .waiting import delay_panel, pending_panel

if TYPE_CHECKING:
    from ..service import Service

MOST_USEFUL = 5


async def model_page(service: "Service", model: ServedModel, view: str) -> bytes:
    """The page of a model.

    Parameters
    ----------
    service : Service
        Whose.
    model : ServedModel
        Which.
    view : str
        Which questions are shown: one of `VIEWS`.
    """
    renewed = view == NONE  # whoever is about to press a button keeps what is there
    queue = Queue([], 0, 0) if renewed else await most_useful(service, model, MOST_USEFUL)
    panels = []
    for part in _panels(service, model, view, queue):
        panels.append(part)
        await asyncio.sleep(0)  # whoever asks a model meanwhile does not wait for a whole page
    return document(
        model.name,
        _header(model),
        element("div", _tiles(model), id="figures", class_="panel wide"),
        element("div", *panels, class_="panels"),
        model=model.name,
        changes=f"/models/{quote(model.name, safe='')}/changes",
    )


def _panels(service: "Service", model: ServedModel, view: str, queue: Queue) -> Iterator[Markup]:
    yield error_panel(model)
    yield bound_panel(model)
    yield risk_panel(model)
    yield pending_panel(service, model)
    yield trust_panel(model)
    yield restart_panel(model)
    yield delay_panel(service, model)
    yield agreed_panel(service, model)
    yield decision_panel(model)
    yield contest_panel(model)
    yield queue_panel(service, model, queue)
    yield question_panel(service, model, view)


def _header(model: ServedModel) -> Markup:
    config = model.config
    words = f"{config.learner}, labels learned by the order {config.order}"
    return element(
        "header",
        element("p", "Model", class_="kicker"),
        element("h1", model.name),
        element("p", words, class_="sources"),
    )


def _tiles(model: ServedModel) -> Markup:
    figures = model.learners.champion.tally.to_plain()
    error, recent = (NOTHING if figures[key] is None else percent(figures[key]) for key in ("error", "recent_error"))
    loss = NOTHING if figures["log_loss"] is None else measure(figures["log_loss"])
    return tile_row(
        [
            ("questions", count(figures["asked"]), f"event {count(model.seq)}"),
            ("waiting", count(len(model.waiting)), "for their label"),
            ("mistakes", count(figures["mistakes"]), f"of {count(figures['labelled'])} labelled"),
            ("error", error, f"{recent} lately"),
            ("log loss", loss, "mean, in nats"),
        ]
    )
