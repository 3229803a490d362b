"""At most so many requests a second from one key or one address, with some at once."""

import time

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
        self._left: dict[str, tuple[float, float]] = {}  # (requests left, when)

    @property
    def are_limited(self) -> bool:
        """Whether anybody is ever refused."""
        return self._rate is not None

    def check(self, who: str) -> None:
        """Refuses one too many."""
        if self._rate is None:
            return
        now = time.monotonic()
        left, when = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - when) * self._rate)
        allowed = left >= 1.0
        self._left[who] = (left - allowed, now)
        if len(self._left) > MOST_KNOWN:
            del self._left[next(iter(self._left))]  # the one that was heard of least recently
        if not allowed:
            wait = max(1, round((1.0 - left) / self._rate))
            raise Refused(429, f"more than {self._rate:g} requests a second.", retry_after=wait)
