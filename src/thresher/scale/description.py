"""A description: what a folder of models holds, one file for each partition; kept in a file of its own."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..data import Rows
from ..errors import ModelFileError, ParameterError
from ..files import load_bytes, write
from ..learners import Learner
from ..learners.shelved import of_a_key
from .shelf import BUCKETS, head_text

NAME = "models.json"
_FORMAT = 1


@dataclass(frozen=True)
class Description:
    """What all partitions have in common.

    Parameters
    ----------
    learner : bytes
        The saved learner that new keys begin as.
    by : str
        The column of the key.
    rows : Rows
        What the other columns mean.
    partitions : int
        How many files there are.
    shared : bool
        Whether a model that all keys of a partition share stands beside theirs.
    """

    learner: bytes
    by: str
    rows: Rows
    partitions: int
    shared: bool = False

    @property
    def head(self) -> str:
        """As the files of partitions begin."""
        kept = base64.b64encode(self.learner).decode("ascii")
        rows = self.rows.to_plain()
        known = {"format": _FORMAT, "by": self.by, "rows": rows, "partitions": self.partitions, "buckets": BUCKETS}
        if self.shared:
            known["shared"] = True
        return head_text(known | {"learner": kept})

    def like(self) -> Learner:
        """The learner that new keys begin as."""
        found = load_bytes(self.learner)
        if not isinstance(found, Learner):
            raise ModelFileError("the description does not hold learners.")
        return of_a_key(found)

    def told(self) -> str:
        """In words."""
        beside = ", with one that all share" if self.shared else ""
        return f"models of {self.like()!r} by {self.by!r}{beside}"

    def write_to(self, folder: Path) -> None:
        """Makes the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / NAME, self.head.encode())

    @classmethod
    def read(cls, folder: Path) -> "Description":
        """What a folder holds.

        Raises
        ------
        ModelFileError
            If it is no description.
        """
        try:
            known: dict[str, Any] = json.loads((folder / NAME).read_bytes())
            if known["format"] != _FORMAT or known["buckets"] != BUCKETS:
                raise ModelFileError(f"{folder}: was written by another version of Thresher.")
            rows = Rows.from_plain(known["rows"])
            kept, shared = base64.b64decode(known["learner"]), bool(known.get("shared", False))
            return cls(kept, str(known["by"]), rows, int(known["partitions"]), shared)
        except OSError as error:
            raise ModelFileError(f"{folder}: holds no models by key: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ModelFileError(f"{folder / NAME}: is damaged: {error}") from None


def opened(folder: Path, description: Description, *, resume: bool) -> Description:
    """The description of a folder, made if it is not there.

    Parameters
    ----------
    folder : Path
        Which folder.
    description : Description
        What it is to hold.
    resume : bool
        Whether it may hold that already.

    Raises
    ------
    ParameterError
        If it holds something else, or models that are not to be gone on with.
    """
    others = [path for path in folder.iterdir() if path.name != NAME] if folder.exists() else []
    is_new = not any(path.stat().st_size for path in others)  # nothing was learned: what it is to hold can change
    if is_new and not (resume and (folder / NAME).exists()):
        for empty in others:
            empty.unlink()
        description.write_to(folder)
        return description
    if not (folder / NAME).exists():
        raise ParameterError(f"{folder}: is not empty and holds no models; give a new folder.", field="models")
    if not resume:
        raise ParameterError(f"{folder}: holds models; go on with resume=True, or give a new folder.", field="models")
    held = Description.read(folder)
    if (held.learner, held.by, held.shared) != (description.learner, description.by, description.shared):
        raise ParameterError(f"{folder}: holds {held.told()}, not {description.told()}.", field="models")
    return held
