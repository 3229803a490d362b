"""A learner that answers with sets of labels."""

from typing import Any, ClassVar, NamedTuple

from ..late import LabelStatus, Question
from ..late.one_by_one import OneByOne
from ..late.orders.order import Order
from ..late.state import one_at_a_time
from ..late.tickets import Ticket
from ..learners import Standing, html_table
from ..parameters import real, whole, yes_or_no
from ..protocols import Features, Label
from ..theory.bounds import miss_count_distance, missed_by_sets
from .level import EVERYTHING, NOTHING, Level
from .strangeness import strangeness

KIND = "thresher-sets"
OWN = ("miss", "step", "window", "empty")
COUNTS = ("judged", "missed", "unsure", "new_labels", "named")


class Given(NamedTuple):
    """A set that was answered, and how strange each label had been."""

    labels: tuple[Label, ...]
    everything: bool
    strange: dict[Label, float]


class Sets(OneByOne):
    """A learner whose answers are sets of labels, which miss the right one as rarely as was asked for (J3).

        a <- a + step (miss - missed);   the set holds the labels no stranger than the (1 - a) quantile of those so far

    On any sequence, however the labels drift and whoever chooses them, at most a share `miss` of the labels that come
    is missed in the long run. Of two labels, both together mean "don't know"; of many, sets are as small as the learner
    is good.

    Parameters
    ----------
    learner : learner
        Any one of Thresher's own; it is taught, so give it away.
    order : order of thresher.late, default Immediate()
        When which label is learned: labels may come late, in any order, or never.
    miss : float, default 0.02
        The share of labels that may be missed (alpha).
    step : float, default 0.005
        How far the level moves (gamma). Larger keeps to the share sooner, and answers more unevenly. Where labels come
        late it is divided by sqrt(1 + G), G the most others that were out at once.
    window : int, default 1000
        Of how many labels it is remembered how strange they were.
    empty : bool, default False
        Whether a set may be empty. Then the share that is missed is `miss` from below too.
    **options
        As `thresher.late.Delayed`: horizon, max_pending, ... Give a horizon where labels may never come: what waits
        for ever makes the step small.

    Attributes
    ----------
    judged : int
        Sets whose label came.
    missed : int
        Those that did not hold it.
    unsure : int
        Those with more than one label.
    named : int
        Labels in all of these sets.
    new_labels : int
        Those that held everything that was known when a label came that was not.

    Notes
    -----
    Bound: `missed` <= miss judged + 1 + miss/step + new_labels where every label comes at once, and `missed_by_sets`
    (J3) where they come late. `standing` has both numbers. `mistakes` are those of the learner's own answer, which
    comes first in the set. What is promised is about labels that come: if it depends on the label whether it comes,
    nothing is said of the others.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> model = Sets(Perceptron(margin=1), miss=0.1)
    >>> model.predict_one({"free": 1})  # don't know
    (True, False)
    >>> for _ in range(50):
    ...     outcomes = model.learn_one({"free": 1}, True), model.learn_one({"lunch": 1}, False)
    >>> model.predict_one({"free": 1}), model.predict_one({"lunch": 1})
    ((True,), (False,))
    >>> print(model.standing())
    missed labels: 0; asked for: 10; at most 31 (missed_by_sets)
    """

    file_kind: ClassVar[str] = KIND

    def __init__(
        self,
        learner: Any,
        order: Order | None = None,
        *,
        miss: float = 0.02,
        step: float = 0.005,
        window: int = 1000,
        empty: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(learner, order, **options)
        self.miss = real("miss", miss, above=0, below=1)
        self.step = real("step", step, above=0, at_most=1)
        self.window = whole("window", window, at_least=1, at_most=2**24)
        self.empty = yes_or_no("empty", empty)
        self.level = Level(self.miss, self.step, self.window, empty=self.empty)
        self.judged = self.missed = self.unsure = self.new_labels = self.named = 0
        self._given: dict[int, Given] = {}  # sets whose labels are out

    @one_at_a_time
    def predict_one(self, x: Features) -> tuple[Label, ...]:
        """The set that would be answered now, the likeliest label first. Changes nothing."""
        return self._set_for(x).labels

    @one_at_a_time
    def answer_one(self, x: Features) -> Label:
        """The learner's own answer alone."""
        return super().predict_one(x)

    def ask(self, x: Features, ticket: Ticket = None, *, at: float | None = None) -> Question:
        """Answers with a set (`labels`), beside the learner's own answer, and waits for the label.

        Parameters
        ----------
        x : example
            What is asked about.
        ticket : hashable, optional
            Your own name for it, text for instance; by default its number.
        at : float, optional
            When, by your clock, for `expire_before`.
        """
        with self.lock:
            said = super().ask(x, ticket, at=at)
            given = self._set_for(x)
            if not self._history[said.number]:  # it may have been given up at once, over a cap
                self._given[said.number] = given
            return said._replace(labels=given.labels)

    @property
    def miss_rate(self) -> float:
        """The share of the judged sets that missed their label; 0 before the first."""
        return self.missed / self.judged if self.judged else 0.0

    @property
    def doubt_rate(self) -> float:
        """The share of the judged sets that held more than one label: of two labels "don't know"."""
        return self.unsure / self.judged if self.judged else 0.0

    @property
    def mean_size(self) -> float:
        """How many labels a judged set held on average."""
        return self.named / self.judged if self.judged else 0.0

    def standing(self) -> Standing:
        """What was missed beside what was asked for, and what the theorem allows (J3)."""
        wanted = self.miss * self.judged
        if self.empty:
            far = miss_count_distance(miss=self.miss, step=self.step, outstanding=self.level.outstanding)
            bound, theorem = wanted + far + self.new_labels, "miss_count_distance"
        else:
            bound, theorem = self._most_missed, "missed_by_sets"
        return Standing("missed labels", float(self.missed), wanted, "asked for", bound, theorem)

    @property
    def _most_missed(self) -> float:
        return missed_by_sets(
            trials=self.judged,
            miss=self.miss,
            step=self.step,
            outstanding=self.level.outstanding,
            new_labels=self.new_labels,
        )

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        return html_table(self, {"missed": f"{self.miss_rate:.4f}", "more than one label": f"{self.doubt_rate:.4f}"})

    def __repr__(self) -> str:
        return f"Sets({self.learner!r}, miss={self.miss:g}): {self.missed:,} of {self.judged:,} missed"

    # Inside.

    def _set_for(self, x: Features) -> Given:
        learner = self.keeper.asked_learner
        strange = strangeness(learner, x, self._states_probabilities)
        by_rank = sorted(strange, key=strange.__getitem__)
        first = super().predict_one(x)
        if first in strange:  # of equal ones the learner's own answer
            by_rank = sorted(by_rank, key=lambda label: (strange[label], label != first))
        cut = self.level.cut
        if cut == EVERYTHING:
            return Given(tuple(by_rank), True, strange)
        labels = () if cut == NOTHING else tuple(label for label in by_rank if strange[label] <= cut)
        return Given(labels if labels or self.empty else tuple(by_rank[:1]), False, strange)

    def _take(self, number: int | None, label: int, weight: float, contradictions: str) -> LabelStatus:
        status = super()._take(number, label, weight, contradictions)
        if status is LabelStatus.WAITING and number is not None:
            self._judge(number, self._labels.shown(label))
        return status

    def _take_many(self, numbers: Any, labels: Any) -> Any:
        """One after the other: each moves the level."""
        import numpy as np

        pairs = zip(numbers.tolist(), labels.tolist(), strict=True)
        return np.array([self._take(number, label, 1.0, "refuse") for number, label in pairs], dtype=np.uint8)

    def _judge(self, number: int, label: Label) -> None:
        given = self._given.pop(number, None)
        if given is None:  # its label was taken back, and was judged before
            return
        held = label in given.labels
        self.judged += 1
        self.missed += not held
        self.unsure += len(given.labels) > 1
        self.named += len(given.labels)
        self.new_labels += given.everything and not held
        self.level.move(missed=not (held or given.everything), outstanding=self._pending)
        if label in given.strange:
            self.level.add(given.strange[label])

    def _give_up(self, number: int) -> None:
        super()._give_up(number)
        self._given.pop(number, None)

    def _values_to_keep(self) -> dict[str, Any]:
        from ..files import to_plain

        own = {name: getattr(self, name) for name in OWN}
        waiting = [
            [number, given.everything, list(map(to_plain, given.labels)), *_plain(given.strange)]
            for number, given in sorted(self._given.items())
        ]
        counts = {name: getattr(self, name) for name in COUNTS}
        level = {"credit": self.level.credit, "outstanding": self.level.outstanding}
        return {"own": own, "sets": {"counts": counts, "level": level, "waiting": waiting}}

    def _arrays_to_keep(self) -> dict[str, Any]:
        import numpy as np

        return {"sets_last": np.array(self.level.last, dtype=np.float64)}


def _plain(strange: dict[Label, float]) -> tuple[list[Any], list[float]]:
    from ..files import to_plain

    return list(map(to_plain, strange)), list(strange.values())
