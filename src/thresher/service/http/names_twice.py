"""A name that is given twice in one object of JSON: readers take the last, and what was meant is lost.

Files of rows refuse it, so the service does. Looking for it costs more than reading, so names are counted first.
"""

import json
import re
from typing import Any

from ..refusals import Refused

_APART = re.compile(rb'"\s+:')


def check_once(text: bytes, x: Any, beside: int = 0) -> None:
    """Refuses a row with a name that is given twice in one object.

    Parameters
    ----------
    text : bytes
        As it was written.
    x : object
        As it was read.
    beside : int, default 0
        Names in the text that are around the row.

    Raises
    ------
    Refused
        With the name.

    >>> check_once(b'{"x": {"a": 1, "b": {"a": 2}}}', {"a": 1, "b": {"a": 2}}, 1)
    >>> check_once(b'{"a": 1, "a": 2}', {"a": 2})
    Traceback (most recent call last):
    thresher.service.refusals.Refused: the name 'a' is given twice in one object; rename one of the two.
    """
    names = _names_in(x) + beside
    if text.count(b":") == names or (text.count(b'":') == names and not _APART.search(text)):
        return
    try:
        json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return  # it was read, so it is no worse than others


def _names_in(x: Any) -> int:
    names, inside = 0, [x] if isinstance(x, dict) else []
    while inside:  # rows may lie in rows deeper than functions in functions
        one = inside.pop()
        names += len(one)
        inside += [cell for cell in one.values() if type(cell) is dict]
    return names


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise Refused(422, f"the name {name[:80]!r} is given twice in one object; rename one of the two.")
        seen.add(name)
