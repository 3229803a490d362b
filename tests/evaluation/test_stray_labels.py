"""Two labels nearly always, and others now and then: said at the end of a run, by both doors."""

import random

import pytest

import thresher as th
from thresher.evaluation.stray_labels import stray_labels


def rows(strays, seed=0):
    rng = random.Random(seed)
    for number in range(600):
        x = {"amount": rng.random(), "city": rng.choice("abc")}
        yield x, strays.get(number, "fraud" if x["amount"] > 0.7 else "ok")


def test_a_label_that_was_misspelled_is_named_with_the_one_it_looks_like():
    with pytest.warns(th.EvaluationWarning, match=r"all but 3 have one of two labels, 'ok' and 'fraud'; 'frued'"):
        run = th.evaluate(rows({100: "frued", 300: "frued", 400: "chargeback"}), th.Auto())
    assert len(run.warnings) == 1
    assert "'frued' (2, written much like 'fraud') and 'chargeback' (1) make it many classes" in run.warnings[0]
    assert "labels=(negative, positive) refuses the others" in run.warnings[0]


def test_the_command_says_it_and_its_remedy_names_the_line(tmp_path):
    from click.testing import CliRunner

    from thresher.cli import main

    path = tmp_path / "rows.csv"
    lines = [f"{x['amount']},{x['city']},{label}" for x, label in rows({100: "frued"})]
    path.write_text("\n".join(["amount,city,label", *lines]) + "\n")
    said = CliRunner().invoke(main, ["learn", str(path), "--quiet"])
    assert "'frued' (1, written much like 'fraud') make it many classes" in said.output
    assert "--labels NEGATIVE,POSITIVE refuses the others" in said.output
    refused = CliRunner().invoke(main, ["learn", str(path), "--quiet", "--labels", "ok,fraud"])
    assert refused.exit_code != 0
    assert "rows.csv:102" in refused.output


@pytest.mark.parametrize(
    "counts",
    [
        {"ok": 500, "fraud": 100},  # two
        {"ok": 500, "fraud": 100, "theft": 10},  # a third that is rare, and no accident
        {"a": 50, "b": 50, "c": 50},
        {f"class {i}": 1000 if i < 2 else 1 for i in range(11)},  # many
        {},
    ],
)
def test_classes_that_were_meant_are_left_alone(counts):
    assert stray_labels({(label, "ok"): count for label, count in counts.items()}) is None


@pytest.mark.parametrize(
    ("stray", "alike"),
    [("frued", True), ("fruad", True), ("not fraud", False), ("fraudulent", False), (3, False)],
)
def test_a_part_of_a_label_is_no_misspelling(stray, alike):
    said = stray_labels({("ok", "ok"): 900, ("fraud", "ok"): 900, (stray, "ok"): 1})
    assert ("written much like" in said) == alike
