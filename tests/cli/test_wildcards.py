"""Wildcards in quotes, which no shell has resolved, name the same files in every command."""

import pytest
from click.testing import CliRunner

from thresher.cli import main


def run(*words):
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def files(tmp_path):
    for name, label in (("b", 1), ("a", 0), ("c", 1)):
        (tmp_path / f"{name}.vw").write_text("".join(f"{label} |w x{i} {name}\n" for i in range(20)))
    return tmp_path


def test_wildcards_are_the_files_in_the_order_of_their_names(files):
    named = [files / "a.vw", files / "b.vw", files / "c.vw"]
    by_name, by_sign = files / "by-name", files / "by-sign"
    assert run("learn", *named, "--quiet", "--model", by_name).exit_code == 0
    assert run("learn", files / "*.vw", "--quiet", "--model", by_sign).exit_code == 0
    assert by_name.read_bytes() == by_sign.read_bytes()
    for command in (["predict", "--model", by_name], ["compare"], ["explain", "--model", by_name]):
        said = [run(command[0], *some, *command[1:]) for some in (named, [files / "?.vw"])]
        assert [one.exit_code for one in said] == [0, 0]
        assert said[0].stdout == said[1].stdout or command == ["compare"]  # which tells its time


def test_a_file_with_a_sign_in_its_name_is_that_file(files):
    (files / "a[1].vw").write_text("1 |w odd\n0 |w even\n")
    said = run("learn", files / "a[1].vw", "--quiet", "--json")
    assert '"examples": 2' in said.stdout


def test_wildcards_that_name_nothing_are_told_as_they_were_given(files):
    said = run("learn", files / "*.svm", "--quiet")
    assert said.exit_code != 0
    assert "*.svm: can't be opened: there is no such file." in said.output


def test_a_job_takes_names_for_the_same_files_as_a_command(files):
    from thresher.cli.options.files import _resolved
    from thresher.scale.file_names import file_names

    (files / "a[1].vw").write_text("1 |w odd\n")
    (files / "deep").mkdir()
    (files / "deep" / "d.vw").write_text("1 |w odd\n")
    for name in ("*.vw", "[ab].vw", "a[1].vw", "**/*.vw", "a.vw"):
        one = str(files / name)
        assert list(_resolved(None, None, (one,))) == file_names(one), name
