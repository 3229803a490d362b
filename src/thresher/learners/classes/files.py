"""Many classes as data: the prototype, a learner for each class, their names and what was counted."""

from collections.abc import Callable, Mapping
from typing import Any

from ...errors import ModelFileError
from ...files.codec import from_plain, to_plain
from ...files.snapshots import pack, unpack
from ..base import Learner
from ..loading import load_bytes
from .classes import as_class
from .multiclass import Multiclass

KIND = "thresher-multiclass"
_PARAMETERS = ("scheme", "abstain_below", "class_weights", "classes", "newcomers")
_COUNTS = {"labels": "int64", "answers": "int64", "counts": "uint64"}


def to_bytes(model: Multiclass, progress: Mapping[str, Any] | None = None, kind: str = KIND) -> bytes:
    """The same learner gives the same bytes. kind: what the file says it is."""
    import numpy as np

    parameters = model.get_params()
    head = {
        "parameters": {name: to_plain(parameters[name]) for name in _PARAMETERS},
        "classes": [to_plain(name) for name in model.classes],
        "updates": model.updates,
    }
    if progress:
        head["progress"] = dict(progress)
    learners = {"learner": model._prototype}
    learners |= {f"member_{i}": model._learner(model._native.member(i)) for i in _places(model)}
    arrays = {name: np.frombuffer(learner.to_bytes(), dtype=np.uint8) for name, learner in learners.items()}
    return pack(kind, head, arrays | dict(zip(_COUNTS, model._native.confusion(), strict=True)))


def from_bytes(data: bytes, link: Callable[..., Any] | None = None, kind: str = KIND) -> Multiclass:
    """What these bytes are; whatever is wrong with them is a ModelFileError."""
    try:
        return _restore(*unpack(kind, bytes(data)), link)
    except ModelFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RuntimeError) as error:
        raise ModelFileError(f"the model file does not describe many classes: {error}") from None


def _restore(head: dict[str, Any], arrays: dict[str, Any], link: Callable[..., Any] | None) -> Multiclass:
    def learner(name: str) -> Learner:
        return load_bytes(arrays[name].tobytes(), link)

    model = Multiclass(learner("learner"), **{name: from_plain(head["parameters"][name], None) for name in _PARAMETERS})
    names = [from_plain(plain, None) for plain in head["classes"]]
    declared = len(model.classes)
    if names[:declared] != list(model.classes) or len(set(names)) != len(names):
        raise ModelFileError("the classes of the model do not fit together.")
    for name in names[declared:]:
        model._join(as_class(name))
    for i in _places(model):
        member = learner(f"member_{i}")
        if type(member) is not type(model._prototype) or member.get_params() != model._prototype.get_params():
            raise ModelFileError("a member of the model is of another kind than the others.")
        model._native.set_member(i, member._native)
    if any(arrays[name].dtype != kind for name, kind in _COUNTS.items()):
        raise ModelFileError("the counts of the model are no whole numbers.")
    labels, answers, counts = (arrays[name] for name in _COUNTS)
    model._native.restore_counts(labels, answers, counts, head["updates"])
    return model


def _places(model: Multiclass) -> range:
    """Of all members; -1 is the one that new classes begin as."""
    return range(-1 if model.newcomers == "informed" else 0, len(model.classes))
