"""Rows as they travel to the partitions that learn from them: bytes, which the core packs and reads."""

import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

PackedRows = npt.NDArray[np.uint8]

PackedShare = Mapping[int, PackedRows]
"""Packed rows by partition; a partition that is left out has none."""


def joined(parts: Sequence[PackedRows]) -> PackedRows:
    """Packed rows of one partition, one after the other.

    Parameters
    ----------
    parts : sequence of arrays
        Them.
    """
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint8)


PIECE, MOST = 90_000, 12
"""Ray sends what is shorter than 100 kB with the call; longer things go by its store, which costs a millisecond."""


def in_pieces(share: Any) -> "tuple[Any, ...]":
    """A share as pieces that go with a call; one that is too large for it as it is.

    Parameters
    ----------
    share : mapping or ArrowShare
        What a worker learns of a batch.
    """
    data = pickle.dumps(share, protocol=5)
    if len(data) > PIECE * MOST:
        return (share,)
    return tuple(data[begin : begin + PIECE] for begin in range(0, len(data), PIECE))


def of_pieces(pieces: Sequence[Any]) -> Any:
    """The share that `in_pieces` cut.

    Parameters
    ----------
    pieces : sequence
        What it made.
    """
    if not isinstance(pieces[0], bytes):
        return pieces[0]
    return pickle.loads(b"".join(pieces))
