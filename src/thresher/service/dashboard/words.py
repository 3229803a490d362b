"""How moments and values of a service are written."""

from datetime import UTC, datetime
from typing import Any

from ...reports.markup import Markup, element
from ...reports.wording import plain, short
from ..answers import label_text

SECONDS = {"day": 86_400, "h": 3600, "min": 60}


def span(seconds: float) -> str:
    """A length of time in one unit.

    >>> span(0.2), span(75), span(7300), span(3 * 86400)
    ('0 s', '1 min', '2 h', '3 days')
    """
    for unit, size in SECONDS.items():
        if seconds >= size:
            count = int(seconds // size)
            return f"{count:,} {unit}{'s' if unit == 'day' and count > 1 else ''}"
    return f"{max(0.0, seconds):.0f} s"


def ago(at: int, now: int) -> Markup:
    """A moment, as so long ago; the moment itself is in a tip.

    Parameters
    ----------
    at, now : int
        Microseconds since 1970.
    """
    moment = datetime.fromtimestamp(at / 1e6, UTC).isoformat(timespec="seconds")
    return element("time", f"{span((now - at) / 1e6)} ago", datetime=moment, title=moment)


def label_words(label: Any, width: int = 40) -> str:
    """A label on one line."""
    return "no answer yet" if label is None else short(label_text(label), width)


def value_words(value: Any, width: int = 120) -> str:
    """A cell of a row on one line."""
    if isinstance(value, str):
        return short(plain(value), width)
    return short("nothing" if value is None else plain(value), width)
