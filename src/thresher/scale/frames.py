"""Frames of any library as tables of Arrow: here alone is pyarrow asked for tables."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import InputError


def arrow_table(frame: Any) -> Any:
    """A frame as a table of Arrow; pyarrow does that."""
    try:
        import pyarrow
    except ImportError:
        raise InputError("frames with keys need pyarrow: pip install 'thresher[arrow]'") from None
    if hasattr(frame, "to_batches"):
        return frame
    if type(frame).__module__.startswith("pandas"):
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    return pyarrow.table(frame)


def text_of_keys(column: Any, by: str) -> "tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]":
    """Where each key of a column begins and the last one ends, and the bytes of all.

    Parameters
    ----------
    column : Array
        Texts or whole numbers.
    by : str
        What it is called.

    Raises
    ------
    InputError
        If one is missing or empty, or they are something else.
    """
    import pyarrow
    from pyarrow import compute

    check_key_type(column.type, by)
    texts = compute.cast(column, pyarrow.large_string())
    if texts.null_count:
        raise InputError(f"a row has no key: the column {by!r} is empty there.")
    _, ends, data = texts.buffers()
    begins = np.frombuffer(ends, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    if (begins[1:] == begins[:-1]).any():
        raise InputError(f"a row has no key: the column {by!r} is empty there.")
    return begins, np.frombuffer(data, dtype=np.uint8)


def check_key_type(kind: Any, by: str) -> None:
    """Refuses keys that are neither texts nor whole numbers.

    Parameters
    ----------
    kind : DataType
        What a column holds.
    by : str
        What it is called.
    """
    from pyarrow import types

    held = kind.value_type if types.is_dictionary(kind) else kind
    if not (types.is_integer(held) or types.is_string(held) or types.is_large_string(held)):
        raise InputError(f"the column {by!r} holds {kind}; a key is a text or a whole number.")


def some_rows(batch: Any, rows: "npt.NDArray[np.intp]") -> Any:
    """Some rows of a record batch.

    Parameters
    ----------
    batch : RecordBatch
        All rows.
    rows : array of int
        Which.
    """
    import pyarrow

    if len(rows) == batch.num_rows:
        return batch
    places = pyarrow.py_buffer(np.ascontiguousarray(rows, dtype=np.int64))  # pyarrow.array(rows) would import pandas
    return batch.take(pyarrow.Int64Array.from_buffers(pyarrow.int64(), len(rows), [None, places]))


def bytes_of_batch(batch: Any) -> "npt.NDArray[np.uint8]":
    """A record batch as a stream of Arrow.

    Parameters
    ----------
    batch : RecordBatch
        The rows.
    """
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    return np.frombuffer(sink.getvalue(), dtype=np.uint8)


def batch_of_bytes(data: "npt.NDArray[np.uint8]") -> Any:
    """The record batch that `bytes_of_batch` wrote.

    Parameters
    ----------
    data : array of uint8
        Its bytes.
    """
    import pyarrow

    with pyarrow.ipc.open_stream(pyarrow.py_buffer(data)) as stream:
        return stream.read_next_batch()
