"""Tensors of the Open Inference Protocol, as JSON and as bytes behind it, read into columns and written from them.

Nothing is allocated because a request claims a size: what is claimed is compared with what came, first.
"""

import math
import struct
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET, Meta, UnsetType

from ..refusals import Refused

KINDS = {
    "BOOL": "?",
    "INT8": "<i1",
    "INT16": "<i2",
    "INT32": "<i4",
    "INT64": "<i8",
    "UINT8": "<u1",
    "UINT16": "<u2",
    "UINT32": "<u4",
    "UINT64": "<u8",
    "FP16": "<f2",
    "FP32": "<f4",
    "FP64": "<f8",
}
Kind = Literal[
    "BOOL", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64", "FP16", "FP32", "FP64", "BYTES"
]
Size = Annotated[int, Meta(ge=1, le=2**31)]
LENGTH = struct.Struct("<I")


class Input(msgspec.Struct):
    """A tensor of a request: its values are in `data`, or behind the JSON (parameter binary_data_size)."""

    name: Annotated[str, Meta(min_length=1, max_length=512)]
    shape: Annotated[list[Size], Meta(min_length=1, max_length=2)]
    datatype: Kind
    parameters: dict[str, Any] = {}
    data: list[Any] | UnsetType = UNSET

    @property
    def count(self) -> int:
        """How many values it claims to have."""
        return math.prod(self.shape)

    def refuse(self, why: str) -> Refused:
        """What is wrong with it."""
        return Refused(422, f"the input {self.name[:80]!r}: {why}.")


class Output(NamedTuple):
    """A tensor of an answer."""

    name: str
    datatype: Literal["BYTES", "FP64", "INT64", "BOOL"]
    shape: list[int]
    values: Sequence[Any]  # flat

    def to_plain(self) -> dict[str, Any]:
        """As JSON."""
        return self._head() | {"data": list(self.values)}

    def to_binary(self) -> tuple[dict[str, Any], bytes]:
        """Its head, and its values as bytes."""
        if self.datatype == "BYTES":
            texts = [text.encode() for text in self.values]
            data = b"".join(LENGTH.pack(len(text)) + text for text in texts)
        else:
            data = np.asarray(self.values, dtype=KINDS[self.datatype]).tobytes()
        return self._head() | {"parameters": {"binary_data_size": len(data)}}, data

    def _head(self) -> dict[str, Any]:
        return {"name": self.name, "datatype": self.datatype, "shape": self.shape}


def all_values(inputs: Sequence[Input], behind: bytes) -> list[list[Any]]:
    """The values of each input, flat.

    Parameters
    ----------
    inputs : sequence of Input
        In the order in which their bytes stand.
    behind : bytes
        What came after the JSON.

    Raises
    ------
    Refused
        Where what came is not what is claimed.
    """
    begin, found = 0, []
    for one in inputs:
        size = one.parameters.get("binary_data_size")
        if size is None:
            found.append(_plain_values(one))
            continue
        if type(size) is not int or size < 0 or size > len(behind) - begin:
            raise one.refuse(f"binary_data_size is {str(size)[:40]}, and {len(behind) - begin:,} bytes are left")
        if one.data is not UNSET:
            raise one.refuse("has both, data and binary_data_size")
        found.append(_binary_values(one, behind[begin : begin + size]))
        begin += size
    if begin != len(behind):
        raise Refused(422, f"{len(behind) - begin:,} bytes behind the JSON belong to no input.")
    return found


def _binary_values(one: Input, data: bytes) -> list[Any]:
    if one.datatype == "BYTES":
        return _texts(one, data)
    kind = np.dtype(KINDS[one.datatype])
    if len(data) != one.count * kind.itemsize:
        raise one.refuse(
            f"shape {one.shape} of {one.datatype} takes {one.count * kind.itemsize:,} bytes, and {len(data):,} came"
        )
    return _checked(one, np.frombuffer(data, dtype=kind).tolist())


def _texts(one: Input, data: bytes) -> list[str]:
    """Each text stands behind its length."""
    if len(data) < one.count * LENGTH.size:
        raise one.refuse(f"shape {one.shape} takes {one.count:,} texts, and {len(data):,} bytes came")
    found: list[str] = []
    begin = 0
    while begin < len(data):
        if len(data) - begin < LENGTH.size:
            raise one.refuse("ends within the length of a text")
        (size,) = LENGTH.unpack_from(data, begin)
        begin += LENGTH.size
        if size > len(data) - begin:
            raise one.refuse(f"text {len(found)} claims {size:,} bytes, and {len(data) - begin:,} are left")
        try:
            found.append(data[begin : begin + size].decode())
        except UnicodeDecodeError:
            raise one.refuse(f"text {len(found)} is no UTF-8") from None
        begin += size
    if len(found) != one.count:
        raise one.refuse(f"shape {one.shape} takes {one.count:,} texts, and {len(found):,} came")
    return found


def _plain_values(one: Input) -> list[Any]:
    if one.data is UNSET:
        raise one.refuse("has no data")
    found = one.data
    if len(one.shape) == 2 and found and isinstance(found[0], list):  # a list for each row
        width = one.shape[1]
        if any(not isinstance(row, list) or len(row) != width for row in found):
            raise one.refuse(f"each row must be a list of {width:,} values")
        found = [value for row in found for value in row]
    if len(found) != one.count:
        raise one.refuse(f"shape {one.shape} takes {one.count:,} values, and {len(found):,} came")
    fits = _FITS[one.datatype]
    for place, value in enumerate(found):
        if not fits(value):
            raise one.refuse(f"value {place} is no {one.datatype}")
    return _checked(one, found)


def _checked(one: Input, values: list[Any]) -> list[Any]:
    """What is not a number is missing; what is endless is refused, because JSON, and so the log, can't say it."""
    if not one.datatype.startswith("FP"):
        return values
    if any(value in (math.inf, -math.inf) for value in values):
        raise one.refuse("has an infinite value")
    return [None if value != value else value for value in values]


def _integers(kind: str) -> Callable[[Any], bool]:
    limits = np.iinfo(kind)
    low, high = int(limits.min), int(limits.max)
    return lambda value: type(value) is int and low <= value <= high


_FITS: dict[str, Callable[[Any], bool]] = {
    "BYTES": lambda value: isinstance(value, str),
    "BOOL": lambda value: isinstance(value, bool),
    **{name: lambda value: type(value) in (float, int) for name in ("FP16", "FP32", "FP64")},
    **{name: _integers(kind) for name, kind in KINDS.items() if "INT" in name},
}
