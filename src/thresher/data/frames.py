"""Frames as the core reads them: pandas column by column, everything else through Arrow's C data interface.

No cell becomes a Python object on the way. A column of pandas is lent as it lies in memory (numbers, dates, codes of
categories), handed over by Arrow where Arrow holds it, and read object by object only where it holds objects.
None of those libraries is imported here.
"""

from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from .._core import NativeRows, NativeTable, text_of_interval
from ..errors import InputError

Arrays: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.float64], list[Any]]
Column: TypeAlias = tuple[Any, ...]
"""A column as the core takes it: see core/bind/lent_columns.hpp."""

_FORMATS = {
    **{"i1": "c", "i2": "s", "i4": "i", "i8": "l", "u1": "C", "u2": "S", "u4": "I", "u8": "L"},
    **{"f2": "e", "f4": "f", "f8": "g"},
}
"""From a type of numpy to how Arrow writes it."""
_UNITS = {"s": "tss:", "ms": "tsm:", "us": "tsu:", "ns": "tsn:"}
_NO_TIME = np.iinfo(np.int64).min


def is_frame(X: Any) -> bool:
    """Whether something has named columns: a frame of pandas or polars, a table of Arrow, a result of DuckDB.

    Parameters
    ----------
    X : object
        Anything.
    """
    return _is_pandas(X) or any(hasattr(X, name) for name in ("__arrow_c_stream__", "__arrow_c_array__"))


def records_of(X: Any) -> list[dict[str, Any]]:
    """The rows of a frame as dicts, from columns to cells.

    Parameters
    ----------
    X : frame
        The frame; see `is_frame`.

    Raises
    ------
    InputError
        If it is a stream of Arrow's that makes no rows by itself.
    """
    if _is_pandas(X):
        return cast("list[dict[str, Any]]", X.to_dict("records"))
    for method in ("to_dicts", "to_pylist"):  # polars', Arrow's
        if hasattr(X, method):
            return cast("list[dict[str, Any]]", getattr(X, method)())
    raise InputError(
        f"a {type(X).__name__} can't be gone through row by row.", hint="make a table of it: pyarrow.table(...)"
    )


def table_of_frame(X: Any, rows: NativeRows) -> NativeTable:
    """The columns of a frame, lent to the core: numbers stay where they are until a matrix is made of them.

    Parameters
    ----------
    X : frame
        The frame; see `is_frame`.
    rows : NativeRows
        What its columns mean.

    Returns
    -------
    NativeTable
        The rows; `arrays()` gives starts, indices, values and names, as a `Matrix` has them.

    Raises
    ------
    InputError
        If a column has no place in a row, or a cell can't be understood.
    """
    if _is_pandas(X):
        names = [_plain_name(name) for name in X.columns]
        _check_names(names)
        return rows.table_of_columns(names, [_column(X.iloc[:, i]) for i in range(len(names))], len(X))
    if hasattr(X, "validate"):
        _check_buffers(X)
    if hasattr(X, "__arrow_c_stream__"):
        return rows.table(X.__arrow_c_stream__())
    return rows.table_of_array(*X.__arrow_c_array__())


def _check_buffers(X: Any) -> None:
    """A table of pyarrow from a damaged file can point anywhere, and the core is not told how long buffers are."""
    try:
        X.validate()
        if hasattr(X, "schema"):
            _ = X.schema.names  # which are not UTF-8, perhaps
    except ValueError as error:
        raise InputError(f"the table can't be read: {error}.") from None


def _is_pandas(X: Any) -> bool:
    kind = type(X)  # what is asked of a damaged table itself may fail
    return hasattr(kind, "iloc") and hasattr(kind, "dtypes") and hasattr(X, "columns")


def _plain_name(name: Any) -> Any:
    return name.item() if isinstance(name, np.generic) else name


def _check_names(names: list[Any]) -> None:
    for name in names:
        if not isinstance(name, (str, int)) or isinstance(name, bool):
            kind = type(name).__name__
            raise InputError(f"the column {name!r} is a {kind}; columns have names (str) or are numbers (int).")
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise InputError(f"two columns have the name {twice!r}. Rename one of them.")


