"""The service's time: it begins with the machine's clock and never jumps or goes back while the service runs."""

import time


class Clock:
    """Microseconds since 1970, advanced by a clock that nobody can set.

    Parameters
    ----------
    not_before : int, default 0
        The last moment that is in the log: time goes on from there if the machine's clock was set back meanwhile.
    """

    def __init__(self, not_before: int = 0) -> None:
        self._begin = max(time.time_ns() // 1000, not_before)
        self._started = time.monotonic_ns()

    def now(self) -> int:
        """The moment."""
        return self._begin + (time.monotonic_ns() - self._started) // 1000
