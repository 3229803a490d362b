"""Masters whose experts have weights with products and shares, and the best sequences they are compared with."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import Any

from ..errors import ParameterError
from ..learners import Standing
from ..parameters import real, whole
from ..protocols import Label
from .master import Heard, Master
from .panel import Experts
from .sequences import Best, Sequences
from .statements import NOBODY, Statement, probabilities
from .weights import Weights

MOST_SWITCHES = 8


class Weighted(Master):
    """Weights that begin equal."""

    def _begin(self, learners: Experts, most_switches: int = 0) -> None:
        super()._begin(learners)
        self._weights = Weights(len(self._panel))
        self._sequences = Sequences(len(self._panel), most_switches)

    def weights(self) -> dict[str, float]:
        """The weight of each expert; their sum is 1."""
        return dict(zip(self.learners, self._weights.shares(), strict=True))

    def _mean(self, stated: Sequence[Statement], label: Label) -> float:
        """The weighted mean of what the experts give a label, of those that have an answer; 0 if nobody has."""
        answered = [
            (w, q.get(label, 0.0)) for w, q in zip(self._weights.values(), stated, strict=True) if NOBODY not in q
        ]
        return fsum(w * q for w, q in answered) / (fsum(w for w, _ in answered) or 1.0)

    def _means(self, heard: Heard) -> dict[Label, float]:
        if all(NOBODY in q for q in heard.stated):
            return dict.fromkeys(heard.labels.names, 1 / max(1, len(heard.labels.names)))
        return probabilities(heard.labels, lambda label: self._mean(heard.stated, label))

    def _weigh(self, heard: Heard, losses: Sequence[float], label: Label, mistake: bool) -> bool:
        self._sequences.add(losses)
        return self._change(heard.stated, losses, label, mistake)

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        """Changes the weights; whether it did."""
        raise NotImplementedError

    def _compared(self, bound: Callable[[Best], float], theorem: str, *, mistakes: bool = False) -> Standing:
        """Beside the sequence of experts for which the bound is least. mistakes: the bound is one of mistakes."""
        best = min(self._sequences.best(), key=bound)
        name = str(best) if best.switches else self._best()[0]
        return self._beside(name, best.loss, bound(best), theorem, mistakes=mistakes)

    @property
    def _trials(self) -> int:
        return max(1, self.examples)

    def _state(self) -> dict[str, Any]:
        mine = {"mantissas": self._weights.mantissas, "exponents": self._weights.exponents}
        return mine | self._sequences.state()

    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        self._weights.resume(state["mantissas"], state["exponents"])
        self._sequences.resume(state, begun=self.examples > 0)


def sharing(share: float, experts: int, *, needed: bool = False) -> float:
    """al in [0, 1), above 0 where it is needed, if there is somebody to share with."""
    al = real("share", share, above=0, below=1) if needed else real("share", share, at_least=0, below=1)
    if al and experts < 2:
        raise ParameterError("to share weight takes two experts at least.")
    return al


def switches_followed(most_switches: int) -> int:
    """How many switches of the best sequence are followed."""
    return whole("most_switches", most_switches, at_most=1000)
