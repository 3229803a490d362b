"""Masters as data: their parameters, copies, files, and equality by what would be in a file."""

import copy
import inspect
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..data import RowReader, Rows
from ..errors import ParameterError
from ..learners import bytes_as_written, html_table
from .abilities import is_ours
from .labels import KnownLabels
from .panel import Panel

# What takes long to import is imported where it is used: a command starts before it needs arrays or files.
if TYPE_CHECKING:
    import numpy.typing as npt

KIND = "thresher-master"
LAYOUT = 2
"""1: labels are those of the experts; 2: the file names them."""

COUNTS = ("examples", "mistakes", "updates")


class SavedMaster(ABC):
    """What a master keeps: its parameters, its experts as they save themselves, labels, counts, losses and state."""

    kinds: ClassVar[dict[str, type["SavedMaster"]]] = {}
    """Every master by its class name, as files call it."""

    examples: int
    mistakes: int
    updates: int
    loss: float

    def __init_subclass__(cls) -> None:
        SavedMaster.kinds.setdefault(cls.__name__, cls)  # a namesake does not take over the files of the first

    def _begin_with(self, panel: Panel) -> None:
        self._panel = panel
        readers = (getattr(expert, "row_reader", None) for expert in panel.experts.values())
        known = (one.rows for one in readers if isinstance(one, RowReader))
        self.row_reader = RowReader(next((rows for rows in known if rows is not None), None))
        self._labels = panel.labels
        self.examples = self.mistakes = self.updates = 0
        self.loss = 0.0
        self._losses = [0.0] * len(panel)
        self._wrong = [0] * len(panel)

    @property
    def rows(self) -> Rows | None:
        """What the columns of its rows mean, and what they were: at first as an expert has it; None if nobody says."""
        return self.row_reader.told

    @property
    def learners(self) -> dict[str, Any]:
        """The experts by name."""
        return self._panel.experts

    # Parameters.

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """What the constructor was given or assumed, with fresh experts: type(self)(**params) makes a fresh one."""
        return {"learners": self._panel.fresh(), **self.own_parameters()}

    def own_parameters(self) -> dict[str, Any]:
        """The parameters without the experts."""
        known = inspect.signature(type(self).__init__).parameters
        return {name: getattr(self, name) for name in known if name not in ("self", "learners")}

    def __repr__(self) -> str:
        known = inspect.signature(type(self).__init__).parameters
        changed = [f"{name}={value!r}" for name, value in self.own_parameters().items() if value != known[name].default]
        return f"{type(self).__name__}({', '.join([repr(list(self.learners.values())), *changed])})"

    def _repr_html_(self) -> str:
        """A small table, for a notebook."""
        return html_table(self)

    def is_like(self, other: object) -> bool:
        """Whether another was made alike, over experts that are like its own."""
        if not isinstance(other, SavedMaster) or type(other) is not type(self):
            return False
        if list(other.learners) != list(self.learners):
            return False
        pairs = zip(self.learners.values(), other.learners.values(), strict=True)
        return self.own_parameters() == other.own_parameters() and all(
            one.is_like(another) if hasattr(one, "is_like") else type(one) is type(another) for one, another in pairs
        )

    # Copies.

    def copy(self) -> Self:
        """An independent one in the same state."""
        return copy.deepcopy(self)

    def become(self, other: Self) -> None:
        """Takes on the state of another master of the same kind, whose experts are like its own."""
        twin = other.copy()
        self._panel.become(twin._panel)
        self.__dict__.update({name: value for name, value in twin.__dict__.items() if name != "_panel"})

    # Files.

    @property
    def can_be_saved(self) -> bool:
        """Whether all experts are Thresher's own learners, or masters over such."""
        return all(
            is_ours(expert) or (isinstance(expert, SavedMaster) and expert.can_be_saved)
            for expert in self.learners.values()
        )

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same master gives the same bytes. All experts must be Thresher's own, or masters.

        Parameters
        ----------
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        import numpy as np

        from ..files import pack

        if not self.can_be_saved:
            raise ParameterError("only a master over Thresher's own learners, or over such masters, can be saved.")
        head: dict[str, Any] = {
            "layout": LAYOUT,
            "master": type(self).__name__,
            "options": self.own_parameters(),
            "names": list(self.learners),
            "labels": list(self._labels.came),
            "counts": {name: getattr(self, name) for name in COUNTS},
        }
        if progress:
            head["progress"] = progress
        state = {"loss": [self.loss], "losses": self._losses, "wrong": self._wrong, **self._state()}
        arrays = {f"state_{name}": _array(values) for name, values in state.items()}
        for place, expert in enumerate(self.learners.values()):
            arrays[f"expert_{place}"] = np.frombuffer(bytes_as_written(expert), dtype=np.uint8)
        return pack(KIND, head, arrays)

    def resume(self, counts: Mapping[str, int], labels: Sequence[Any] | None, state: Mapping[str, list[Any]]) -> None:
        """Takes on what a file says of a master over these experts.

        Parameters
        ----------
        counts : mapping
            examples, mistakes and updates.
        labels : sequence of labels or None
            In the order in which they joined; None: those of the experts.
        state : mapping
            Lists of numbers by name.

        Raises
        ------
        ValueError
            Where something can't be.
        """
        for name in COUNTS:
            setattr(self, name, as_count(counts[name], None if name == "examples" else self.examples))
        if labels is not None:
            self._labels = KnownLabels(self._panel.first_labels).joined_by(labels)
        (loss,) = as_amounts(state["loss"], 1)
        self.loss, self._losses = loss, as_amounts(state["losses"], len(self._panel))
        if len(state["wrong"]) != len(self._panel):
            raise ValueError("the experts' mistakes are not as many as the experts")
        self._wrong = [as_count(count, self.examples) for count in state["wrong"]]
        self._resume(state)

    def save(self, path: str | os.PathLike[str], progress: Mapping[str, Any] | None = None) -> None:
        """Saves the master and its experts to a file, all at once. `thresher.load` loads it again.

        Parameters
        ----------
        path : path
            The file; what was there before stays until the new one is whole.
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        from ..files import write

        write(path, self.to_bytes({**(progress or {}), **self.row_reader.to_plain()}))

    def digest(self) -> str:
        """A fingerprint of everything: parameters, weights, counts and experts."""
        import hashlib

        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SavedMaster):
            return NotImplemented
        if self is other or type(self) is not type(other) or not (self.can_be_saved and other.can_be_saved):
            return self is other
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # masters change, so they are no keys

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """What goes into a file beside the counts: lists of floats, or of whole numbers."""

    @abstractmethod
    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        """Takes on what `_state` gave; a ValueError if that can't be."""


def as_count(value: Any, most: int | None = None) -> int:
    """A whole number from 0 to `most`, as a file has it."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= (2**62 if most is None else most):
        raise ValueError(f"{value!r} is no count")
    return value


def as_amounts(values: Sequence[Any], count: int) -> list[float]:
    """So many finite numbers that are not negative, as a file has them."""
    if len(values) != count or not all(isinstance(value, float) and 0.0 <= value < float("inf") for value in values):
        raise ValueError("losses must be finite and not negative, one for each expert")
    return list(values)


def _array(values: Any) -> "npt.NDArray[Any]":
    import numpy as np

    return np.array(values, dtype=np.int64 if all(isinstance(value, int) for value in values) else np.float64)
