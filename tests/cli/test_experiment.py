"""`thresher experiment`: it lists, runs, prints what it found and writes where it was told to."""

import json

import pytest

from tests.cli.test_learn import run
from thresher.theory.experiments import EXPERIMENTS
from thresher.theory.experiments.swin import experiment as swin
from thresher.theory.experiments.swin.run import Setting


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setitem(swin.SETTINGS, "quick", Setting(n=30, every=60, switches=2, streams=1))


def test_alone_it_lists_the_experiments():
    listed = run("experiment")
    assert listed.exit_code == 0
    assert all(name in listed.stdout and EXPERIMENTS[name].TITLE in listed.stdout for name in EXPERIMENTS)


def test_findings_go_to_stdout_and_files_into_the_folder(tmp_path, small):
    folder = tmp_path / "new" / "folder"
    result = run("experiment", "swin", "--quick", "--seed", 3, "--out", folder)
    assert result.exit_code == 0, result.output
    record = json.loads((folder / "findings.json").read_text())
    assert [line.removeprefix("- ") for line in result.stdout.splitlines()] == record["sentences"]
    assert (record["size"], record["seed"], record["title"]) == ("quick", 3, swin.TITLE)
    assert str(folder / "index.html") in result.stderr
    assert "stream 1 of 1" in result.stderr


def test_quiet_prints_the_findings_only(tmp_path, small):
    result = run("experiment", "swin", "--quick", "--quiet", "--out", tmp_path)
    assert result.stderr == ""
    assert result.stdout.startswith("- ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("swin",), "say where the files go: thresher experiment swin --out swin"),
        (("swim", "--out", "x"), "'swim' is not one of 'swin'"),
        (("swin", "--out", "x", "--seed", "-1"), "-1 is not in the range x>=0"),
    ],
    ids=["no folder", "unknown name", "negative seed"],
)
def test_what_can_not_be_run_is_refused(arguments, words):
    result = run("experiment", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    path = tmp_path / "taken"
    path.write_text("")
    result = run("experiment", "swin", "--out", path)
    assert result.exit_code == 2
    assert "is a file" in result.stderr
