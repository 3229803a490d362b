"""What `thresher inspect` says of a model, and of two of them."""

from collections.abc import Mapping
from typing import Any

from ...evaluation.standings import standing_of, standing_since, trust_of
from ...learners import Auto
from ..saved_models import as_written, learner_in
from .answers import in_words, words_of
from .columns import columns_of
from .experts import plain_standing, plain_trust

MOST = 12  # labels whose weights are shown, and confusions
FEW = 5  # weights of each
COUNTS = ("examples", "mistakes", "abstained", "updates", "promotions", "demotions", "overflows", "refused")


def model_record(
    name: str, model: Any, remembered: Mapping[str, Any], shown: int, since: int | None = None
) -> dict[str, Any]:
    """What one model is. shown: how many of the largest weights; since: its standing after so many examples."""
    learner = learner_in(model)
    counts = {key: getattr(learner, key) for key in COUNTS if hasattr(learner, key)}
    standing, trust = _standing(learner, since), trust_of(learner)
    known = {
        "late_labels": _late(model),
        "experts": _experts(learner),
        "classes": _seen(learner),
        "confusions": _confusions(learner),
        "attributes": len(learner.weights()) if _has_weights(learner) and not _is_many(learner) else None,
        "bias": getattr(learner, "bias", None) if not _is_many(learner) else None,
        "largest_weights": _largest(learner, shown),
        **_importances(learner, shown),
        "standing": standing and plain_standing(standing),
        "trust": trust and plain_trust(trust),
    }
    return {
        "model": name,
        "learner": type(learner).__name__,
        "labels": list(as_written(model, remembered)),
        "positive": _positive(model, as_written(model, remembered)),
        "parameters": _parameters(learner),
        "counts": counts,
        "error": learner.mistakes / learner.examples if learner.examples else 0.0,
        "digest": model.digest(),
        **_columns(model),
        "read": {file: f"{at['lines']:,} lines" for file, at in remembered.get("files", {}).items()},
        **{key: value for key, value in known.items() if value is not None},
    }


def _parameters(learner: Any) -> dict[str, str]:
    """What it was made with; labels that were not said are those that came, which stand above.

    Auto has a bias and probabilities of its own, and can't be given others: that they were not asked for says nothing.
    """
    unsaid = ("labels", "positive")
    left_out = ("rows", "bias", "probabilities") if isinstance(learner, Auto) else ("rows",)
    given = {key: value for key, value in learner.get_params().items() if key not in left_out}
    return {key: repr(value) for key, value in given.items() if value is not None or key not in unsaid}


def _columns(model: Any) -> dict[str, Any]:
    """The columns that it learned from, and words for a missing value that are not the usual ones."""
    columns = columns_of(model)
    if columns is None:
        return {}
    missing = model.row_reader.rows.missing if model.row_reader.rows is not None else None
    return {"columns": columns} | ({"missing": list(missing)} if missing is not None else {})


def model_words(model: Any, since: int | None = None) -> list[str]:
    """What a model with experts says of them, in its own words."""
    learner = learner_in(model)
    return [str(part) for part in (_standing(learner, since), trust_of(learner)) if part is not None]


def _standing(learner: Any, since: int | None) -> Any:
    """Where a moment was named, a standing that can't be told is an error."""
    return standing_of(learner) if since is None else standing_since(learner, since)


Loaded = tuple[Any, Mapping[str, Any]]
"""A model, and what is remembered beside it."""


def model_change(before: str, earlier: Loaded, after: str, later: Loaded, shown: int) -> dict[str, Any]:
    """What changed from one model to another."""
    (old, _), (new, _) = earlier, later
    first, second = learner_in(old), learner_in(new)
    params_before, params_after = first.get_params(), second.get_params()
    labels = [as_written(*loaded) for loaded in (earlier, later)]
    return {
        "before": before,
        "after": after,
        "learners": f"{type(first).__name__} -> {type(second).__name__}",
        "same": old == new,
        "changed_parameters": {
            key: f"{params_before.get(key)!r} -> {params_after.get(key)!r}"
            for key in {**params_before, **params_after}
            if params_before.get(key) != params_after.get(key)
        },
        "labels": " -> ".join(map(words_of, labels)),
        "more_examples": second.examples - first.examples,
        "more_mistakes": second.mistakes - first.mistakes,
        "more_updates": second.updates - first.updates,
        **(_changed_weights(first, second, shown) if all(map(_has_one_set_of_weights, (first, second))) else {}),
    }


