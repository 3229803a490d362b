"""`thresher bound`: the number is the theorem's, and everything beside it belongs to it."""

import json
import math
import re
import shlex
from collections.abc import Mapping, Sequence

import click
import pytest
from click.shell_completion import ShellComplete
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_learn import run
from tests.depth import tries
from thresher.cli import main
from thresher.cli.theory.bound_pages import STATUS
from thresher.cli.theory.function_parameters import FunctionParameter
from thresher.cli.theory.numbers_in_words import in_words, whole
from thresher.cli.theory.theorems import asked
from thresher.errors import ParameterError
from thresher.theory.bounds import THEOREMS, tracking_winnow_mistakes_for_separation
from thresher.theory.bounds.formula import compute

A5 = ["bound", "A5", "--separation", "0.25", "--norm", "100", "--total-rise", "5"]
FORMS = [
    pytest.param(theorem, bound, id=f"{entry}-{bound.name}")
    for entry, theorem in THEOREMS.items()
    for bound in theorem.bounds
]


def numbers_of(record):
    """What the formula as it is printed comes to."""
    return compute(record["filled"], {p["symbol"]: p["value"] for p in record["parameters"] if p["symbol"]})


def as_given(value):
    """A parameter from JSON, where the keys of an object are text."""
    return {int(key): item for key, item in value.items()} if isinstance(value, dict) else value


def test_the_number_is_the_functions_and_stands_beside_its_formula():
    value = tracking_winnow_mistakes_for_separation(separation=0.25, norm=100, total_rise=5)
    record = json.loads(run(*A5, "--json").stdout)
    assert record["value"] == value
    assert record["whole"] == math.floor(value)
    assert numbers_of(record) == pytest.approx(value, rel=1e-4)
    page = run(*A5).stdout
    assert f"At most {math.floor(value):,} mistakes." in page
    for text in (THEOREMS["A5"].title, THEOREMS["A5"].source, "ln(100/(0.25*1))", "ln(lam/(d*zeta))", "paper"):
        assert text in page


def test_a_wrong_formula_would_be_seen():
    record = json.loads(run(*A5, "--json").stdout)
    assert numbers_of(record | {"filled": record["filled"].replace("3.92", "2.92")}) != pytest.approx(
        record["value"], rel=1e-4
    )


@pytest.mark.parametrize(("theorem", "bound"), FORMS)
def test_the_example_of_every_form_works(theorem, bound):
    shown = json.loads(run("bound", theorem.entry, "--form", bound.name, "--json").stdout)
    assert [form["name"] for form in shown["forms"]] == [bound.name]
    (example,) = shown["examples"]
    thresher, *command = shlex.split(example)
    assert thresher == "thresher"
    result = run(*command, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["form"] == bound.name
    given = {p["name"]: as_given(p["value"]) for p in answer["parameters"] if p["required"]}
    assert answer["value"] == bound.function(**given)
    page = " ".join(run(*command).stdout.split())
    promise = in_words(answer["counts"], answer["relation"], answer["value"])
    assert f"{promise}." in page
    assert ("at least" in promise.lower()) == bound.is_lower
    for assumption in theorem.assumptions:
        assert " ".join(assumption.split()) in page


@pytest.mark.parametrize(("theorem", "bound"), FORMS)
def test_every_parameter_is_explained_and_has_an_option(theorem, bound):
    known = {name for p in _command().get_params(click.Context(_command())) for name in p.opts}
    for parameter in asked(bound):
        assert parameter.meaning, f"{bound.name} does not say what {parameter.name} is"
        assert parameter.option in known


def test_the_list_has_every_theorem():
    record = json.loads(run("bound", "--json").stdout)
    assert [theorem["entry"] for theorem in record["theorems"]] == list(THEOREMS)
    page = run("bound").stdout
    rows = [line.split()[0] for line in page.splitlines() if line[:1] not in ("", " ")]
    assert set(THEOREMS) <= set(rows)
    assert "A5" in rows
    assert {theorem["status"] for theorem in record["theorems"]} <= set(STATUS)


def test_in_a_pipe_lines_have_no_spaces_at_their_ends():
    for arguments in (["bound"], ["bound", "A13"], A5):
        assert all(line == line.rstrip() and len(line) <= 100 for line in run(*arguments).stdout.splitlines())


def test_what_was_corrected_is_said():
    page = " ".join(run("bound", "A13").stdout.split())
    assert THEOREMS["A13"].correction in page
    assert "corrected: " in page


def test_fractions_lists_and_small_letters():
    record = json.loads(run("bound", "a5", "--separation", "1/4", "--norm", "1e2", "--total-rise", 5, "--json").stdout)
    assert record["value"] == json.loads(run(*A5, "--json").stdout)["value"]
    fixed = ["bound", "A10", "--separation", "0.25", "--norm", "100", "--json", "--target"]
    record = json.loads(run(*fixed, "1,2,1/2").stdout)
    assert [p["value"] for p in record["parameters"] if p["name"] == "target"] == [[1.0, 2.0, 0.5]]


@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        (["A5", "--separation", "1"], ["A5 also needs", "--norm  ", "--total-rise  ", "the comparator's weights"]),
        (["A55"], ["there is no entry 'A55'", "A5 "]),
        (["tracking winnow"], ["there is no entry", "A4 ", "A5 "]),
        (["?"], ["`thresher bound` lists all"]),
        (
            ["A5", "--promotion", "2"],
            ["A5 takes no --promotion; it takes", "--separation --norm --total-rise [--noise]"],
        ),
        (["A5", "--sepration", "1"], ["--separation"]),
        ([*A5[1:], "--norm", "x"], ["--norm x: is no number"]),
        ([*A5[1:], "--norm", "1/0"], ["--norm 1/0: is no number"]),
        ([*A5[1:], "--separation", "2"], ["separation must be"]),
        ([*A5[1:], "--separation", "1e-300"], ["too large or too small"]),
        ([*A5[1:], "--form", "nothing"], ["A5 has no form 'nothing'; it has tracking_winnow_mistakes_for_separation"]),
        (["C4", "--n", "2.5", "--literals", "2"], ["--n 2.5: is no whole number"]),
        (["A10", "--target", "a,b", "--separation", "1", "--norm", "3"], ["--target a,b: is no list of numbers"]),
        (["--norm", "2"], ["say which entry"]),
    ],
)
def test_what_can_not_work_is_said_with_exit_2(arguments, messages):
    result = run("bound", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for message in messages:
        assert message in result.stderr


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (float, "1/50", 0.02),
        (int, "1e3", 1000),
        (Sequence[float], "1,2,1/2", [1.0, 2.0, 0.5]),
        (Sequence[int], "3", [3]),
        (Sequence[Sequence[float]], "1,2;3", [[1.0, 2.0], [3.0]]),
        (Mapping[int, int], "1:10,5:3", {1: 10, 5: 3}),
        (Mapping[str, float], "a:0.5", {"a": 0.5}),
    ],
    ids=["fraction", "whole", "list", "one", "lists", "pairs", "names"],
)
def test_numbers_are_read_as_they_are_written(kind, text, value):
    assert FunctionParameter("delays", kind, None, "").read(text) == value


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (Mapping[int, int], "1,2", "--delays 1,2: is no list of pairs; write them as 1:10,5:3"),
        (Mapping[int, int], "1:x", "is no list of pairs"),
        (Sequence[float], "", "is no list of numbers"),
        (int, "inf", "is no whole number"),
        (float, "", "is no number"),
    ],
    ids=["no pairs", "no number", "empty list", "infinity", "empty"],
)
def test_what_is_no_number_is_refused(kind, text, message):
    with pytest.raises(ParameterError, match=re.escape(message)):
        FunctionParameter("delays", kind, None, "").read(text)


