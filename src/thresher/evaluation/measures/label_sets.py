"""Answers that are sets of labels beside the sets that are right: exactly right, label by label."""

from collections.abc import Collection
from dataclasses import dataclass, field

from ...protocols import Label


@dataclass
class LabelSetCounts:
    """What was answered wrongly, of any number of labels that are true at once.

    Attributes
    ----------
    examples : int
        How many there were.
    mistakes : int
        Those whose answer was not exactly right.
    decisions : int
        Whether a label is true, one for each known label and example.
    true : dict of label -> int
        Of how many examples each label is true.
    wrong : dict of label -> int
        How often the answer was wrong about it: said and not true, or true and not said.

    Examples
    --------
    >>> counts = LabelSetCounts()
    >>> counts.see(said=["rain"], true=["rain", "wind"], known=["rain", "wind", "snow"])
    >>> counts.exact_match, counts.hamming_loss, counts.wrong
    (0.0, 0.3333333333333333, {'rain': 0, 'wind': 1, 'snow': 0})
    """

    examples: int = 0
    mistakes: int = 0
    decisions: int = 0
    true: dict[Label, int] = field(default_factory=dict)
    wrong: dict[Label, int] = field(default_factory=dict)

    def see(self, said: Collection[Label], true: Collection[Label], known: Collection[Label] = ()) -> None:
        """One more example.

        Parameters
        ----------
        said : collection of labels
            The answer.
        true : collection of labels
            What is right.
        known : collection of labels
            Those that could have been answered; what was said or is true is known in any case.
        """
        labels = dict.fromkeys((*known, *said, *true))
        self.examples += 1
        self.decisions += len(labels)
        self.mistakes += any((label in said) != (label in true) for label in labels)
        for label in labels:
            self.true[label] = self.true.get(label, 0) + (label in true)
            self.wrong[label] = self.wrong.get(label, 0) + ((label in said) != (label in true))

    @property
    def wrong_labels(self) -> int:
        """How many labels were answered wrongly, in all examples together."""
        return sum(self.wrong.values())

    @property
    def exact_match(self) -> float:
        """The share of examples whose answer was exactly right; 1 where there was none."""
        return 1 - self.mistakes / self.examples if self.examples else 1.0

    @property
    def hamming_loss(self) -> float:
        """The share of labels that were answered wrongly; 0 where there was none."""
        return self.wrong_labels / self.decisions if self.decisions else 0.0
