"""Saved masters, opened again. Whatever is wrong with a file is a ModelFileError: `thresher.load` sees to that."""

import os
from pathlib import Path
from typing import Any

from ..errors import ModelFileError
from ..files import kind_of, load_bytes, register, unpack
from .absolute_loss import AbsoluteLoss
from .clouds import Clouds
from .fixed_share import FixedShare
from .logistic_mixing import LogisticMixing
from .majority import Floored, Majority
from .master import Master
from .mixture import Mixture
from .past_posteriors import PastPosteriors
from .saving import KIND, LAYOUT

MASTERS = (AbsoluteLoss, Clouds, FixedShare, Floored, LogisticMixing, Majority, Mixture, PastPosteriors)
"""Those that are known once this is imported; a user's own are known when they are defined."""


def load(path: str | os.PathLike[str]) -> Master:
    """Loads a saved master; it goes on as if never saved.

    Parameters
    ----------
    path : path
        The file that `save` wrote.

    Returns
    -------
    Master
        One of the masters of `thresher.experts`.

    Raises
    ------
    ModelFileError
        Where the file is damaged, or no master.
    """
    data = Path(path).read_bytes()
    if kind_of(data) != KIND:
        raise ModelFileError("the file holds no master over experts: thresher.load opens every kind.")
    master: Master = load_bytes(data)
    return master


def open_master(data: bytes, link: Any) -> Master:
    """What these bytes are. link: of the user's own, for experts that were made with one."""
    head, arrays = unpack(KIND, data)
    if not 1 <= head.get("layout", 1) <= LAYOUT:
        raise ModelFileError(f"the master was saved in layout {head['layout']}; this Thresher reads up to {LAYOUT}.")
    if head["master"] not in Master.kinds:
        raise ModelFileError(f"the file holds a {head['master']!r}, which this version of Thresher does not know.")
    experts = {name: load_bytes(arrays[f"expert_{place}"].tobytes(), link) for place, name in enumerate(head["names"])}
    kind: Any = Master.kinds[head["master"]]
    master: Master = kind(experts, **head["options"])
    state = {name.removeprefix("state_"): array.tolist() for name, array in arrays.items() if name[:6] == "state_"}
    master.resume(head["counts"], head.get("labels"), state)
    master.row_reader.restore(head.get("progress", {}))
    return master


register(KIND, open_master)
