"""What can be refused before anything is read is refused before; and no summary stands before an error."""

import sys

import pytest

from tests.cli.test_learn import MAIL, put, run

UNREADABLE = "nonsense\n" + MAIL  # whoever reads this far says something else


@pytest.fixture
def unreadable(tmp_path):
    return put(tmp_path, "mail.vw", UNREADABLE)


@pytest.mark.parametrize("command", ["learn", "compare"])
def test_a_plot_without_matplotlib(unreadable, tmp_path, monkeypatch, command):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(command, unreadable, "--plot", tmp_path / "p.png")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "thresher: drawing needs matplotlib: pip install 'thresher[plots]'\n"


def test_a_plot_of_no_known_kind(unreadable, tmp_path):
    assert "a figure is written as" in run("learn", unreadable, "--plot", tmp_path / "p.gif").stderr


def test_a_certificate_without_its_solver(unreadable, monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    result = run("learn", unreadable, "--certify")
    assert result.exit_code == 2
    assert "needs HiGHS" in result.stderr


def test_a_certificate_of_more_than_two_labels(unreadable):
    result = run("learn", unreadable, "--certify", "--labels", "a,b,c")
    assert result.exit_code == 2
    assert "--certify is for two labels" in result.stderr


@pytest.mark.parametrize("option", ["--model", "--log", "--report", "--plot"])
def test_a_folder_that_is_not_there(unreadable, tmp_path, option):
    result = run("learn", unreadable, option, tmp_path / "nowhere" / "out.png")
    assert (result.exit_code, "is no folder to write to" in result.stderr) == (2, True)


def test_a_test_file_that_is_not_there_or_of_no_known_format(unreadable, tmp_path):
    assert "there is no such file" in run("learn", unreadable, "--test", tmp_path / "none.vw").stderr
    strange = put(tmp_path, "strange", "?\n")
    assert "the format can't be told" in run("learn", unreadable, "--test", strange).stderr


def test_a_table_that_needs_what_is_not_installed(unreadable, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    table = put(tmp_path, "second.parquet", "PAR1")
    assert "reading Parquet needs pyarrow" in run("learn", unreadable, table).stderr


def test_probabilities_of_a_model_that_has_none(tmp_path, unreadable):
    model = tmp_path / "p.thresher"
    assert run("learn", put(tmp_path, "good.vw", MAIL), "--learner", "perceptron", "--model", model).exit_code == 0
    result = run("predict", unreadable, "--model", model, "--output", "probabilities", "--as", "csv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the model has no probabilities" in result.stderr


def test_a_replayed_model_that_can_not_be_written(tmp_path):
    log = put(tmp_path, "log", "nonsense\n")
    assert "is no folder to write to" in run("replay", log, "--model", tmp_path / "no" / "m.thresher").stderr


def test_an_error_stands_alone_and_says_what_was_kept(tmp_path):
    model = tmp_path / "m.thresher"
    result = run("learn", put(tmp_path, "bad.vw", MAIL + "nonsense\n"), "--model", model, "--quiet")
    assert result.exit_code == 2
    first, *rest = result.stderr.splitlines()
    assert first.startswith("thresher: ")
    assert rest[-1] == f"what was learned before it is kept in {model}"
    loud = run("learn", put(tmp_path, "bad.vw", MAIL + "nonsense\n"))
    assert "labelled examples" not in loud.stderr
