"""What every master over experts is: a learner that predicts from what its experts say, and weighs them anew."""

import copy
import inspect
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .._core import coin
from ..errors import InputError
from ..learners.standing import Standing
from ..protocols import Features, Label, Outcome
from ..theory.concepts.answers import positive
from .panel import Crew

if TYPE_CHECKING:
    import numpy.typing as npt

Experts = Mapping[str, Any] | Iterable[Any]


class Master(ABC):
    """Experts below, one learner above: it is asked and taught as they are.

    examples, mistakes: as of any learner.   updates: trials that changed the weights of the experts.
    loss: what its bound is about (`loss_name`).   expert_losses, expert_mistakes: the experts' own, by name.

    An importance weight is handed to the experts; the master's own step is always a whole one, as its bound wants it.
    """

    kinds: ClassVar[dict[str, type["Master"]]] = {}
    """Every master by its class name, as saved files call it."""

    loss_name: str
    randomized: bool = False
    seed: int = 0
    _stated: ClassVar[str] = "never"

    def __init_subclass__(cls) -> None:
        Master.kinds.setdefault(cls.__name__, cls)

    def _begin(self, learners: Experts, *, clip: float = 0.0) -> None:
        """Called in every constructor."""
        self._crew = Crew(learners, self._stated, clip)
        self._labels = self._crew.labels
        self.examples = self.mistakes = self.updates = 0
        self.loss = 0.0
        self._losses = [0.0] * len(self._crew)
        self._wrong = [0] * len(self._crew)

    # Predicting: never changes anything.

    def predict_one(self, x: Features) -> Label:
        """The master's answer for one example."""
        return self._labels.names[self._says(self._crew.ask(x))]

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """How probable the master finds each answer."""
        probability = self._opinion(self._crew.ask(x))
        return {self._labels.names[0]: 1.0 - probability, self._labels.names[1]: probability}

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        import numpy as np

        from ..late.pending import rows

        said = [self._says(self._crew.ask(row)) for row in rows(X)]
        return self._labels.name_many(np.array(said, dtype=np.bool_))

    # Learning.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Asks the experts, predicts, teaches them, and weighs them anew. An importance weight of 0 learns nothing."""
        label = positive(self._labels.understand(y))
        if not (isinstance(weight, (int, float)) and 0.0 <= weight <= 1e100):
            raise InputError(f"the importance weight {weight!r} is not a number from 0 to 1e100.")
        statements = self._crew.ask(x)
        names = self._labels.names
        if weight == 0:
            said = self._says(statements)
            return Outcome(names[said], names[label], said != label, False)
        told = self._crew.teach(x, names[label], weight)
        said, changed = self._note(statements, label, [outcome.mistake for outcome in told])
        updated = changed or self.randomized or any(outcome.updated for outcome in told)
        return Outcome(names[said], names[label], said != label, updated)

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same as learn_one in a loop; experts of Thresher's own learn all rows in one go, and on bad input nothing
        is learned.
        """
        from .batches import learn_rows

        return self._labels.name_many(learn_rows(self, X, y, weights))

    def _note(self, statements: Sequence[float], label: bool, wrong: Sequence[bool]) -> tuple[bool, bool]:
        """One trial, once everything is known: what was said, and whether the weights changed."""
        opinion, said = self._opinion(statements), self._says(statements)
        losses = self._losses_of(statements, label)
        self.loss += self._own_loss(statements, opinion, said, label)
        self._losses = [total + loss for total, loss in zip(self._losses, losses, strict=True)]
        self._wrong = [count + bad for count, bad in zip(self._wrong, wrong, strict=True)]
        changed = self._weigh(statements, losses, opinion, label, said != label)
        self.examples += 1
        self.mistakes += said != label
        self.updates += changed
        return said, changed

    # What it knows.

    @property
    def learners(self) -> dict[str, Any]:
        """The experts by name."""
        return self._crew.experts

    @property
    def labels(self) -> tuple[Label, Label]:
        """(negative, positive), as predictions come out."""
        return self._labels.names

    @property
    def expert_losses(self) -> dict[str, float]:
        """What each expert lost, in the loss of the bound."""
        return dict(zip(self.learners, self._losses, strict=True))

    @property
    def expert_mistakes(self) -> dict[str, int]:
        """What each expert's own predictions got wrong."""
        return dict(zip(self.learners, self._wrong, strict=True))

    @property
    def tells_changes(self) -> bool:
        """Whether `updated` is True wherever something changed."""
        return self._crew.tells_changes

    @abstractmethod
    def weights(self) -> dict[str, float]:
        """The weight of each expert."""

    @abstractmethod
    def standings(self) -> list[Standing]:
        """The run so far beside each theorem that holds for it, the headline first."""

    def standing(self) -> Standing:
        """The run so far beside the theorem of this master."""
        return self.standings()[0]

    # Parameters, copies, files.

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """What the constructor was given or assumed, with fresh experts: type(self)(**params) makes a fresh one."""
        return {"learners": self._crew.fresh(), **self.options()}

    def options(self) -> dict[str, Any]:
        """The parameters without the experts."""
        known = inspect.signature(type(self).__init__).parameters
        return {name: getattr(self, name) for name in known if name not in ("self", "learners")}

    def __repr__(self) -> str:
        known = inspect.signature(type(self).__init__).parameters
        changed = [f"{name}={value!r}" for name, value in self.options().items() if value != known[name].default]
        return f"{type(self).__name__}({', '.join([repr(list(self.learners.values())), *changed])})"

    def copy(self) -> Self:
        """An independent one in the same state."""
        return copy.deepcopy(self)

    def to_bytes(self) -> bytes:
        """The saved form: the same master gives the same bytes. All experts must be Thresher's own, or masters."""
        from .files import to_bytes

        return to_bytes(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the master and its experts to a file, all at once. `thresher.experts.load` loads it again."""
        from ..files.snapshots import write

        write(path, self.to_bytes())

    def digest(self) -> str:
        """A fingerprint of everything: parameters, weights, counts and experts."""
        import hashlib

        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Master):
            return NotImplemented
        from .files import can_be_saved

        if self is other or type(self) is not type(other) or not (can_be_saved(self) and can_be_saved(other)):
            return self is other
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # masters change, so they are no keys

    # What a rule is.

    @abstractmethod
    def _opinion(self, statements: Sequence[float]) -> float:
        """The probability of the positive label, from what the experts say."""

    def _says(self, statements: Sequence[float]) -> bool:
        """The prediction: what is at least as probable as not, or a coin of that probability."""
        opinion = self._opinion(statements)
        return coin(self.seed, self.examples) < opinion if self.randomized else opinion >= 0.5

    @abstractmethod
    def _losses_of(self, statements: Sequence[float], label: bool) -> list[float]:
        """What each expert loses."""

    @abstractmethod
    def _own_loss(self, statements: Sequence[float], opinion: float, said: bool, label: bool) -> float:
        """What the master loses."""

    @abstractmethod
    def _weigh(
        self, statements: Sequence[float], losses: Sequence[float], opinion: float, label: bool, mistake: bool
    ) -> bool:
        """Changes the weights; whether it did."""

    @abstractmethod
    def _state(self) -> dict[str, Sequence[float] | Sequence[int]]:
        """What goes into a file beside the counts: lists of floats, or of whole numbers."""

    @abstractmethod
    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        """Takes on what `_state` gave."""

    def _beside(self, name: str, loss: float, bound: float, theorem: str, *, mistakes: bool = False) -> Standing:
        """The run beside a bound of its loss, or of its mistakes."""
        if mistakes:
            experts, other = self.expert_losses, self.loss_name
            return Standing("mistakes", float(self.mistakes), loss, name, bound, theorem, experts, other)
        return Standing(self.loss_name, self.loss, loss, name, bound, theorem, self.expert_losses)

    def _best(self) -> tuple[str, float]:
        """The expert that lost least, and what."""
        place = min(range(len(self._losses)), key=self._losses.__getitem__)
        return list(self.learners)[place], self._losses[place]
