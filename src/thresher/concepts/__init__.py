"""Concepts: targets, sequences of them that shift, streams planted with them, and what can be learned or forced.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .adversaries import Adversary, BinarySearch, Game, Groups, PressDisjunction, RandomLabels, Sparse, play
    from .classes import ConceptClass, Conjunctions, Disjunctions, Functions
    from .elimination import Elimination
    from .majority import MajorityOver
    from .planting import Planted, PlantedExample
    from .schedules import Schedule, alternating, drifting, exchange, switching
    from .sequence import ConceptSequence
    from .spells import Spell
    from .targets import AtLeast, Conjunction, Disjunction, LinearThreshold, Target
    from .teaching import Lesson, by_queries, by_random_examples, by_teacher, lessons_for
    from .version_space import Consistent, Halving

_HOME_OF = {
    "Adversary": "adversaries",
    "AtLeast": "targets",
    "BinarySearch": "adversaries",
    "ConceptClass": "classes",
    "ConceptSequence": "sequence",
    "Conjunction": "targets",
    "Conjunctions": "classes",
    "Consistent": "version_space",
    "Disjunction": "targets",
    "Disjunctions": "classes",
    "Elimination": "elimination",
    "Functions": "classes",
    "Game": "adversaries",
    "Groups": "adversaries",
    "Halving": "version_space",
    "Lesson": "teaching",
    "LinearThreshold": "targets",
    "MajorityOver": "majority",
    "Planted": "planting",
    "PlantedExample": "planting",
    "PressDisjunction": "adversaries",
    "RandomLabels": "adversaries",
    "Schedule": "schedules",
    "Sparse": "adversaries",
    "Spell": "spells",
    "Target": "targets",
    "alternating": "schedules",
    "by_queries": "teaching",
    "by_random_examples": "teaching",
    "by_teacher": "teaching",
    "drifting": "schedules",
    "exchange": "schedules",
    "lessons_for": "teaching",
    "play": "adversaries",
    "switching": "schedules",
}

__all__ = [
    "Adversary",
    "AtLeast",
    "BinarySearch",
    "ConceptClass",
    "ConceptSequence",
    "Conjunction",
    "Conjunctions",
    "Consistent",
    "Disjunction",
    "Disjunctions",
    "Elimination",
    "Functions",
    "Game",
    "Groups",
    "Halving",
    "Lesson",
    "LinearThreshold",
    "MajorityOver",
    "Planted",
    "PlantedExample",
    "PressDisjunction",
    "RandomLabels",
    "Schedule",
    "Sparse",
    "Spell",
    "Target",
    "alternating",
    "by_queries",
    "by_random_examples",
    "by_teacher",
    "drifting",
    "exchange",
    "lessons_for",
    "play",
    "switching",
]


__getattr__ = lazily(__name__, _HOME_OF)


def __dir__() -> list[str]:
    return __all__
