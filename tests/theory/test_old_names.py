"""Names of version 0.1.0 that were changed for plainer ones still work."""

import thresher as th
from thresher.theory import bounds, concepts


def test_concepts_and_bounds_are_there_under_the_names_they_had():
    assert concepts.Spell is concepts.Stretch
    assert concepts.PressDisjunction is concepts.OneLiteral
    assert concepts.Lesson is concepts.TeachingResult
    assert concepts.lessons_for is concepts.teacher_examples
    assert bounds.conjunction_lessons is bounds.conjunction_teacher_examples


def test_a_sequence_and_its_saved_form_are_understood_by_the_old_word():
    sequence = th.concepts.ConceptSequence([("a", 0, 5, 2.0)], 10)
    assert sequence.spells == sequence.stretches
    assert concepts.ConceptSequence.from_plain({"trials": 10, "spells": [["a", 0, 5, 2.0]]}) == sequence
