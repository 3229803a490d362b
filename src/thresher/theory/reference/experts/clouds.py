"""Clouds in plain Python: weighted majority about each class apart."""

from collections.abc import Sequence
from math import fsum
from typing import Any


class Clouds:
    """Votes in, prediction out.

    Parameters
    ----------
    experts : int
        How many there are.
    discount : float
        What a weight is multiplied by where its expert was wrong about the class.
    labels : sequence
        Of classes for which equal parts of their weight vote, the one that comes first here is predicted.

    Attributes
    ----------
    mistakes : int
        Of the prediction.
    errors : dict
        For each class, how often each expert was wrong about it: it voted for the class and the label was another, or
        the other way round.
    """

    def __init__(self, experts: int, discount: float, labels: Sequence[Any]) -> None:
        self.discount = discount
        self.labels = labels
        self.errors = {label: [0] * experts for label in labels}
        self.mistakes = 0

    def part_for(self, label: Any, votes: Sequence[Any]) -> float:
        """Which part of the weight about a class votes for it."""
        errors = self.errors[label]
        weights = [self.discount ** (count - min(errors)) for count in errors]
        return fsum(w for w, vote in zip(weights, votes, strict=True) if vote == label) / fsum(weights)

    def learn(self, votes: Sequence[Any], y: Any) -> Any:
        """Predict, count, weigh; return the prediction."""
        prediction = max(self.labels, key=lambda label: self.part_for(label, votes))
        self.mistakes += prediction != y
        for label in self.labels:
            for expert, vote in enumerate(votes):
                self.errors[label][expert] += (vote == label) != (y == label)
        return prediction
