"""The guarantee beside which a model stands, where there is one."""

from typing import Any

from ..evaluation.standings import standing_since
from .model import ServedModel


def bound_of(model: ServedModel, since: int = 0) -> dict[str, Any] | None:
    """Beside which guarantee it stands, where there is one; since so many labels were learned."""
    standing = getattr(model.late.learner, "standing", None)
    if standing is None:
        return None
    try:
        found = standing_since(model.late.learner, since) if since else standing()
    except Exception as error:  # nothing learned yet, weights, many classes: the sentence says which
        return {"none": str(error)}
    return {
        "since": found.since,
        "loss": found.loss_name,
        "learner": found.master,
        "best": found.best,
        "best_name": found.best_name,
        "bound": found.bound,
        "theorem": found.theorem,
        "holds": found.holds,
    }
