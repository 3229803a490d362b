"""What may be relied on after a run: its risk at any time, the labels that were seen, the sets that were answered."""

from ..evaluation import Run
from .markup import Markup
from .tables import table
from .wording import count, percent


def reliance(run: Run) -> Markup:
    """A table: what, the number, what stands behind it."""
    rows = []
    if (risk := run.risk) is not None:
        sure = f"with {1 - risk.failure:.0%} confidence, however often one looked; drift is allowed (J6)"
        rows.append(["mean risk so far", f"{percent(risk.least)} to {percent(risk.most)}", sure])
    if (asked := run.asked) is not None:
        by = asked.promise(late=bool(getattr(run, "outstanding", 0)))
        what = f"{count(asked.labels)} of {count(asked.questions)}, {percent(asked.share)}"
        rows.append(["labels that were asked for", what, f"{by}; the error counts all labels"])
    if (sets := run.sets) is not None:
        missed = f"{percent(sets.miss)} were asked for; at most {percent(sets.most_missed)} on any sequence (J3)"
        rows.append(["sets that missed the label", percent(sets.miss_rate), missed])
        size = f"{sets.mean_size:.3f} labels on average"
        rows.append(["sets with more than one label", percent(sets.doubt_rate), size])
    return table(["", "in this run", "what stands behind it"], rows)
