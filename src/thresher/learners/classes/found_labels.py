"""Two labels that nobody named: they are found on the way."""

from typing import TYPE_CHECKING, Any

from ...data.labels import Labels
from ...errors import InputError
from ...protocols import Label
from .classes import as_class

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class FoundLabels(Labels):
    """The labels so far: at most two, each under the name by which it first came.

    1 or True is positive; any other label is negative if that place is free, else positive; a 1 that comes when
    another label is positive takes the place that is free. Of 0/1, -1/1 and False/True predictions come out as False
    and True, of other labels by their names, None for a label that has not come yet.

    >>> labels = FoundLabels().meet("ham")
    >>> labels.names, labels.meet("spam").names, labels.meet("spam").meet("eggs") is None
    (('ham', None), ('ham', 'spam'), True)
    """

    def __init__(self, negative: Label = None, positive: Label = None) -> None:
        super().__init__(None)
        self.found = (negative, positive)
        self.places: dict[Label, bool] = {name: bool(i) for i, name in enumerate(self.found) if name is not None}
        if negative not in (None, 0, -1) or positive not in (None, 1):
            self.pair = self.names = self.found
            self.mixed = type(negative) is not type(positive)

    def meet(self, label: Label) -> "FoundLabels | None":
        """With a label that is new; None if it is the third."""
        if isinstance(label, float):
            raise InputError(f"the label {label!r} is no class: it is a number with a fraction, and regression is out.")
        negative, positive = self.found
        if negative is None and (positive is not None or label != 1):
            return FoundLabels(label, positive)
        return FoundLabels(negative, label) if positive is None else None

    def assume(self, negatives: int, positives: int) -> "FoundLabels":
        """False and True for labels that were learned without a name."""
        negative, positive = self.found
        return FoundLabels(
            False if negative is None and negatives else negative, True if positive is None and positives else positive
        )

    def to_save(self) -> tuple[Label, ...]:
        """Names that can't be assumed; nothing if there is none."""
        kept = tuple(None if isinstance(name, bool) else name for name in self.found)
        return kept if kept != (None, None) else ()

    @classmethod
    def saved(cls, names: Any) -> "FoundLabels":
        """Names from a file, which may be anything."""
        negative, positive = (None if name is None else as_class(name) for name in names)
        if negative is not None and negative == positive:
            raise ValueError("two labels are the same")
        return cls(negative, positive)

    def signs(self, labels: "npt.NDArray[Any] | list[Label]") -> "npt.NDArray[np.int8]":
        """Labels as 1 and -1; 0 where one is new."""
        import numpy as np

        if isinstance(labels, list):
            code = {None: 0, False: -1, True: 1}
            return np.array([code[self.places.get(label)] for label in labels], dtype=np.int8)
        signs = np.zeros(len(labels), dtype=np.int8)
        for name, positive in self.places.items():
            if not isinstance(name, str):  # an array of numbers
                signs[labels == name] = 1 if positive else -1
        return signs
