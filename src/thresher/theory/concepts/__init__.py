"""Concepts: targets, sequences of them that shift, streams planted with them, and what can be learned or forced.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING, Any

from ...laziness import lazily

if TYPE_CHECKING:
    from .adversaries import Adversary as Adversary
    from .adversaries import BinarySearch as BinarySearch
    from .adversaries import Game as Game
    from .adversaries import Groups as Groups
    from .adversaries import OneLiteral as OneLiteral
    from .adversaries import RandomLabels as RandomLabels
    from .adversaries import Sparse as Sparse
    from .adversaries import play as play
    from .classes import ConceptClass as ConceptClass
    from .classes import Conjunctions as Conjunctions
    from .classes import Disjunctions as Disjunctions
    from .classes import Functions as Functions
    from .dimension import littlestone_dimension as littlestone_dimension
    from .planting import Planted as Planted
    from .planting import PlantedExample as PlantedExample
    from .schedules import Schedule as Schedule
    from .schedules import alternating as alternating
    from .schedules import drifting as drifting
    from .schedules import exchange as exchange
    from .schedules import switching as switching
    from .sequence import ConceptSequence as ConceptSequence
    from .set_learners import Elimination as Elimination
    from .set_learners import MajorityOver as MajorityOver
    from .stretches import Stretch as Stretch
    from .targets import AtLeast as AtLeast
    from .targets import Conjunction as Conjunction
    from .targets import Disjunction as Disjunction
    from .targets import LinearThreshold as LinearThreshold
    from .targets import Target as Target
    from .teaching import TeachingResult as TeachingResult
    from .teaching import by_queries as by_queries
    from .teaching import by_random_examples as by_random_examples
    from .teaching import by_teacher as by_teacher
    from .teaching import teacher_examples as teacher_examples
    from .version_spaces import Consistent as Consistent
    from .version_spaces import Halving as Halving
    from .version_spaces import RandomConsistent as RandomConsistent
    from .version_spaces import StandardOptimal as StandardOptimal

_find, __dir__, __all__ = lazily(
    __name__,
    {
        ".adversaries": "Adversary BinarySearch Game Groups OneLiteral RandomLabels Sparse play",
        ".classes": "ConceptClass Conjunctions Disjunctions Functions",
        ".dimension": "littlestone_dimension",
        ".planting": "Planted PlantedExample",
        ".schedules": "Schedule alternating drifting exchange switching",
        ".sequence": "ConceptSequence",
        ".set_learners": "Elimination MajorityOver",
        ".stretches": "Stretch",
        ".targets": "AtLeast Conjunction Disjunction LinearThreshold Target",
        ".teaching": "TeachingResult by_queries by_random_examples by_teacher teacher_examples",
        ".version_spaces": "Consistent Halving RandomConsistent StandardOptimal",
    },
)

_OLD = {
    "Lesson": "TeachingResult",
    "PressDisjunction": "OneLiteral",
    "Spell": "Stretch",
    "lessons_for": "teacher_examples",
}
"""What some names were in version 0.1.0."""


def __getattr__(name: str) -> Any:
    return _find(_OLD.get(name, name))
