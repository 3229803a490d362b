"""A learner as data: what it is, its parameters, counts and arrays; of many classes, every member so too."""

from collections.abc import Mapping
from typing import Any

from .._core import AUTO as AUTO_ENGINE
from ..data import Labels
from ..files import to_plain
from .arrays import arrays_of

MANY, AUTO = "thresher-multiclass", "thresher-auto"
"""What a file of many classes says it is: a Multiclass, or an Auto to which a third label came."""

COUNTS = {"labels": "int64", "answers": "int64", "counts": "uint64"}
CONTEST = {
    "numbers": "uint64",
    "names": "uint8",
    "name_ends": "uint64",
    "values": "float32",
    "link_ends": "uint64",
    "link_classes": "uint32",
    "links": "float32",
    "totals": "float64",
    "mixture": "float64",
}
"""The arrays of a contest among classes, each under contest_ and its name; none where all learn every example."""
PARAMETERS = ("scheme", "abstain_below", "class_weights", "classes", "newcomers")
LATER = {
    "positive": None,
    "class_weights": None,
    "join_share": None,
    "demotion": None,
    "discard": None,
    "discard_relative": None,
    "discard_every": 1000,
    "aggressive": False,
}
"""Parameters that files of before do not know, and what they are there: they are written only where they differ."""


def to_bytes(learner: Any, progress: Mapping[str, Any] | None) -> bytes:
    """The same learner gives the same bytes."""
    if learner._native.many:
        return _many(learner, progress)
    from ..files import Snapshot, snapshot_to_bytes

    taken = learner._native.snapshot()
    parameters = {name: to_plain(value) for name, value in learner.get_params().items() if _is_said(name, value)}
    names = _names(learner._names.labels)
    kind, layout = learner._native.kind, taken["layout"]
    arrays, constants = arrays_of(taken, kind), constants_of(kind)
    known = (type(learner).__name__, parameters, taken["scalars"], arrays, progress or {}, names)
    return snapshot_to_bytes(Snapshot(*known, kind, layout, constants))


def bytes_as_written(learner: Any) -> bytes:
    """A learner within another file: its bytes, and how False and True were written, as a file of its own keeps it.

    Parameters
    ----------
    learner : learner or master
        A master names its labels in its bytes.
    """
    known = getattr(learner, "known_labels", None)
    written = known.written if isinstance(known, Labels) else None
    saved: bytes = learner.to_bytes(None if written is None else {"written_labels": list(written)})
    return saved


def constants_of(kind: str) -> dict[str, Any]:
    """What a bound of this kind of learner rests on, as the core has it."""
    return {name: AUTO_ENGINE[name] for name in ("share", "experts_part")} if kind == "auto" else {}


def _is_said(name: str, value: Any) -> bool:
    """How rows are read is kept beside it."""
    return name != "rows" and (name not in LATER or value != LATER[name])


def _names(labels: Labels) -> Mapping[str, Any]:
    """The labels that were found on the way, as far as they can't be told otherwise."""
    if not labels.are_two or labels.declared == 2 or labels.came == (None, None):
        return {}
    if labels.are_plain:
        came: list[Any] = [None if name is None else bool(number) for number, name in enumerate(labels.came)]
        return {} if None not in came else {"came": came, "positive": 1}
    # True and 1 are one label: whichever came first, the bytes are the same.
    came = [int(name) if isinstance(name, bool) else to_plain(name) for name in labels.came]
    return {"came": came, "positive": labels.positive_number}


def _many(model: Any, progress: Mapping[str, Any] | None) -> bytes:
    import numpy as np

    from ..files import pack

    native, labels = model._native, model._names.labels
    described = model.class_parameters()
    head = {
        "parameters": {name: to_plain(described[name]) for name in PARAMETERS}
        | ({"softmax": True} if described["softmax"] else {}),  # files of before do not know it
        "classes": [to_plain(name) for name in labels.came],
        "updates": model.updates,
    }
    if model.kind == AUTO and model.options["labels"] is not None:
        head["labels"] = to_plain(model.options["labels"])
    if progress:
        head["progress"] = dict(progress)
    members = {f"member_{i}": native.member(i) for i in places(described["newcomers"], len(labels.came))}
    learners = {"learner": model.prototype} | {name: model.member_of(one) for name, one in members.items()}
    arrays = {name: np.frombuffer(learner.to_bytes(), dtype=np.uint8) for name, learner in learners.items()}
    counted = zip(COUNTS.items(), native.confusion(), strict=True)
    arrays |= {name: part.astype(kind) for (name, kind), part in counted}
    arrays |= {f"contest_{name}": part for name, part in (native.contest() or {}).items()}
    return pack(model.kind, head, arrays)


def places(newcomers: str, classes: int) -> range:
    """Of all members; -1 is the one that new classes begin as."""
    return range(-1 if newcomers == "informed" else 0, classes)
