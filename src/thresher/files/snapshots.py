"""Saved models: data, never code. safetensors with one metadata key, the same model giving the same bytes.

The metadata is canonical JSON: what the learner is, its parameters and counts, and a checksum over all of
that and every tensor, so that a flipped bit anywhere is found. `writing.py` puts a file in its place. safetensors reads
no more than 100 MB of metadata: where there is more, as of very many questions that wait, it is a tensor of its own.
"""

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import ModelFileError
from .codec import canonical

FORMAT = "thresher-model"
VERSION = 1
KEY = "thresher"
LONG = "thresher"
"""The tensor that holds the metadata where it is long; the metadata then says only that it does."""
MOST_METADATA = 1 << 26
"""Bytes."""

if TYPE_CHECKING:  # a command may know of files long before it needs arrays
    import numpy.typing as npt

Tensors: TypeAlias = "dict[str, npt.NDArray[Any]]"


@dataclass(frozen=True)
class Snapshot:
    """A learner as data: its class by name, parameters, scalars, and the arrays of its state.

    Parameters
    ----------
    learner : str
        The name of its class.
    parameters : mapping
        What it was made with.
    scalars : mapping
        Counts and other single numbers of its state.
    tensors : dict of str -> array
        The arrays of its state, each of one dimension.
    progress : mapping, default {}
        What whoever taught it wants to know when going on, such as how far each file was read.
    labels : object, default ()
        What is to be known of the labels that were found on the way.
    kind : str, default ""
        The kind of the arrays, as the core names it.
    layout : int, default 1
        Their layout, as the core numbers it.
    constants : mapping, default {}
        What a bound rests on.
    """

    learner: str
    parameters: Mapping[str, Any]
    scalars: Mapping[str, Any]
    tensors: Tensors
    progress: Mapping[str, Any] = field(default_factory=dict)
    labels: Any = ()
    kind: str = ""
    layout: int = 1
    constants: Mapping[str, Any] = field(default_factory=dict)


def pack(kind: str, content: Mapping[str, Any], tensors: Tensors) -> bytes:
    """A file of some kind: plain values and arrays, with a checksum over everything.

    Parameters
    ----------
    kind : str
        What the file says it is.
    content : mapping
        Plain values, as JSON can hold them.
    tensors : dict of str -> array
        The arrays.

    Returns
    -------
    bytes
        The file's content; the same for the same values.
    """
    from safetensors.numpy import save

    head = {"format": kind, "version": VERSION, **content}
    head["checksum"] = _checksum(head, tensors)
    text = canonical(head)
    if len(text) > MOST_METADATA:
        import numpy as np

        tensors = tensors | {LONG: np.frombuffer(text.encode(), dtype=np.uint8)}
        text = canonical({"format": kind, "version": VERSION, "long": True})
    return bytes(save(tensors, metadata={KEY: text}))


def kind_of(data: bytes) -> str:
    """What kind of file this is.

    Parameters
    ----------
    data : bytes
        The file's content.

    Returns
    -------
    str
        What it says it is.

    Raises
    ------
    ModelFileError
        If that can't be told.
    """
    return str(_head(data).get("format"))


def unpack(kind: str, data: bytes) -> tuple[dict[str, Any], Tensors]:
    """What was packed, if every bit of it is as it was written.

    Parameters
    ----------
    kind : str
        What the file has to be.
    data : bytes
        The file's content.

    Returns
    -------
    (dict, dict of str -> array)
        The plain values and the arrays.

    Raises
    ------
    ModelFileError
        If it is damaged, of another kind, or of a newer version.
    """
    head, tensors = _metadata(data), _tensors(data)
    if head.get("long") is True:
        head = _long_metadata(head, tensors)
    if head.get("format") != kind:
        raise ModelFileError(f"this is a safetensors file, but no {kind.replace('-', ' ')}.")
    version = head.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ModelFileError("the model's version can't be read; the file is damaged.")
    if version > VERSION:
        raise ModelFileError(
            f"the model was saved in format {version}; this Thresher reads up to {VERSION}. Install a newer one."
        )
    if head.pop("checksum", None) != _checksum(head, tensors):
        raise ModelFileError("the model file is damaged: its checksum does not match its content.")
    return head, tensors


