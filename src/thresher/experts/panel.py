"""The experts of a master: what they are called, what they say of an instance, and how they are taught."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from math import fsum
from typing import Any

from ..data import Labels
from ..errors import InputError, ParameterError
from ..learners import Traits, check_one_label_each
from ..protocols import Features, Label, Outcome
from .abilities import (
    declared_labels,
    declared_positive,
    is_ours,
    labels_of,
    most_labels,
    states_probabilities,
    tells_changes,
)
from .foreign import ForeignModel, as_expert
from .labels import KnownLabels
from .statements import Statement, Vote

Experts = Mapping[str, Any] | Iterable[Any]

SLACK = 1e-6  # probabilities may sum to this much more than 1


class Panel:
    """Experts by name. They are taught, so give them away.

    learners: name -> learner, or learners, which are then called what they look like.
    stated: whether probabilities are asked for ("always": every expert must have them; "perhaps": who has none votes)
        or votes ("never").
    labels: what they know at first.
    """

    def __init__(self, learners: Experts, stated: str) -> None:
        given = _named(learners)
        for learner in given.values():
            check_one_label_each(learner, "experts answer with")
        self.experts = {name: as_expert(learner) for name, learner in given.items()}
        self.first_labels = _first_labels(self.experts)
        self.labels = _joined_by_all(self.first_labels, self.experts)
        if self.first_labels.declared:
            self.expect_labels(self.first_labels.shown)
        self._states = [stated != "never" and states_probabilities(expert) for expert in self.experts.values()]
        for name, states in zip(self.experts, self._states, strict=True):
            if stated == "always" and not states:
                raise ParameterError(
                    f"the expert {name} states no probabilities, which log loss needs: make it with "
                    "probabilities=True, or let Majority or AbsoluteLoss take its votes."
                )

    def __len__(self) -> int:
        return len(self.experts)

    @property
    def learns_two(self) -> str | None:
        """The first that learns two labels alone, by name."""
        return next((name for name, expert in self.experts.items() if most_labels(expert) == 2), None)

    @property
    def traits(self) -> Traits:
        """What they are together: as little as the least of them."""
        each = [getattr(expert, "traits", Traits()) for expert in self.experts.values()]
        taken = {traits.values for traits in each}
        return Traits(
            averaged=not all(tells_changes(expert) for expert in self.experts.values()),
            randomised=any(traits.randomised for traits in each),
            certain=all(traits.certain for traits in each),
            values=next(values for values in ("from 0 to 1", "not negative", "any") if values in taken),
            probabilities=True,
            labels=None if self.learns_two is None else 2,
            symmetric=all(traits.symmetric for traits in each),
        )

    def ask(self, x: Features) -> list[Vote | Statement]:
        """How probable each finds each label, or its vote. Changes nothing."""
        return [
            _checked(name, expert.predict_proba_one(x)) if states else Vote(expert.predict_one(x))
            for (name, expert), states in zip(self.experts.items(), self._states, strict=True)
        ]

    def teach(self, x: Features, y: Label, weight: float) -> list[Outcome]:
        """The label, to each of them."""
        return [expert.learn_one(x, y, weight) for expert in self.experts.values()]

    def expect_labels(self, labels: Iterable[Label]) -> None:
        """Says which labels are to come to those who want to know."""
        expected = list(labels)
        for expert in self.experts.values():
            if hasattr(expert, "expect_labels"):
                expert.expect_labels(expected)

    def become(self, other: "Panel") -> None:
        """Takes on the state of experts like these; who can't stays behind, and the other one takes its place."""
        for name, expert in other.experts.items():
            if hasattr(expert, "become"):
                self.experts[name].become(expert)
            else:
                self.experts[name] = expert

    def fresh(self) -> dict[str, Any]:
        """Experts like these that have learned nothing."""
        return {name: _fresh(expert) for name, expert in self.experts.items()}


def _named(learners: Experts) -> dict[str, Any]:
    if isinstance(learners, Mapping):
        found = dict(learners)
        if any(not isinstance(name, str) for name in found):
            raise ParameterError("the names of experts must be texts.")
    elif isinstance(learners, Sequence) and not isinstance(learners, str):
        found = {}
        for learner in learners:
            name = repr(learner) if is_ours(learner) else type(learner).__name__
            same = sum(known == name or known.startswith(f"{name} #") for known in found)
            found[f"{name} #{same + 1}" if same else name] = learner
    else:
        raise ParameterError(f"learners must be a list of learners, or name -> learner; got {learners!r}.")
    if not found:
        raise ParameterError("a master needs an expert at least.")
    if len({id(learner) for learner in found.values()}) < len(found):
        raise ParameterError("the same learner is there twice, and would be taught twice; give a copy().")
    return found


def _first_labels(experts: Mapping[str, Any]) -> Labels:
    """Those of an expert that was made for two; none where labels are found on the way.

    There may be two of them at most if an expert learns no more, else any number.
    """
    two = [expert for expert in experts.values() if most_labels(expert) == 2]
    pairs = [pair for pair in map(declared_labels, two) if len(pair) == 2 and not _are_plain(*pair)]
    if pairs:
        return Labels.given(pairs[0], None, 2)
    positives = [label for label in map(declared_positive, two) if label is not None]
    return Labels.given(None, positives[0] if positives else None, 2 if two else None)


def _are_plain(negative: Label, positive: Label) -> bool:
    """Whether two labels are 0 or -1 and 1, which go by the names of False and True."""
    return negative in (0, -1) and positive == 1


def _joined_by_all(first: Labels, experts: Mapping[str, Any]) -> KnownLabels:
    """The labels that experts were made for or have met."""
    known = KnownLabels(first)
    for name, expert in experts.items():
        try:
            known = known.joined_by(labels_of(expert))
        except InputError as error:
            raise ParameterError(
                f"experts must have the same labels, and those of {name} are others: {error}"
            ) from None
    return known


def _checked(name: str, stated: Statement) -> Statement:
    for probability in stated.values():
        if not 0.0 <= probability <= 1.0:
            raise InputError(f"the expert {name} states {probability}, which is no probability.")
    total = fsum(stated.values())
    if total > 1.0 + SLACK:
        raise InputError(f"the expert {name} states probabilities that sum to {total}.")
    return stated


def _fresh(expert: Any) -> Any:
    """Like it, untaught; a copy of it as it is, where nothing is known of how it was made."""
    if hasattr(expert, "get_params"):
        return type(expert)(**expert.get_params())
    return expert.fresh() if isinstance(expert, ForeignModel) else deepcopy(expert)
