"""The first look: it keeps its bound, its figures are those of its file, and its commands work as they stand."""

import csv
import re
import shlex

import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.cli.output import demo
from thresher.streams import PlantedMessages
from thresher.streams.messages import CAMPAIGNS


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "here"
    result = CliRunner().invoke(main, ["demo", "--messages", "1000", "--into", str(folder)])
    assert result.exit_code == 0, result.output
    return folder, result.stdout


def numbers(line):
    return [int(word.replace(",", "")) for word in re.findall(r"\d[\d,]*\b(?!\.)", line)]


def words_in(text):
    return set(re.findall(r"[a-z0-9']+", text))


def test_a_message_is_spam_iff_it_has_a_word_of_its_campaign():
    stream = PlantedMessages(messages=2000, seed=4)
    for number, (text, spam) in enumerate(stream):
        campaign = CAMPAIGNS[number * 4 // 2000]
        assert bool(words_in(text) & set(campaign)) is spam
    assert list(stream) == list(stream)
    assert list(stream) != list(PlantedMessages(messages=2000, seed=5))


def test_the_words_of_other_campaigns_are_in_ordinary_messages():
    ordinary = [words_in(text) for text, spam in PlantedMessages(messages=4000) if not spam]
    for words in CAMPAIGNS:
        assert all(any(word in message for message in ordinary) for word in words)


def test_the_demo_shows_each_part_and_their_sum(shown):
    _, text = shown
    rows = [line for line in text.splitlines() if line.startswith("  ")]
    parts = [numbers(line)[2:] for line in rows if " - " in line]
    total = next(numbers(line) for line in rows if line.split()[0] == "all")
    assert len(parts) == 4
    assert [sum(column) for column in zip(*parts, strict=True)] == total
    assert total[0] < total[1]


def test_the_demo_keeps_its_bound_and_shows_what_late_labels_cost(shown):
    text = " ".join(shown[1].split())
    made, promised = numbers(
        re.search(r"tracking-winnow makes (\S+) mistakes. Its theorem \(A13\) promises at most (\S+)", text)[0]
    )[0::2]
    assert made < promised
    late, at_once = map(int, re.search(r"makes ([\d]+) mistakes instead of ([\d]+)", text).groups())
    assert late > at_once


def test_the_file_holds_the_messages_and_the_report_stands_alone(shown):
    folder, text = shown
    with open(folder / "messages.csv", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert len(rows) == 1024
    assert {row["label"] for row in rows} == {"spam", "ham"}
    page = (folder / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "passive-aggressive" in page
    assert str(folder / "report.html") in text.replace("\n", "")


def test_the_commands_to_try_next_work_as_they_stand(shown):
    folder, text = shown
    commands = text[text.index("Try next:") :].splitlines()[1:]
    assert len(commands) == 3
    for line in commands:
        program, *words = shlex.split(line)
        assert program.endswith("thresher") or program.endswith("python")
        words = words[2:] if words[0] == "-m" else words
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, (line, result.output)
    model = th.load(folder / "spam.thresher")
    assert model.labels == ("ham", "spam")
    assert model.mistakes < 200


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_window_but_paths_and_commands(shown, width, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    result = CliRunner().invoke(main, ["demo", "--messages", "256", "--into", str(tmp_path)])
    for line in result.stdout.partition("Try next:")[0].splitlines():
        assert len(line) <= max(width, 45) or str(tmp_path) in line


def test_the_command_is_shown_as_it_can_be_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = tmp_path / ".venv" / "bin" / "thresher"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", "/nowhere")
    assert demo.path_of_command() == ".venv/bin/thresher"
    monkeypatch.setenv("PATH", str(program.parent))
    assert demo.path_of_command() == "thresher"
