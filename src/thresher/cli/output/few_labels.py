"""Few labels, and sets of them, in words."""

from typing import TYPE_CHECKING

from .words import some

if TYPE_CHECKING:
    from ...evaluation import Run


def few_label_lines(run: "Run") -> list[str]:
    """Which labels the learner saw, and how often its sets missed; nothing where neither was asked for."""
    lines = []
    if (asked := run.asked) is not None:
        promise = _promise(asked.theorem, late=bool(getattr(run, "outstanding", 0)))
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


def _promise(theorem: str | None, late: bool) -> str:
    """What is known of the mistakes; the number needs a comparator, which a run that asks does not look for."""
    if theorem:
        return f"by the rule of {theorem}; thresher bound {theorem} has its number, for a comparator of yours"
    return "no bound is known where labels come late" if late else "by a heuristic, without a bound"
