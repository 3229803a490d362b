"""One example, in any of the forms people have it, made ready for the core.

A dict is a row, read by the one rule for rows (core/include/thresher/rows/rule.hpp): numbers are values, texts
categories `column=text`, dates their hour, weekday, month and days, what is missing is absent. Duplicate columns are
added up (a name repeated in a list counts once); order does not matter; zero and None are absent; infinity is refused;
an empty example is legal.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from .._core import PreparedExample
from ..errors import InputError
from ..protocols import Attribute, Features


class Example(PreparedExample):
    """An example made ready once, to be used many times with any learner.

    Parameters
    ----------
    x : dict, list, set, (indices, values), row of a matrix or frame, or Example
        A dict of attribute -> value; names or columns of the attributes that are present, with the value 1; or two
        lists, of columns and of values. An attribute is a name (str) or a column (int).

    Raises
    ------
    InputError
        If it is none of these, or a value is no finite number.

    Examples
    --------
    >>> x = Example({"free": 1, "money": 0.5})
    >>> len(x), dict(x.items())
    (2, {'free': 1.0, 'money': 0.5})
    """

    def __init__(self, x: Features) -> None:
        row = row_of(x)
        if row is None:
            super().__init__(*_parts(x))
        else:
            super().__init__(row)

    def __repr__(self) -> str:
        return f"Example({dict(self.items())!r})"


def as_example(x: Features) -> dict[Any, Any] | PreparedExample:
    """What the core can take: a dict as it is, anything else as an Example.

    Parameters
    ----------
    x : dict, list, set, (indices, values), row of a matrix or frame, or Example
        One example in any of its forms.

    Returns
    -------
    dict or PreparedExample
        The same example.

    Raises
    ------
    InputError
        If it is none of these.
    """
    if isinstance(x, (dict, PreparedExample)):
        return x
    row = row_of(x)
    return Example(x) if row is None else row


def row_of(x: Any) -> dict[Any, Any] | None:
    """A mapping, a named tuple or a row of a frame as a dict, None of anything else.

    Parameters
    ----------
    x : object
        An example in any form.

    Raises
    ------
    InputError
        If it is a whole frame.

    Examples
    --------
    >>> from collections import namedtuple
    >>> row_of(namedtuple("Payment", "city amount")("Paris", 31)), row_of(["Paris"])
    ({'city': 'Paris', 'amount': 31}, None)
    """
    if type(x) is dict:
        return x
    if isinstance(x, Mapping):
        return dict(x)
    if isinstance(x, tuple) and hasattr(x, "_asdict"):
        return _fields_of(x)
    if hasattr(x, "columns") and getattr(x, "ndim", 2) == 2:
        raise InputError(
            f"one example is one row; this is a {type(x).__name__} of {len(x):,}.",
            hint="learn_many and predict_many take frames; one row of pandas' is frame.iloc[0]",
        )
    if not (hasattr(x, "items") and hasattr(x, "index")) or isinstance(x, PreparedExample):
        return None
    row = dict(x.items())
    return row if len(row) == len(x.index) else None  # columns of one name are added up


def _fields_of(x: Any) -> dict[str, Any]:
    """A named tuple's fields; without the index that pandas' itertuples() puts before a row."""
    fields = dict(x._asdict())
    if type(x).__name__ == "Pandas":
        fields.pop("Index", None)
    return fields


def _parts(x: Any) -> tuple[list[Any], list[Any] | None, bool]:
    """Attributes, their values (None: all 1), and whether repeats count once."""
    if isinstance(x, PreparedExample):
        pairs = x.items()
        return [k for k, _ in pairs], [v for _, v in pairs], False
    if isinstance(x, (str, bytes, bytearray)):
        raise InputError(f"an example can't be the text {x[:20]!r}; give a list of its words, for instance.")
    if hasattr(x, "indptr") or hasattr(x, "tocsr"):
        return _sparse_row(x)
    if hasattr(x, "items") and hasattr(x, "index"):  # a row of a frame
        pairs = list(x.items())
        return [k for k, _ in pairs], [v for _, v in pairs], False
    if isinstance(x, tuple) and len(x) == 2 and all(map(_is_list, x)):
        return list(x[0]), list(x[1]), False
    if hasattr(x, "ndim"):
        return _dense_row(x)
    if isinstance(x, Iterable):
        return _names(list(x)), None, True
    raise InputError(
        f"an example can't be a {type(x).__name__}; give a dict of attribute -> value, a list or set of "
        "names, or (indices, values)."
    )


def _is_list(part: Any) -> bool:
    return isinstance(part, (list, tuple)) or getattr(part, "ndim", 0) == 1


def _names(attributes: list[Any]) -> list[Attribute]:
    for attribute in attributes:
        if isinstance(attribute, float):
            raise InputError(
                f"the list holds {attribute!r}, which is no attribute; a list names the attributes that "
                "are present. For values use a dict or a numpy array."
            )
    return attributes


def _sparse_row(x: Any) -> tuple[list[Any], list[Any], bool]:
    row = x.tocsr() if hasattr(x, "tocsr") else x
    if getattr(row.data, "dtype", None) is not None and row.data.dtype.kind not in "biuf":
        raise InputError(f"the row holds {row.data.dtype} values; numbers were expected.")
    if len(row.indptr) != 2:
        raise InputError(f"one example is one row; the matrix has {len(row.indptr) - 1}. Use learn_many.")
    return list(row.indices), list(row.data), False


def _dense_row(x: Any) -> tuple[list[Any], list[Any] | None, bool]:
    if x.ndim == 2 and x.shape[0] == 1:
        x = x[0]
    if x.ndim != 1:
        raise InputError(f"one example is one row; the array has shape {tuple(x.shape)}. Use learn_many.")
    if hasattr(x, "mask"):
        raise InputError("the array is masked; fill or leave out what is hidden first.")
    values = x.tolist()
    if x.dtype.kind in "UO" and all(isinstance(name, str) for name in values):
        return values, None, True
    if x.dtype.kind not in "biufO":
        raise InputError(f"one example as an array holds numbers, or names; got {x.dtype}.")
    return list(range(len(x))), values, False
