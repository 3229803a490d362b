"""Saved models, and what is remembered beside them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ModelFileError

if TYPE_CHECKING:
    from ..data import Rows


def load_model(path: str) -> tuple[Any, dict[str, Any]]:
    """Whatever was saved, and what is remembered beside it: how far its files were read, and how."""
    from ..learners import load_with_progress

    try:
        return load_with_progress(Path(path))
    except OSError as error:
        raise InputError(f"{path}: can't be opened: {error.strerror}.") from None
    except ModelFileError as error:
        raise error.at(path) from None


def learner_in(model: Any) -> Any:
    """The learner that answers: of one whose labels come late, the one that would be asked now."""
    from ..learners import Learner

    if isinstance(model, Learner):
        return model
    from ..late import Delayed

    return model.keeper.next_learner if isinstance(model, Delayed) else model


def as_written(model: Any, remembered: Mapping[str, Any]) -> tuple[Any, ...]:
    """Its labels as the data write them: a model knows False and True, which may be 0 and 1 there, or -1 and 1."""
    written = tuple(getattr(model, "written_labels", model.labels))
    before = remembered.get("labels", ())
    numbers = any(type(label) is int for label in written)
    if len(before) != len(written):
        before = [int(label) if numbers and isinstance(label, bool) else label for label in written]
    return tuple(known if isinstance(label, bool) else label for label, known in zip(written, before, strict=True))


def bits_of(model: Any) -> int | None:
    """To how many columns it hashes names."""
    from ..learners import Learner, Multiclass, Multilabel

    learner = learner_in(model)
    made = learner.learner if isinstance(learner, (Multiclass, Multilabel)) else learner
    return made.get_params()["bits"] if isinstance(made, Learner) else None


def rows_in(model: Any) -> "Rows | None":
    """What columns mean to it."""
    reader = getattr(model, "row_reader", None)
    return None if reader is None else reader.rows


def states_probabilities(model: Any) -> bool:
    """Whether it says how probable it finds each label."""
    from ..learners import Learner, Multilabel

    learner = learner_in(model)
    return (
        learner.traits.probabilities
        if isinstance(learner, (Learner, Multilabel))
        else hasattr(learner, "predict_proba_one")
    )
