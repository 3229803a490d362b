"""Modules under the names that they had in 0.1.0: imports and pickles of then go on working."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED = {
    "bounds": "theory.bounds",
    "concepts": "theory.concepts",
    "delay": "late",
    "evaluation.certificates": "theory.certificates",
    "evaluation.invariants": "theory.invariants",
    "evaluation.potentials": "theory.potentials",
    "examples": "data.examples",
    "experiments": "theory.experiments",
    "features": "data.features",
    "labels": "data.labels",
    "learners.loading": "files",
    "links": "choices.links",
    "losses": "choices.losses",
    "matrices": "data.matrices",
    "ranges": "choices.ranges",
    "rates": "choices.rates",
    "reference": "theory.reference",
    "standing": "learners.standing",
    "text": "data.text",
}
"""From a module to where it is now, both below the package."""


class _Finder:
    """Hands out the module itself under its old name.

    A finder and a loader by what it can do: importing their base classes would take as long as all else here together.
    """

    def __init__(self, package: str) -> None:
        self._homes = {f"{package}.{old}": f"{package}.{new}" for old, new in MOVED.items()}
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        loader: Any = self
        return ModuleSpec(name, loader) if name in self._homes else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._homes[spec.name])
        self._specs[module.__name__] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It was executed under its own name, and keeps what was known of it then."""
        module.__spec__ = self._specs[module.__name__]


def find_moved(package: str) -> None:
    """From now on modules that were moved are found under their old names too."""
    finder: Any = _Finder(package)
    sys.meta_path.append(finder)
