"""Enumerated classes of concepts. Their size is known before anything is enumerated, and too large ones are refused."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from ...errors import InputError, ParameterError
from ...parameters import whole, yes_or_no
from ...protocols import Attribute, Features
from .booleans import Booleans
from .targets import Conjunction, Disjunction, Target

MOST_CONCEPTS = 1 << 20


class Code(NamedTuple):
    """A concept of a class as bits: its literals, and its negated attributes."""

    literals: int
    negated: int


class ConceptClass(ABC):
    """A finite class of concepts over declared boolean attributes. Iterating gives its targets.

    Parameters
    ----------
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.
    literals : int or None, optional
        How many a concept has; None: any number.
    negations : bool, default False
        Whether literals may be negated.
    limit : int, default MOST_CONCEPTS
        Refuse to enumerate more concepts than this.
    """

    def __init__(
        self,
        attributes: int | Sequence[Attribute],
        literals: int | None = None,
        negations: bool = False,
        limit: int = MOST_CONCEPTS,
    ) -> None:
        self.booleans = Booleans(attributes)
        n = len(self.booleans)
        self.literals = None if literals is None else whole("literals", literals, at_most=n)
        self.negations = yes_or_no("negations", negations)
        self._size = _size(n, self.literals, self.negations)
        if self._size > whole("limit", limit, at_least=1):
            raise ParameterError(
                f"the class has {_shown(self._size)} concepts, more than the limit of {limit:,}; take fewer attributes"
                f"{' or literals' if self.literals is not None else ', a fixed number of literals'}, or a larger limit."
            )

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Target]:
        return map(self.concept, self.codes())

    def codes(self) -> Iterator[Code]:
        """The concepts as bits, those with few literals first."""
        n = len(self.booleans)
        for size in range(n + 1) if self.literals is None else (self.literals,):
            for chosen in combinations(range(n), size):
                literals = sum(1 << place for place in chosen)
                for negated in _subsets(chosen) if self.negations else (0,):
                    yield Code(literals ^ negated, negated)

    def read(self, x: Features) -> int:
        """An instance as bits."""
        return self.booleans.read(x)

    @property
    def instance_count(self) -> int:
        """How many different instances there are."""
        return 1 << len(self.booleans)

    def instances(self) -> Iterator[int]:
        """All of them, as bits."""
        return iter(range(self.instance_count))

    @abstractmethod
    def answer(self, code: Code, bits: int) -> bool:
        """What a concept says of an instance."""

    @abstractmethod
    def concept(self, code: Code) -> Target:
        """A concept as a target."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._size:,} concepts over {len(self.booleans)} attributes>"


class Disjunctions(ConceptClass):
    """Disjunctions of so many literals, monotone or with negations.

    C(n, k) or 2^k C(n, k) of them; with any number of literals 2^n or 3^n.

    Examples
    --------
    >>> len(Disjunctions(20, 3)), len(Disjunctions(20, 3, negations=True)), len(Disjunctions(10))
    (1140, 9120, 1024)
    """

    def answer(self, code: Code, bits: int) -> bool:
        return bool(bits & code.literals or ~bits & code.negated)

    def concept(self, code: Code) -> Disjunction:
        return Disjunction(self.booleans.on(code.literals), self.booleans.on(code.negated))


class Conjunctions(ConceptClass):
    """Conjunctions: 2^n monotone ones, 3^n with negations; fewer with a fixed number of literals.

    Examples
    --------
    >>> len(Conjunctions(10)), len(Conjunctions(10, negations=True))
    (1024, 59049)
    """

    def answer(self, code: Code, bits: int) -> bool:
        return bits & code.literals == code.literals and not bits & code.negated

    def concept(self, code: Code) -> Conjunction:
        return Conjunction(self.booleans.on(code.literals), self.booleans.on(code.negated))


class Functions(Disjunctions):
    """All 2^m functions of m points; point i is the instance in which attribute i alone is on.

    As a target, a function is the disjunction of the points it maps to 1.

    Parameters
    ----------
    points : int or sequence of Attribute
        How many there are, or a list of attributes.
    limit : int, default MOST_CONCEPTS
        Refuse to enumerate more concepts than this.

    Examples
    --------
    >>> len(Functions(8)), len(set(Functions(3)))
    (256, 8)
    """

    def __init__(self, points: int | Sequence[Attribute], limit: int = MOST_CONCEPTS) -> None:
        super().__init__(points, limit=limit)

    def read(self, x: Features) -> int:
        """An instance as bits; exactly one is set."""
        bits = self.booleans.read(x)
        if bits.bit_count() != 1:
            raise InputError(f"a point is the instance with one attribute on; got one with {bits.bit_count()}.")
        return bits

    @property
    def instance_count(self) -> int:
        """How many points there are."""
        return len(self.booleans)

    def instances(self) -> Iterator[int]:
        """All of them, as bits."""
        return (1 << place for place in range(self.instance_count))


def _size(n: int, literals: int | None, negations: bool) -> int:
    if literals is None:
        return int(3**n) if negations else 1 << n
    return comb(n, literals) << (literals if negations else 0)


def _subsets(places: Sequence[int]) -> Iterator[int]:
    for number in range(1 << len(places)):
        yield sum(1 << place for i, place in enumerate(places) if number >> i & 1)


def _shown(size: int) -> str:
    return f"{size:,}" if size < 1 << 64 else f"about 2^{size.bit_length() - 1}"
