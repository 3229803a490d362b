"""Frames of any library as tables of Arrow: here alone is pyarrow asked for tables."""

from typing import Any

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