def _positive(model: Any, written: tuple[Any, ...]) -> Any:
    """The positive one of two, as it is written in the data."""
    labels, positive = tuple(model.labels), getattr(model, "positive", None)
    return written[labels.index(positive)] if positive is not None and positive in labels else None


def _changed_weights(first: Any, second: Any, shown: int) -> dict[str, Any]:
    old, new = first.weights(), second.weights()
    changes = {
        key: (first.weight(key), second.weight(key)) for key in old.keys() | new.keys() if old.get(key) != new.get(key)
    }
    order = sorted(changes, key=lambda key: (-abs(changes[key][1] - changes[key][0]), str(key)))
    return {
        "attributes": f"{len(old):,} -> {len(new):,}",
        "came": len(new.keys() - old.keys()),
        "went": len(old.keys() - new.keys()),
        "changed_weights": len(changes),
        "largest_changes": {key: list(changes[key]) for key in order[:shown]},
    }


def _is_many(learner: Any) -> bool:
    return len(learner.labels) > 2 or hasattr(learner, "scheme")


def _has_weights(learner: Any) -> bool:
    return hasattr(learner, "weight")


def _has_one_set_of_weights(learner: Any) -> bool:
    return _has_weights(learner) and not _is_many(learner)


def _largest(learner: Any, shown: int) -> dict[Any, float] | None:
    """The largest weights; of more than two labels a few of each."""
    if not _has_weights(learner):
        return None
    if not _is_many(learner):
        return dict(list(learner.weights().items())[:shown])
    return {
        f"{in_words(label)}: {attribute}": weight
        for label in learner.classes[:MOST]
        for attribute, weight in list(learner.weights(label).items())[: min(FEW, shown)]
    }


def _importances(learner: Any, shown: int) -> dict[str, dict[Any, float] | None]:
    """The attributes that contributed most on average, and the columns where several attributes are of one."""
    found = learner.importances() if hasattr(learner, "importances") else None
    if not found:
        return {}
    columns = found.columns
    several = dict(list(columns.items())[:shown]) if len(columns) < len(found.attributes) else None
    return {
        "importance": dict(list(found.attributes.items())[:shown]),
        "importance_by_column": several,
    }


def _confusion(learner: Any) -> dict[tuple[Any, Any], int]:
    from ...errors import ParameterError

    try:
        return dict(learner.confusion())
    except (AttributeError, ParameterError):  # it counts mistakes alone
        return {}


def _seen(learner: Any) -> dict[str, int] | None:
    """Examples of each label, where that was counted."""
    confusion = _confusion(learner)
    names = learner.classes if confusion else ()
    seen = {in_words(one): sum(n for (label, _), n in confusion.items() if label == one) for one in names}
    return seen or None


def _confusions(learner: Any) -> dict[str, int] | None:
    """Who was most often taken for whom."""
    wrong = [(pair, n) for pair, n in _confusion(learner).items() if pair[1] is not None and pair[0] != pair[1]]
    order = sorted(wrong, key=lambda one: (-one[1], str(one[0])))[:MOST]
    return {f"{in_words(label)} as {in_words(said)}": n for (label, said), n in order} or None


def _late(model: Any) -> dict[str, Any] | None:
    """What waits for labels, where they come late."""
    if learner_in(model) is model:
        return None
    return {"order": repr(model.order), "asked": model.asked, "pending": model.pending}


def _experts(learner: Any) -> dict[str, float] | None:
    """The experts of a master, and what each weighs."""
    return None if _has_weights(learner) or not hasattr(learner, "expert_mistakes") else dict(learner.weights())
