"""Drawing instances: values for the attributes that do not matter, and for those that do so that the answer is y."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ...errors import ParameterError
from ...protocols import Attribute
from .answers import Instance, product
from .targets import Disjunction, LinearThreshold, Target

KINDS = ("sparse", "dense", "real", "signed")
MOST_TRIES = 100

Right: TypeAlias = Callable[[Instance, bool], bool]


def on_the_right_side(target: Target, kind: str, separation: float) -> Right:
    """Whether an instance is a clean example of the answer y: u.x >= 1 + delta if y, u.x <= 1 - delta if not."""
    if kind != "signed" and not _is_monotone(target):
        if kind == "real":
            target.weights()  # says why there are none
        return lambda x, y: target(x) == y
    if kind == "signed" and isinstance(target, LinearThreshold):
        weights, threshold = dict(target.coefficients), target.threshold
    else:
        weights, threshold = target.weights(), 1.0

    def is_right(x: Instance, y: bool) -> bool:
        beyond = product(weights, x) - threshold
        # Sums of weights are rounded: a score meant to be at 1 + delta may miss it by a few last bits.
        return beyond >= separation - 1e-12 if y else beyond <= -separation + 1e-12 and beyond < 0

    return is_right


def own_separation(target: Target, kind: str) -> float:
    """What the target's weights separate boolean instances with; 0 where a target with negations has no weights."""
    if kind in ("real", "signed"):
        raise ParameterError(f"{kind} instances can be as close to the threshold as they like; give a separation.")
    return target.separation if _is_monotone(target) else 0.0


def _is_monotone(target: Target) -> bool:
    return not target.surest(False)


@dataclass(frozen=True)
class Drawing:
    """How the instances of one target are drawn.

    Parameters
    ----------
    target : Target
        The concept.
    kind : str
        One of KINDS.
    columns : int
        How many there are.
    active : int
        How many attributes an instance has at most.
    smallest : float
        The least value of a real instance.
    right : Right
        Whether an instance is a clean example of an answer.
    """

    target: Target
    kind: str
    columns: int
    active: int
    smallest: float
    right: Right

    @cached_property
    def irrelevant(self) -> list[Attribute]:
        """The columns that are not relevant now; what will be relevant is among them."""
        relevant = set(self.target.relevant)
        return [column for column in range(self.columns) if column not in relevant]

    def check(self) -> None:
        """That there are clean examples of both answers."""
        for y in (True, False):
            if not self.right(self._surest(y), y):
                raise ParameterError(
                    f"no instance with at most {self.active} attributes is a {'positive' if y else 'negative'} example "
                    f"of {self.target!r} with that separation; allow more active attributes or a smaller separation."
                )

    def draw(self, rng: random.Random, y: bool) -> dict[Attribute, float]:
        """A clean example of the answer y."""
        target = self.target
        if self.kind in ("sparse", "dense") and isinstance(target, Disjunction) and not target.negated:
            x = self.others(rng, int(y))
            if y:
                x[rng.choice(target.literals)] = 1.0
            return x
        chosen = self._proposed(rng, y)
        return self.others(rng, len(chosen)) | chosen

    def erroneous(self, rng: random.Random, y: bool) -> dict[Attribute, float]:
        """An example of the answer y with attribute errors: all relevant are 0 if y is 1, and 1 if y is 0 (B11)."""
        wrong = () if y else self.target.relevant
        return self.others(rng, len(wrong)) | dict.fromkeys(wrong, 1.0)

    def others(self, rng: random.Random, taken: int) -> dict[Attribute, float]:
        """Values of the irrelevant attributes, when so many places are taken."""
        if self.kind == "dense":
            bits = rng.getrandbits(len(self.irrelevant)) if self.irrelevant else 0
            return {attribute: 1.0 for i, attribute in enumerate(self.irrelevant) if bits >> i & 1}
        number = min(max(0, self.active - taken), len(self.irrelevant))
        return {attribute: self._value(rng) for attribute in rng.sample(self.irrelevant, number)}

    def _proposed(self, rng: random.Random, y: bool) -> dict[Attribute, float]:
        """Values of the relevant attributes that give y: the first of many tries that does, or the surest."""
        relevant = self.target.relevant
        for _ in range(MOST_TRIES):
            number = len(relevant) if self.kind == "signed" else rng.randint(0, min(len(relevant), self.active))
            x = {attribute: self._value(rng) for attribute in rng.sample(relevant, number)}
            if self.right(x, y):
                return x
        return self._surest(y)

    def _surest(self, y: bool) -> dict[Attribute, float]:
        if self.kind == "signed":
            against = dict.fromkeys(self.target.surest(not y), -1.0)
            return against | dict.fromkeys(self.target.surest(y), 1.0)
        return dict.fromkeys(self.target.surest(y)[: self.active], 1.0)

    def _value(self, rng: random.Random) -> float:
        if self.kind == "real":
            return rng.uniform(self.smallest, 1.0)
        return rng.uniform(-1.0, 1.0) if self.kind == "signed" else 1.0
