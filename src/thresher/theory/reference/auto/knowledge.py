"""What Auto's linear experts know of one attribute."""

from dataclasses import dataclass, field

from .numbers import Coin, Confidence, single
from .values import View
from .worth import Worth


@dataclass
class Knowledge:
    """What the experts know of one attribute (or of the bias); a restart forgets it but for the two memories."""

    gradient: float = 0.0
    confident: Confidence = field(default_factory=Confidence)
    steady: float = 0.0
    unit_squares: float = 0.0
    sifting: Confidence = field(default_factory=Confidence)
    adaptive: float = 0.0
    squares: float = 0.0
    betting: Coin = field(default_factory=Coin)
    winnowing: float = 0.0
    dual: float = 0.0
    remembered: float = 0.0
    recalled: float = 0.0
    positives: float = 0.0
    negatives: float = 0.0
    log_ratio: float = 0.0
    worth: Worth = field(default_factory=Worth)

    def renewed(self) -> "Knowledge":
        """After a restart: nothing but `confident` as it was, and as it was before the restart before."""
        return Knowledge(remembered=self.confident.weight, recalled=self.remembered)

    def contributions(self, view: View) -> dict[str, float]:
        """Weight times value, of every expert but `counting`."""
        scaled, share, sifted = view.scaled, view.share, view.sifted
        return {
            "gradient": self.gradient * scaled,
            "confident": self.confident.weight * scaled,
            "steady": self.steady * scaled,
            "remembered": self.remembered * scaled,
            "sifting": self.sifting.weight * sifted,
            "adaptive": self.adaptive * sifted,
            "betting": self.betting.weight * share,
            "winnowing": self.winnowing * share,
            "recalled": self.recalled * scaled,
        }

    def ratio(self, offset: float) -> float:
        """r = ln P(attribute | positive) / P(attribute | negative); 0 for one not yet counted."""
        return single(self.log_ratio + offset) if self.log_ratio else 0.0
