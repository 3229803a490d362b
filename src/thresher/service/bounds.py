"""The guarantee beside which a model stands, where there is one."""

from typing import Any

from .model import ServedModel


def bound_of(model: ServedModel) -> dict[str, Any] | None:
    """Beside which guarantee it stands, where there is one."""
    standing = getattr(model.late.learner, "standing", None)
    if standing is None:
        return None
    try:
        found = standing()
    except Exception as error:  # nothing learned yet, weights, many classes: the sentence says which
        return {"none": str(error)}
    return {
        "loss": found.loss_name,
        "learner": found.master,
        "best": found.best,
        "best_name": found.best_name,
        "bound": found.bound,
        "theorem": found.theorem,
        "holds": found.holds,
    }
