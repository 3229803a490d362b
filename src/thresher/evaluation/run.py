"""What one run came to: plain numbers, ready for a report, a figure or JSON.

Memory is bounded whatever the length of the stream: the curve has at most `MOST_BINS` bins and the weights are
sampled at most `MOST_SAMPLES` times; when there are more, neighbours are joined.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..protocols import Attribute
from .run_in_words import html_table, shown, shown_run
from .tally import Tally

if TYPE_CHECKING:
    from ..data import ColumnNote
    from ..learners import Importances, Standing, Trust
    from .drift.events import DriftEvent
    from .few_labels import AskedLabels, SetCounts
    from .measures.decisions import Decisions
    from .measures.reliability import Reliability
    from .risk_so_far import RiskSoFar
    from .tested_at import TestedAt

MOST_BINS = 512
MOST_SAMPLES = 128


@dataclass
class Curve:
    """Labelled examples and mistakes in bins of equal width (the last one may be shorter), in order.

    Attributes
    ----------
    width : int
        Examples in a bin.
    examples : list[int]
        Labelled examples in each bin.
    mistakes : list[int]
        Mistakes in each bin.
    """

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

    Attributes
    ----------
    examples : list[int]
        When the weights were looked at.
    weights : dict[Attribute, list[float | None]]
        Attribute -> its weight at each of those moments; None where it was not yet watched or has no weight.
    """

    examples: list[int] = field(default_factory=list)
    weights: dict[Attribute, list[float | None]] = field(default_factory=dict)


@dataclass(repr=False)
class Run:
    """One learner over one stream.

    Attributes
    ----------
    learner : str
        As on the command line: "tracking-winnow".
    parameters : Mapping[str, Any]
        What the learner was made with.
    sources : list[str]
        What was read.
    examples : int
        Read, labelled or not.
    unlabelled : int
        Examples without a label.
    features : int
        Attributes with a value other than 0, added up over the examples.
    skipped : int
        Bad lines.
    weight_sum : float
        Of all examples.
    label_sum : float
        Weighted, of the labels as they are written.
    updates : int
        Examples by which the learner changed.
    passes : int
        How often it went over the sources.
    seconds : float
        How long that took.
    bytes : int
        Read from files, uncompressed.
    columns : list[ColumnNote]
        What was said of columns: gone, new, renamed, numbers that turned into text, values that are all different.
    warnings : list[str]
        What should be known before the error is believed: rows sorted by label, a test that came out wholly different.
    stopped : str | None
        Why before the end: "interrupted", "early", an error's text.
    labels : tuple[Any, ...]
        Two: (negative, positive); more: those declared, then in order.
    written : tuple[Any, ...]
        The same as they are written in the data, where that is another way.
    progress : Tally
        Predict, then learn; over all passes.
    first_pass : Tally | None
        The first of several passes alone: what was said before any label had been seen.
    held_out : Tally | None
        Predicted, never learned; of the last pass.
    test : Tally | None
        The test file, after learning.
    test_curve : list[TestedAt]
        The test file while learning, where it was wanted.
    curve : Curve
        Mistakes over time.
    weights : WeightTrace | None
        The largest weights over time, where they were watched.
    largest : dict[Attribute, float]
        At the end, largest first.
    certificate : Any
        What theory promised for it.
    standing : Standing | None
        A master beside its experts and its bound.
    trust : Trust | None
        Which of its experts Auto trusts.
    importances : Importances | None
        The mean size of what each attribute contributed to the answers, of the 5,000 largest.
    events : list[DriftEvent]
        Changes of the concept that were noticed: when, what rang, what changed. The last hundred.
    asked : AskedLabels | None
        Which labels the learner asked for, where it did not see all of them.
    sets : SetCounts | None
        How often its sets of labels missed, where it answers with sets.
    origin : tuple[Any, Any] | None
        A fresh learner and the stream.
    """

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
    columns: "list[ColumnNote]" = field(default_factory=list)  # what was said of columns
    warnings: list[str] = field(default_factory=list)  # what should be known before the error is believed
    stopped: str | None = None  # why before the end: "interrupted", "early", an error's text
    labels: tuple[Any, ...] = (False, True)  # two: (negative, positive); more: those declared, then in order
    written: tuple[Any, ...] = ()  # the same as they are written in the data, where that is another way
    progress: Tally = field(default_factory=Tally)  # predict, then learn; over all passes
    first_pass: Tally | None = None  # of several: what was said before any label had been seen
    held_out: Tally | None = None  # predicted, never learned; of the last pass
    test: Tally | None = None  # the test file, after learning
    test_curve: "list[TestedAt]" = field(default_factory=list)  # and on the way
    curve: Curve = field(default_factory=Curve)
    weights: WeightTrace | None = None
    largest: dict[Attribute, float] = field(default_factory=dict)  # at the end, largest first
    certificate: Any = None  # what theory promised for it
    standing: "Standing | None" = field(default=None, repr=False)  # a master beside its experts and its bound
    trust: "Trust | None" = field(default=None, repr=False)  # which of its experts Auto trusts
    importances: "Importances | None" = field(default=None, repr=False)  # what each attribute contributed
    events: "list[DriftEvent]" = field(default_factory=list, repr=False)  # changes of the concept
    asked: "AskedLabels | None" = field(default=None, repr=False)  # which labels the learner asked for
    sets: "SetCounts | None" = field(default=None, repr=False)  # how often its sets of labels missed
    origin: tuple[Any, Any] | None = field(default=None, repr=False, compare=False)  # a fresh learner and the stream

    @property
    def mistakes(self) -> int:
        """Wrong predictions, each made before its label was learned; of several passes see also `first_pass`."""
        return self.progress.mistakes

    @property
    def positive(self) -> Any:
        """The positive one of two labels; None where there are more."""
        return self.progress.positive

    @property
    def error(self) -> float:
        """Progressive error: mistakes per labelled example; NaN where there was no answer to any."""
        return self.progress.error

    @property
    def risk(self) -> "RiskSoFar | None":
        """Between which limits the mean risk lies, however often one looked (J6); of several passes that of the first.

        None where there was no answer to judge. Where labels came late it is of those that came: the risk of each is
        the probability, given all that was known before it came, that the answer had been wrong.
        """
        from .risk_so_far import risk_of

        return risk_of(self.progress if self.first_pass is None else self.first_pass)

    @property
    def base_rate(self) -> float | None:
        """The share of examples with the positive label of two; None of many."""
        return self.progress.base_rate

    @property
    def average_precision(self) -> float | None:
        """Of what was stated before each label; None where it is not defined, or was not measured."""
        return self.progress.measures.get("average_precision")

    @property
    def decisions(self) -> "Decisions | None":
        """Precision, recall and alerts at every threshold; None where that was not measured."""
        return self.progress.decisions

    def shown(self, label: Any) -> Any:
        """A label as it is written in the data: False may be 0 there, or -1."""
        return self.written[self.labels.index(label)] if self.written and label in self.labels else label

    @property
    def reliability(self) -> "Reliability | None":
        """How far the probabilities that were stated before each label can be believed; None without any."""
        return self.progress.reliability

    def __repr__(self) -> str:
        return shown(type(self).__name__, shown_run(self))

    def _repr_html_(self) -> str:
        return html_table(type(self).__name__, shown_run(self))
