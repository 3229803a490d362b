"""Boolean instances over declared attributes, read as the bits of a whole number."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import InputError, ParameterError
from ...parameters import whole
from ...protocols import Attribute, Features

MOST_ATTRIBUTES = 4096


class Booleans:
    """Declared attributes, in order: a number n for the columns 0 .. n - 1, or a list of them.

    Parameters
    ----------
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.

    Examples
    --------
    >>> Booleans(["a", "b", "c"]).read({"a": 1, "c": True})
    5
    """

    def __init__(self, attributes: int | Sequence[Attribute]) -> None:
        if isinstance(attributes, str):
            raise ParameterError(f"attributes are a number of columns or a list of attributes; got {attributes!r}.")
        if not isinstance(attributes, Sequence):
            attributes = range(whole("n", attributes, at_least=1, at_most=MOST_ATTRIBUTES))
        self.attributes = tuple(attributes)
        self._places = {attribute: place for place, attribute in enumerate(self.attributes)}
        if not 0 < len(self.attributes) == len(self._places) <= MOST_ATTRIBUTES:
            raise ParameterError(
                f"the {len(self.attributes)} attributes must be different ones, from 1 to {MOST_ATTRIBUTES} of them."
            )

    def __len__(self) -> int:
        return len(self.attributes)

    @property
    def all(self) -> int:
        """The bits of the instance with everything on."""
        return (1 << len(self.attributes)) - 1

    def read(self, x: Features) -> int:
        """The bits of an instance: a dict of attribute -> 0 or 1, or a set or list of the attributes that are on."""
        bits = 0
        for attribute, value in _pairs(x):
            place = self._places.get(attribute)
            if place is None:
                raise InputError(f"the attribute {attribute!r} is not among the {len(self)} declared ones.")
            if value not in (0, 1):
                raise InputError(f"{attribute!r} has the value {value!r}; boolean attributes are 0 or 1.")
            bits |= int(value) << place
        return bits

    def on(self, bits: int) -> tuple[Attribute, ...]:
        """The attributes whose bits are set."""
        return tuple(attribute for place, attribute in enumerate(self.attributes) if bits >> place & 1)

    def bits_of(self, attributes: Iterable[Attribute]) -> int:
        """The bits of these attributes."""
        return sum(1 << self._places[attribute] for attribute in attributes)

    def instance(self, bits: int) -> dict[Attribute, float]:
        """The instance with these bits."""
        return dict.fromkeys(self.on(bits), 1.0)


def _pairs(x: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(x, Mapping):
        return x.items()
    if isinstance(x, (set, frozenset, list, tuple)):
        return ((attribute, 1) for attribute in x)
    raise InputError(
        f"a boolean instance is a dict of attribute -> 0 or 1, or a set or list of the attributes that are on; got a "
        f"{type(x).__name__}."
    )
