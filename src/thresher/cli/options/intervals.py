"""How often something is done: every so many examples, or every so much time."""

import re
from dataclasses import dataclass

from ...errors import ParameterError

_UNITS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_WRITTEN = re.compile(r"([0-9][0-9_,]*(?:\.[0-9]+)?)\s*([a-z]*)")
LONGEST = 10**9


@dataclass(frozen=True)
class Interval:
    """Every so many examples, or every so many seconds; one of the two is None."""

    examples: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, name: str, text: str) -> "Interval":
        """10000 is examples; 30s, 5m (or 5min) and 2h are times.

        >>> Interval.read("save_every", "10000"), Interval.read("save_every", "1.5min").seconds
        (Interval(examples=10000, seconds=None), 90.0)
        """
        found = _WRITTEN.fullmatch(text.strip().lower())
        number = float(found[1].replace("_", "").replace(",", "")) if found else 0.0
        unit = found[2] if found else ""
        if 0 < number <= LONGEST:
            if not unit and number.is_integer():
                return cls(examples=int(number))
            if unit in _UNITS and number * _UNITS[unit] >= 0.1:
                return cls(seconds=number * _UNITS[unit])
        raise ParameterError(
            f"{name} is a number of examples (10000) or a time (30s, 5min, 2h); got {text!r}.", field=name
        )
