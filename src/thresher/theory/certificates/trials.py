"""Trials: what a learner saw, said and was told, kept so that a comparator can be measured on it afterwards."""

import math
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...data import as_class
from ...errors import InputError
from ...evaluation.contestant import Contestant
from ...evaluation.looking_ahead import look_ahead
from ...learners import BIAS, Learner
from ...protocols import Attribute, Label, Outcome
from ..concepts import ConceptSequence
from ..two_labels import check_two_labels, is_positive, third_label

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Places = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

Watch = Callable[[str], bool | None]
"""Told in a few words how far it is."""

EVERY = 256  # examples between two words


@dataclass(frozen=True)
class Occurrences:
    """Where each attribute is active: those of attribute i stand at starts[i] .. starts[i + 1], in order of time."""

    starts: "Places"
    trials: "Places"
    values: "Numbers"

    @cached_property
    def attribute(self) -> "Places":
        """The attribute of each occurrence."""
        import numpy as np

        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass(frozen=True)
class Trials:
    """One run, trial by trial: instances as the learner saw them (after its transformations, with its bias).

    Attributes
    ----------
    starts : Places
        Instance t stands at starts[t] .. starts[t + 1].
    largest_weight : float
        Of any attribute, after any update.
    weighted : bool
        Importance weights other than 1 occurred.
    refused : int, default 0
        Examples that the learner does not take.
    refusal : str, default ''
        Why, of the first.
    """

    attributes: list[Attribute]
    starts: "Places"
    columns: "Places"
    values: "Numbers"
    positive: "Flags"
    mistaken: "Flags"
    updated: "Flags"
    largest_weight: float
    weighted: bool
    refused: int = 0
    refusal: str = ""

    def __len__(self) -> int:
        return len(self.positive)

    @property
    def mistakes(self) -> int:
        return int(self.mistaken.sum())

    @property
    def updates(self) -> int:
        return int(self.updated.sum())

    def norm(self, p: float = 1.0) -> float:
        """The largest |x|_p."""
        import numpy as np

        sizes = np.abs(self.values)
        largest = float(sizes.max(initial=0.0))
        if p == np.inf or not largest:
            return largest
        sums = np.bincount(self.trial, weights=(sizes / largest) ** p, minlength=len(self))  # no power overflows
        return largest * math.pow(float(sums.max()), 1 / p)

    @cached_property
    def smallest_value(self) -> float:
        """zeta: the smallest value above 0; 1 where there is none."""
        above = self.values[self.values > 0]
        return float(above.min()) if len(above) else 1.0

    @cached_property
    def is_boolean(self) -> bool:
        """Whether every value is 0 or 1."""
        return bool((self.values == 1.0).all())

    @cached_property
    def occurrences(self) -> Occurrences:
        """The same values, by attribute."""
        import numpy as np

        order = np.argsort(self.columns, kind="stable")
        counts = np.bincount(self.columns, minlength=len(self.attributes))
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Occurrences(starts, self.trial[order], self.values[order])

    def scores(self, comparator: ConceptSequence) -> "Numbers":
        """u^t . x^t of every trial."""
        import numpy as np

        scores = np.zeros(len(self))
        there = self.occurrences
        for stretch in comparator.stretches:
            place = self._place.get(stretch.attribute)
            if place is None:
                continue
            lo, hi = there.starts[place], there.starts[place + 1]
            when = there.trials[lo:hi]
            first, last = np.searchsorted(when, [stretch.first, stretch.last])
            scores[when[first:last]] += stretch.weight * there.values[lo + first : lo + last]
        return scores

    def fixed_scores(self, weights: "Numbers") -> "Numbers":
        """u . x of every trial, for weights by attribute."""
        import numpy as np

        products = weights[self.columns] * self.values
        return np.bincount(self.trial, weights=products, minlength=len(self)).astype(np.float64)

    @cached_property
    def trial(self) -> "Places":
        """The trial of each value."""
        import numpy as np

        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @cached_property
    def _place(self) -> dict[Attribute, int]:
        return {attribute: place for place, attribute in enumerate(self.attributes)}


