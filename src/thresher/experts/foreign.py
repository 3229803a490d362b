"""Models of other libraries as experts: recognised by what they can do, so none of those libraries is imported here."""

from collections.abc import Sequence
from typing import Any, Self

from ..data import Example
from ..errors import InputError, ParameterError
from ..learners import Traits
from ..mistakes import is_mistake
from ..protocols import Attribute, Features, Label, Outcome


class ForeignModel:
    """Somebody else's model behind the protocol of learners.

    Parameters
    ----------
    model : object
        The model. It is taught, so give it away.
    labels : sequence of labels, optional
        Those it will be taught: (negative, positive), or any number of them. Of two the positive one counts as its
        answer where it has none yet; of any other number that is no answer.

    Attributes
    ----------
    examples, mistakes, updates : int
        Counts of its own; it counts as changed every time.
    """

    def __init__(self, model: Any, labels: Sequence[Label] | None = None) -> None:
        self.model = model
        self.labels = tuple(labels or ())
        self.examples = self.mistakes = self.updates = 0

    @property
    def declared_labels(self) -> tuple[Label, ...]:
        """The labels that it was made for."""
        return self.labels

    @property
    def positive(self) -> Label:
        """The positive one of two labels, else None."""
        return self.labels[1] if len(self.labels) == 2 else None

    def predict_one(self, x: Features) -> Label:
        """What the model says of one example; None if it has no answer."""
        raise NotImplementedError

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts, then teaches the model."""
        said, label = self.predict_one(x), self._name(y)
        self._teach(x, label, weight)
        wrong = is_mistake(said, label)
        self.examples += 1
        self.updates += 1
        self.mistakes += wrong
        return Outcome(said, label, wrong, True)

    def _name(self, label: Any) -> Label:
        """What a label is called here."""
        return label

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        raise NotImplementedError

    def fresh(self) -> Self:
        """One around a model made alike that has learned nothing."""
        raise NotImplementedError

    def become(self, other: Self) -> None:
        """Takes on the state of another one."""
        self.__dict__.update(other.__dict__)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({type(self.model).__name__})"


class FromRiver(ForeignModel):
    """A classifier of River: predict_one(x), learn_one(x, y) and, if it has probabilities, predict_proba_one(x).

    An importance weight of 1 is not handed on, as not every classifier takes one.

    Parameters
    ----------
    model : river.base.Classifier
        The classifier. It is taught, so give it away.
    labels : sequence of labels, optional
        (negative, positive), if they are known: before its first label its answer is then the positive one.

    Examples
    --------
    >>> from river.tree import HoeffdingTreeClassifier
    >>> model = FromRiver(HoeffdingTreeClassifier())
    >>> model.learn_one({"free": 1}, "spam")
    Outcome(prediction=None, label='spam', mistake=False, updated=True)
    >>> model.predict_one({"free": 1})
    'spam'
    """

    @property
    def traits(self) -> Traits:
        """What it is: any number of labels, and perhaps probabilities."""
        return Traits(labels=None, probabilities=hasattr(self.model, "predict_proba_one"))

    def predict_one(self, x: Features) -> Label:
        """What the model says of one example."""
        said = self.model.predict_one(_as_dict(x))
        return self.positive if said is None else said

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """Its probabilities; none of labels that it does not know yet."""
        return dict(self.model.predict_proba_one(_as_dict(x)) or {})

    def fresh(self) -> Self:
        """One around a model made alike that has learned nothing."""
        return type(self)(self.model.clone(), self.labels)

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        more = {} if weight == 1.0 else {"w": weight}
        self.model.learn_one(_as_dict(x), y, **more)


class FromSklearn(ForeignModel):
    """A classifier with scikit-learn's partial_fit.

    Parameters
    ----------
    model : object
        The classifier. It is taught, so give it away.
    columns : sequence of attributes
        The attributes, in the order of its columns; others are not shown to it.
    labels : sequence of labels, default (False, True)
        All that will come, which partial_fit wants to know at once: (negative, positive), or any number.

    Examples
    --------
    >>> from sklearn.linear_model import SGDClassifier
    >>> model = FromSklearn(SGDClassifier(random_state=0), ["bark", "miaow", "tweet"], ["dog", "cat", "bird"])
    >>> outcomes = [model.learn_one({"bark": 1}, "dog"), model.learn_one({"miaow": 1}, "cat")]
    >>> model.predict_one({"miaow": 1})
    'cat'
    """

    def __init__(self, model: Any, columns: Sequence[Attribute], labels: Sequence[Label] | None = None) -> None:
        super().__init__(model, (False, True) if labels is None else labels)
        self.columns = list(columns)

    @property
    def traits(self) -> Traits:
        """What it is: as many labels as it was made for, and perhaps probabilities."""
        return Traits(labels=2 if len(self.labels) == 2 else None, probabilities=hasattr(self.model, "predict_proba"))

    def predict_one(self, x: Features) -> Label:
        """What the model says of one example."""
        return self._name(self.model.predict(self._row(x))[0]) if self.examples else self.positive

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """Its probabilities; none before its first label."""
        if not self.examples:
            return {}
        names = map(self._name, self.model.classes_)
        return dict(zip(names, self.model.predict_proba(self._row(x))[0].tolist(), strict=True))

    def fresh(self) -> Self:
        """One around a model made alike that has learned nothing."""
        model = type(self.model)(**self.model.get_params(deep=False))
        return type(self)(model, self.columns, self.labels)

    def _teach(self, x: Features, y: Label, weight: float) -> None:
        more = {} if weight == 1.0 else {"sample_weight": [weight]}
        self.model.partial_fit(self._row(x), [y], classes=list(self.labels), **more)

    def _name(self, label: Any) -> Label:
        """A label as it was declared; -1 is False too."""
        if label == -1 and self.labels == (False, True):
            return False
        for name in self.labels:
            if name == label:
                return name
        raise InputError(
            f"the label {label!r} is none of {self.labels}: make FromSklearn with all labels that will come."
        )

    def _row(self, x: Features) -> Any:
        import numpy as np

        values = _as_dict(x)
        return np.array([[values.get(column, 0.0) for column in self.columns]])


def as_expert(learner: Any) -> Any:
    """What keeps the protocol of learners as it is; a River model behind its adapter; anything else is refused."""
    if all(hasattr(learner, name) for name in ("predict_one", "learn_one", "examples", "mistakes", "updates")):
        return learner
    if hasattr(learner, "predict_one") and hasattr(learner, "learn_one"):
        return FromRiver(learner)
    if hasattr(learner, "partial_fit"):
        raise ParameterError(
            f"{type(learner).__name__} does not say which attributes are its columns; "
            "give experts.FromSklearn(model, columns=[...])."
        )
    raise ParameterError(f"an expert is a learner with predict_one and learn_one; got {learner!r}.")


def _as_dict(x: Features) -> dict[Any, float]:
    return x if type(x) is dict else dict(Example(x).items())
