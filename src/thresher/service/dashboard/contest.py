"""The learner that answers beside those that learn along, on the same questions; and the button that promotes one."""

from ...reports.markup import Markup, element
from ...reports.sections import nothing
from ...reports.wording import NOTHING, count, measure, percent
from ..contestants import Contestant
from ..model import ServedModel
from ..tallies import Tally, Window
from .parts import grid, note, panel


def contest_panel(model: ServedModel) -> Markup:
    """A row for each challenger, with the champion's error on the same questions."""
    title = "Champion and challengers"
    champion, challengers = model.learners.champion, model.learners.challengers
    if not challengers:
        words = "No other learner learns beside it: PUT /v1/models/NAME/challengers/OTHER makes one."
        return panel("contest", title, nothing(words))
    rows = [["champion", "", champion.config.learner, *_figures(champion.tally.total), NOTHING]]
    rows += [_row(one, champion) for one in challengers.values()]
    heads = ["name", "promote", "learner", "labelled", "error", "log loss", "champion on the same"]
    words = (
        "The champion on the same questions: its error since that challenger joined, to the nearest window. Promoting "
        "one makes it answer from then on; the champion of before leaves."
    )
    return panel("contest", title, grid(heads, rows), note(words), wide=True)


def since(tally: Tally, questions: int) -> Window:
    """Of the windows that began at or after so many questions, all as one."""
    first = -(-questions // tally.length)
    whole = Window()
    for window in tally.windows[first:]:
        whole.add(window)
    return whole


def _row(one: Contestant, champion: Contestant) -> list[str]:
    joined = max(0, champion.tally.count - one.tally.count)
    same = since(champion.tally, joined)
    beside = percent(same.mistakes / same.labelled) if same.labelled else NOTHING
    words = f"Promote {one.name}"
    button = element("button", "Promote", type="button", class_="scripted", data_promote=one.name, aria_label=words)
    return [one.name, button, one.config.learner, *_figures(one.tally.total), beside]


def _figures(total: Window) -> list[str]:
    error = percent(total.mistakes / total.labelled) if total.labelled else NOTHING
    return [count(total.labelled), error, measure(total.log_loss / total.stated) if total.stated else NOTHING]
