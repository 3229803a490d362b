"""The threshold that keeps a promise, found in what a run came to."""

import math
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ParameterError
from ..parameters import real
from .measures.costs import Costs

if TYPE_CHECKING:
    from .measures.decisions import Decisions

MOST = {"precision": 1.0, "recall": 1.0, "alerts_per_thousand": 1000.0}


def threshold_for(
    run: Any,
    *,
    precision: float | None = None,
    recall: float | None = None,
    alerts_per_thousand: float | None = None,
    cost: Any = None,
) -> float:
    """The threshold that keeps one promise in a run, and finds as many positives as that allows.

    Answer positive where the probability is at least that: `model.predict_proba_one(x)["spam"] >= threshold`.

    Parameters
    ----------
    run : Run, Tally or Decisions
        What was measured: of a run what was said before each label, or `run.test`, `run.held_out`.
    precision : float, optional
        At least this share of the alerts are to be positive: the lowest threshold with it.
    recall : float, optional
        At least this share of the positives are to be found: the highest threshold with it.
    alerts_per_thousand : float, optional
        At most so many alerts among a thousand examples: the lowest threshold with it.
    cost : (float, float), optional
        What a false positive and a false negative cost: the threshold that cost least in this run. The one that follows
        from the costs alone, if probabilities are right, is fp / (fp + fn).

    Returns
    -------
    float
        A probability.

    Raises
    ------
    InputError
        If no threshold keeps the promise, the run has more than two labels, or its learner states no probabilities.

    Examples
    --------
    >>> from thresher import Auto, evaluate
    >>> run = evaluate([({"free": 1}, True), ({"lunch": 1}, False)] * 50, Auto())
    >>> threshold = threshold_for(run, precision=0.9)
    >>> run.decisions.at(threshold).precision >= 0.9
    True
    """
    wanted = {"precision": precision, "recall": recall, "alerts_per_thousand": alerts_per_thousand, "cost": cost}
    said = {name: value for name, value in wanted.items() if value is not None}
    if len(said) != 1:
        raise ParameterError(f"say one thing that the threshold is for: {', '.join(f'{name}=' for name in wanted)}.")
    decisions = _decisions_of(run)
    if cost is not None:
        return _cheapest(decisions, Costs.read(cost))
    ((name, value),) = said.items()
    real(name, value, above=0.0, at_most=MOST[name])
    if not decisions.positives and name != "alerts_per_thousand":
        raise InputError(f"no example was positive, so no {name} can be told.", field=name)
    return _keeping(decisions, name, value)


def _decisions_of(run: Any) -> "Decisions":
    tally = getattr(run, "progress", run)
    decisions: Decisions | None = getattr(tally, "decisions", None) if not hasattr(tally, "thresholds") else tally
    if decisions is None or decisions.by != "probability":
        raise InputError(_why_not(tally, decisions))
    return decisions


def _why_not(tally: Any, decisions: Any) -> str:
    if not getattr(tally, "examples", 0):
        return "nothing was measured, so there is no threshold to find: no example had a label."
    if getattr(tally, "positive", True) is None:
        return "a threshold is about two labels, and there were more: use the probabilities themselves."
    if decisions is not None:
        return "a threshold is a probability, and the learner states none: make it with probabilities=True."
    return "what was stated of each example was not measured: evaluate with measures=True."


def _cheapest(decisions: "Decisions", costs: Costs) -> float:
    best = decisions.best_for(costs).threshold
    if math.isinf(best):
        raise InputError("it costs least never to answer positive, and no threshold does that here.", field="cost")
    return best


def _keeping(decisions: "Decisions", name: str, value: float) -> float:
    import numpy as np

    hits, alerts, thresholds = decisions.hits, decisions.alerts, decisions.thresholds
    if name == "recall":  # the fewest alerts that find so many
        return float(thresholds[np.flatnonzero(hits / decisions.positives >= value)[0]])
    reached = hits / alerts if name == "precision" else 1000 * alerts / decisions.examples
    kept = np.flatnonzero(reached >= value if name == "precision" else reached <= value)
    if not len(kept):
        best, word = (reached.max(), "largest") if name == "precision" else (reached[0], "least")
        shown = name.replace("_", " ")
        raise InputError(f"no threshold has {shown} {value:g} in this run: the {word} is {best:.4g}.", field=name)
    return float(thresholds[kept[-1]])
