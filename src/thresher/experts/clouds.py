"""Clouds, as SNoW has them: for each class apart, experts are weighed by what they got wrong about that class."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from ..learners import Standing
from ..parameters import real
from ..protocols import Label
from ..theory.bounds.experts import clouds_mistakes
from .labels import KnownLabels
from .master import Heard, Master
from .panel import Experts
from .saving import as_count
from .statements import NOBODY, Statement, lost, probabilities


class Clouds(Master):
    """Weighted majority class by class: who is good at telling one class need not be good at another.

        about each class c an expert says yes (it votes for c) or no; its weight there is discount^(how often that was
        wrong);  the answer is the class with the largest part of its weight saying yes

    Parameters
    ----------
    learners : list of learners, or name -> learner
        The experts. They are taught by the master, so give them away. Around learners of two labels, Multiclass makes
        one of many.
    discount : float, default 0.5
        What the weight of an expert is multiplied by where it was wrong about a class, from 0 to 1 (b).

    Notes
    -----
    Of two labels it is `Majority`. Bound, m_c what the best of N experts for class c got wrong about c: a mistake of
    the master means that about some class half of the weight was wrong, so
    M <= sum over classes of (ln N + m_c ln(1/b))/ln(2/(1 + b)) (F5, `clouds_mistakes`).

    References
    ----------
    Carlson, Cumby, Rosen, Rizzolo and Roth (2004), SNoW user manual; Littlestone and Warmuth (1994), The weighted
    majority algorithm.

    Examples
    --------
    >>> import thresher as th
    >>> model = Clouds([th.Multiclass(th.BalancedWinnow()), th.Multiclass(th.Perceptron())])
    >>> for word, label in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 5:
    ...     outcome = model.learn_one({word: 1}, label)
    >>> model.predict_one({"oui": 1})
    'fr'
    """

    loss_name = "mistakes"

    def __init__(self, learners: Experts, discount: float = 0.5) -> None:
        self._begin(learners)
        self.discount = real("discount", discount, above=0, below=1)
        self._errors: dict[Label, list[int]] = {}  # by class as it came: what each expert got wrong about it

    def errors(self) -> dict[Label, dict[str, int]]:
        """For each class, how often each expert was wrong about it."""
        return {label: dict(zip(self.learners, self._about(label, self._labels), strict=True)) for label in self.labels}

    def weights(self) -> dict[str, float]:
        """The weight of each expert, the mean of its shares over the classes; their sum is 1."""
        every = [self._weights(label, self._labels) for label in self.labels] or [[1.0] * len(self._panel)]
        shares = [[weight / fsum(weights) for weight in weights] for weights in every]
        return {name: fsum(each[place] for each in shares) / len(shares) for place, name in enumerate(self.learners)}

    def bound(self) -> float:
        """What the theorem allows, with the mistakes of the best expert for each class as counted."""
        known = [min(self._about(label, self._labels)) for label in self.labels]
        if not known:
            return 0.0
        return clouds_mistakes(experts=len(self._panel), discount=self.discount, class_mistakes=known)

    def standings(self) -> list[Standing]:
        """The run so far beside its theorem."""
        return [self._beside(*self._best(), self.bound(), clouds_mistakes.__name__)]

    def _about(self, label: Label, labels: KnownLabels) -> list[int]:
        return self._errors.get(labels.labels.came_as(label), [0] * len(self._panel))

    def _weights(self, label: Label, labels: KnownLabels) -> list[float]:
        """What each expert weighs about a class, the best of them 1."""
        errors = self._about(label, labels)
        return [self.discount ** (count - min(errors)) for count in errors]

    def _yes(self, heard: Heard) -> dict[Label, float]:
        """Which part of a class's weight is for it."""
        return {label: self._part_for(label, heard) for label in heard.labels.names}

    def _part_for(self, label: Label, heard: Heard) -> float:
        weights = self._weights(label, heard.labels)
        said = zip(weights, heard.stated, strict=True)
        return fsum(weight for weight, stated in said if stated.get(label)) / fsum(weights)

    def _opinion(self, heard: Heard) -> dict[Label, float]:
        yes = self._yes(heard)
        total = fsum(yes.values())
        if not total:
            return dict.fromkeys(heard.labels.names, 1 / max(1, len(heard.labels.names)))
        return probabilities(heard.labels, lambda label: yes[label] / total)

    def _says(self, heard: Heard) -> Label:
        if all(NOBODY in said for said in heard.stated):
            return None
        yes = self._yes(heard)
        return max(heard.labels.preferred, key=yes.__getitem__, default=None)

    def _loss_of(self, stated: Statement, label: Label) -> float:
        return lost(stated, label)

    def _own_loss(self, heard: Heard, said: Label, label: Label) -> float:
        return float(said != label)

    def _weigh(self, heard: Heard, losses: Sequence[float], label: Label, mistake: bool) -> bool:
        changed = False
        for name in heard.labels.names:
            wrong = [bool(said.get(name)) != (name == label) for said in heard.stated]
            if any(wrong):
                before = self._about(name, heard.labels)
                self._errors[heard.labels.labels.came_as(name)] = [
                    count + bad for count, bad in zip(before, wrong, strict=True)
                ]
                changed = True
        return changed

    def _state(self) -> dict[str, Any]:
        return {"errors": [count for label in self._labels.came for count in self._errors_of_came(label)]}

    def _errors_of_came(self, label: Label) -> list[int]:
        return self._errors.get(label, [0] * len(self._panel))

    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        came, experts = self._labels.came, len(self._panel)
        if len(state["errors"]) != len(came) * experts:
            raise ValueError("what experts got wrong is not of these classes")
        counts = [as_count(count, self.examples) for count in state["errors"]]
        self._errors = {label: counts[i * experts : (i + 1) * experts] for i, label in enumerate(came)}
