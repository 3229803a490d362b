"""Auto, the learner without settings, for reading: fifteen experts, one master, a restart when the concept changed."""

import math
from dataclasses import dataclass

from ..base import BIAS, Coordinate, Example, Key, Reference, Values, attributes
from .bank import LINEAR, Bank
from .crossings import CROSSED, FEW_ACTIVE, MOST_KNOWN, Crossed, Crossings, Worths, cross
from .drift import DriftAlarm
from .master import Master
from .mixer import dot
from .numbers import MOST_TIMES, log_of_ratio
from .rare import RareAlarm
from .shares import LabelShares

HABIT_MEMORY, HABIT_LEAST = 255.0, 0.02
HEAVIEST = 1e6
MOST_LINES, FIRST_INTERVAL = 64, 50
EXPERTS = (*LINEAR, "habit", *CROSSED)


class Habit:
    """How labels follow on one another: s = ln n_1 / n_0, fading counts of what came after a label like the last."""

    def __init__(self) -> None:
        self.followed = {before: dict.fromkeys((False, True), 0.4) for before in (False, True)}
        self.last = False

    def score(self) -> float:
        """Log odds of a positive label."""
        counts = self.followed[self.last]
        return log_of_ratio(counts[True], counts[False])

    def learn(self, positive: bool, weight: float) -> None:
        """One more label."""
        counts = self.followed[self.last]
        counts[positive] += weight
        total = counts[False] + counts[True]
        if total > HABIT_MEMORY:
            for label in counts:
                counts[label] = max(counts[label] * HABIT_MEMORY / total, HABIT_LEAST)
        self.last = positive


@dataclass(frozen=True)
class Line:
    """One line of the chronicle."""

    examples: int
    restarts: int
    mistakes: int
    trust: dict[str, float]
    expert_mistakes: dict[str, int]


