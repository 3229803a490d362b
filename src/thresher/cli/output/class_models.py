"""What `thresher inspect` says of a model of many classes, and of two of them."""

from collections.abc import Mapping
from typing import Any

from ...evaluation.run import Tally
from .class_summary import largest

MOST = 12  # classes whose weights are shown, and confusions
FEW = 5  # weights of each


def class_record(name: str, learner: Any, progress: Mapping[str, Any], shown: int) -> dict[str, Any]:
    """The record of one model."""
    from ...learners import Multiclass

    confusion = learner.confusion()
    seen = {one: sum(n for (label, _), n in confusion.items() if label == one) for one in learner.classes}
    few = min(FEW, shown)
    return {
        "model": name,
        "learner": type(learner).__name__,
        "parameters": {key: repr(value) for key, value in learner.get_params().items()},
        "counts": {
            "examples": learner.examples,
            "mistakes": learner.mistakes,
            "abstained": learner.abstained if isinstance(learner, Multiclass) else 0,
            "updates": learner.updates,
        },
        "error": learner.mistakes / learner.examples if learner.examples else 0.0,
        "classes": seen,
        "digest": learner.digest(),
        "read": what_was_read(progress),
        "confusions": {f"{label} as {said}": n for label, said, n in largest(Tally(confusion=confusion), MOST)},
        "largest_weights": {
            f"{one}: {attribute}": weight
            for one in learner.classes[:MOST]
            for attribute, weight in list(learner.weights(one).items())[:few]
        },
    }


def class_change(before: str, first: Any, after: str, second: Any) -> dict[str, Any]:
    """What changed from the first model to the second, of which one has many classes at least."""
    old, new = (_classes(model) for model in (first, second))
    return {
        "before": before,
        "after": after,
        "learners": f"{type(first).__name__} -> {type(second).__name__}",
        "same": first == second,
        "more_examples": second.examples - first.examples,
        "more_mistakes": second.mistakes - first.mistakes,
        "more_updates": second.updates - first.updates,
        "classes": f"{len(old):,} -> {len(new):,}",
        "came": ", ".join(str(name) for name in new if name not in old),
        "went": ", ".join(str(name) for name in old if name not in new),
    }


def what_was_read(progress: Mapping[str, Any]) -> dict[str, str]:
    """File -> how much of it."""
    return {file: f"{at['lines']:,} lines" for file, at in progress.get("files", {}).items()}


def _classes(model: Any) -> tuple[Any, ...]:
    return tuple(getattr(model, "classes", model.labels))
