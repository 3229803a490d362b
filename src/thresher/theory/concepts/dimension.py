"""Littlestone's dimension of an enumerated class: the depth of the deepest mistake tree (J7a).

A mistake tree has an instance at every inner node and a consistent concept at every leaf, all leaves equally deep. Who
answers a learner's predictions with the other branch forces a mistake at every level.
"""

from ...errors import ParameterError
from .classes import ConceptClass

MOST_ANSWERS = 1 << 22  # concepts times instances: seconds, and some hundred megabytes at most


class Splits:
    """The concepts of a class as bits of a number, and how every instance splits them.

    Parameters
    ----------
    concepts : ConceptClass
        The class; concepts times instances may be at most 4,194,304.
    """

    def __init__(self, concepts: ConceptClass) -> None:
        size, instances = len(concepts), concepts.instance_count
        if size * instances > MOST_ANSWERS:
            raise ParameterError(
                f"{size:,} concepts on {instances:,} instances are {size * instances:,} answers, more than the "
                f"{MOST_ANSWERS:,} that are enumerated; take fewer attributes, or literals, or Halving."
            )
        self._class = concepts
        self._codes = list(concepts.codes())
        self.everything = (1 << size) - 1
        splits = {self.answering(bits) for bits in concepts.instances()}
        # x and its opposite split alike, and who does not split everything splits nothing
        self._splits = sorted({min(s, self.everything ^ s) for s in splits} - {0})
        self._known: dict[tuple[int, int], bool] = {}

    def answering(self, bits: int) -> int:
        """The concepts that say 1 of an instance."""
        return sum(1 << place for place, code in enumerate(self._codes) if self._class.answer(code, bits))

    def dimension(self, concepts: int) -> int:
        """Littlestone's dimension of a set of them; -1 of the empty one."""
        depth = -1
        while self._has_tree(concepts, depth + 1):
            depth += 1
        return depth

    def _has_tree(self, concepts: int, depth: int) -> bool:
        """Whether there is a mistake tree of this depth: it needs 2^depth concepts."""
        if concepts.bit_count() < 1 << depth:
            return False
        if depth == 0:
            return True
        known = self._known.get((concepts, depth))
        if known is None:
            known = any(
                self._has_tree(concepts & split, depth - 1) and self._has_tree(concepts & ~split, depth - 1)
                for split in self._splits
            )
            self._known[concepts, depth] = known
        return known


def littlestone_dimension(concepts: ConceptClass) -> int:
    """Littlestone's dimension of a class: what the best deterministic learner must and can promise (J7a).

    Parameters
    ----------
    concepts : ConceptClass
        The class; small, as every instance is enumerated.

    Returns
    -------
    int
        The depth of its deepest mistake tree, at most floor(lg |C|).

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions, Functions
    >>> littlestone_dimension(Disjunctions(8, 1)), littlestone_dimension(Functions(5))
    (3, 5)
    """
    splits = Splits(concepts)
    return splits.dimension(splits.everything)
