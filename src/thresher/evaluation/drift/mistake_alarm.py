"""Notices that a learner makes too many mistakes of late: for those that have no alarm of their own.

Page's CUSUM test, as Auto's first alarm is: the evidence that mistakes now come at a rate q rather than at p, the share
before. It is told counts, so it costs nothing while the learner learns.
"""

from math import log

NEEDED = 12.0  # nats
WINDOW = 2000  # examples that the share before is a mean of
YOUNGEST = 500


class MistakeAlarm:
    """Rings when mistakes become many.

    >>> alarm = MistakeAlarm()
    >>> [alarm(500, 20), alarm(500, 20), alarm(500, 200)]
    [False, False, True]
    """

    def __init__(self) -> None:
        self._heard = 0
        self._before = 0.0
        self._evidence = 0.0

    def __call__(self, examples: int, mistakes: int) -> bool:
        """So many more examples came, with so many mistakes: whether it rings. Then it begins anew."""
        if examples <= 0:
            return False
        p = min(max(self._before, 0.01), 0.5)
        q = min(1.5 * p + 0.05, (1.0 + p) / 2.0)
        right, before = examples - mistakes, self._heard
        self._evidence = max(0.0, self._evidence + mistakes * log(q / p) + right * log((1.0 - q) / (1.0 - p)))
        self._heard += examples
        self._before += (mistakes / examples - self._before) * min(1.0, examples / min(self._heard, WINDOW))
        if before < YOUNGEST:  # there is nothing yet to compare with, however many came at once
            self._evidence = 0.0
        if self._evidence < NEEDED:
            return False
        self.__init__()  # type: ignore[misc]
        return True
