"""Whom Auto trusts, beside which bound it stands, when it began anew and what changed then."""

from typing import Any

from ...learners import Auto, Learner, changes_since_restart, last_restart, restarts_of
from ...reports.markup import Markup, element, join
from ...reports.sections import nothing
from ...reports.trust import trust_caption, trust_chart, trust_table
from ...reports.wording import count, full, measure, number, percent, short
from ..bounds import bound_of
from ..model import ServedModel
from ..wording import some
from .parts import WIDTH, drawn, folded, grid, note, panel, reachable, share_of
from .words import label_words

MOST_CHANGES = 10
MOST_CLASSES = 50


def bound_panel(model: ServedModel) -> Markup:
    """Mistakes, and the loss beside what a theorem allows."""
    title = "Mistakes beside what is promised"
    total = model.learners.champion.tally.total
    low, high = model.learners.champion.tally.error_interval()
    counted = (
        f"{some(total.mistakes, 'mistake')} in {some(total.labelled, 'labelled question')} of {count(total.asked)}. "
    )
    counted += f"Over all questions the error is from {percent(low)} to {percent(high)}, whatever labels are still out."
    bound = bound_of(model)
    if bound is None:
        return panel("bound", title, element("p", counted), note(f"No bound is told for {model.config.learner} here."))
    if "none" in bound:
        return panel("bound", title, element("p", counted), note(f"No bound is told: {bound['none']}"))
    rows = [
        [name, number(value), share_of(value / bound["bound"] if bound["bound"] else 0.0)]
        for name, value in (
            ("of the model", bound["learner"]),
            (f"of its best expert, {bound['best_name']}", bound["best"]),
            ("allowed by the theorem", bound["bound"]),
        )
    ]
    holds = "It holds." if bound["holds"] else "It does not hold, which is an error of this program: please report it."
    words = f"Theorem {bound['theorem'].replace('_', ' ')}, over the labels learned so far. {holds}"
    return panel(
        "bound",
        title,
        element("p", counted),
        grid([bound["loss"], "in nats", "of what is allowed"], rows, class_="bars"),
        note(words),
    )


def trust_panel(model: ServedModel) -> Markup:
    """The experts' parts through time."""
    title = "Whom the model trusts"
    learner = model.late.learner
    if not isinstance(learner, Auto):
        return panel("trust", title, nothing(f"{model.config.learner} is one learner: it has no experts."))
    if not learner.known_labels.are_two:
        return panel("trust", title, nothing("Of more than two labels each has experts of its own: see restarts."))
    trust = learner.explain()
    if not trust.examples:
        return panel("trust", title, nothing("Nothing was learned yet."))
    table = folded("trust", "The experts as a table", reachable(trust_table(trust, None)))
    return panel("trust", title, drawn(trust_chart(trust, WIDTH), trust_caption(trust), latest=True), table)


def restart_panel(model: ServedModel) -> Markup:
    """When it began anew, by which alarm, and which attributes mean something else since."""
    title = "Restarts, and what changed"
    learner = model.late.learner
    counts = restarts_of(learner)
    if not any(counts.values()):
        said = "It never began anew." if counts or isinstance(learner, Auto) else "This learner never begins anew."
        return panel("restarts", title, nothing(said))
    if None not in counts:
        rows = [
            [label_words(label), count(number)]
            for label, number in sorted(counts.items(), key=lambda one: -one[1])[:MOST_CLASSES]
            if number
        ]
        return panel("restarts", title, grid(["label", "restarts"], rows))
    return panel("restarts", title, _last(learner, counts[None]), _changes(learner))


def _last(learner: Learner, restarts: int) -> Markup:
    found = last_restart(learner)
    times = {1: "once", 2: "twice"}.get(restarts) or f"{count(restarts)} times"
    if not found.examples:
        return element("p", f"It began anew {times}, the last time before this service was started.")
    why = "mistakes became many" if found.rang == "mistakes" else "the rare label was no longer told from the other"
    words = f"It began anew {times}, the last time after {some(found.examples, 'label')}, because {why}."
    return element("p", words)


def _changes(learner: Learner) -> Markup:
    changed = changes_since_restart(learner, count=MOST_CHANGES)
    if not changed:
        return note("Too few labels came since then to say what changed.")
    rows: list[list[Any]] = [
        [
            element("span", short(full(one.attribute), 34), title=full(one.attribute)),
            measure(one.before),
            measure(one.after),
            "" if one.share is None else percent(one.share),
        ]
        for one in changed
    ]
    heads = ["attribute", "weight before", "weight now", "share of examples"]
    words = "The attributes whose part in the answer changed most since then."
    return join([grid(heads, rows), note(words)])