def test_the_first_form_that_has_all_it_needs_is_taken():
    several = next(
        (theorem, bound)
        for theorem in THEOREMS.values()
        for bound in theorem.bounds[1:]
        if {q.name for q in asked(bound) if q.required} - {q.name for q in asked(theorem.bounds[0])}
    )
    theorem, bound = several
    example = json.loads(run("bound", theorem.entry, "--form", bound.name, "--json").stdout)["examples"][0]
    command = shlex.split(example)[1:]
    at = command.index("--form")
    chosen = json.loads(run(*command[:at], *command[at + 2 :], "--json").stdout)
    assert chosen["form"] == bound.name
    assert theorem.bounds[0].name in chosen["other_forms"]
    assert f"This is --form {bound.name}" in run(*command).stdout


@tries(40)
@given(count=st.integers(0, 10**6), share=st.sampled_from([0.0, 0.25, 0.999]))
def test_a_count_is_whole_and_keeps_the_relation(count, share):
    value = count + share
    assert whole("mistakes", "<=", value) == count
    assert whole("mistakes", "<", value) == (max(0, count - 1) if share == 0 else count)
    assert whole("mistakes", ">=", value) == (count if share == 0 else count + 1)
    assert whole("expected mistakes", "<=", value) is None
    assert whole("mistakes per trial", "<=", value) is None


def test_rounding_never_makes_a_promise_too_good():
    below, above = math.nextafter(100.0, 0), math.nextafter(100.0, 200)
    assert whole("mistakes", "<=", below) == 100
    assert whole("mistakes", ">=", above) == 100
    assert whole("mistakes", "<", above) == 100
    assert whole("mistakes", "<=", math.inf) is None


def test_a_randomized_learner_has_expected_mistakes():
    swin = ["bound", "B6", "--n", 1000, "--promotion", 1.3, "--floor-share", 0.03, "--literals-on", 4]
    assert json.loads(run(*swin, "--json").stdout)["counts"] == "mistakes"
    assert re.search(r"At most [\d.,]+ expected mistakes\.", run(*swin, "--randomized").stdout)
    assert re.search(r"At most [\d,]+ mistakes\.", run(*swin, "--no-randomized").stdout)


def test_entries_are_completed():
    def completed(incomplete):
        found = ShellComplete(main, {}, "thresher", "_THRESHER_COMPLETE").get_completions(["bound"], incomplete)
        return [item.value for item in found]

    assert completed("a1") == [entry for entry in THEOREMS if entry.startswith("A1")]
    assert completed("x") == []


def test_the_help_of_an_entry_lists_its_numbers_alone():
    assert "--promotion" not in run("bound", "A5", "--help").stdout
    assert "--total-rise" in run("bound", "A5", "--help").stdout
    assert "--promotion" in run("bound", "--help").stdout


def _command():
    return main.get_command(click.Context(main), "bound")


def test_the_name_of_a_function_leads_to_its_entry():
    result = run("bound", "asking_tracking_winnow_mistakes")
    assert result.exit_code == 2
    assert "Near ones:\n  J2    Tracking Winnow that asks for few labels" in result.stderr
