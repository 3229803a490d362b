"""Text that is already HTML, and elements made of it: what is not `Markup` is escaped, so nothing can be forgotten.

>>> element("b", "1 < 2", title='say "no"')
'<b title="say &quot;no&quot;">1 &lt; 2</b>'
"""

import html
import math
from collections.abc import Iterable


class Markup(str):
    """HTML that needs no escaping."""

    __slots__ = ()


def join(parts: Iterable[str]) -> Markup:
    """The parts one after another; plain text among them is escaped."""
    return Markup("".join(part if isinstance(part, Markup) else html.escape(part) for part in parts))


def element(name: str, *children: str | None, **attributes: str | float | None) -> Markup:
    """One element. `class_` is written class, `fill_opacity` fill-opacity.

    Children and attributes of None are left out. Numbers are written with at most two decimals and must be finite.
    """
    written = "".join(
        f' {_attribute_name(key)}="{html.escape(_attribute_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{join(child for child in children if child is not None)}</{name}>")


def coordinate(value: float) -> str:
    """A number for a drawing: at most two decimals, never -0.

    Examples
    --------
    >>> coordinate(3.0), coordinate(-0.001), coordinate(2 / 3)
    ('3', '0', '0.67')
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} has no place in a drawing")
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _attribute_value(value: str | float) -> str:
    return value if isinstance(value, str) else coordinate(value)
