"""Names of a package that are imported when they are first used, so that starting a command stays quick."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(
    package: str, names_in: Mapping[str, str], modules: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """A package's `__getattr__`, `__dir__` and `__all__`.

    names_in: from a module, as it is written after `from`, to the names in it, with spaces between them.
    modules: from a name to the module that it stands for.
    """
    home_of = {name: home for home, names in names_in.items() for name in names.split()}
    modules = modules or {}

    def find(name: str) -> Any:
        if name in modules:
            value: Any = import_module(modules[name], package)
        elif name in home_of:
            value = getattr(import_module(home_of[name], package), name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    public = sorted([*home_of, *modules])
    return find, lambda: public, public
