"""Parameters <-> plain JSON values, without pickle: numbers, texts, pairs, mappings and our own choices."""

import dataclasses
import json
import numbers
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from ..choices import links, losses, ranges, rates
from ..data import features
from ..errors import ModelFileError

MARK = "~"  # the key that says what a JSON object stands for

_CHOICES: dict[str, type] = {
    f"{module.__name__.rsplit('.', 1)[1]}.{name}": value
    for module in (features, links, losses, ranges, rates)
    for name, value in vars(module).items()
    if dataclasses.is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
}
_NAMES = {choice: name for name, choice in _CHOICES.items()}


def to_plain(value: Any) -> Any:
    """The value as JSON can hold it.

    Parameters
    ----------
    value : object
        A number, a text, True, False, None, one of our choices, or a mapping, tuple or list of such. Of a function only
        that there was one is kept.

    Returns
    -------
    object
        What `from_plain` makes the value of again.

    Raises
    ------
    TypeError
        If it can't be saved.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (numbers.Real, Decimal)):
        return float(value)
    if type(value) in _NAMES:
        fields = {f.name: to_plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {MARK: _NAMES[type(value)], **fields}
    if isinstance(value, Mapping):
        return {MARK: "mapping", "items": [[to_plain(k), to_plain(v)] for k, v in value.items()]}
    if isinstance(value, (tuple, list)):
        return {MARK: "tuple", "items": [to_plain(item) for item in value]}
    if callable(value):
        return {MARK: "function"}
    raise TypeError(f"{value!r} can't be saved.")


def from_plain(value: Any, function: Callable[..., Any] | None) -> Any:
    """Back again from JSON.

    Parameters
    ----------
    value : object
        What `to_plain` gave.
    function : function or None
        Stands in for a function, which a file can't hold.

    Returns
    -------
    object
        The value; a list is a tuple now.

    Raises
    ------
    ModelFileError
        If it holds a choice that is not known, or a function and none is given.
    """
    if not isinstance(value, dict):
        return value
    what = value.get(MARK)
    if what == "function":
        if function is None:
            raise ModelFileError("this model has a link of the user's own: give it again, load(path, link=...).")
        return function
    if what == "mapping":
        return {from_plain(k, function): from_plain(v, function) for k, v in value["items"]}
    if what == "tuple":
        return tuple(from_plain(item, function) for item in value["items"])
    if what not in _CHOICES:
        raise ModelFileError(f"the model uses {what!r}, which this version of Thresher does not know.")
    fields = {k: from_plain(v, function) for k, v in value.items() if k != MARK}
    return _CHOICES[what](**fields)


def canonical(value: Any) -> str:
    """One text for one value.

    Parameters
    ----------
    value : object
        What JSON can hold; no NaN and no infinity.

    Returns
    -------
    str
        JSON with sorted keys and no spaces.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=True)
