"""A learner that says with each answer whether it wants the label."""

from typing import Any, ClassVar

from .._core import coin
from ..errors import InputError
from ..late import Question
from ..late.labels import NOTHING
from ..late.orders.order import Order
from ..late.state import one_at_a_time
from ..late.tickets import Ticket
from ..learners import html_table
from ..parameters import real, whole
from ..protocols import Features, Label, Outcome
from .rules import Reach, Rule, ScoreRule, WeightsRule, rule_for
from .share import Share
from .unasked import Unasked

KIND = "thresher-asking"
OWN = ("at_most", "eagerness", "norm", "n", "separation", "seed")


class Asking(Unasked):
    """A learner that asks for few labels: those of answers that it is not sure of (J1, J2).

        ask with probability  k width/(k width + distance)

    `distance` is how far the learner is from its other answer. For the Perceptron, the p-norm Perceptron, weighted
    majority, Balanced Winnow (J1) and tracking Winnow (J2) width and distance are those of a theorem: the expected
    mistakes have the bound of a learner that is told every label. For all others it is a heuristic, and no bound is
    known: the logarithm of the odds of the two likeliest labels where probabilities are stated (Auto), else how far the
    best score is ahead, beside the mean of that so far.

    Parameters
    ----------
    learner : learner
        Any one; it is taught, so give it away.
    order : order of thresher.late, default Immediate()
        When which label is learned: labels may come late, in any order, or never.
    at_most : float, optional
        The largest share of the questions whose labels are asked for, at every moment. Default: what the rule asks for.
    eagerness : float, default 1.0
        k, the width as a multiple of the theorem's. Less than 1 asks for fewer labels.
    norm : float, optional
        The largest norm of an example that can come: |x|_2 for the Perceptron, |x|_p, |x|_inf for weighted majority and
        Balanced Winnow, |x|_1 for tracking Winnow. Default: the largest so far.
    n : int, optional
        The number of attributes, the bias among them, for weighted majority and Balanced Winnow.
    separation : float, optional
        That of tracking Winnow's bound. Default: promotion - 1, at most 1.
    unasked : {"forget", "keep"}
        What becomes of a question whose label is not asked for: it is given up at once; or it waits too, and a label
        that comes all the same is learned. Where no more may wait, such questions give way to new ones, the oldest
        first.
    seed : int, default 0
        Of its coins. The coin of a question is a hash of the seed and the question's number.
    **options
        As `thresher.late.Delayed`: horizon, max_pending, ...

    Attributes
    ----------
    wanted : int
        Labels that were asked for.
    rule : Rule
        When it asks.

    Notes
    -----
    Bound: E M <= that of C3 and E6, E8, E5, E7 (J1) or A4 (J2), over the coins, where every label that is asked for
    comes before the next question. With `at_most`, or without `norm`, k and the width change on the way, and the bound
    is on mistakes that are weighted by how much was left of both (see docs/asking.md).

    With `unasked="forget"` a label that was not asked for is not waited for: `label` answers TOO_LATE, and nothing is
    learned. With "keep" it is learned, and the bounds stay: what one learns more adds nothing to them (J1).

    Examples
    --------
    >>> from thresher import Perceptron
    >>> model = Asking(Perceptron(), seed=1)
    >>> for _ in range(100):
    ...     for word, spam in [("free", True), ("lunch", False)]:
    ...         question = model.ask({word: 1})
    ...         if question.wants_label:
    ...             status = model.label(question.ticket, spam)
    >>> model.predict_one({"free": 1}), model.asked, model.wanted < 150
    (True, 200, True)
    """

    file_kind: ClassVar[str] = KIND

    def __init__(
        self,
        learner: Any,
        order: Order | None = None,
        *,
        at_most: float | None = None,
        eagerness: float = 1.0,
        norm: float | None = None,
        n: int | None = None,
        separation: float | None = None,
        unasked: str = "forget",
        seed: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(learner, order, unasked, **options)
        self.at_most = None if at_most is None else real("at_most", at_most, above=0, at_most=1)
        self.eagerness = real("eagerness", eagerness, above=0, at_most=1e100)
        self.norm = None if norm is None else real("norm", norm, above=0)
        self.n = None if n is None else whole("n", n, at_least=1)
        self.separation = None if separation is None else real("separation", separation, above=0, at_most=1)
        self.seed = whole("seed", seed, at_most=2**63 - 1)
        self.rule: Rule = rule_for(learner, self.n, self.separation)
        self.wanted = 0
        self._share = Share(self.at_most, self.eagerness)
        self._largest = 0.0  # norm so far
        self._distances = 0.0  # added up, for the heuristic that goes by their mean
        self._total: tuple[Any, int, float] = None, -1, 0.0  # of all weights: whose, at which update

    def ask(self, x: Features, ticket: Ticket = None, *, at: float | None = None) -> Question:
        """Predicts, and says whether the label is wanted; if so the instance is kept until it comes.

        Parameters
        ----------
        x : example
            What is asked about.
        ticket : hashable, optional
            Your own name for it, text for instance; by default its number.
        at : float, optional
            When, by your clock, for `expire_before`.

        Returns
        -------
        Question
            What was said; `wants_label`, and the `chance` with which the coin said so.

        Raises
        ------
        InputError
            As `Delayed.ask`, and for an example whose norm is larger than `norm`. Nothing is changed then.
        """
        with self.lock:
            norm = self._norm_with(x)
            self._gone.clear()
            said = super().ask(x, ticket, at=at)
            reach = self._how_far(x, said, norm, said.number)
            self._largest = norm
            self._distances += reach.distance
            chance = reach.chance(self._share.eagerness)
            may = self._share.allows(self.wanted, said.number)
            if may and reach.distance:  # elsewhere the eagerness has no effect
                self._share.follow(chance)
            wants = may and coin(self.seed, said.number) < chance
            self.wanted += wants
            if not wants:
                self._set_aside(said.number)
            return said._replace(wants_label=wants, chance=chance if may else 0.0, gave_way=tuple(self._gone))

    @one_at_a_time
    def chance_one(self, x: Features) -> float:
        """The probability with which its label would be asked for, if this were the next question. Changes nothing.

        Labels that wait are not learned first, as `ask` would.
        """
        if not self._share.allows(self.wanted, self.asked + 1):
            return 0.0
        stated = self._stated(x, self.keeper.predict(self.row_reader.example(x) if self._is_native else x))
        said = Question(None, stated.label, 0, stated.probabilities, stated.score)
        return self._how_far(x, said, self._norm_with(x), self.asked + 1).chance(self._share.eagerness)

    @one_at_a_time
    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks; where the label is wanted it is told at once, and what can be learned from it now is learned.

        The label of any other example is compared with the answer; the learner does not see it. (That there is such a
        label is known then: of two, answers have its name.)
        """
        self._check_weight(weight)
        with self._labels.trying() as labels:
            label = labels.told(y)  # refused before anything is done, whether it is wanted or not
            question = self.ask(x)
            labels.keep()
        if not question.wants_label:
            self._give_up(question.number)
            return self._judged(question.number, label)
        self.label(question.ticket, y, weight)
        before = self._all_updates
        self.apply()
        outcome = self.outcome(question.ticket)
        assert outcome is not None
        return outcome._replace(updated=self._all_updates != before)

    @one_at_a_time
    def judge(self, ticket: Ticket, y: Label) -> Outcome | None:
        """Compares a label that nobody asked for with what was said; nothing is learned from it.

        Parameters
        ----------
        ticket : ticket
            Of the question.
        y : label
            What the instance was. (That there is such a label is known then: of two, answers have its name.)

        Returns
        -------
        Outcome or None
            None of a question that is not known any more.
        """
        number = self._number(ticket)
        if number is None or not self._history.knows(number):
            return None
        with self._labels.trying() as labels:
            label = labels.told(y)
            labels.keep()
        return self._judged(number, label)

    @one_at_a_time
    def check(self, x: Features) -> None:
        """Refuses what `ask` would refuse of an example."""
        super().check(x)
        self._norm_with(x)

    @property
    def theorem(self) -> str | None:
        """J1 or J2, where one holds for this learner and what was said of it; None of a heuristic."""
        more = isinstance(self.rule, WeightsRule) and self.n is not None and len(self.learner.weights()) > self.n
        return None if more else self.rule.entry

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        return html_table(self, {"questions": f"{self.asked:,}", "labels asked for": f"{self.wanted:,}"})

    def __repr__(self) -> str:
        share = "" if self.at_most is None else f", at_most={self.at_most:g}"
        return f"Asking({self.learner!r}{share}): {self.asked:,} questions, {self.wanted:,} labels asked for"

    # Inside.

    def _norm_with(self, x: Features) -> float:
        """The norm to go by: the one that was given, or the largest so far, this example among them."""
        found = self.rule.norm_of(self.keeper.asked_learner, x)
        if self.norm is None or not self.rule.needs_norm:
            return max(self._largest, found)
        if found > self.norm * (1 + 1e-9):
            raise InputError(f"the example's norm is {found:.6g}, and norm={self.norm:g} was to be the largest.")
        return self.norm

    def _how_far(self, x: Features, said: Question, norm: float, number: int) -> Reach:
        learner = self.keeper.asked_learner
        if self._total[0] is not learner or self._total[1] != learner.updates:
            self._total = learner, learner.updates, self.rule.total(learner)
        reach = self.rule.reach(learner, x, said, norm, self._total[2])
        if isinstance(self.rule, ScoreRule):
            return reach._replace(width=(self._distances + reach.distance) / number)
        return reach

    def _judged(self, number: int, label: int) -> Outcome:
        """What was said beside a label that nobody learns."""
        labels, said = self._labels, self._history.said_of(number)
        said = labels.named(said) if said < NOTHING else said
        return Outcome(labels.shown(said), labels.shown(label), labels.is_wrong(said, label), False)

    def _values_to_keep(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in OWN}
        state = {"eagerness": self._share.eagerness, "largest": self._largest, "distances": self._distances}
        kept = {"unasked": self.unasked} if self.unasked != "forget" else {}  # which files of before say nothing of
        return {"own": own, "asking": {"wanted": self.wanted, **state, **kept}}
