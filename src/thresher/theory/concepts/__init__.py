"""Concepts: targets, sequences of them that shift, streams planted with them, and what can be learned or forced.

Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ...laziness import lazily

if TYPE_CHECKING:
    from .adversaries import Adversary as Adversary
    from .adversaries import BinarySearch as BinarySearch
    from .adversaries import Game as Game
    from .adversaries import Groups as Groups
    from .adversaries import PressDisjunction as PressDisjunction
    from .adversaries import RandomLabels as RandomLabels
    from .adversaries import Sparse as Sparse
    from .adversaries import play as play
    from .classes import ConceptClass as ConceptClass
    from .classes import Conjunctions as Conjunctions
    from .classes import Disjunctions as Disjunctions
    from .classes import Functions as Functions
    from .elimination import Elimination as Elimination
    from .majority import MajorityOver as MajorityOver
    from .planting import Planted as Planted
    from .planting import PlantedExample as PlantedExample
    from .schedules import Schedule as Schedule
    from .schedules import alternating as alternating
    from .schedules import drifting as drifting
    from .schedules import exchange as exchange
    from .schedules import switching as switching
    from .sequence import ConceptSequence as ConceptSequence
    from .spells import Spell as Spell
    from .targets import AtLeast as AtLeast
    from .targets import Conjunction as Conjunction
    from .targets import Disjunction as Disjunction
    from .targets import LinearThreshold as LinearThreshold
    from .targets import Target as Target
    from .teaching import Lesson as Lesson
    from .teaching import by_queries as by_queries
    from .teaching import by_random_examples as by_random_examples
    from .teaching import by_teacher as by_teacher
    from .teaching import lessons_for as lessons_for
    from .version_space import Consistent as Consistent
    from .version_space import Halving as Halving

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".adversaries": "Adversary BinarySearch Game Groups PressDisjunction RandomLabels Sparse play",
        ".classes": "ConceptClass Conjunctions Disjunctions Functions",
        ".elimination": "Elimination",
        ".majority": "MajorityOver",
        ".planting": "Planted PlantedExample",
        ".schedules": "Schedule alternating drifting exchange switching",
        ".sequence": "ConceptSequence",
        ".spells": "Spell",
        ".targets": "AtLeast Conjunction Disjunction LinearThreshold Target",
        ".teaching": "Lesson by_queries by_random_examples by_teacher lessons_for",
        ".version_space": "Consistent Halving",
    },
)
