"""Which attributes are worth crossing with others."""

from dataclasses import dataclass

from .numbers import root, single

UNSURE, FIRST_DOUBT, SLOPE, MOST_DOUBT = single(0.05), single(0.6), single(0.3), single(0.9)


@dataclass
class Worth:
    """What an attribute's crossings did for `wary`, before each label was seen; a restart forgets it.

    saved = g c + p (1 - p) c^2 / 2: g the slope of the loss, p what `wary` states, c what the attribute itself adds to
    its score (credit.py); to second order that is what the loss would have been more without it
    gain = sum of saved / worth at the time
    z = gain / sqrt(sum of squares + .05);   doubt = 0 where z >= 2, else .6 - .3 z, at most .9
    worth = 1 - pace doubt
    """

    gain: float = 0.0
    squares: float = 0.0

    def add(self, slope: float, loss: float, weight: float, credit: float, worth: float) -> None:
        """One more example. slope: of the loss, with sign and weight; loss: the same without; worth: at the time."""
        saved = single((slope * credit + 0.5 * weight * loss * (1.0 - loss) * credit * credit) / worth)
        self.gain = single(self.gain + saved)
        self.squares = single(self.squares + single(saved * saved))

    def value(self, pace: float) -> float:
        """The worth, from .1 to 1. pace: of the labels."""
        z = single(self.gain / root(single(self.squares + UNSURE)))
        doubt = 0.0 if z >= 2 else min(MOST_DOUBT, single(FIRST_DOUBT - single(SLOPE * z)))
        return single(1.0 - single(single(pace) * doubt))
