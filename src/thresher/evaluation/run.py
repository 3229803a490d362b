"""What one run came to: plain numbers, ready for a report, a figure or JSON.

Memory is bounded whatever the length of the stream: the curve has at most `MOST_BINS` bins and the weights are
sampled at most `MOST_SAMPLES` times; when there are more, neighbours are joined.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..protocols import Attribute

if TYPE_CHECKING:
    from ..learners.auto.trust import Trust
    from ..learners.standing import Standing
    from .measures.reliability import Reliability

MOST_BINS = 512
MOST_SAMPLES = 128


@dataclass
class Curve:
    """Labelled examples and mistakes in bins of equal width (the last one may be shorter), in order."""

    width: int = 64
    examples: list[int] = field(default_factory=list)
    mistakes: list[int] = field(default_factory=list)

    def ends(self) -> list[int]:
        """How many labelled examples there had been at the end of each bin."""
        total, ends = 0, []
        for count in self.examples:
            total += count
            ends.append(total)
        return ends

    def window_errors(self) -> list[float]:
        """The error within each bin."""
        return [m / n for m, n in zip(self.mistakes, self.examples, strict=True)]

    def errors(self) -> list[float]:
        """The error from the first example to the end of each bin."""
        wrong, errors = 0, []
        for end, count in zip(self.ends(), self.mistakes, strict=True):
            wrong += count
            errors.append(wrong / end)
        return errors


@dataclass
class WeightTrace:
    """The largest weights, sampled while learning: which attributes came and went.

    `weights[attribute]` has one entry for each of `examples`; None where it was not yet watched or has no weight.
    """

    examples: list[int] = field(default_factory=list)
    weights: dict[Attribute, list[float | None]] = field(default_factory=dict)


@dataclass
class Tally:
    """Predictions beside labels: per class, and what the scores were worth where there are any."""

    examples: int = 0  # labelled ones
    mistakes: int = 0
    positives: int = 0
    negatives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    measures: dict[str, float] = field(default_factory=dict)  # log_loss, brier, auc, kappa_no_change, ...
    reliability: "Reliability | None" = field(default=None, repr=False)  # of what was stated, where anything was
    abstained: int = 0  # without an answer, which is no mistake; many classes only
    confusion: dict[tuple[Any, Any], int] = field(default_factory=dict)  # many classes: (label, answer) -> how often

    @property
    def error(self) -> float:
        """Mistakes per labelled example; 0 without any."""
        return self.mistakes / self.examples if self.examples else 0.0


@dataclass
class Run:
    """One learner over one stream."""

    learner: str  # as on the command line: "tracking-winnow"
    parameters: Mapping[str, Any]
    sources: list[str]
    examples: int = 0  # read, labelled or not
    unlabelled: int = 0
    features: int = 0  # attributes with a value other than 0, added up over the examples
    skipped: int = 0  # bad lines
    weight_sum: float = 0.0  # of all examples
    label_sum: float = 0.0  # weighted, of the labels as they are written
    updates: int = 0
    passes: int = 0
    seconds: float = 0.0
    bytes: int = 0  # read from files, uncompressed
    stopped: str | None = None  # why before the end: "interrupted", "early", an error's text
    labels: tuple[Any, Any] = (False, True)
    progress: Tally = field(default_factory=Tally)  # predict, then learn
    held_out: Tally | None = None  # predicted, never learned; of the last pass
    test: Tally | None = None  # the test file, after learning
    curve: Curve = field(default_factory=Curve)
    weights: WeightTrace | None = None
    largest: dict[Attribute, float] = field(default_factory=dict)  # at the end, largest first
    certificate: Any = None  # what theory promised for it
    standing: "Standing | None" = field(default=None, repr=False)  # a master beside its experts and its bound
    trust: "Trust | None" = field(default=None, repr=False)  # which of its experts Auto trusts
    origin: tuple[Any, Any] | None = field(default=None, repr=False, compare=False)  # a fresh learner and the stream
    classes: tuple[Any, ...] = ()  # all that were seen, where there are many; else there are two labels

    @property
    def mistakes(self) -> int:
        """Wrong predictions, each made before its label was seen."""
        return self.progress.mistakes

    @property
    def error(self) -> float:
        """Progressive error: mistakes per labelled example."""
        return self.progress.error

    @property
    def reliability(self) -> "Reliability | None":
        """How far the probabilities that were stated before each label can be believed; None without any."""
        return self.progress.reliability
