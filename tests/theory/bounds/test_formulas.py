"""Formula = function: what is printed beside a number is how the number came about, for every bound of the room.

`known_*.py` beside this file hold, per function, parameters that meet its assumptions.
"""

import dataclasses
import importlib
import keyword
import pkgutil
import re

import pytest

import tests.theory.bounds
import thresher.theory.bounds
from thresher.theory.bounds.formula import FUNCTIONS, compute
from thresher.theory.bounds.theorem import STATUSES, Theorem

WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")


def modules(package):
    """Every module of a package and of the packages in it, by name."""
    names = sorted(found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))
    return {name: importlib.import_module(name) for name in names if ".test_" not in name}


THEOREMS = list(
    {
        id(theorem): theorem
        for module in modules(thresher.theory.bounds).values()
        for theorem in vars(module).values()
        if isinstance(theorem, Theorem)
    }.values()
)
BOUNDS = {bound.name: bound for theorem in THEOREMS for bound in theorem.bounds}
KNOWN = {}
for name, module in modules(tests.theory.bounds).items():
    if ".known_" in name:
        KNOWN |= module.KNOWN


def by_formula(bound, known):
    """The bound's number, from its formula alone."""
    given = {name: known.get(name, p.default) for name, p in bound.parameters().items()}
    values = dict(bound.using) | {symbol: given[parameter] for symbol, parameter in bound.symbols.items()}
    for symbol, formula in bound.where.items():
        values[symbol] = compute(formula, values)
    return compute(bound.formula, values)


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_formula_and_function_give_the_same_number(name):
    bound = BOUNDS[name]
    assert KNOWN.get(name), f"no known_*.py beside this file has parameters for {name}"
    for known in KNOWN[name]:
        explained = bound.explain(**known)
        assert explained.value == bound.function(**known)
        assert explained.value == pytest.approx(by_formula(bound, known), rel=1e-9, abs=1e-9), known
        assert explained.value >= 0


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_a_formula_names_every_parameter_and_nothing_unknown(name):
    bound = BOUNDS[name]
    assert set(bound.symbols.values()) == set(bound.parameters())
    assert all(p.kind is p.KEYWORD_ONLY for p in bound.parameters().values())
    known = {*bound.symbols, *bound.where, *bound.using, *FUNCTIONS, *keyword.kwlist}
    texts = [bound.formula, *bound.where.values()]
    local = {found for text in texts for found in re.findall(r"\bfor ([\w, ]+?) in\b", text)}
    known |= {word for names in local for word in WORD.findall(names)}
    used = {word for text in texts for word in WORD.findall(text)}
    assert used <= known
    assert set(bound.symbols) | set(bound.where) <= used


@pytest.mark.parametrize("name", sorted(BOUNDS))
def test_numbers_stand_in_the_filled_formula_in_place_of_symbols(name):
    bound = BOUNDS[name]
    known = KNOWN[name][0]
    filled = bound.explain(**known).filled
    single = {s for s, p in bound.symbols.items() if isinstance(known.get(p), (int, float))}
    assert not single & set(WORD.findall(filled))


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.entry)
def test_a_theorem_says_where_it_comes_from_and_what_it_assumes(theorem):
    assert re.fullmatch(r"[A-J](\d+[a-z]?)?", theorem.entry)
    assert theorem.title
    assert theorem.source
    assert theorem.status in STATUSES
    assert theorem.assumptions
    assert theorem.bounds
    assert theorem.status != "corrected" or theorem.correction
    for bound in theorem.bounds:
        assert bound.relation in ("<=", "<", ">=")
        assert theorem.entry in bound.function.__doc__


def test_no_parameters_are_kept_for_a_function_that_is_not_there():
    assert set(KNOWN) <= set(BOUNDS)


def test_a_wrong_formula_is_noticed():
    bound = BOUNDS["tracking_winnow_mistakes"]
    known = {"promotion": 2, "floor": 0.001, "separation": 1, "norm": 20, "total_rise": 6}
    wrong = dataclasses.replace(bound, formula=bound.formula.replace("+ a", "- a"))
    assert by_formula(bound, known) == pytest.approx(bound.function(**known))
    assert by_formula(wrong, known) != pytest.approx(bound.function(**known))
