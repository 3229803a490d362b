"""The experts of a master: what they are called, what they say of an instance, and how they are taught."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import NativeBlock, block_of_rows
from ..data.labels import Labels
from ..errors import InputError, ParameterError
from ..late.pending import labels_of, rows, tells_changes
from ..learners import Learner, Lesson
from ..learners.naming import has_probabilities
from ..protocols import Features, Label, Outcome
from .adapters import Stranger, as_expert

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Lessons(NamedTuple):
    """What each expert said of each row before its label came, and whether it was wrong: lists of rows."""

    statements: list[list[float]]
    wrong: list[list[bool]]


class Crew:
    """Experts by name. They are taught, so give them away.

    learners: name -> learner, or learners, which are then called what they look like.
    stated: whether probabilities are asked for ("always": every expert must have them; "perhaps": who has none votes
        0 or 1) or votes ("never").
    clip: what is stated is brought to clip at least and 1 - clip at most.
    """

    def __init__(self, learners: Mapping[str, Any] | Iterable[Any], stated: str, clip: float = 0.0) -> None:
        self._clip = clip
        given = _named(learners)
        pairs = [labels_of(learner).pair for learner in given.values()]
        self.labels = Labels(next((pair for pair in pairs if pair is not None), None))
        self.experts = {name: as_expert(learner, self.labels.pair) for name, learner in given.items()}
        for name, expert in self.experts.items():
            if labels_of(expert).names != self.labels.names:
                raise ParameterError(
                    f"experts must have the same labels: one has {self.labels.names}, {name} has "
                    f"{labels_of(expert).names}."
                )
        self._states = [stated != "never" and _states_probabilities(expert) for expert in self.experts.values()]
        for name, states in zip(self.experts, self._states, strict=True):
            if stated == "always" and not states:
                raise ParameterError(
                    f"the expert {name} states no probabilities, which log loss needs: make it with "
                    "probabilities=True, or let Majority or AbsoluteLoss take its votes."
                )

    def __len__(self) -> int:
        return len(self.experts)

    @property
    def tells_changes(self) -> bool:
        """Whether all of them say when they change."""
        return all(tells_changes(expert) for expert in self.experts.values())

    @property
    def are_ours(self) -> bool:
        """Whether all of them are learners of Thresher's own."""
        return all(isinstance(expert, Learner) for expert in self.experts.values())

    def ask(self, x: Features) -> list[float]:
        """How probable each finds the positive label; 0 or 1 where it votes. Changes nothing."""
        yes = self.labels.names[1]
        said = [
            float(expert.predict_proba_one(x)[yes]) if states else float(expert.predict_one(x) == yes)
            for expert, states in zip(self.experts.values(), self._states, strict=True)
        ]
        return self._heard(said)

    def teach(self, x: Features, y: Label, weight: float) -> list[Outcome]:
        """The label, to each of them."""
        return [expert.learn_one(x, y, weight) for expert in self.experts.values()]

    def teach_many(self, X: Any, labels: "npt.NDArray[np.int8]", weights: "npt.NDArray[np.float64]") -> Lessons:
        """Rows in turn, to experts of Thresher's own, each in one go; if one refuses a row, nobody learns any.

        A row of weight 0 is only predicted.
        """
        import numpy as np

        block = _block(list(rows(X)), labels, weights)
        tasks = np.where(weights > 0, labels, 0).astype(np.int8)
        kept: list[tuple[Learner, Learner]] = []
        said, wrong = [], []
        for expert, states in zip(self.experts.values(), self._states, strict=True):
            kept.append((expert, expert.copy()))
            lesson = expert.learn_block(block, 0, tasks, scored=states)
            if lesson.row < len(labels):
                for learner, before in kept:
                    learner.become(before)
                raise InputError(f"row {lesson.row}: {lesson.refusal}")
            said.append(_statements(lesson, states))
            wrong.append(lesson.predictions != (labels > 0))
        return Lessons(list(map(self._heard, np.stack(said, axis=1).tolist())), np.stack(wrong, axis=1).tolist())

    def _heard(self, said: list[float]) -> list[float]:
        """What the experts state, as the master takes it."""
        for name, probability in zip(self.experts, said, strict=True):
            if not 0.0 <= probability <= 1.0:
                raise InputError(f"the expert {name} states {probability}, which is no probability.")
        return [min(max(q, self._clip), 1.0 - self._clip) for q in said] if self._clip else said

    def fresh(self) -> dict[str, Any]:
        """Experts like these that have learned nothing."""
        return {name: _fresh(expert) for name, expert in self.experts.items()}


def _named(learners: Mapping[str, Any] | Iterable[Any]) -> dict[str, Any]:
    if isinstance(learners, Mapping):
        found = dict(learners)
        if any(not isinstance(name, str) for name in found):
            raise ParameterError("the names of experts must be texts.")
    elif isinstance(learners, Sequence) and not isinstance(learners, str):
        found = {}
        for learner in learners:
            name = repr(learner) if isinstance(learner, Learner) else type(learner).__name__
            same = sum(known == name or known.startswith(f"{name} #") for known in found)
            found[f"{name} #{same + 1}" if same else name] = learner
    else:
        raise ParameterError(f"learners must be a list of learners, or name -> learner; got {learners!r}.")
    if not found:
        raise ParameterError("a master needs an expert at least.")
    if len({id(learner) for learner in found.values()}) < len(found):
        raise ParameterError("the same learner is there twice, and would be taught twice; give a copy().")
    return found


def _states_probabilities(expert: Any) -> bool:
    if isinstance(expert, Learner):
        return has_probabilities(expert)
    return bool(getattr(expert, "states_probabilities", hasattr(expert, "predict_proba_one")))


def _block(
    examples: list[dict[Any, float]], labels: "npt.NDArray[np.int8]", weights: "npt.NDArray[np.float64]"
) -> NativeBlock:
    import numpy as np

    numbers = np.arange(1, len(examples) + 1, dtype=np.uint64)
    return block_of_rows(examples, labels.astype(np.float64), weights, numbers, [""] * len(examples))


def _statements(lesson: Lesson, states: bool) -> "npt.NDArray[np.float64]":
    import numpy as np

    if states and lesson.probabilities is not None:
        return lesson.probabilities
    return lesson.predictions.astype(np.float64)


def _fresh(expert: Any) -> Any:
    """Like it, untaught; a copy of it as it is, where nothing is known of how it was made."""
    if hasattr(expert, "get_params"):
        return type(expert)(**expert.get_params())
    return expert.fresh() if isinstance(expert, Stranger) else deepcopy(expert)
