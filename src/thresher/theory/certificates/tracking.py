"""Certificates of tracking Winnow: A4 to A6 and A13, with the comparator of H3."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...errors import ParameterError
from ..concepts import ConceptSequence
from .program import DIGITS, best_comparator, noise, noise_of
from .search import HINDSIGHT, Comparator, Proof, Search, line, none
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import TrackingWinnow


def prove(learner: "TrackingWinnow", trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    """Lines for the comparator that was given, or for the best."""
    if learner.lift_above is not None:
        return none("no bound is known for tracking Winnow that lifts small values while it updates (A9).")
    floor, norm = learner.floor / learner.threshold, trials.norm(1) or 1.0
    if floor * norm >= 1 or floor >= 1 / norm:
        return none(
            f"A4 needs floor * norm below the threshold, but some example's values add up to {norm:g}: "
            f"choose a floor below {learner.threshold / norm:.3g}."
        )
    promotion = learner.promotion
    largest = max(floor, trials.largest_weight / learner.threshold)
    a, b = 1 - floor * norm + promotion, promotion - 1 + floor * norm
    reach = math.log(largest / floor) / math.log(promotion)
    proof = Proof(trivial=a * float(trials.positive.sum()) / (1 - floor * norm))
    if comparator is None:
        found = best_comparator(
            trials,
            a=a,
            b=b,
            rise=max(reach, 1.0),  # no promotion at all: weights would cost nothing, and mean nothing
            blocks=search.blocks,
            seconds=search.seconds,
            watch=search.watch,
        )
        sequence, proof.separation = found.comparator, found.separation
        proof.lower = (found.lower or None) if reach >= 1.0 else None  # 0: the search was stopped before it knew any
        proof.seconds = found.seconds
    else:
        sequence = as_sequence(comparator, len(trials))
        proof.separation = _best_separation(trials, sequence, a, b, reach)
    proof.comparator = sequence
    _add_lines(proof, learner, trials, sequence, floor, norm, largest)
    return proof


def _add_lines(
    proof: Proof,
    learner: "TrackingWinnow",
    trials: Trials,
    sequence: ConceptSequence,
    floor: float,
    norm: float,
    largest: float,
) -> None:
    promotion, separation = learner.promotion, proof.separation or 1.0
    missed = noise(trials, sequence, separation)
    known: dict[str, Any] = {
        "promotion": promotion,
        "floor": floor,
        "separation": separation,
        "norm": norm,
        "total_rise": sequence.total_rise,
        "noise": float(missed.sum()),
    }

    def add(entry: str, form: str, about: str, **numbers: Any) -> None:
        proof.lines.append(line(trials, trials.mistakes, entry, form, about, **numbers))

    observed = {**known, "largest_weight": largest}
    add("A4", "tracking_winnow_mistakes", "with the largest weight that occurred", **observed)
    if trials.is_boolean or promotion <= math.e:
        smallest = trials.smallest_value
        add("A4", "tracking_winnow_mistakes", "known before the run", **known, smallest_value=smallest)
    heaviest = max((stretch.weight for stretch in sequence.stretches), default=0.0)
    heaviest = min(heaviest, sequence.total_rise)  # but for rounding it is never more
    about = "whatever the smallest value"
    add("A6", "small_values_mistakes_by_budget", about, **known, largest_target_weight=heaviest)
    _add_special_lines(add, promotion, floor, norm, trials, sequence)
    add("A4", "tracking_winnow_mistakes", HINDSIGHT, **observed | {"noise": float(missed[trials.mistaken].sum())})


def _add_special_lines(
    add: Callable[..., None], promotion: float, floor: float, norm: float, trials: Trials, sequence: ConceptSequence
) -> None:
    """A5 where the parameters are its own, A13 where the comparator is a disjunction."""
    separation, intended = promotion - 1, (promotion - 1) / (50 * floor)
    if separation <= 1 and intended >= norm * (1 - 1e-12):
        theirs = {"separation": separation, "norm": intended, "total_rise": sequence.total_rise}
        theirs["noise"] = float(noise(trials, sequence, separation).sum())
        about = "Theorem 1, at its parameters"
        smallest = trials.smallest_value
        add("A5", "tracking_winnow_mistakes_for_separation", about, **theirs, smallest_value=smallest)
    if trials.is_boolean and is_disjunction(sequence):
        literals = {"promotion": promotion, "floor": floor, "norm": norm, "literals": sequence.literals_on}
        literals["noise"] = float(noise(trials, sequence, 1.0).sum())
        add("A13", "disjunction_mistakes", "a disjunction whose literals come and go", **literals)


def is_disjunction(sequence: ConceptSequence) -> bool:
    """Whether every weight is 2: a literal by itself is enough."""
    return all(stretch.weight == 2.0 for stretch in sequence.stretches)


def as_sequence(comparator: Any, trials: int) -> ConceptSequence:
    """A sequence, a fixed concept's weights, or a target that knows its weights."""
    comparator = getattr(comparator, "sequence", comparator)  # a schedule or a planted stream has one
    if isinstance(comparator, ConceptSequence):
        if comparator.trials != trials:
            raise ParameterError(
                f"the comparator is a sequence of {comparator.trials:,} trials; the stream has {trials:,} that count."
            )
        return comparator
    if hasattr(comparator, "weights"):
        comparator = comparator.weights()
    if not isinstance(comparator, Mapping):
        raise ParameterError(
            f"a comparator is a concept sequence, a schedule, a target or weights by attribute; got {comparator!r}."
        )
    return ConceptSequence.fixed(comparator, trials)


def _best_separation(trials: Trials, sequence: ConceptSequence, a: float, b: float, reach: float) -> float:
    """The separation that gives this comparator its smallest bound: the bound is quasi-convex in it (H3)."""
    scores = trials.scores(sequence)

    def value(separation: float) -> float:
        if not a * separation - b > 0:
            return math.inf
        missed = float(noise_of(scores, trials, separation).sum())
        return (reach * sequence.total_rise + missed) / (a * separation - b)

    low, high = b / a, 1.0
    for _ in range(80):
        third = (high - low) / 3
        if value(low + third) <= value(high - third):
            high -= third
        else:
            low += third
    best = float(f"{(low + high) / 2:.{DIGITS}g}")
    return best if value(best) < value(1.0) else 1.0