class Chronicle:
    """A line every so many examples; when there are too many, every second goes, and they are written half as often."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.interval = self.due = FIRST_INTERVAL

    def write(self, line: Line) -> None:
        """One more line."""
        self.lines.append(line)
        if len(self.lines) == MOST_LINES:
            self.lines = self.lines[1::2]
            self.interval *= 2
        self.due = line.examples + self.interval


class Auto(Reference):
    """Every expert says its score; the master makes one probability of them; every expert learns.

    Curves and pairs of attributes are for streams of at most 1024 attributes, not counting those met only once (ids),
    or of at most 12 in an example on average: past both they are given up. An importance weight above 1e6 counts as
    1e6.

    Examples
    --------
    >>> model = Auto()
    >>> for words, spam in [("free money now", True), ("lunch at noon", False)] * 10:
    ...     outcome = model.learn(dict.fromkeys(words.split(), 1.0), spam)
    >>> model.predict({"free": 1.0, "offer": 1.0}), model.mistakes < 5
    (True, True)
    """

    def __init__(self) -> None:
        super().__init__()
        self.bank = Bank()
        self.crossings = Crossings()
        self.crosses = True  # there are few attributes, still
        self.habit = Habit()
        self.master = Master(len(EXPERTS))
        self.shares = LabelShares()
        self.alarm = DriftAlarm()
        self.rare_alarm = RareAlarm()
        self.chronicle = Chronicle()

    def _worths(self, x: Values) -> Worths:
        """Of attributes that are known."""
        return {i: known.worth for i in x if (known := self.bank.known.get(i)) is not None}

    def _cross(self, x: Values) -> Crossed:
        return cross(x, self.bank.values, self._worths(x), self.shares.pace, self.bank.met_again <= MOST_KNOWN)

    def scores(self, x: Values) -> dict[str, float]:
        """What each expert says of an example; those who were given up say 0."""
        crossed = dict.fromkeys(CROSSED, 0.0)
        if self.crosses:
            crossed = self.crossings.scores(self._cross(x), self._worths(x), self.shares.pace)
        return {**self.bank.scores(x), "habit": self.habit.score(), **crossed}

    def trust(self) -> dict[str, float]:
        """Each expert's part in the answer."""
        return dict(zip(EXPERTS, self.master.trust(), strict=True))

    def weights(self) -> dict[Key, float]:
        """What a unit of each attribute adds to the answer, roughly: its weights as far as the mixer trusts them."""
        return attributes({i: self._weight(i) for i in self.bank.known})

    def duals(self) -> dict[Key, float]:
        """Those of `winnowing`."""
        return attributes({i: known.dual for i, known in self.bank.known.items()})

    def learn_known(self, x: Example, y: bool, weight: float = 1.0) -> bool:
        """Learn by the attributes alone that were learned from before."""
        self.bank.admits = False
        said = self.learn(x, y, weight)
        self.bank.admits = True
        return said

    def know(self, met_again: int) -> None:
        """So many attributes were learned from more than once, by whomever."""
        self.bank.met_again = max(self.bank.met_again, met_again)
        if self.crosses and self.bank.met_again > MOST_KNOWN:
            self._give_up_crossings()

    @property
    def bias_weight(self) -> float:
        """The same of the bias, which is always on."""
        return self._weight(BIAS) if BIAS in self.bank.known else 0.0

    def _weight(self, i: Coordinate) -> float:
        adds = self.bank.known[i].contributions(self.bank.unit_view(i))
        votes = self.master.votes([adds.get(name, 0.0) for name in EXPERTS])
        return dot(self.master.mixer.weights[: len(votes)], votes)

    def _score(self, x: Values) -> float:
        return self.master.logit(list(self.scores(x).values()), self.shares.pace)

    def _step(self, x: Values, y: bool, weight: float) -> bool:
        weight = min(weight, HEAVIEST)
        scores, pace = self.scores(x), self.shares.pace
        said = list(scores.values())
        mistake = (self.master.logit(said, pace) >= 0) != y
        alone = dict(zip(EXPERTS, self.master.stated(self.master.votes(said), pace)[2:], strict=True))
        given = self.master.learn(said, y, weight, pace)
        crossed = self._cross(x) if self.crosses else None
        if crossed is not None:
            self.crossings.learn(crossed, self._worths(x), scores, y, weight, pace)
        self.bank.learn(x, scores, y, weight, pace)
        many = self.bank.met_again > MOST_KNOWN and self.bank.active > FEW_ACTIVE * self.bank.learned
        if self.crosses and many:
            self._give_up_crossings()
        self.habit.learn(y, weight)
        mistakes = self.mistakes + mistake
        if self.bank.learned >= self.chronicle.due:
            self._note(mistakes)
        remembered, renewed = ((scores[name] >= 0) != y for name in ("remembered", "confident"))
        alarmed = self.alarm.hear(mistake, remembered, renewed, self._part_of_trial(weight))
        lost = self._hear_rare(given, y, alone)
        if alarmed or lost:
            self._restart(mistakes, alarmed)
        self.shares.learn(y, min(weight, MOST_TIMES))
        return True

    def _part_of_trial(self, weight: float) -> float:
        """sqrt(weight / mean weight since the last restart), at most 1.

        Where one label weighs more, learning itself makes mistakes on the other more frequent.
        """
        mean = (self.bank.examples[True] + self.bank.examples[False]) / self.bank.since_restart
        return math.sqrt(weight / mean) if weight < mean else 1.0

    def _hear_rare(self, given: float, y: bool, alone: dict[str, float]) -> bool:
        """Whether the rare label is told from the other no longer."""
        if self.shares.pace == 1:
            self.rare_alarm.restart(False)
            return False
        remembered, renewed = (alone[name] if y else 1.0 - alone[name] for name in ("remembered", "confident"))
        return self.rare_alarm.hear(given, self.shares.of(y), self.shares.rarer(y), remembered, renewed)

    def _restart(self, mistakes: int, many: bool) -> None:
        self.alarm.restart()
        self.rare_alarm.restart(not many)
        self._note(mistakes)
        self.bank.restart()
        self.crossings.restart()
        self.master.restart()

    def _give_up_crossings(self) -> None:
        self.crosses = False
        self.crossings.restart()
        for k, name in enumerate(EXPERTS):
            if name in CROSSED:
                self.master.silence(k)

    def _note(self, mistakes: int) -> None:
        expert_mistakes = dict(zip(EXPERTS, self.master.mistakes, strict=True))
        line = Line(self.bank.learned, self.alarm.restarts, mistakes, self.trust(), expert_mistakes)
        self.chronicle.write(line)