def record(
    learner: Learner, streams: Iterable[Any], passes: int = 1, watch: Watch | None = None, beside: Any = None
) -> Trials:
    """Lets a learner learn from streams, one example after the other, and keeps what happened.

    Examples without a label are no trials; lines that are no examples, and those the learner refuses, neither.

    beside: somebody else's learner, which learns the same examples.
    """
    recorder = _Recorder(learner, beside)
    contestants = [Contestant("certificate", learner, measures=False)]
    readable = list(streams)
    for number in range(passes):
        for stream in readable:
            if number and not stream.repeatable:
                raise InputError(f"{stream.name} can be read only once; a certificate of several passes needs a file.")
            for block in look_ahead(stream.blocks(), contestants, repeatable=stream.repeatable):
                recorder.take(block, watch)
    return recorder.trials()


class _Recorder:
    """Grows with the stream: sixteen bytes a value."""

    def __init__(self, learner: Learner, beside: Any) -> None:
        self._learner, self._beside = learner, beside
        self._biased = bool(learner.get_params()["bias"])
        self._place: dict[Attribute, int] = {}
        self._starts = array("q", [0])
        self._columns = array("q")
        self._values = array("d")
        self._labels: list[Label] = []
        self._mistaken, self._updated = bytearray(), bytearray()
        self._largest = 0.0
        self._weighted = False
        self._refused, self._refusal = 0, ""

    def take(self, block: Any, watch: Watch | None) -> None:
        """Learns every labelled example of a block."""
        weights = block.weights
        for row, label in enumerate(list(block.labels)):
            weight = 1.0 if weights is None else float(weights[row])
            if label is None or label != label or weight == 0.0:
                continue
            self._weighted |= weight != 1.0
            x = block.example(row)
            try:
                label = as_class(label)
                seen = self._learner.instance(x)
                if self._beside is not None:
                    self._beside.learn_one(dict(seen), label, weight)
                outcome = self._learner.learn_one(x, label, weight)
            except ValueError as error:
                third = third_label(label, self._learner)
                if third is not None:
                    raise third from None
                self._refused, self._refusal = self._refused + 1, self._refusal or str(error)
                continue
            check_two_labels("a certificate", self._learner)
            self._keep(seen, label, outcome)
            if watch is not None and len(self._labels) % EVERY == 0:
                watch(f"{len(self._labels):,} examples, {sum(self._mistaken):,} mistakes")

    def _keep(self, seen: dict[Attribute, float], label: Label, outcome: Outcome) -> None:
        place = self._place
        for attribute, value in seen.items():
            self._columns.append(place.setdefault(attribute, len(place)))
            self._values.append(value)
        if self._biased:
            if BIAS in seen:
                raise InputError(f"an attribute is named {BIAS}, as the bias is in a certificate: rename it.")
            self._columns.append(place.setdefault(BIAS, len(place)))
            self._values.append(1.0)
        self._starts.append(len(self._columns))
        self._labels.append(label)
        self._mistaken.append(outcome.mistake)
        self._updated.append(outcome.updated)
        if outcome.updated and is_positive(label, self._learner):  # only then weights grow
            grown = max((self._learner.weight(attribute) for attribute in seen), default=0.0)
            self._largest = max(self._largest, grown, self._learner.bias if self._biased else 0.0)

    def trials(self) -> Trials:
        import numpy as np

        positive = [is_positive(label, self._learner) for label in self._labels]  # only now it surely knows which is
        return Trials(
            list(self._place),
            np.array(self._starts, dtype=np.int64),
            np.array(self._columns, dtype=np.int64),
            np.array(self._values, dtype=np.float64),
            np.array(positive, dtype=np.bool_),
            np.frombuffer(bytes(self._mistaken), dtype=np.bool_),
            np.frombuffer(bytes(self._updated), dtype=np.bool_),
            self._largest,
            self._weighted,
            self._refused,
            self._refusal,
        )
