"""What can be refused before anything is read is refused before; and no summary stands before an error."""

import os
import sys
import threading

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
    assert (result.exit_code, "there is no folder" in result.stderr) == (2, True)


@pytest.mark.parametrize("option", ["--model", "--log", "--report", "--plot", "--predictions", "--on-error"])
def test_a_link_that_leads_nowhere_or_to_itself(unreadable, tmp_path, option):
    (tmp_path / "astray.png").symlink_to("nowhere/x")
    (tmp_path / "loop.png").symlink_to("loop.png")
    for name, why in (("astray.png", "there is no folder"), ("loop.png", "symbolic links")):
        path = tmp_path / name
        result = run("learn", unreadable, option, f"quarantine={path}" if option == "--on-error" else path)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"thresher: {path}: can't be written: ")
        assert why in result.stderr


@pytest.mark.parametrize("by", ["path", "relative path", "symbolic link", "hard link", "link to what is not there yet"])
def test_two_things_to_write_to_one_file(unreadable, tmp_path, monkeypatch, by):
    monkeypatch.chdir(tmp_path)
    one = tmp_path / "one"
    other = {"path": one, "relative path": "./one"}.get(by, tmp_path / "other")
    if by == "hard link":
        one.write_text("kept")
        other.hardlink_to(one)
    elif "link" in by:
        other.symlink_to("one")
    if by == "symbolic link":
        one.write_text("kept")
    for options in (
        ["--model", one, "--log", other],
        ["--log", one, "--report", other],
        ["--model", one, "--predictions", other],
    ):
        result = run("learn", unreadable, *options)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"thresher: {other}: is to be written twice")
    assert not one.exists() or one.read_text() == "kept"


@pytest.mark.parametrize("command", ["learn", "predict"])
def test_a_file_for_bad_lines_that_can_not_be_written_on(unreadable, tmp_path, monkeypatch, command):
    from thresher.files import writing

    kept = put(tmp_path, "bad.vw", "")
    monkeypatch.setattr(writing.os, "access", lambda path, mode: os.fspath(path) != kept)
    more = ["--model", put(tmp_path, "m.thresher", "")] if command == "predict" else []
    done = run(command, unreadable, "--on-error", f"quarantine={kept}", *more)
    assert done.exit_code == 2
    assert f"{kept}: can't be written: there is no permission to write to it" in done.stderr


def test_devices_take_what_several_write(tmp_path):
    path = put(tmp_path, "mail.vw", MAIL)
    assert (
        run("learn", path, "--quiet", "--model", "/dev/null", "--log", "/dev/null", "--report", "/dev/null").exit_code
        == 0
    )


def test_a_model_may_replace_the_one_it_went_on_with(tmp_path):
    path, model = put(tmp_path, "mail.vw", MAIL), tmp_path / "m.thresher"
    assert run("learn", path, "--quiet", "--model", model).exit_code == 0
    assert run("learn", path, "--quiet", "--resume", model, "--model", model).exit_code == 0


@pytest.mark.parametrize("option", ["--model", "--log", "--report", "--predictions"])
def test_a_full_disk_is_said_of_the_file(tmp_path, option):
    result = run("learn", put(tmp_path, "mail.vw", MAIL), "--quiet", option, "/dev/full")
    assert (result.exit_code, result.stderr) == (2, "thresher: /dev/full: No space left on device\n")


def test_a_figure_goes_into_a_pipe(tmp_path):
    pytest.importorskip("matplotlib")
    fifo = tmp_path / "figure.png"
    os.mkfifo(fifo)
    read = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()), daemon=True)
    reader.start()
    assert run("learn", put(tmp_path, "mail.vw", MAIL), "--quiet", "--plot", fifo).exit_code == 0
    reader.join(30)
    assert read[0].startswith(b"\x89PNG")


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
    assert "there is no folder" in run("replay", log, "--model", tmp_path / "no" / "m.thresher").stderr


def test_an_error_stands_alone_and_says_what_was_kept(tmp_path):
    model = tmp_path / "m.thresher"
    result = run("learn", put(tmp_path, "bad.vw", MAIL + "nonsense\n"), "--model", model, "--quiet")
    assert result.exit_code == 2
    first, *rest = result.stderr.splitlines()
    assert first.startswith("thresher: ")
    assert rest[-1] == f"what was learned before it is kept in {model}"
    loud = run("learn", put(tmp_path, "bad.vw", MAIL + "nonsense\n"))
    assert "labelled examples" not in loud.stderr
