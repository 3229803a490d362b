"""The papers' experiments, each one command: streams with known answers, learners, bounds, and what came of it.

What enters: a size, a seed and a place for messages. What leaves: `Findings`, plain values that are the same for the
same seed; `writing` makes files of them.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from .experiment import Experiment

_NAMES = ("swin", "irrelevant", "pnorm", "tracking", "lower", "delay")


class _Experiments(Mapping[str, Experiment]):
    """Name -> module, imported when it is asked for."""

    def __getitem__(self, name: str) -> Experiment:
        if name not in _NAMES:
            raise KeyError(name)
        return cast(Experiment, import_module(f".{name}.experiment", __name__))

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


EXPERIMENTS: Mapping[str, Experiment] = _Experiments()
"""Every experiment by its name."""
