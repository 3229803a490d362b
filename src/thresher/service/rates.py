"""At most so many requests a second from one key or one address, with some at once.

Keys and addresses have buckets of their own: whoever has no valid key empties that of the address, and takes nothing
from somebody with a key, at the same address neither (behind a proxy all have one).
"""

import time
from typing import Any

from .refusals import Refused

MOST_KNOWN = 10_000


class Rates:
    """A bucket for each that fills at a rate and is emptied by requests.

    Parameters
    ----------
    per_second : float or None
        How many; None: any number.
    """

    def __init__(self, per_second: float | None) -> None:
        self._rate = per_second
        self._most = 0.0 if per_second is None else max(1.0, 2 * per_second)  # two seconds' worth at once
        self._keys: dict[str, tuple[float, float]] = {}  # (requests left, when)
        self._addresses: dict[str, tuple[float, float]] = {}

    def check_key(self, name: str) -> None:
        """Refuses one too many of somebody with a valid key."""
        self._check(self._keys, name)

    def check_address(self, client: Any) -> None:
        """Refuses one too many of somebody without one, (host, port) or None where that is not known."""
        if self._rate is not None:
            self._check(self._addresses, str(client[0]) if client else "")

    def _check(self, known: dict[str, tuple[float, float]], who: str) -> None:
        if self._rate is None:
            return
        now = time.monotonic()
        left, when = known.pop(who, (self._most, now))
        left = min(self._most, left + (now - when) * self._rate)
        allowed = left >= 1.0
        known[who] = (left - allowed, now)
        if len(known) > MOST_KNOWN:
            del known[next(iter(known))]  # the one that was heard of least recently
        if not allowed:
            wait = max(1, round((1.0 - left) / self._rate))
            raise Refused(429, f"more than {self._rate:g} requests a second.", retry_after=wait)
