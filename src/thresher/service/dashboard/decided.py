"""What comes of each threshold: precision, recall and alerts, for labels of which one is rare."""

from ...reports.decisions import caption, decision_chart, thresholds_of
from ...reports.markup import Markup, element
from ...reports.sections import nothing
from ...reports.wording import count, percent
from ..model import ServedModel
from ..wording import some
from .parts import drawn, panel, reachable
from .words import label_words

TITLE = "Precision and recall by threshold"


def decision_panel(model: ServedModel) -> Markup:
    """Of the probabilities that were stated before labels came."""
    known = model.late.known_labels
    if not known.are_two:
        return panel("thresholds", TITLE, nothing("There are more than two labels, so none is the positive one."))
    found = model.learners.champion.tally.grid.decisions()
    if found is None:
        return panel("thresholds", TITLE, nothing("No positive label came for a question with a stated probability."))
    whole = some(int(found.examples), "label")
    words = (
        f"Positive is {label_words(known.positive_name)}: {count(found.positives)} of {whole}, "
        f"{percent(found.base_rate)}. At most the last 100,000 labels count."
    )
    chart = drawn(decision_chart([("", found, "c0 d0")]), caption(found))
    return panel("thresholds", TITLE, element("p", words), chart, reachable(thresholds_of(found)), wide=True)
