"""Every theorem by its entry in docs/theory.md."""

import re
from importlib import import_module
from types import MappingProxyType

from .theorem import Theorem

_ROOMS = (
    "alma",
    "any_time",
    "asking",
    "asking_winnow",
    "batch",
    "best_comparator",
    "concept_classes",
    "convergence",
    "delay.adversary",
    "delay.averaging",
    "delay.distribution",
    "delay.orders",
    "disjunctions",
    "experts.intervals",
    "experts.logits",
    "experts.losses",
    "experts.past",
    "experts.switches",
    "experts.majority",
    "doubt",
    "fixed_winnow",
    "for_separation",
    "interpolated",
    "lower_bounds",
    "mixing",
    "p_norm",
    "passive_aggressive",
    "perceptron",
    "schedule_count",
    "shifting_perceptron",
    "small_values",
    "swin",
    "tuned_swin",
    "tracking_winnow",
    "weighted_majority",
    "winnow",
)


def _in_order(theorem: Theorem) -> tuple[str, int, str]:
    found = re.fullmatch(r"([A-Z])(\d*)([a-z]?)", theorem.entry)
    assert found is not None, theorem.entry
    letter, number, form = found.groups()
    return letter, int(number or 0), form


def _stated() -> dict[str, Theorem]:
    rooms = [vars(import_module(f".{room}", __package__)) for room in _ROOMS]
    return {value.entry: value for room in rooms for value in room.values() if isinstance(value, Theorem)}


THEOREMS = MappingProxyType({theorem.entry: theorem for theorem in sorted(_stated().values(), key=_in_order)})
"""Entry -> theorem: its functions, source, assumptions and status."""
