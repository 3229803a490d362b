"""A description: a folder with one file for each partition, and one that says what is in them."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..data import Rows
from ..errors import ModelFileError
from ..files import load_bytes, write
from ..learners import Learner
from ..learners.shelved import settled
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
    """

    learner: bytes
    by: str
    rows: Rows
    partitions: int

    @property
    def head(self) -> str:
        """As the files of partitions begin."""
        kept = base64.b64encode(self.learner).decode("ascii")
        rows = self.rows.to_plain()
        known = {"format": _FORMAT, "by": self.by, "rows": rows, "partitions": self.partitions, "buckets": BUCKETS}
        return head_text(known | {"learner": kept})

    def like(self) -> Learner:
        """The learner that new keys begin as."""
        found = load_bytes(self.learner)
        if not isinstance(found, Learner):
            raise ModelFileError("the description does not hold learners.")
        return settled(found)

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
            return cls(base64.b64decode(known["learner"]), str(known["by"]), rows, int(known["partitions"]))
        except OSError as error:
            raise ModelFileError(f"{folder}: holds no models by key: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError) as error:
            raise ModelFileError(f"{folder / NAME}: is damaged: {error}") from None
