"""Few labels, and sets of them, in words."""

from typing import TYPE_CHECKING

from .words import some

if TYPE_CHECKING:
    from ...evaluation import Run


def few_label_lines(run: "Run") -> list[str]:
    """Which labels the learner saw, and how often its sets missed; nothing where neither was asked for."""
    lines = []
    if (asked := run.asked) is not None:
        promise = asked.promise(late=bool(getattr(run, "outstanding", 0)))
        if asked.theorem:  # a run that asks looks for no comparator
            promise += f"; thresher bound {asked.theorem} has its number, for a comparator of yours"
        lines.append(
            f"asked for {some(asked.labels, 'label')} of {asked.questions:,} ({asked.share:.2%}; {promise}); the error "
            "counts all labels, those that it did not see too"
        )
    if (sets := run.sets) is not None:
        lines.append(
            f"sets: {sets.miss_rate:.4f} missed, {sets.miss:g} asked for, at most {sets.most_missed:.4f} by J3; more "
            f"than one label in {sets.doubt_rate:.2%}, {sets.mean_size:.3f} labels on average"
        )
    return lines
