"""At most a share of the labels: asked for where they are worth most, and never more than that."""

import math

PACE = 0.05
"""How fast the eagerness follows the share: a hundred questions that are all asked about divide it by about e^4."""

LEAST = 1e-9


class Share:
    """Keeps the labels that are asked for below a share of the questions, at every moment.

    The eagerness falls while more is asked for than the share, and rises again while less is, up to what was given; it
    depends on the past alone, which is what J1 and J2 ask of it. At a question at which one more label would be too
    many none is asked for.
    """

    def __init__(self, at_most: float | None, eagerness: float) -> None:
        self.at_most = at_most
        self.most = eagerness
        self.eagerness = eagerness

    def allows(self, wanted: int, questions: int) -> bool:
        """Whether one more label may be asked for at this question, the last of so many."""
        return self.at_most is None or wanted + 1 <= self.at_most * questions

    def follow(self, chance: float) -> None:
        """After a question of which the label would be asked for with this probability."""
        if self.at_most is not None:
            moved = self.eagerness * math.exp(PACE * (self.at_most - chance))
            self.eagerness = min(self.most, max(LEAST * self.most, moved))
