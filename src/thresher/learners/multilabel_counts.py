"""What a learner of several labels got right and wrong: examples, decisions, and how often each label was missed."""

from collections.abc import Mapping, Sequence

from ..protocols import Label

COUNTS = ("examples", "mistakes", "decisions")


class MultilabelCounts:
    """Counts over examples with several labels each.

    Attributes
    ----------
    examples : int
        That it has learned from.
    mistakes : int
        Those whose answer was not exactly right.
    decisions : int
        Whether a label is true, one for each known label and example: what `wrong` is a share of.
    """

    _wrong: dict[Label, int]

    def _begin_to_count(self) -> None:
        """Nothing has been learned."""
        self._wrong = {}
        self.examples = self.mistakes = self.decisions = 0

    @property
    def label_mistakes(self) -> dict[Label, int]:
        """For each label, how often the answer was wrong about it."""
        return dict(self._wrong)

    @property
    def wrong(self) -> int:
        """How many labels were answered wrongly, in all examples together."""
        return sum(self._wrong.values())

    @property
    def exact_match(self) -> float:
        """The share of examples whose answer was exactly right; 1 before the first."""
        return 1 - self.mistakes / self.examples if self.examples else 1.0

    @property
    def hamming_loss(self) -> float:
        """The share of labels that were answered wrongly; 0 before the first example."""
        return self.wrong / self.decisions if self.decisions else 0.0

    def _note(self, wrong: Sequence[Label], known: int) -> None:
        """One example, once it was learned."""
        self.examples += 1
        self.mistakes += bool(wrong)
        self.decisions += known
        for label in wrong:
            self._wrong[label] += 1

    def _counts(self) -> dict[str, int]:
        """What a file keeps beside how often the answer was wrong about each label."""
        return {name: getattr(self, name) for name in COUNTS}

    def _take_counts(self, wrong: Mapping[Label, int], counts: Mapping[str, int], learned: Sequence[int]) -> None:
        """Takes on what a file says, once it can be.

        Parameters
        ----------
        wrong : mapping
            How often the answer was wrong about each label.
        counts : mapping
            examples, mistakes and decisions.
        learned : sequence of int
            How many examples the learner of each label has learned.

        Raises
        ------
        ValueError
            Where something can't be.
        """
        examples, mistakes, decisions = (counts[name] for name in COUNTS)
        right = [mistakes, *wrong.values()]
        if not all(_is_count(count) for count in (examples, *learned, *right, decisions)):
            raise ValueError("its counts are no counts")
        fits = mistakes <= sum(wrong.values()) and all(count <= examples for count in (*learned, *right))
        if not fits or decisions != sum(learned):
            raise ValueError("its counts do not fit together")
        self._wrong = dict(wrong)
        self.examples, self.mistakes, self.decisions = examples, mistakes, decisions


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
