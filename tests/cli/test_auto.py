"""Auto on the command line: the default, what it tells of its master and its experts, and what it costs to start."""

import json
import subprocess
import sys

import pytest

import thresher as th
from tests.cli.test_learn import MAIL, planted, put, run
from thresher.learners import load
from thresher.learners.auto.trust import EXPERTS


def learned(folder, *options):
    path, model = planted(folder, 600), folder / "m.thresher"
    result = run("learn", path, "--json", "--model", model, *options)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), result.stderr, load(model)


def test_auto_is_the_default(tmp_path):
    record, _, model = learned(tmp_path)
    assert record["learner"] == "auto"
    assert type(model) is th.Auto
    again, _, named = learned(tmp_path, "--learner", "auto")
    assert named == model
    assert again["mistakes"] == record["mistakes"] == model.mistakes


def test_json_has_the_standing_and_the_trust(tmp_path):
    record, _, model = learned(tmp_path)
    standing, trust = model.standing(), model.explain()
    assert record["standing"]["loss"] == standing.master
    assert record["standing"]["bound"] == standing.bound >= standing.master
    assert record["standing"]["best"] == min(record["standing"]["experts"].values())
    assert record["trust"]["parts"] == dict(trust.trust)
    assert set(record["trust"]["parts"]) == set(EXPERTS)
    assert [line["examples"] for line in record["trust"]["history"]] == [line.examples for line in trust.history]


def test_the_summary_ends_with_the_bound_and_the_three_most_trusted(tmp_path):
    _, words, model = learned(tmp_path)
    line = next(line for line in words.splitlines() if line.startswith("log loss"))
    standing, trust = model.standing(), model.explain().trust
    assert f"best expert ({standing.best_name}) {standing.best:,.1f}; bound {standing.bound:,.1f}" in line
    most = sorted(trust, key=lambda name: -trust[name])[:3]
    assert line.endswith("; trusts " + ", ".join(f"{name} {trust[name]:.0%}" for name in most))


def test_other_learners_have_neither(tmp_path):
    record, words, _ = learned(tmp_path, "--learner", "perceptron")
    assert not {"standing", "trust"} & record.keys()
    assert "trusts" not in words


def test_importance_weights_leave_no_bound(tmp_path):
    path = put(tmp_path, "w.vw", "1 2.0 | free\n-1 | lunch\n" * 20)
    result = run("learn", path, "--json")
    assert result.exit_code == 0, result.output
    assert "standing" not in json.loads(result.stdout)
    assert "bound" not in result.stderr
    assert "trusts" in result.stderr


def test_nothing_learned_is_no_standing(tmp_path):
    result = run("learn", put(tmp_path, "u.vw", "| free\n"), "--json")
    assert result.exit_code == 0
    assert "standing" not in json.loads(result.stdout)


def test_inspect_shows_the_standing_since_some_example(tmp_path):
    _, _, model = learned(tmp_path)
    file, standing = tmp_path / "m.thresher", model.standing(since=500)
    assert standing.since == 448
    assert str(standing) in run("inspect", file, "--since", 500).stdout
    told = json.loads(run("inspect", file, "--since", 500, "--json").stdout)["standing"]
    assert (told["since"], told["loss"], told["bound"]) == (448, standing.master, standing.bound)
    assert told["theorem"] == "interval_log_loss"
    assert json.loads(run("inspect", file, "--json").stdout)["standing"]["since"] == 0
    for words, message in [
        (("inspect", file, "--since", 600), "600 examples were learned"),
        (("inspect", file, file, "--since", 5), "--since is about one model"),
        (("inspect", tmp_path / "planted0.vw", "--since", 5), "--since is about one model"),
    ]:
        refused = run(*words)
        assert refused.exit_code == 2
        assert message in refused.stderr
    learned(tmp_path, "--learner", "perceptron")
    assert "Perceptron does not remember" in run("inspect", file, "--since", 5).stderr


def test_inspect_shows_whom_it_trusts(tmp_path):
    _, _, model = learned(tmp_path)
    shown = run("inspect", tmp_path / "m.thresher").stdout
    assert str(model.explain()) in shown
    assert str(model.standing()) in shown
    record = json.loads(run("inspect", tmp_path / "m.thresher", "--json").stdout)
    assert record["trust"]["parts"] == dict(model.explain().trust)


def test_the_report_has_a_section_about_it(tmp_path):
    path, page = planted(tmp_path, 900), tmp_path / "r.html"
    assert run("learn", path, "--report", page).exit_code == 0
    text = page.read_text()
    assert "Whom Auto trusts" in text
    assert 'class="band"' in text
    assert all(f">{name}<" in text for name in EXPERTS)
    assert run("learn", path, "--report", page, "--learner", "perceptron").exit_code == 0
    assert "Whom Auto trusts" not in page.read_text()


def test_auto_is_among_those_that_compare_tries(tmp_path):
    path = planted(tmp_path, 200)
    records = [json.loads(line) for line in run("compare", path, "--json").stdout.splitlines()]
    assert records[0]["learner"] == "auto"
    assert records[0]["mistakes"] == th.evaluate(path).mistakes
    assert "trust" in records[0]


def test_it_goes_on_where_it_stopped(tmp_path):
    whole, part = planted(tmp_path, 400), tmp_path / "part.vw"
    lines = (tmp_path / "planted0.vw").read_text().splitlines(keepends=True)
    part.write_text("".join(lines[:150]))
    model, expected = tmp_path / "m.thresher", tmp_path / "e.thresher"
    assert run("learn", part, "--model", model).exit_code == 0
    part.write_text("".join(lines))
    assert run("learn", part, "--resume", model, "--model", model).exit_code == 0
    assert run("learn", whole, "--model", expected).exit_code == 0
    assert load(model) == load(expected)


@pytest.mark.parametrize("options", [["--quiet"], ["--json"], []], ids=["quiet", "json", "words"])
def test_an_ordinary_run_needs_no_arrays(tmp_path, options):
    path = put(tmp_path, "mail.vw", MAIL)
    code = (
        "import sys; from thresher.cli import main\n"
        f"try: main({['learn', path, *options]!r})\n"
        "except SystemExit: pass\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_inspect_does_not_say_that_auto_has_no_bias_and_no_probabilities(tmp_path):
    """They were not asked for because it has its own."""
    model = th.Auto()
    model.learn_one({"a": 1}, True)
    model.save(tmp_path / "auto.thresher")
    plain = th.Perceptron()
    plain.save(tmp_path / "plain.thresher")
    shown = [
        json.loads(run("inspect", tmp_path / name, "--json").stdout)["parameters"]
        for name in ("auto.thresher", "plain.thresher")
    ]
    assert not {"bias", "probabilities"} & shown[0].keys()
    assert shown[1]["probabilities"] == "False"
