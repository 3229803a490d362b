"""Labels: two answers, however they are written. What can't be understood is refused, never guessed."""

import math
import numbers
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ParameterError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Labels:
    """The pair (negative, positive) a learner speaks in; None for the usual 0/1, -1/+1, False/True."""

    def __init__(self, pair: tuple[Any, Any] | None) -> None:
        if pair is not None:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise ParameterError(f"labels must be a pair (negative, positive); got {pair!r}.")
            if any(not isinstance(label, (str, int, float, bool)) for label in pair):
                raise ParameterError(f"labels must be texts or numbers; got {pair!r}.")
            if any(isinstance(label, float) and not math.isfinite(label) for label in pair):
                raise ParameterError(f"labels must be finite numbers; got {pair!r}.")
            if pair[0] == pair[1]:
                raise ParameterError(f"labels must be two different ones; got {pair!r}.")
        self.pair: tuple[Any, Any] | None = None if pair is None else (pair[0], pair[1])
        self.mixed = self.pair is not None and type(self.pair[0]) is not type(self.pair[1])
        self.names: tuple[Any, Any] = (False, True) if self.pair is None else self.pair

    def to_save(self) -> tuple[Any, ...]:
        """Names that a file must keep beside the parameters."""
        return ()

    def understand(self, label: Any) -> Any:
        """A label as the core takes it."""
        if self.pair is None:
            return label
        if label == self.pair[1]:
            return True
        if label == self.pair[0]:
            return False
        raise InputError(f"the label {label!r} is neither {self.pair[0]!r} nor {self.pair[1]!r}.")

    def understand_many(self, y: Any) -> "npt.NDArray[np.int8]":
        """Labels as +1 and -1, the first that can't be one named with its row."""
        import numpy as np

        if isinstance(y, np.ma.MaskedArray):
            raise InputError("the labels are masked; leave the masked rows out first.")
        array = np.asarray(y, dtype=object) if self.mixed else np.asarray(y)
        if array.ndim != 1:
            raise InputError(f"labels are one list; got an array of shape {array.shape}.")
        if len(array) == 0:
            return np.zeros(0, dtype=np.int8)
        if self.pair is not None:
            positive = np.asarray(array == self.pair[1])
            wrong = ~(positive | np.asarray(array == self.pair[0]))
        elif array.dtype.kind in "biuf":
            positive = array == 1
            wrong = ~(positive | (array == 0) | (array == -1))
        else:
            known = [isinstance(label, numbers.Real) for label in array.tolist()]
            positive = np.array([k and label == 1 for k, label in zip(known, array.tolist(), strict=True)], dtype=bool)
            negative = [k and label in (0, -1) for k, label in zip(known, array.tolist(), strict=True)]
            wrong = ~(positive | np.array(negative, dtype=bool))
        if wrong.any():
            row = int(np.argmax(wrong))
            allowed = (
                "one of 1, True (positive), 0, -1, False (negative); for other labels make the learner "
                "with labels=(negative, positive)"
                if self.pair is None
                else f"{self.pair[0]!r} or {self.pair[1]!r}"
            )
            raise InputError(f"row {row}: the label {array.tolist()[row]!r} is not {allowed}.")
        return np.where(positive, 1, -1).astype(np.int8)

    def name_many(self, predictions: "npt.NDArray[np.bool_]") -> "npt.NDArray[Any]":
        """Predictions in the learner's own labels."""
        if self.pair is None:
            return predictions
        import numpy as np

        return np.asarray(self.pair, dtype=object if self.mixed else None)[predictions.astype(np.intp)]
