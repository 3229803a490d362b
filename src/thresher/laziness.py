"""Names of a package that are imported when they are first used, so that starting a command stays quick."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(package: str, home_of: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`: looks a name up in the module that is its home, and keeps it."""

    def find(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f".{home_of[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
