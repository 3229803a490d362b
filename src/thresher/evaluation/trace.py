"""The largest weights over time: sampled while learning, at ever larger distances, in bounded memory."""

from ..learners import Learner
from ..protocols import Attribute
from .run import MOST_SAMPLES, WeightTrace

WATCHED = 40  # attributes shown in the end
_EACH = 12  # the largest of one sample are watched from then on
_MOST_WATCHED = 400


class Tracer:
    """Samples a learner's largest weights whenever it has seen `next` examples."""

    def __init__(self, learner: Learner, step: int = 16) -> None:
        self.next = step
        self._step = step
        self._learner = learner
        self._samples: list[tuple[int, dict[Attribute, float]]] = []

    def sample(self, examples: int) -> None:
        """Looks at the weights now, and says when to look again."""
        known: set[Attribute] = set()
        for _, weights in self._samples:
            known.update(weights)
        now = self._learner.largest(_EACH)
        if len(known) < _MOST_WATCHED:
            for attribute in known - set(now):
                weight = self._learner.weight(attribute)
                now[attribute] = weight
        self._samples.append((examples, now))
        if len(self._samples) >= MOST_SAMPLES:
            self._samples = self._samples[1::2]
            self._step *= 2
        self.next = (examples // self._step + 1) * self._step

    def trace(self, examples: int) -> WeightTrace:
        """All samples, the end included, of the attributes that once had the largest weights."""
        if not self._samples or self._samples[-1][0] != examples:
            self.sample(examples)
        peaks: dict[Attribute, float] = {}
        for _, weights in self._samples:
            for attribute, weight in weights.items():
                peaks[attribute] = max(peaks.get(attribute, 0.0), abs(weight))
        chosen = sorted(peaks, key=lambda attribute: (-peaks[attribute], str(attribute)))[:WATCHED]
        return WeightTrace(
            [at for at, _ in self._samples],
            {attribute: [weights.get(attribute) for _, weights in self._samples] for attribute in chosen},
        )
