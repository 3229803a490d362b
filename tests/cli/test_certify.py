"""`thresher learn --certify`: mistakes beside bounds, on the screen, in JSON and in the report."""

import json

import pytest

from tests.cli.test_learn import MAIL, put, run
from thresher.theory.concepts import Planted, exchange

COUNTED = ("--learner", "tracking-winnow", "--certify")


@pytest.fixture
def shifting(tmp_path):
    """Three literals that become three others half way, in VW's format; the names are w0, w1, ..."""
    stream = Planted(exchange(1200, 3, 1, share=1.0), attributes=30, active=5, seed=5)
    lines = [f"{1 if y else -1} | {' '.join(f'w{i}' for i in x)}\n" for x, y in stream]
    return put(tmp_path, "shifting.vw", "".join(lines))


def test_the_certificate_has_bounds_assumptions_and_a_timeline(shifting):
    result = run("learn", shifting, *COUNTED)
    assert result.exit_code == 0, result.output
    for words in ("Certificate: tracking-winnow", "A4", "no comparator gives less", "when it mattered", "A4 assumes:"):
        assert words in result.stdout
    rows = [line.split() for line in result.stdout.splitlines() if line.startswith("w")]
    assert {row[0] for row in rows} == {"w0", "w1", "w2", "w3", "w4", "w5"}
    for name, _, first, last, *_ in rows:
        early = name in ("w0", "w1", "w2")
        assert abs(int(first.replace(",", "")) - (1 if early else 601)) < 60
        assert abs(int(last.replace(",", "")) - (600 if early else 1200)) < 60


def test_the_bound_in_json_is_recomputed_from_the_comparator_in_json(shifting):
    from thresher.theory import bounds
    from thresher.theory.concepts import ConceptSequence

    result = run("learn", shifting, *COUNTED, "--json", "--quiet")
    certificate = json.loads(result.stdout)["certificate"]
    first = certificate["bounds"][0]
    sequence = ConceptSequence.from_plain(certificate["comparator"])
    assert first["known"]["total_rise"] == sequence.total_rise
    assert first["bound"] == bounds.tracking_winnow_mistakes(**first["known"])
    assert certificate["lower"] <= first["bound"] < certificate["trivial"]
    assert first["holds"]
    assert not first["vacuous"]


def test_the_report_has_the_certificate(shifting, tmp_path):
    page = tmp_path / "page.html"
    assert run("learn", shifting, *COUNTED, "--report", str(page)).exit_code == 0
    text = page.read_text()
    assert "Mistakes beside the bounds" in text
    assert "attributes that mattered, and when" in text


def test_a_given_concept_is_certified(shifting, tmp_path):
    given = put(tmp_path, "concept.json", json.dumps({"w0": 2.0, "w1": 2.0}))
    result = run("learn", shifting, *COUNTED, "--comparator", given)
    assert result.exit_code == 0, result.output
    assert "the given concept: 2 attributes" in result.stdout


def test_a_learner_without_a_bound_says_so_and_has_a_shadow(shifting):
    result = run("learn", shifting, "--certify")
    assert "no bound is known" in result.stdout
    assert "a learner that has a bound" in result.stdout
    assert "A4" in result.stdout


def test_importance_weights_void_every_bound(tmp_path):
    path = put(tmp_path, "weighted.vw", "1 2.0 | a\n-1 | b\n")
    assert "importance weights" in run("learn", path, *COUNTED).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--holdout", "0.1"), "leave --holdout or --certify out"),
        (("--comparator", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_can_not_be_certified_is_said_before_learning(tmp_path, arguments, words):
    result = run("learn", put(tmp_path, "mail.vw", MAIL), "--certify", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_pipe_can_not_be_certified():
    result = run("learn", "-", "--certify", input=MAIL)
    assert result.exit_code == 2
    assert "a pipe can be read only once" in result.stderr
