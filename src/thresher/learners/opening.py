"""Saved learners, opened again: whatever is wrong with a file is a ModelFileError."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..data import Labels, as_class
from ..errors import ModelFileError
from ..files import from_plain, load_bytes, register, snapshot_from_bytes, unpack
from .arrays import state_of
from .auto import Auto
from .base import Learner
from .classes import Multiclass
from .importances import sums_in
from .multilabel import KIND as MULTILABEL
from .multilabel import Multilabel
from .writing import AUTO, CONTEST, COUNTS, MANY, PARAMETERS, constants_of, places

Link = Callable[..., Any] | None


def open_learner(data: bytes, link: Link) -> Learner:
    """A learner of two labels."""
    snapshot = snapshot_from_bytes(data)
    if snapshot.learner not in Learner.kinds:
        raise ModelFileError(f"the model is a {snapshot.learner!r}, which this version of Thresher does not know.")
    learner = Learner.kinds[snapshot.learner](**{k: from_plain(v, link) for k, v in snapshot.parameters.items()})
    native = learner._native
    if native.many:
        raise ModelFileError("the model file holds one learner where its labels are many.")
    if snapshot.kind not in ("", native.kind):
        raise ModelFileError(f"the model file holds the arrays of another kind of learner: {snapshot.kind}.")
    if snapshot.layout > 1 and dict(snapshot.constants) != constants_of(native.kind):
        raise ModelFileError("the model was learned with other constants, on which its bound rests.")
    native.restore(state_of(snapshot.tensors, native.kind, snapshot.layout), snapshot.layout)
    native.set_scalars(dict(snapshot.scalars))
    labels = _as_written(_labels_in(learner, snapshot.labels), snapshot.progress.get("written_labels"))
    if labels.are_two and labels.positive_number != native.positive:
        native.positive = labels.positive_number or 0
    learner._names.set(labels)
    learner._reader.restore(snapshot.progress)
    learner.weigh_classes(labels)
    examples, sums = sums_in(snapshot.progress.get("importances"))
    if native.kind == "auto":
        native.set_contributions(examples, list(sums), list(sums.values()))
    else:
        learner.__dict__["_contributed_before"] = examples, sums
    return learner


def _labels_in(learner: Learner, saved: Any) -> Labels:
    """The labels that were found on the way. A list is what 0.1.0 wrote: (negative, positive)."""
    labels = learner._names.labels
    if labels.declared:
        if saved:
            raise ModelFileError("the model file names the labels twice.")
        return labels
    if isinstance(saved, Mapping):
        came = tuple(None if name is None else as_class(from_plain(name, None)) for name in saved["came"])
        positive = saved["positive"]
    else:
        came = tuple(None if name is None else as_class(from_plain(name, None)) for name in saved or (None, None))
        positive = 1
        if learner.examples:  # what has no name is False or True, and both came
            came = tuple(bool(i) if name is None else name for i, name in enumerate(came))
    if len(came) != 2 or positive not in (0, 1) or (came[0] is not None and came[0] == came[1]):
        raise ModelFileError("the labels of the model do not fit together.")
    return Labels(came, int(positive), labels.most, 0, labels.positive)


def _as_written(labels: Labels, written: Any) -> Labels:
    """False and True as they were written, if the file says so: 0 or -1, and 1."""
    if not isinstance(written, list) or len(written) != 2 or not labels.are_plain:
        return labels
    fits = written[0] in (None, 0, -1) and written[1] in (None, 1)
    same = all((name is None) == (new is None) for name, new in zip(labels.came, written, strict=True))
    return replace(labels, came=tuple(written)) if fits and same else labels


def open_many(data: bytes, link: Link, kind: str = MANY) -> Learner:
    """Many classes: a learner for each."""
    head, arrays = unpack(kind, data)
    prototype = _of_two(arrays, "learner", link)
    described = {name: from_plain(head["parameters"][name], None) for name in PARAMETERS}
    if "softmax" in head["parameters"]:
        described["softmax"] = from_plain(head["parameters"]["softmax"], None)
    model: Learner = Multiclass(prototype, **described) if kind == MANY else _auto(prototype, described, head)
    names = [as_class(from_plain(plain, None)) for plain in head["classes"]]
    labels, native = model._names.labels, model._native
    if names[: len(labels.came)] != list(labels.came) or len(set(names)) != len(names):
        raise ModelFileError("the classes of the model do not fit together.")
    for i in sorted(places(described["newcomers"], len(names)), key=lambda place: place % (len(names) + 1)):
        member = _of_two(arrays, f"member_{i}", link)  # before its class joins: no more are made than there are
        if not prototype.is_like(member):
            raise ModelFileError("a member of the model is of another kind than the others.")
        if i >= len(labels.came):
            labels = labels.with_label(names[i])
            native.add_class()
        native.set_member(i, member._native)
    if any(arrays[name].dtype != kind for name, kind in COUNTS.items()):
        raise ModelFileError("the counts of the model are no whole numbers.")
    native.restore_contest(_contest_in(arrays))
    native.restore_counts(arrays["labels"], arrays["answers"], arrays["counts"], head["updates"])
    model._names.set(labels)
    model._reader.restore(head.get("progress", {}))
    model.weigh_classes(labels)
    model.__dict__["_contributed_before"] = sums_in(head.get("progress", {}).get("importances"))
    return model


def open_multilabel(data: bytes, link: Link) -> Multilabel:
    """Several labels at once: a learner for each."""
    head, arrays = unpack(MULTILABEL, data)
    model = Multilabel(_of_two(arrays, "prototype", link), _labels_from(head["declared"]))
    names = _labels_from(head["labels"]) or []
    if len(set(names)) != len(names):
        raise ModelFileError("the labels of the model do not differ.")
    members = {name: _of_two(arrays, f"member_{place}", link) for place, name in enumerate(names)}
    model.resume(members, head["wrong"], head["counts"])
    model.row_reader.restore(head.get("progress", {}))
    return model


def _labels_from(plain: Any) -> list[Any] | None:
    return None if plain is None else [as_class(from_plain(label, None)) for label in plain]


def _of_two(arrays: Mapping[str, Any], name: str, link: Link) -> Learner:
    """A learner of two labels in the file of several."""
    one = load_bytes(arrays[name].tobytes(), link)
    if not isinstance(one, Learner) or one._native.many:
        raise ModelFileError("a member of the model is no learner of two labels.")
    return one


def _contest_in(arrays: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arrays of a contest. Older files have none: it begins with what the members know."""
    found = {name: arrays[f"contest_{name}"] for name in CONTEST if f"contest_{name}" in arrays}
    if not found:
        return None
    if set(found) != set(CONTEST) or any(found[name].dtype != kind for name, kind in CONTEST.items()):
        raise ModelFileError("the model file does not hold the arrays of a contest among classes.")
    return found


def _auto(prototype: Learner, described: Mapping[str, Any], head: Mapping[str, Any]) -> Learner:
    """An Auto of many classes, which knows none of them yet."""
    if not isinstance(prototype, Auto) or described["newcomers"] != "informed":
        raise ModelFileError("the model file does not describe Auto.")
    declared = from_plain(head.get("labels"), None)
    return prototype.with_no_classes(declared, described["class_weights"])


register("thresher-model", open_learner)
register(MULTILABEL, open_multilabel)
register(MANY, open_many)
register(AUTO, lambda data, link: open_many(data, link, AUTO))
