"""Which attributes are worth crossing with others."""

from dataclasses import dataclass

from .numbers import root, single

UNSURE, SLOPE, MOST_DOUBT = single(0.05), single(0.4), single(0.9)


@dataclass
class Worth:
    """What an attribute's crossings did for `wary`, before each label was seen; a restart forgets it.

    gain = sum of g c: g the slope of the loss, c what crossings with it would add to the score, were they of full worth
    z = gain / sqrt(sum of squares + .05);   doubt = 0 where z >= 1, else .4 - .4 z, at most .9
    worth = 1 - pace doubt
    """

    gain: float = 0.0
    squares: float = 0.0

    def add(self, saved: float) -> None:
        """One more example."""
        self.gain = single(self.gain + saved)
        self.squares = single(self.squares + single(saved * saved))

    def value(self, pace: float) -> float:
        """The worth, from .1 to 1. pace: of the labels."""
        z = single(self.gain / root(single(self.squares + UNSURE)))
        doubt = 0.0 if z >= 1 else min(MOST_DOUBT, single(SLOPE - single(SLOPE * z)))
        return single(1.0 - single(single(pace) * doubt))
