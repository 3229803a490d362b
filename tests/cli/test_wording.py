"""Only the command line spells options: below it, errors name parameters as Python does."""

import ast
import json
import re
from pathlib import Path

import pytest

import thresher
from tests.cli.test_learn import put, run
from thresher.cli.wording import in_options, worded
from thresher.errors import InputError, ParameterError, ThresherError
from thresher.parameters import real

SOURCE = Path(thresher.__file__).parent
SPELLED = {"labels": "--labels", "importance": "--importance", "format": "--format", "one_based": "--one-based"}
COMMANDS_TO_PASTE = {"theory/experiments/writing.py"}


def test_no_message_below_the_command_line_spells_an_option():
    found = []
    for path in SOURCE.rglob("*.py"):
        name = str(path.relative_to(SOURCE))
        if name.startswith("cli/") or name in COMMANDS_TO_PASTE:
            continue
        texts = [node.value for node in ast.walk(ast.parse(path.read_text())) if _is_text(node)]
        found += [f"{name}: {text}" for text in texts if re.search(r"(^|[\s(`'])--[a-z]", text)]
    assert found == []


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_message_about_a_parameter_begins_with_its_option():
    with pytest.raises(ParameterError) as caught:
        real("half_life", -1, above=0)
    assert worded(caught.value, {"half_life": "--half-life"}).startswith("--half-life must be")
    assert worded(caught.value, {}).startswith("half_life must be")


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("name them: labels=", "name them: --labels"),
        ('say format="text" instead', "say --format text instead"),
        ("a column of weights: weight=", "a column of weights: --importance"),
        ("leave first_column=1 out", "leave --one-based out"),
        ("say labels=(negative, positive)", "say --labels NEGATIVE,POSITIVE"),
        ("or positive='en'", "or positive='en'"),
        ("Multiclass(Perceptron(bits=3)) takes any number", "--labels any takes any number"),
        ("make it with memory=", "make it with memory="),
        ("the attribute 'labels=a' is given twice", "the attribute 'labels=a' is given twice"),
    ],
)
def test_hints_name_options_where_there_are_some(hint, words):
    assert in_options(hint, SPELLED) == words


def test_python_and_the_command_line_are_told_the_same_in_their_own_words(tmp_path):
    table = put(tmp_path, "t.csv", "a,b\n1,2\n")
    with pytest.raises(InputError) as caught:
        list(thresher.streams.Source(table).blocks())
    assert "label=" in str(caught.value)
    assert "--label" not in str(caught.value)
    told = run("learn", table).stderr
    assert "--label" in told
    assert "label=" not in told


def test_an_error_keeps_its_field_and_hint_at_another_place():
    error = InputError("the label is strange", field="label", hint="name it").at("mail.vw")
    assert (str(error), error.field) == ("mail.vw: the label is strange\nhint: name it", "label")
    assert isinstance(error, ThresherError)


def test_a_parameter_of_a_learner_is_an_option_in_its_error(tmp_path):
    path = put(tmp_path, "m.vw", "1 | a\n")
    result = run("learn", path, "--learner", "tracking-winnow", "--promotion", "0.5")
    assert result.stderr == "thresher: --promotion must be a number above 1 and of at most 1e+06; got 0.5.\n"


YES_NO_COW = "label,a\nno,x\nyes,y\ncow,z\nno,x\n"


def test_a_learner_of_any_labels_is_an_option_whatever_the_learner_was_made_with():
    model = thresher.Perceptron(transform=(thresher.features.UnitLength(),))
    assert in_options(f"Multiclass({model!r}) takes any", SPELLED) == "--labels any takes any"


def test_a_line_that_was_skipped_is_told_in_options(tmp_path):
    path = put(tmp_path, "mid.csv", YES_NO_COW)
    said = run("learn", path, "--learner", "perceptron", "--on-error", "skip").stderr
    assert "the label 'cow' is none of 'no', 'yes', and Perceptron knows two labels: --labels any takes" in said
    assert "Multiclass" not in said


def test_answers_tell_why_there_is_none_in_options(tmp_path):
    path = put(tmp_path, "mid.csv", YES_NO_COW)
    options = ["--on-error", "answer", "--predictions", "-", "--as", "json", "--quiet"]
    said = run("learn", path, "--learner", "perceptron", *options).stdout
    assert "--labels any" in said
    assert "Multiclass" not in said


def test_json_says_in_options_why_a_run_stopped_and_what_is_odd(tmp_path):
    path = put(tmp_path, "mid.csv", YES_NO_COW)
    stopped = json.loads(run("learn", path, "--learner", "perceptron", "--quiet", "--json").stdout)["stopped"]
    assert "--labels any" in stopped
    rows = "".join(f"{label},{label}\n" for label in ["yes"] * 70 + ["no"] * 70)
    path = put(tmp_path, "sorted.csv", "label,a\n" + rows)
    (warning,) = json.loads(run("learn", path, "--quiet", "--json").stdout)["warnings"]
    assert warning.endswith("--shuffle")


@pytest.mark.parametrize("command", [["learn"], ["compare", "--learner", "auto"]])
def test_more_labels_than_a_learner_knows_are_named_with_what_to_do(tmp_path, command):
    path = put(tmp_path, "five.csv", "label,a\n" + "".join(f"{name},x\n" for name in ("cat", "dog", "cow", "hen") * 3))
    result = run(*command, path, "--learner", "perceptron", "--quiet", "--on-error", "skip")
    assert result.exit_code == 2
    assert "there are 4 labels or more ('cat', 'cow', 'dog', ...), and Perceptron knows two labels: --labels any" in (
        result.stderr
    )
    assert "POSITIVE" not in result.stderr
