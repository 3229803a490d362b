"""When to commit: what was not is never more than one interval."""


class Interval:
    """Counts events since the last commit.

    Parameters
    ----------
    every : int
        An interval: at most so many events are not committed, or one batch where that is larger.
    batch : int
        No batch has more events.
    """

    def __init__(self, every: int, batch: int) -> None:
        self._every, self._batch, self._since = every, batch, -1

    def is_due(self, first: int, last: int) -> bool:
        """Whether to commit with events [first, last): the next batch might not fit into the interval any more.

        Parameters
        ----------
        first, last : int
            The batch that is to be sent; it follows the one before.
        """
        if self._since < 0:
            self._since = first
        return last + self._batch - self._since > self._every

    def committed(self, last: int) -> None:
        """Tells that everything up to there is committed.

        Parameters
        ----------
        last : int
            So many events.
        """
        self._since = last
