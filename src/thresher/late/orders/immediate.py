"""The two orders that learn a label as soon as it may be learned: Immediate (D6a) and OD1 (D2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...learners import SKIPPED, UNKNOWN, Telling
from ...parameters import whole
from ...protocols import Features, Label
from ...protocols import Learner as AnyLearner
from ..labels import LateLabels, Said, SaidEach
from ..pending import PendingInstances, status_of
from ..status import LabelStatus
from .order import NONE_SETTLED, FewAnswers, FewSettled, Settled, SomeAnswers, SomeSettled

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Immediate:
    """Update when a label comes, with the prediction of that moment (D6a): the best on ordinary streams.

    Bound, for a mistake-driven learner: (1 + G) times its mistakes on the instances in the order of their labels, G the
    largest number of instances outstanding at once.
    """

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> "ImmediateKeeper":
        return ImmediateKeeper(learner, labels, skip_overtaken=False)


@dataclass(frozen=True)
class OD1:
    """Mesterharm's order against an adversary (D2): a label counts only if no later instance changed the learner.

    Bound, for a deterministic mistake-driven learner and delays of at most k: k times its mistakes (D4). On ordinary
    streams it throws away most labels.
    """

    def keeper(self, learner: AnyLearner, labels: LateLabels) -> "ImmediateKeeper":
        return ImmediateKeeper(learner, labels, skip_overtaken=True)


class ImmediateKeeper:
    """Learns every label at once, or (OD1) only those that nothing has overtaken."""

    is_direct = True

    def __init__(self, learner: AnyLearner, labels: LateLabels, *, skip_overtaken: bool) -> None:
        self.learner = learner
        self._waiting = PendingInstances(learner, labels)
        self._skip = skip_overtaken
        self._last = 0

    @property
    def asked_learner(self) -> Any:
        return self.learner

    @property
    def next_learner(self) -> Any:
        return self.learner

    def predict(self, x: Features) -> Label:
        return self._waiting.predict(x)

    def ask(self, number: int, x: Features) -> Said:
        return self._waiting.put(number, x)

    def ask_one(self, number: int, x: Features, answers: FewAnswers) -> tuple[Said, FewSettled] | None:
        """Learns answers, then keeps an instance and says what it is, in one go; None where that can't be done."""
        found = self._waiting.put_one(number, x, answers, skip_overtaken=self._skip, last=self._last)
        if found is None:
            return None
        said, codes, self._last = found
        return said, _settled(answers, codes) if codes else NONE_SETTLED

    def ask_each(
        self, first: int, xs: list[Any], answers: FewAnswers, telling: Telling | None, before: Sequence[int] = ()
    ) -> tuple[SaidEach, FewSettled] | None:
        """The same of several instances."""
        skip, last = self._skip, self._last
        found = self._waiting.put_each(first, xs, answers, telling, before=before, skip_overtaken=skip, last=last)
        if found is None:
            return None
        said, codes, self._last = found
        return said, _settled(answers, codes) if codes else NONE_SETTLED

    def ask_many(self, first: int, X: Any) -> list[Said]:
        return self._waiting.put_many(first, X)

    def learn(self, answers: SomeAnswers) -> SomeSettled:
        if isinstance(answers, FewAnswers):
            few, self._last = self._waiting.teach_few(answers, skip_overtaken=self._skip, last=self._last)
            return _settled(answers, few)
        import numpy as np

        codes, self._last = self._waiting.teach(answers, skip_overtaken=self._skip, last=self._last)
        statuses = np.full(len(codes), LabelStatus.LEARNED, dtype=np.uint8)
        statuses[codes & UNKNOWN != 0] = LabelStatus.TOO_LATE
        statuses[codes & SKIPPED != 0] = LabelStatus.SKIPPED
        return Settled(answers.numbers, statuses)

    def drop(self, number: int) -> None:
        self._waiting.store.drop(number)

    def pending(self) -> "npt.NDArray[np.uint64]":
        return self._waiting.numbers()

    @property
    def bytes(self) -> int:
        return self._waiting.store.bytes

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"last": self._last}, self._waiting.arrays()

    def resume(self, plain: dict[str, Any], arrays: dict[str, Any], *, newest: int) -> None:
        self._last = whole("last", plain["last"], at_most=newest)
        self._waiting.restore(arrays)


def _settled(answers: FewAnswers, codes: list[int]) -> FewSettled:
    if len(answers) == 1:  # as it is where questions and labels take turns
        return FewSettled({answers[0][0]: status_of(codes[0])})
    return FewSettled([(answer[0], status_of(code)) for answer, code in zip(answers, codes, strict=True)])
