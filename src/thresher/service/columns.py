"""The roles of columns, as a request says them."""

from collections.abc import Mapping
from typing import Any

from ..data import Rows
from ..errors import ThresherError
from .refusals import Refused

SEVERAL = ("text", "categories", "dates", "ignore", "missing")
ONE = ("label", "weight", "tag")  # columns that are left out of what is learned
KNOWN = (*SEVERAL, *ONE, "words", "strict")


def rows_of(columns: Mapping[str, Any]) -> Rows:
    """What the columns of questions mean.

    Parameters
    ----------
    columns : mapping
        {"text": ["body"], "ignore": ["id"]}

    Raises
    ------
    Refused
        If that can't be; the sentence says what was expected where.
    """
    for name, value in columns.items():
        _check(name, value)
    try:
        return Rows.from_plain({"label": "", **columns})
    except (ThresherError, TypeError, ValueError) as error:
        raise Refused(422, f"columns: {' '.join(str(error).split())}") from None


def _check(name: str, value: Any) -> None:
    if name not in KNOWN:
        raise Refused(422, f"columns: there is no role {name!r}; there are {', '.join(KNOWN)}.")
    if name in SEVERAL and not (isinstance(value, str) or _are_texts(value)):
        raise Refused(422, f'columns: {name} is a list of texts, ["a", "b"]; got {_short(value)}.')
    if name in ONE and not isinstance(value, str):
        raise Refused(422, f"columns: {name} is the name of a column; got {_short(value)}.")
    if name == "words" and not isinstance(value, dict):
        raise Refused(422, f'columns: words says how texts are split, {{"pairs": true}}; got {_short(value)}.')
    if name == "strict" and not isinstance(value, bool):
        raise Refused(422, f"columns: strict is true or false; got {_short(value)}.")


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _short(value: Any) -> str:
    return repr(value)[:80]
