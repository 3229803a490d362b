"""Enumerated classes: as many concepts as they say, all different, and refused when there are too many."""

from itertools import product

import pytest

from thresher.errors import InputError, ParameterError
from thresher.theory.concepts import Conjunctions, Disjunctions, Functions

CLASSES = {
    "2 of 5": Disjunctions(5, 2),
    "2 of 4 with negations": Disjunctions(4, 2, negations=True),
    "no literal": Disjunctions(4, 0),
    "disjunctions": Disjunctions(4),
    "disjunctions with negations": Disjunctions(3, negations=True),
    "conjunctions": Conjunctions(4),
    "conjunctions with negations": Conjunctions(3, negations=True),
    "3 of 5 conjunctions": Conjunctions(["a", "b", "c", "d", "e"], 3),
    "functions": Functions(5),
}


@pytest.mark.parametrize("name", CLASSES)
def test_there_are_as_many_different_concepts_as_it_says(name):
    concepts = list(CLASSES[name])
    assert len(CLASSES[name]) == len(concepts) == len(set(concepts))


@pytest.mark.parametrize("name", sorted(set(CLASSES) - {"functions"}))
def test_bits_answer_as_the_target_does(name):
    a_class = CLASSES[name]
    attributes = a_class.booleans.attributes
    for bits in product((0, 1), repeat=len(attributes)):
        x = dict(zip(attributes, bits, strict=True))
        for code in a_class.codes():
            assert a_class.answer(code, a_class.read(x)) == a_class.concept(code)(x)


def test_functions_are_all_functions_of_the_points():
    functions = Functions(["a", "b", "c"])
    points = [functions.read({name}) for name in "abc"]
    tables = {tuple(functions.answer(code, point) for point in points) for code in functions.codes()}
    assert len(tables) == 8
    with pytest.raises(InputError, match="one attribute on"):
        functions.read({"a", "b"})


@pytest.mark.parametrize(
    ("make", "number"),
    [
        (lambda: Disjunctions(40, 10), "847,660,528"),
        (lambda: Conjunctions(4000, negations=True), r"2\^6339"),
        (lambda: Functions(21), "2,097,152"),
        (lambda: Conjunctions(4, limit=15), "16 concepts"),
    ],
)
def test_too_large_a_class_is_refused_before_it_is_enumerated(make, number):
    with pytest.raises(ParameterError, match=number) as refusal:
        make()
    assert "larger limit" in str(refusal.value)


def test_what_is_no_class_is_refused():
    for make in (
        lambda: Disjunctions(0),
        lambda: Disjunctions(5, 6),
        lambda: Disjunctions("ab"),
        lambda: Disjunctions(["a", "a"]),
        lambda: Disjunctions(5000),
    ):
        with pytest.raises(ParameterError):
            make()


@pytest.mark.parametrize("x", [{"d": 1}, {"a": 0.5}, {"a": "1"}, "a", 3, None])
def test_what_is_no_boolean_instance_is_refused(x):
    with pytest.raises(InputError):
        Disjunctions(["a", "b", "c"]).read(x)
