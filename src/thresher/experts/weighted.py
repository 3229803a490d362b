"""Masters whose experts have weights with products and shares, and the best sequences they are compared with."""

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from typing import Any

from ..errors import ParameterError
from ..learners.standing import Standing
from ..parameters import real, whole
from .master import Experts, Master
from .sequences import Best, Sequences
from .weights import Weights

MOST_SWITCHES = 8


class Weighing(Master):
    """Weights that begin equal."""

    def _begin(self, learners: Experts, most_switches: int = 0, clip: float = 0.0) -> None:
        super()._begin(learners, clip=clip)
        self._weights = Weights(len(self._crew))
        self._sequences = Sequences(len(self._crew), most_switches)

    def weights(self) -> dict[str, float]:
        """The weight of each expert; their sum is 1."""
        return dict(zip(self.learners, self._weights.shares(), strict=True))

    def _mean(self, statements: Sequence[float]) -> float:
        """The weighted mean of what the experts state."""
        values = self._weights.values()
        return fsum(w * q for w, q in zip(values, statements, strict=True)) / fsum(values)

    def _weigh(
        self, statements: Sequence[float], losses: Sequence[float], opinion: float, label: bool, mistake: bool
    ) -> bool:
        self._sequences.add(losses)
        return self._change(statements, losses, label, mistake)

    def _change(self, statements: Sequence[float], losses: Sequence[float], label: bool, mistake: bool) -> bool:
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
        if {len(state["mantissas"]), len(state["exponents"])} != {len(self._weights)}:
            raise ValueError("the weights are not those of the experts")
        self._weights.mantissas, self._weights.exponents = list(state["mantissas"]), list(state["exponents"])
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
