"""What a learner was made with: its parameters, and a learner as it is written."""

import inspect
from typing import Any

from .choice import DEFAULTS
from .predicting import Predicting


class Parametrised(Predicting):
    """The part of a learner that says how it was made."""

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """Everything the constructor was given or assumed; type(self)(**params) makes a fresh one.

        Parameters
        ----------
        deep : bool
            Ignored; scikit-learn's clone passes it.
        """
        names = inspect.signature(type(self).__init__).parameters
        own = {n: getattr(self, n) for n, p in names.items() if n != "self" and p.kind is not p.VAR_KEYWORD}
        return own | self._options | {"rows": self._reader.rows}

    def is_like(self, other: object) -> bool:
        """Whether another learner was made alike."""
        return type(other) is type(self) and _without_rows(other) == _without_rows(self)

    def __repr__(self) -> str:
        signature = inspect.signature(type(self).__init__).parameters
        shown = []
        for name, value in _without_rows(self).items():
            default = signature[name].default if name in signature else self._default(name)
            if not (type(value) is type(default) and value == default):
                shown.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def _default(cls, option: str) -> Any:
        return DEFAULTS[option]


def _without_rows(learner: Parametrised) -> dict[str, Any]:
    """Its parameters; how it reads rows is not what it is."""
    return {name: value for name, value in learner.get_params().items() if name != "rows"}
