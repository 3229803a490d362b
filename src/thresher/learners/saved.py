"""What everything that can be saved has in common: copies, files, equality; parameters that stay."""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from ..logs import tell


class Saved(ABC):
    """Can be copied and saved; is equal to what has the same bytes; its parameters stay once `_native` is there."""

    _native: Any

    @abstractmethod
    def copy(self) -> Self:
        """An independent learner in the same state."""

    @abstractmethod
    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes.

        Parameters
        ----------
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`: how far files were read, for instance.
        """

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def save(self, path: str | os.PathLike[str], progress: Mapping[str, Any] | None = None) -> None:
        """Saves to a file, all at once. What thresher.load loads from it goes on as if never saved.

        Parameters
        ----------
        path : path
            The file; what was there before stays until the new one is whole.
        progress : mapping, optional
            What is kept beside it, for `load_with_progress`.
        """
        from ..files import write

        write(path, self.to_bytes({**self._kept_beside(), **(progress or {})}))
        tell("saved %s to %s", self, os.fspath(path))

    def _kept_beside(self) -> Mapping[str, Any]:
        """What a file keeps although it makes no difference to what was learned."""
        return {}

    def digest(self) -> str:
        """A fingerprint of the whole: equal iff parameters, counts and state are."""
        import hashlib

        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Saved):
            return NotImplemented
        return type(self) is type(other) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # learners change, so they are no keys

    def __setattr__(self, name: str, value: Any) -> None:
        if "_native" in self.__dict__:
            raise AttributeError(f"{name} is fixed when the learner is made; make another one.")
        object.__setattr__(self, name, value)