def snapshot_to_bytes(snapshot: Snapshot) -> bytes:
    """The file's content.

    Parameters
    ----------
    snapshot : Snapshot
        A learner as data.

    Returns
    -------
    bytes
        What `snapshot_from_bytes` reads.
    """
    content = {
        "learner": snapshot.learner,
        "parameters": snapshot.parameters,
        "scalars": snapshot.scalars,
        "kind": snapshot.kind,
        "layout": snapshot.layout,
    }
    if snapshot.constants:
        content["constants"] = dict(snapshot.constants)
    if snapshot.progress:
        content["progress"] = snapshot.progress
    if snapshot.labels:
        content["labels"] = snapshot.labels
    return pack(FORMAT, content, snapshot.tensors)


def snapshot_from_bytes(data: bytes) -> Snapshot:
    """The snapshot of a learner.

    Parameters
    ----------
    data : bytes
        The file's content.

    Returns
    -------
    Snapshot
        A learner as data.

    Raises
    ------
    ModelFileError
        If it is damaged, or holds something else.
    """
    head, tensors = unpack(FORMAT, data)
    try:
        known = (head["learner"], head["parameters"], head["scalars"])
    except KeyError as missing:
        raise ModelFileError(f"the model file lacks {missing}.") from None
    progress, layout = head.get("progress", {}), head.get("layout", 1)
    if not isinstance(progress, dict):
        raise ModelFileError("the model file does not say how far its files were read.")
    if isinstance(layout, bool) or not isinstance(layout, int):
        raise ModelFileError("the layout of the model's arrays can't be read; the file is damaged.")
    kind, constants = str(head.get("kind", "")), head.get("constants", {})
    return Snapshot(*known, tensors, progress, head.get("labels", ()), kind, layout, constants)


def progress_of(data: bytes) -> dict[str, Any]:
    """What was saved beside a model.

    Parameters
    ----------
    data : bytes
        The file's content.

    Returns
    -------
    dict
        How far its files were read, and how; empty if nothing was saved.

    Raises
    ------
    ModelFileError
        If it can't be read.
    """
    progress = _head(data).get("progress", {})
    if not isinstance(progress, dict):
        raise ModelFileError("the model file does not say how far its files were read.")
    return progress


def _head(data: bytes) -> dict[str, Any]:
    """What the file says of itself, wherever that stands."""
    head = _metadata(data)
    return _long_metadata(head, _tensors(data)) if head.get("long") is True else head


def _long_metadata(short: dict[str, Any], tensors: Tensors) -> dict[str, Any]:
    """The metadata that is a tensor, which is none of the learner's; `short` says the same, as far as it goes."""
    try:
        head = json.loads(tensors.pop(LONG).tobytes())
    except (ValueError, KeyError, RecursionError):
        raise ModelFileError("the file is no Thresher model, or it is damaged.") from None
    if not isinstance(head, dict) or short != {"format": head.get("format"), "version": VERSION, "long": True}:
        raise ModelFileError("the file is no Thresher model, or it is damaged.")
    return head


def _metadata(data: bytes) -> dict[str, Any]:
    """The metadata, read with no more trust than the file deserves."""
    if len(data) < 8:
        raise ModelFileError("the file is too short to be a Thresher model.")
    (length,) = struct.unpack("<Q", data[:8])
    if length > len(data) - 8:
        raise ModelFileError("the file is no Thresher model, or it is truncated.")
    try:
        metadata = json.loads(data[8 : 8 + length]).get("__metadata__")
        head = json.loads(metadata[KEY])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ModelFileError("the file is no Thresher model, or it is damaged.") from None
    if not isinstance(head, dict):
        raise ModelFileError("the file is no Thresher model, or it is damaged.")
    return head


def _tensors(data: bytes) -> Tensors:
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        tensors: Tensors = load(data)
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelFileError(f"the model file is damaged: {error}.") from None
    if any(tensor.ndim != 1 for tensor in tensors.values()):
        raise ModelFileError("the model file is damaged: an array has another shape than it should.")
    return tensors


def _checksum(head: Mapping[str, Any], tensors: Tensors) -> str:
    digest = hashlib.sha256(canonical(head).encode())
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(canonical([name, str(tensor.dtype), list(tensor.shape)]).encode())
        digest.update(tensor.tobytes())
    return digest.hexdigest()