def _column(series: Any) -> Column:
    """A column of pandas as it lies in memory."""
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _numpy_column(series.to_numpy(), None) if dtype.kind in "biufM" else _objects(series)
    if hasattr(series, "cat"):
        return _categories(series)
    if _is_interval(dtype):
        codes, ranges = series.factorize()
        return _codes(codes.astype(np.int64), _texts([text_of_interval(each) for each in ranges]))
    if _is_period(dtype):
        return _column(series.dt.start_time)
    if hasattr(dtype, "tz"):  # the numbers are times in UTC
        return _numpy_column(series.to_numpy(dtype=f"datetime64[{dtype.unit}]"), None)
    if hasattr(dtype, "numpy_dtype") and getattr(dtype, "kind", "O") in "biuf" and not hasattr(dtype, "pyarrow_dtype"):
        known = series.isna().to_numpy()
        return _numpy_column(series.to_numpy(dtype=dtype.numpy_dtype, na_value=0), known if known.any() else None)
    if hasattr(series, "sparse"):
        return _column(series.sparse.to_dense())
    return _arrow_column(series) or _objects(series)


def _numpy_column(values: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | None) -> Column:
    kind = values.dtype.kind
    if kind == "M":
        unit = np.datetime_data(values.dtype)[0]
        if unit not in _UNITS:
            return _numpy_column(values.astype("datetime64[s]"), missing)
        values = values.view(np.int64)
        return _lent(_UNITS[unit], values, values == _NO_TIME)
    if kind == "b":
        return "values", "b", len(values), np.packbits(values, bitorder="little"), _bits(missing)
    values = values.astype(values.dtype.newbyteorder("="), copy=False)
    if kind == "f" and values.dtype.itemsize > 8:
        values = values.astype(np.float64)
    return _lent(_FORMATS[values.dtype.str[1:]], values, missing)


def _lent(form: str, values: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | None) -> Column:
    return "values", form, len(values), np.ascontiguousarray(values), _bits(missing)


def _bits(missing: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.uint8] | None:
    """Which cells are there, a bit each."""
    return None if missing is None or not missing.any() else np.packbits(~missing, bitorder="little")


def _categories(series: Any) -> Column:
    """Codes and what they stand for: looked at once each."""
    codes = series.cat.codes.to_numpy()
    values = series.cat.categories
    if _is_interval(values.dtype):
        return _codes(codes, _texts([text_of_interval(each) for each in values]))
    if _is_period(values.dtype):
        return _column(series.astype(values.dtype))
    dictionary = _texts(list(values)) or _column(values.to_series())
    return _objects(series) if dictionary[0] == "objects" else _codes(codes, dictionary)


def _codes(codes: npt.NDArray[Any], dictionary: Column | None) -> Column:
    """Codes, below 0 where nothing is known; without a dictionary nothing is known anywhere."""
    if dictionary is None:
        return _numpy_column(np.full(len(codes), np.nan), None)
    return "codes", _FORMATS[codes.dtype.str[1:]], len(codes), codes, _bits(codes < 0), dictionary


def _is_interval(dtype: Any) -> bool:
    """Ranges of values, as pandas makes bins: they stand for their text."""
    return hasattr(dtype, "subtype") and hasattr(dtype, "closed")


def _is_period(dtype: Any) -> bool:
    """Spans of time, months for instance: they stand for the moment at which they begin."""
    return hasattr(dtype, "freq") and hasattr(dtype, "na_value")


def _texts(values: list[Any]) -> Column | None:
    """Texts one behind the other; None if some are none."""
    if not values or not all(type(value) is str for value in values):
        return None
    try:
        encoded = [value.encode() for value in values]
    except UnicodeEncodeError:
        return None  # the rule refuses it, with its row
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return "texts", len(encoded), offsets, b"".join(encoded)


def _arrow_column(series: Any) -> Column | None:
    """A column that Arrow holds; None if it does not, or is not installed."""
    if getattr(series.dtype, "storage", "pyarrow") == "python" or not hasattr(series.array, "__arrow_array__"):
        return None
    try:
        held = series.array.__arrow_array__()
        while hasattr(held, "combine_chunks"):
            held = held.combine_chunks()
    except (ImportError, TypeError, ValueError):  # pyarrow raises its own kinds of the last two
        return None
    return ("array", *held.__arrow_c_array__())


def _objects(series: Any) -> Column:
    return "objects", np.ascontiguousarray(series.to_numpy(dtype=object))
