"""The command: a folder in, tables and pictures out; a second call runs nothing again."""

import importlib.util
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks import peers
from benchmarks.peers_parts import running
from benchmarks.peers_parts.roster import ROSTER
from benchmarks.peers_parts.vw import BITS, VowpalWabbit, write_text
from benchmarks.suite_parts.errors import Errors

from .playing import last_label_is_unseen
from .streams import small_examples, write_svmlight

needs_vw = pytest.mark.skipif(importlib.util.find_spec("vowpalwabbit") is None, reason="needs vowpalwabbit")


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    write_svmlight(made / "a.libsvm", small_examples(200))
    (made / "price.dat").write_text("0.25 | a:1\n1.5 | b:2\n")
    return made


def call(folder: Path, out: Path, *more: str, who: str = "no-change,perceptron") -> None:
    peers.main(["--data", str(folder), "--out", str(out), "--contestants", who, "--no-generated", *more])


def test_two_contestants_on_a_folder_leave_tables_and_records(folder, tmp_path, capsys):
    out, page = tmp_path / "out", tmp_path / "docs" / "peers.md"
    page.parent.mkdir()
    call(folder, out, "--page", str(page))
    said = capsys.readouterr().out
    assert "price.dat: left out: regression" in said
    errors = (out / "errors.csv").read_text().splitlines()
    assert errors[0] == "set,rows,no-change,perceptron"
    assert [line.split(",")[0] for line in errors[1:]] == ["a"]
    assert page.read_text() == (out / "table.md").read_text()
    assert "price.dat: left out" in page.read_text()


def test_a_second_call_runs_nothing_and_a_new_contestant_only_itself(folder, tmp_path, capsys):
    out = tmp_path / "out"
    call(folder, out, who="no-change")
    lines = (out / "runs.jsonl").read_text()
    capsys.readouterr()
    call(folder, out, who="no-change")
    assert (out / "runs.jsonl").read_text() == lines
    assert "order 0" not in capsys.readouterr().out
    call(folder, out, who="no-change,most-frequent")
    assert len((out / "runs.jsonl").read_text().splitlines()) == len(lines.splitlines()) + 1


def test_permutations_are_played_where_order_means_nothing(folder, tmp_path):
    write_svmlight(folder / "in_time.libsvm", small_examples(50))
    out = tmp_path / "out"
    call(folder, out, "--permutations", "1", who="no-change")
    assert len((out / "runs.jsonl").read_text().splitlines()) == 2 + 1


def test_what_is_not_there_is_said(tmp_path, monkeypatch):
    monkeypatch.delenv("THRESHER_DATA", raising=False)
    with pytest.raises(SystemExit, match="there is no data"):
        peers.main(["--no-generated", "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="is no folder"):
        peers.main(["--data", str(tmp_path / "nowhere"), "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="there is no contestant 'nobody'"):
        peers.main(["--data", str(tmp_path), "--contestants", "nobody", "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="no sets to play"):
        peers.main(["--data", str(tmp_path), "--no-generated", "--out", str(tmp_path / "out")])


def test_without_its_tools_nothing_is_begun(monkeypatch):
    monkeypatch.setattr(peers, "find_spec", lambda name: None if name == "scipy" else object())
    with pytest.raises(SystemExit, match="scipy must be installed first"):
        peers.main([])


def test_a_missing_library_is_named_and_left_out(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("benchmarks.peers_parts.roster.find_spec", lambda name: None)
    call(folder, tmp_path / "out", who="no-change,river-pa")
    assert "river is not installed" in capsys.readouterr().err
    assert "river" not in (tmp_path / "out" / "errors.csv").read_text()


def test_each_run_has_a_process_of_its_own(folder, tmp_path):
    out = tmp_path / "out"
    found = [one for one in running.prepare([folder], ["a"], None, False, out) if isinstance(one, running.Prepared)]
    store = running.Store(out)
    both = [ROSTER["perceptron"], ROSTER["arow"]]
    running.run_all(found, both, store, permutations=0, seconds=60, say=lambda words: None)
    assert all(record.memory_mb is not None and record.seconds is not None for record in store.records.values())
    assert len(store.records) == 2


@needs_vw
@pytest.mark.parametrize("name", ["vw-logistic", "vw-hinge", "vw-coin", "vw-squared"])
def test_the_error_of_vw_is_the_one_it_reports_itself(name, tmp_path):
    examples, play = small_examples(200), ROSTER[name].play
    assert isinstance(play, VowpalWabbit)
    write_text(examples, tmp_path / "examples.vw")
    command = [word for word in play.command(examples) if word != "--quiet"]
    done = subprocess.run([*command, "-d", str(tmp_path / "examples.vw")], capture_output=True, text=True, check=True)
    reported = re.search(r"average loss = (\S+)", done.stderr)
    assert reported is not None
    answer = play(examples, 60.0)
    assert np.mean(answer.said != examples.y) == pytest.approx(float(reported[1]), abs=1e-6)
    last_label_is_unseen(ROSTER[name])


@needs_vw
@pytest.mark.parametrize("name", ["vw-logistic", "vw-ftrl"])
def test_the_command_line_of_vw_says_what_its_python_says_before_learning(name, tmp_path):
    from vowpalwabbit import Workspace

    examples, play = small_examples(200), ROSTER[name].play
    assert isinstance(play, VowpalWabbit)
    text = tmp_path / "examples.vw"
    write_text(examples, text)
    model = Workspace(f"{play.options} -b {BITS} --quiet")
    said = []
    for line in text.read_text().splitlines():
        said.append(model.predict("|" + line.partition("|")[2]))
        model.learn(line)
    model.finish()
    answer = play(examples, 60.0)
    assert np.allclose(answer.scores, said, rtol=1e-4, atol=1e-5)
    assert answer.said.tolist() == [int(score > 0) for score in answer.scores]


@needs_vw
def test_vw_tells_many_classes_apart():
    examples = small_examples(200, columns=12, classes=3)
    assert np.mean(ROSTER["vw-hinge"].play(examples, 60.0).said != examples.y) < 0.5


@needs_vw
def test_what_readme_shows_is_counted_from_the_run(folder, tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(Errors, "write", lambda run: kept.append(run))
    write_svmlight(folder / "b.libsvm", small_examples(150))
    call(folder, tmp_path / "out", "--keep", who="auto,vw-logistic,vw-hinge,river-perceptron,no-change")
    (run,) = kept
    lines = [line.split(",") for line in (tmp_path / "out" / "errors.csv").read_text().splitlines()]
    errors = {line[0]: dict(zip(lines[0][2:], map(float, line[2:]), strict=True)) for line in lines[1:]}
    assert run.settings == 3  # without Auto and the label that came last
    for one in run.errors:
        known = errors[one.name]
        assert one.auto == pytest.approx(known["auto"], abs=1e-6)
        assert one.vw == pytest.approx(min(known["vw-logistic"], known["vw-hinge"]), abs=1e-6)
        assert one.best == pytest.approx(min(one.vw, known["river-perceptron"]), abs=1e-6)
    assert (run.sets, len(run.errors)) == (2, 2)
