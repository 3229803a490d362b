"""Options in groups: what --help shows, and the typed values that they become."""

import dataclasses
import inspect

import click
import pytest

from tests.cli.test_learn import run
from thresher.cli.commands import compare, learn, predict
from thresher.cli.options import Labels, Late, Output, Passes, Reading
from thresher.cli.options.labels import names_in
from thresher.cli.options.learner_parameters import LEARNER_PARAMETERS, PARAMETER
from thresher.cli.theory.certifying import read_comparator
from thresher.errors import InputError, ParameterError
from thresher.learners import LEARNERS
from thresher.learners.naming import spell

GROUPS = [Labels, Late, Output, Passes, Reading]


def test_the_help_of_learn_shows_groups_and_no_parameter_of_a_single_learner():
    text = run("learn", "--help").stdout
    headings = [line[:-1] for line in text.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings[:3] == ["Files", "Tables and texts", "Learner"]
    assert {"Labels", "Passes and tests", "Late labels", "Certificate", "Output"} <= set(headings)
    hidden = [parameter for parameter in LEARNER_PARAMETERS if not parameter.common]
    assert [parameter.option for parameter in hidden if f"{parameter.option} " in text] == []
    assert "thresher learn --learner NAME --help" in text


@pytest.mark.parametrize("name", LEARNERS)
def test_the_help_of_a_learner_shows_its_own_parameters(name):
    kind = LEARNERS[name]
    result = run("learn", "--help", "--learner", spell(kind))
    assert result.exit_code == 0, result.output
    own = [parameter for parameter in inspect.signature(kind).parameters if parameter in PARAMETER]
    options = {line.split()[0] for line in result.stdout.splitlines() if line.lstrip().startswith("--")}
    common = {parameter.option for parameter in LEARNER_PARAMETERS if parameter.common}
    assert options - common == {PARAMETER[parameter].option for parameter in own} - common


def test_the_help_of_a_learner_tells_defaults_and_what_is_required():
    text = " ".join(run("learn", "--learner", "swin", "--help").stdout.split())
    assert "[required]" in text
    assert "[default: 1.3192]" in text
    assert "[default: no]" in text


def test_the_help_of_no_learner_is_an_error():
    result = run("learn", "--learner", "nonsense", "--help")
    assert (result.exit_code, "there is no learner 'nonsense'" in result.stderr) == (2, True)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_a_group_is_made_once_and_does_not_change(group):
    made = group()
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(made, dataclasses.fields(made)[0].name, "another")


@pytest.mark.parametrize("module", [learn, compare, predict], ids=["learn", "compare", "predict"])
def test_every_option_stands_under_a_heading(module):
    options = [one for one in module.command.params if isinstance(one, click.Option)]
    assert [one.name for one in options if not getattr(one, "heading", "")] == []


def test_two_labels_are_named_negative_first_or_by_the_positive_one():
    assert Labels(labels="ham,spam").pair == ("ham", "spam")
    assert Labels(labels="ham,spam", positive="ham").pair == ("spam", "ham")
    assert Labels(labels="-1, 1").pair == (-1, 1)
    assert names_in("1,b") == (1, "b")  # as a table has them
    with pytest.raises(ParameterError, match="is none of --labels"):
        Labels(labels="ham,spam", positive="eggs").check()


@pytest.mark.parametrize(
    ("labels", "many"),
    [(Labels(), False), (Labels(labels="a,b"), False), (Labels(labels="a,b,c"), True), (Labels(labels="any"), True)],
    ids=["none", "two", "three", "any"],
)
def test_more_than_two_labels_are_many(labels, many):
    assert labels.many is many


def test_the_old_spelling_of_labels_is_still_understood():
    assert Labels(classes="a,b,c").names == Labels(labels="a,b,c").names
    with pytest.raises(ParameterError, match="an old spelling of --labels"):
        Labels(classes="a,b,c", labels="a,b,c").check()


def test_a_concept_that_is_none_is_refused(tmp_path):
    path = tmp_path / "concept.json"
    path.write_text("[1, 2]")
    with pytest.raises(InputError, match="a concept is"):
        read_comparator(str(path))
