"""What a delayed learner consists of, what is known of it, and its saved form."""

import builtins
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from ..data import Labels, RowReader, Rows
from ..errors import InputError, ModelFileError, ParameterError
from ..learners import Learner, Traits, check_one_label_each, html_table
from ..parameters import one_of, whole
from ..protocols import Label
from ..protocols import Learner as AnyLearner
from .files import KIND, to_bytes
from .history import History
from .labels import LateLabels
from .orders.immediate import Immediate
from .orders.order import FewSettled, Order, SomeSettled
from .pending import tells_changes
from .queue import LabelQueue
from .status import LabelStatus
from .tickets import Ticket, Tickets

LEAST_BYTES = 2**21  # instances are kept in chunks of a megabyte

_P = ParamSpec("_P")
_T = TypeVar("_T")
_S = TypeVar("_S", bound="DelayedState")


def one_at_a_time(method: Callable[Concatenate[_S, _P], _T]) -> Callable[Concatenate[_S, _P], _T]:
    """A call waits until the one under way, from another thread, has ended."""

    @wraps(method)
    def guarded(self: _S, /, *given: _P.args, **named: _P.kwargs) -> _T:
        with self.lock:
            return method(self, *given, **named)

    return guarded


class DelayedState:
    """The parts of a delayed learner; see `Delayed`."""

    file_kind: ClassVar[str] = KIND

    def __init__(
        self,
        learner: AnyLearner,
        order: Order | None = None,
        *,
        horizon: int | None = None,
        max_pending: int | None = None,
        max_bytes: int | None = None,
        when_full: str = "forget",
        contradictions: str = "refuse",
        remember: int = 1_000_000,
    ) -> None:
        check_one_label_each(learner, "a learner that waits for its labels has")
        self.order = Immediate() if order is None else order
        if not hasattr(self.order, "keeper"):
            raise ParameterError(f"order must be one of thresher.late, OD1() for instance; got {order!r}.")
        self.horizon = None if horizon is None else whole("horizon", horizon, at_least=1)
        self.max_pending = None if max_pending is None else whole("max_pending", max_pending, at_least=1)
        self.max_bytes = None if max_bytes is None else whole("max_bytes", max_bytes, at_least=LEAST_BYTES)
        self.when_full = one_of("when_full", when_full, ("forget", "refuse"))
        self.contradictions = one_of("contradictions", contradictions, ("refuse", "count", "correct"))
        self.remember = whole("remember", remember, at_least=1)
        horizons = [h for h in (self.horizon, getattr(self.order, "horizon", None)) if h is not None]
        self._reach = min(horizons, default=None)  # an order may have a horizon of its own
        self.lock = RLock()
        own = getattr(learner, "row_reader", None)
        self.row_reader: RowReader = own if isinstance(own, RowReader) else RowReader()
        self._is_native = isinstance(learner, Learner)
        self._labels = LateLabels(learner)
        self.keeper = self.order.keeper(learner, self._labels)
        self._is_direct = self._is_native and getattr(self.keeper, "is_direct", False)
        self._is_bounded = self.max_pending is not None or self.max_bytes is not None
        self._forgets = self._is_bounded and self.when_full == "forget"
        self.statuses: Counter[LabelStatus] = Counter()
        self.asked = self.answered = self.mistakes = self.given_up = self.expired = 0
        self._settled: SomeSettled = FewSettled()
        self._history = History(self.remember)
        self._oldest = 1  # no question before it waits for its label
        self._gives_way: dict[int, None] = {}  # questions that wait only as long as others need no room; oldest first
        self._tickets = Tickets()
        self._queue = LabelQueue()

    # What is known.

    @property
    def learner(self) -> Any:
        """The learner inside, with its own counts: those of the moments when labels came."""
        return self.keeper.learner

    @property
    def rows(self) -> Rows | None:
        """What the columns of its rows mean, and what they were; None if it knows of no columns."""
        return self.row_reader.told

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels: (negative, positive) of two; of more those that were declared, then in increasing order."""
        return self._labels.known.shown

    @property
    def known_labels(self) -> Labels:
        """The labels as one value: which came, which is positive, and whether more may come."""
        return self._labels.known

    @property
    def written_labels(self) -> tuple[Label, ...]:
        """The labels as they came, in the order of `labels`: False and True may have been 0 and 1, or -1 and 1."""
        return self._labels.known.as_came

    @property
    def traits(self) -> Traits:
        """What it is: as its learner, where that stays so when labels come late.

        It learns a label in another state than that in which it answered, and perhaps after others. So it does not
        change on its own mistakes alone, and no theorem is named: `thresher.late.promises` says what is known.
        """
        own = getattr(self.learner, "traits", None)
        inside = own if isinstance(own, Traits) else Traits(averaged=not tells_changes(self.learner), labels=None)
        return replace(
            inside,
            mistake_driven=False,
            local=False,
            quiet=False,
            probabilities=False,  # they are in the answers of `ask`
            mergeable=False,
            bound=None,
        )

    @property
    def _all_updates(self) -> int:
        """Of the learner inside, or of all of them, and of their experts."""
        return sum(map(_updates_in, getattr(self.keeper, "copies", [self.learner])))

    @property
    def positive(self) -> Label:
        """The positive one of two labels; None where there are more."""
        return self._labels.known.positive_name

    @property
    def fates(self) -> Counter[LabelStatus]:
        """What 0.1.0 called `statuses`."""
        return self.statuses

    @property
    def settled(self) -> list[tuple[Ticket, LabelStatus]]:
        """What was dealt with before the last question: tickets, and what became of their labels."""
        return [(self._tickets.ticket(number), status) for number, status in self._settled.each()]

    @property
    def pending(self) -> int:
        """Instances whose label has not come and that were not given up."""
        with self.lock:
            return self._pending

    @property
    def _pending(self) -> int:
        return self.asked - self.answered - self.given_up

    @property
    def room(self) -> int | None:
        """How many more questions may wait; None: any number."""
        with self.lock:
            return None if self.max_pending is None else self.max_pending - self._pending + len(self._gives_way)

    @property
    def examples(self) -> int:
        """Labels that came."""
        return self.answered

    @property
    def updates(self) -> int:
        """Of the learner inside."""
        return int(self.learner.updates)

    @property
    def bytes(self) -> int:
        """Memory for the instances that wait."""
        return self.keeper.bytes

    @one_at_a_time
    def expect_labels(self, labels: Iterable[Label]) -> None:
        """Says which labels are to come, so that it is known which of two is positive before the first is learned.

        Needed only around learners of two labels that are not symmetric, for labels that no pair is known of by name.
        """
        self._labels.expect(labels)

    @one_at_a_time
    def error_interval(self) -> tuple[float, float]:
        """The least and the largest error that the labels still out leave possible, over all questions."""
        if not self.asked:
            return 0.0, 0.0
        return self.mistakes / self.asked, (self.mistakes + self.asked - self.answered) / self.asked

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        return html_table(self, {"asked": f"{self.asked:,}", "pending": f"{self.pending:,}"})

    def __repr__(self) -> str:
        return f"Delayed({self.learner!r}, {self.order!r}): {self.asked:,} asked, {self.pending:,} pending"

    # The saved form.

    @one_at_a_time
    def copy(self) -> Self:
        """An independent one in the same state."""
        load, parts = self.__reduce__()
        made: Self = load(*parts)
        return made

    @one_at_a_time
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        from ..files import load_bytes

        link = self.learner.choice.link if isinstance(self.learner, Learner) else None
        function = link if callable(link) else None  # pickled by its own name, as functions are
        return load_bytes, (to_bytes(self, self.row_reader.to_plain()), function)

    @one_at_a_time
    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> "builtins.bytes":
        """The saved form, the instances that wait too: the same state gives the same bytes.

        Parameters
        ----------
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        return to_bytes(self, progress)

    def save(self, path: str | os.PathLike[str], progress: Mapping[str, Any] | None = None) -> None:
        """Saves everything, the instances that wait too, all at once; thresher.load goes on as if never saved."""
        from ..files import write

        write(path, self.to_bytes({**(progress or {}), **self.row_reader.to_plain()}))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Goes on as if never saved."""
        from ..files import load

        loaded = load(path)
        if not isinstance(loaded, cls):
            raise ModelFileError(f"{path} holds {type(loaded).__name__}, no {cls.__name__}.")
        return loaded

    def digest(self) -> str:
        """A fingerprint of everything: learner, order, instances and labels that wait.

        What was refused leaves it as it is, and so does what is answered without an effect: a label that is unknown, a
        duplicate, contradicted or too late is counted in `statuses`, which are saved and are no part of it.
        """
        import hashlib

        return hashlib.sha256(self._state_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DelayedState):
            return NotImplemented
        return type(self) is type(other) and self._state_bytes() == other._state_bytes()

    __hash__ = object.__hash__  # as a key it stands for itself

    # Inside: what a kind of its own keeps more of, and how it is given that again.

    def _values_to_keep(self) -> dict[str, Any]:
        """Plain values for the file."""
        return {}

    def _arrays_to_keep(self) -> dict[str, Any]:
        """Arrays for the file."""
        return {}

    @one_at_a_time
    def _state_bytes(self) -> "builtins.bytes":
        """What it is: however False and True are written, and however often labels came that have no effect."""
        return to_bytes(self, written=False)

    def number_of(self, ticket: Ticket) -> int | None:
        """The number of a question by its ticket, if it is known."""
        with self.lock:
            return self._number(ticket)

    def _number(self, ticket: Ticket) -> int | None:
        """Of a ticket that was given out and is remembered, or whose instance still waits."""
        if type(ticket) is str:
            return self._tickets.number(ticket)
        if isinstance(ticket, int) and not isinstance(ticket, bool):
            return int(ticket) if 1 <= ticket < self._history.next else None
        try:
            return self._tickets.number(ticket)
        except TypeError:
            raise InputError(f"{ticket!r} can't be a ticket: use text.", field="ticket") from None


def _updates_in(learner: Any) -> int:
    """Of a learner, and of those that it is made of: a master counts only the changes of its weights."""
    experts = getattr(learner, "learners", {})
    return int(learner.updates) + sum(map(_updates_in, experts.values() if isinstance(experts, Mapping) else ()))
