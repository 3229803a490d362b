"""Models of other libraries as experts: recognised by what they can do, so none of those libraries is imported here."""

from collections.abc import Sequence
from typing import Any, Self

from ..data.examples import Example
from ..data.labels import Labels
from ..errors import ParameterError
from ..protocols import Attribute, Features, Label, Outcome


class Stranger:
    """Somebody else's model behind the protocol of learners.

    examples, mistakes, updates: counts of its own; it counts as changed every time.
    """

    def __init__(self, model: Any, labels: tuple[Any, Any] | None = None) -> None:
        self.model = model
        self._labels = Labels(labels)
        self.examples = self.mistakes = self.updates = 0

    def predict_one(self, x: Features) -> Label:
        """What the model says."""
        raise NotImplementedError

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts, then teaches the model."""
        said = self.predict_one(x)
        self._teach(x, y, weight)
        self.examples += 1
        self.updates += 1
        self.mistakes += said != y
        return Outcome(said, y, said != y, True)

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        raise NotImplementedError

    def fresh(self) -> Self:
        """One around a model made alike that has learned nothing."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({type(self.model).__name__})"


class FromRiver(Stranger):
    """A classifier of River: predict_one(x), learn_one(x, y) and, if it has probabilities, predict_proba_one(x).

    Before it has seen a label it may say nothing: that counts as the positive one. An importance weight of 1 is not
    handed on, as not every classifier takes one.
    """

    @property
    def states_probabilities(self) -> bool:
        """Whether it can be asked for probabilities."""
        return hasattr(self.model, "predict_proba_one")

    def predict_one(self, x: Features) -> Label:
        negative, positive = self._labels.names
        return negative if self.model.predict_one(_as_dict(x)) == negative else positive

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """Its probabilities; a half each if it has none yet."""
        negative, positive = self._labels.names
        stated = self.model.predict_proba_one(_as_dict(x)) or {}
        for_positive = stated.get(positive, 1.0 - stated.get(negative, 0.5))
        return {negative: 1.0 - for_positive, positive: for_positive}

    def fresh(self) -> Self:
        return type(self)(self.model.clone(), self._labels.pair)

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        more = {} if weight == 1.0 else {"w": weight}
        self.model.learn_one(_as_dict(x), y, **more)


class FromSklearn(Stranger):
    """A classifier with scikit-learn's partial_fit.

    columns: the attributes, in the order of its columns; others are not shown to it.
    labels: (negative, positive), if they are not False and True.

    Before the first label it says yes, at a half.
    """

    def __init__(self, model: Any, columns: Sequence[Attribute], labels: tuple[Any, Any] | None = None) -> None:
        super().__init__(model, labels)
        self.columns = list(columns)

    @property
    def states_probabilities(self) -> bool:
        """Whether it can be asked for probabilities."""
        return hasattr(self.model, "predict_proba")

    def predict_one(self, x: Features) -> Label:
        negative, positive = self._labels.names
        return negative if self.examples and self.model.predict(self._row(x))[0] == negative else positive

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """Its probabilities."""
        negative, positive = self._labels.names
        if not self.examples:
            return {negative: 0.5, positive: 0.5}
        probabilities = self.model.predict_proba(self._row(x))[0].tolist()
        stated = dict(zip(self.model.classes_.tolist(), probabilities, strict=True))
        return {negative: stated[negative], positive: stated[positive]}

    def fresh(self) -> Self:
        model = type(self.model)(**self.model.get_params(deep=False))
        return type(self)(model, self.columns, self._labels.pair)

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        more = {} if weight == 1.0 else {"sample_weight": [weight]}
        self.model.partial_fit(self._row(x), [y], classes=list(self._labels.names), **more)

    def _row(self, x: Features) -> Any:
        import numpy as np

        values = _as_dict(x)
        return np.array([[values.get(column, 0.0) for column in self.columns]])


def as_expert(learner: Any, labels: tuple[Any, Any] | None = None) -> Any:
    """What keeps the protocol of learners as it is; a River model behind its adapter; anything else is refused."""
    if all(hasattr(learner, name) for name in ("predict_one", "learn_one", "examples", "mistakes", "updates")):
        return learner
    if hasattr(learner, "predict_one") and hasattr(learner, "learn_one"):
        return FromRiver(learner, labels)
    if hasattr(learner, "partial_fit"):
        raise ParameterError(
            f"{type(learner).__name__} does not say which attributes are its columns; "
            "give experts.FromSklearn(model, columns=[...])."
        )
    raise ParameterError(f"an expert is a learner with predict_one and learn_one; got {learner!r}.")


def _as_dict(x: Features) -> dict[Any, float]:
    return x if type(x) is dict else dict(Example(x).items())
