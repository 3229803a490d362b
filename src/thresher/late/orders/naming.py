"""Orders by name, for files and the command line."""

import dataclasses
from importlib import import_module
from typing import Any

from ...errors import ParameterError
from .order import Order

HOMES = {"Immediate": "immediate", "OD1": "immediate", "OD3": "od3", "Copies": "copies", "Replay": "replay.replay"}
"""Every order, and the module it lives in."""


def order_kind(name: str) -> Any:
    """The class of that name, in any case.

    >>> order_kind("od1")()
    OD1()
    """
    found = {known.lower(): known for known in HOMES}.get(name.lower())
    if found is None:
        raise ParameterError(f"there is no order {name!r}; there are {', '.join(known.lower() for known in HOMES)}.")
    return getattr(import_module(f".{HOMES[found]}", __package__), found)


def order_of(text: str) -> Any:
    """An order with its numbers behind colons.

    Parameters
    ----------
    text : str
        Its name in any case, and what it takes.

    Examples
    --------
    >>> order_of("od3:1000"), order_of("immediate")
    (OD3(horizon=1000, coin=None, seed=0), Immediate())
    """
    name, *rest = text.split(":")
    kind = order_kind(name)
    try:
        return kind(*map(int, rest))
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(f"{text!r}: behind the colon stands a whole number: {name}:1000.") from None
    except TypeError:
        fields = ", ".join(kind.__dataclass_fields__) or "no number"
        raise ParameterError(
            f"{text!r} is no order: {name} takes {fields}, behind colons: od3:1000, copies:4."
        ) from None


def to_plain(order: Order) -> dict[str, Any]:
    """An order as JSON can hold it."""
    return {"name": type(order).__name__, **dataclasses.asdict(order)}  # type: ignore[call-overload]


def from_plain(plain: dict[str, Any]) -> Any:
    """The order that `to_plain` wrote down."""
    fields = dict(plain)
    return order_kind(fields.pop("name"))(**fields)
