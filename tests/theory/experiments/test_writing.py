"""Findings as files: they are there, they are what they say, and the same findings give the same bytes."""

import csv
import json
import re
from xml.etree import ElementTree

import pytest

from thresher.errors import InputError
from thresher.theory.experiments import EXPERIMENTS
from thresher.theory.experiments.experiment import Figure, Findings, Series, Table
from thresher.theory.experiments.writing import write


def findings(**changes):
    given = {
        "question": "Is 1 < 2?",
        "choices": ["one & two"],
        "sentences": ["<b>yes</b>, by 1"],
        "figures": [
            Figure(
                "growth",
                "Growth of $x_1",
                "n",
                "mistakes",
                [
                    Series("measured", [1.0, 2.0, 4.0], [1.0, None, 3.0]),
                    Series("", [1.0, 2.0, 4.0], [2.0, 3.0, 4.0], style="band", lower=[0.5, 1.0, 2.0], like="measured"),
                    Series("bound", [1.0, 2.0, 4.0], [4.0, float("inf"), 8.0], role="upper bound", like="measured"),
                    Series("least", [1.0, 4.0], [1.0, 1.0], style="steps", role="lower bound"),
                    Series("points", [1.0, 3.0], [2.0, 2.0], style="points"),
                ],
                x_log=True,
                y_log=True,
                marks=[(2.0, "here"), (2.1, "and here")],
                caption="A caption.",
            )
        ],
        "tables": [Table("counts", ["learner", "mistakes", "bound"], [["a, b", 3, None], ["c", 4.5, float("inf")]])],
    }
    return Findings(**given | changes)


def put(folder, found=None):
    return write(found or findings(), folder, name="swin", title="A <title>", size="quick", seed=7)


def test_every_file_is_there_and_is_what_it_says(tmp_path):
    paths = put(tmp_path / "deep" / "down")
    names = {path.name for path in paths}
    assert names == {"index.html", "findings.json", "counts.csv", "growth.png", "growth.svg"}
    assert {path.name for path in paths[0].parent.iterdir()} == names
    assert (paths[0].parent / "growth.png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(paths[0].parent / "growth.svg").getroot().tag.endswith("svg")


def test_tables_can_be_read_back(tmp_path):
    put(tmp_path)
    with (tmp_path / "counts.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["learner", "mistakes", "bound"], ["a, b", "3", ""], ["c", "4.5", "inf"]]


def test_the_record_has_everything_and_no_number_that_json_does_not_know(tmp_path):
    put(tmp_path)
    record = json.loads((tmp_path / "findings.json").read_text(), parse_constant=pytest.fail)
    assert (record["experiment"], record["size"], record["seed"]) == ("swin", "quick", 7)
    assert record["sentences"] == findings().sentences
    assert record["figures"][0]["series"][2]["y"] == [4.0, None, 8.0]
    assert record["tables"][0]["rows"][1] == ["c", 4.5, None]


def test_the_page_works_offline_and_shows_what_was_found(tmp_path):
    put(tmp_path)
    text = (tmp_path / "index.html").read_text()
    for words in ("A &lt;title&gt;", "Is 1 &lt; 2?", "&lt;b&gt;yes&lt;/b&gt;, by 1", "one &amp; two", "A caption."):
        assert words in text
    assert "--quick --seed 7" in text
    links = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert set(links) == {"growth.svg", "growth.png", "counts.csv"}
    assert all((tmp_path / link).exists() for link in links)
    assert "http" not in text
    assert "<script" not in text


def test_a_long_table_is_cut_on_the_page_only(tmp_path):
    long = Table("long", ["row"], [[f"row number {i}"] for i in range(500)])
    put(tmp_path, findings(tables=[long]))
    text = (tmp_path / "index.html").read_text()
    assert "row number 59" in text
    assert "row number 60" not in text
    assert "440 rows more in" in text
    assert (tmp_path / "long.csv").read_text().count("row number") == 500


def test_the_same_findings_give_the_same_bytes(tmp_path):
    first, second = put(tmp_path / "a"), put(tmp_path / "b")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.parametrize("name", ["../up", "index", "a b", ""])
def test_names_that_make_no_file_names_are_refused(tmp_path, name):
    with pytest.raises(InputError, match="can't be called"):
        put(tmp_path, findings(tables=[Table(name, ["x"], [])]))
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_used_once(tmp_path):
    with pytest.raises(InputError, match="growth"):
        put(tmp_path, findings(tables=[Table("growth", ["x"], [])]))


def test_a_row_of_another_length_is_refused(tmp_path):
    with pytest.raises(InputError, match="2 cells under 1 columns"):
        put(tmp_path, findings(tables=[Table("odd", ["x"], [[1, 2]])]))


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_says_what_it_is(name):
    experiment = EXPERIMENTS[name]
    assert experiment.TITLE
    assert experiment.QUESTION.endswith("?")
    assert callable(experiment.run)


def test_an_unknown_experiment_is_not_there():
    assert "nothing" not in EXPERIMENTS
