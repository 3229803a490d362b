"""When a learner began anew by itself, and what changed since. Auto alone does; of many classes, each by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..protocols import Attribute, Label
from .auto.trust import EXPERTS
from .base import Learner
from .reasons import BIAS


@dataclass(frozen=True)
class Change:
    """One attribute before and after.

    Attributes
    ----------
    attribute : Attribute
        Its name or column; (bias) is what no attribute adds.
    before : float
        Its weight before.
    after : float
        Its weight when the two were compared.
    share : float | None
        Of the examples since then, how many have it; None where that was not counted.
    """

    attribute: Attribute
    before: float
    after: float
    share: float | None = None

    def __str__(self) -> str:
        return f"{self.attribute} {self.before:+.2f} -> {self.after:+.2f}"


def restarts_of(learner: Any) -> dict[Label, int]:
    """How often it began anew: of two labels under None, of many under each; empty of learners that never do.

    Parameters
    ----------
    learner : learner
        Any learner.
    """
    if not isinstance(learner, Learner):
        return {}
    native = learner._native
    counts = native.restarts()
    if not counts:  # none of its members does, or there are none yet
        return {}
    if not native.many:
        return {None: int(counts[0])}
    return {label: int(count) for label, count in zip(learner.label_names, counts, strict=True)}


MISTAKES, RARE_LABEL = "mistakes", "rare label"


class LastRestart(NamedTuple):
    """How things stood when a learner last began anew, since it was made or loaded.

    Attributes
    ----------
    examples : int
        Learned by then.
    trust : Mapping[str, float]
        In each expert, just before.
    rang : str
        Which alarm: "mistakes" became many, or the "rare label" is no longer told from the other.
    """

    examples: int
    trust: Mapping[str, float]
    rang: str


def last_restart(learner: Any, label: Label = None) -> LastRestart:
    """Of a learner that began anew; of many classes that of one.

    Parameters
    ----------
    learner : learner
        One that began anew (`restarts_of`).
    label : label, optional
        Of many classes, whose.
    """
    trials, trust, mistakes = learner._one(label).last_restart()
    return LastRestart(int(trials), dict(zip(EXPERTS, trust, strict=True)), MISTAKES if mistakes else RARE_LABEL)


def changes_since_restart(learner: Any, label: Label = None, count: int = 10) -> tuple[Change, ...]:
    """The attributes whose weights in the expert `confident` are most unlike those of before it last began anew.

    Measured by the mean size of the change in what an attribute contributes: the change of its weight, for a value of
    its usual size, times the share of examples since then that have it.

    Parameters
    ----------
    learner : learner
        One that began anew (`restarts_of`).
    label : label, optional
        Of many classes, whose.
    count : int, default 10
        How many attributes at most.
    """
    found = learner._one(label).changes(count)
    return tuple(Change(BIAS if key is None else key, before, after, share) for key, before, after, share in found)
