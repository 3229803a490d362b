"""Counts in sentences."""


def some(count: int, noun: str) -> str:
    """A count and what is counted.

    >>> some(1, "event"), some(1200, "event")
    ('1 event', '1,200 events')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def waiting(count: int, noun: str) -> str:
    """The same of what waits.

    >>> waiting(1, "question"), waiting(0, "question")
    ('1 question waits', '0 questions wait')
    """
    return f"{some(count, noun)} {'waits' if count == 1 else 'wait'}"
