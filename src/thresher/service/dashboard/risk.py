"""The risk of the answers so far, which holds however often one looks (J6)."""

from ...asking import Asking
from ...reports.markup import Markup
from ...reports.sections import nothing
from ...reports.wording import count, percent
from ..model import ServedModel
from .parts import grid, note, panel, share_of

TITLE = "Risk, at any time"


def risk_panel(model: ServedModel) -> Markup:
    """Limits of the probability of a mistake, of each learner."""
    standings = [one for one in model.learners.standings() if one["risk"] is not None]
    if not standings:
        return panel("risk", TITLE, nothing("No label came yet."))
    rows = [
        [one["name"], count(one["risk"]["labels"]), percent(one["risk"]["least"]), share_of(one["risk"]["most"])]
        for one in standings
    ]
    sure = percent(1 - standings[0]["risk"]["failure"])
    words = (
        "Between these limits is the mean probability that an answer was wrong, over the labels that came, each at its "
        f"own time: with {sure} confidence at all times together, whatever changed (J6)."
    )
    if isinstance(model.late, Asking):
        words += " The model asks for the labels of which it is unsure, so this says little of its other answers."
    return panel("risk", TITLE, grid(["learner", "labels", "at least", "at most"], rows, class_="bars"), note(words))
