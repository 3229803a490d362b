"""The learner that answers beside those that learn along, on the same questions; and the button that promotes one."""

from ...reports.markup import Markup, element
from ...reports.sections import nothing
from ...reports.wording import NOTHING, count, measure, percent
from ..contestants import Contestant
from ..model import ServedModel
from ..tallies import Window
from .parts import grid, note, panel


def contest_panel(model: ServedModel) -> Markup:
    """A row for each challenger, with the champion's error on the same questions."""
    title = "Champion and challengers"
    champion, challengers = model.learners.champion, model.learners.challengers
    if not challengers:
        words = "No other learner learns beside it: PUT /v1/models/NAME/challengers/OTHER makes one."
        return panel("contest", title, nothing(words))
    heads = ["name", "promote", "learner", "labels", "error", "log loss", "champion's error", "champion's log loss"]
    words = (
        f"Each beside the champion ({champion.config.learner}) on the same labels: those that both were told since "
        "both are there. Promoting one makes it answer from then on; the champion of before leaves."
    )
    rows = [_row(one) for one in challengers.values()]
    return panel("contest", title, grid(heads, rows), note(words), wide=True)


def _row(one: Contestant) -> list[str]:
    words = f"Promote {one.name}"
    button = element("button", "Promote", type="button", class_="scripted", data_promote=one.name, aria_label=words)
    return [one.name, button, one.config.learner, *_figures(one.duel.own), *_figures(one.duel.champion)[1:]]


def _figures(total: Window) -> list[str]:
    error = NOTHING if total.error is None else percent(total.error)
    loss = NOTHING if total.mean_log_loss is None else measure(total.mean_log_loss)
    return [count(total.labelled), error, loss]
