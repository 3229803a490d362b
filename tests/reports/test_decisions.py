"""What comes of each threshold is drawn and told, for every kind of stream."""

import re

import numpy as np
import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.evaluation import Costs, Decisions, Tally
from thresher.reports import page
from thresher.reports.decisions import decision_chart, threshold_table

from .runs import ordinary
from .test_page import Document

RNG = np.random.default_rng(2)
LABELS = RNG.random(500) < 0.05
STREAMS = {
    "rare": Decisions.of(LABELS, np.clip(RNG.normal(0.1 + 0.3 * LABELS, 0.1), 0, 1)),
    "one example": Decisions.of([True], [0.5]),
    "all positive": Decisions.of([True] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]),
    "no positive": Decisions.of([False] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]),
    "certain": Decisions.of([True, False], [1.0, 0.0]),
    "certainly wrong": Decisions.of([True, False], [0.0, 1.0]),
    "all the same": Decisions.of([True, False] * 9, [0.5] * 18),
    "scores": Decisions.of([True, False, True], [-1e300, 3.0, np.inf], by="score"),
    "weighted": Decisions.of([True, False, True], [0.2, 0.3, 0.9], [0.1, 7.0, 2.5]),
}


def decided(decisions, costs=None):
    run = ordinary()
    run.progress.decisions, run.progress.costs = decisions, costs
    return run


@pytest.mark.parametrize("costs", [None, Costs(1, 50), Costs(1, 0)])
@pytest.mark.parametrize("name", STREAMS)
def test_every_stream_makes_a_page_that_can_be_read(name, costs):
    text = page([decided(STREAMS[name], costs)])
    assert "Precision, recall and alerts" in Document(text).text()
    drawn = " ".join(Document(text).drawn()).lower()
    assert not re.search("nan|inf", drawn)


@pytest.mark.parametrize("name", [name for name in STREAMS if name != "no positive"])
def test_every_chart_is_within_its_frame(name):
    chart = Document(decision_chart([("a", STREAMS[name], "c0"), ("b", STREAMS["rare"], "c1")]))
    numbers = [float(n) for value in chart.drawn() for n in re.findall(r"-?[0-9.]+", value)]
    assert all(-1 <= n <= 961 for n in numbers)


def test_without_decisions_nothing_is_said_about_them():
    assert "Precision, recall and alerts" not in page([ordinary()])


def test_several_learners_are_drawn_in_one_chart():
    runs = [decided(STREAMS["rare"]), decided(STREAMS["scores"]), ordinary("perfect")]
    text = page(runs)
    assert text.count("precision against recall, and recall against alerts") == 3  # one together, one for each
    assert text.count("<h3>Precision, recall and alerts</h3>") == 3


def test_the_area_under_the_steps_is_the_average_precision():
    decisions = STREAMS["rare"]
    path = re.search(r'd="(M[^"]*V[^"]*)" class="line"', str(decision_chart([("", decisions, "c0")])))
    numbers = [(kind, float(number)) for kind, number in re.findall(r"([VH])(-?[\d.]+)", path[1])]
    start, height = map(float, re.match(r"M([\d.]+) ([\d.]+)", path[1]).groups())
    across, up, area = start, height, 0.0
    for kind, value in numbers:
        if kind == "V":
            up = value
        else:
            area += (value - across) * (392 - up)  # the floor of the chart
            across = value
    highest = max(one.precision for one in decisions.curve() if one.recall >= 0.02)
    assert area / 340**2 <= decisions.average_precision <= highest  # drawn to scale, nothing above the edge
    assert across - start == pytest.approx(340)


def test_the_table_says_what_decisions_say():
    table = str(threshold_table(decided(STREAMS["rare"], Costs(1, 9))))
    assert "0.1, by the costs" in table
    assert "highest 1%" in table
    recall = STREAMS["rare"].at(0.2).recall
    assert f"{100 * recall:.1f}%" in table or f"{100 * recall:.2f}%" in table


def test_the_command_writes_the_curve_with_the_costs(tmp_path):
    path, report = tmp_path / "mail.vw", tmp_path / "r.html"
    path.write_text("1 | free money\n-1 | lunch at noon\n-1 | lunch\n" * 20)
    result = CliRunner().invoke(main, ["learn", str(path), "--report", str(report), "--cost", "fp=1,fn=9"])
    assert result.exit_code == 0, result.output
    text = report.read_text()
    assert "Precision, recall and alerts" in text
    assert "A false positive costs 1, a false negative 9" in text
    assert "base rate" in text


def test_of_many_labels_nothing_is_drawn():
    run = th.evaluate([({"a": 1}, "a"), ({"b": 1}, "b"), ({"c": 1}, "c")] * 5, th.Auto())
    assert isinstance(run.progress, Tally)
    assert "Precision, recall and alerts" not in page([run])


def test_what_the_lines_of_both_charts_are_stands_in_one_place():
    chart = decision_chart([("auto", STREAMS["rare"], "c0"), ("winnow", STREAMS["scores"], "c1")])
    words = r'<text x="([0-9.]+)" y="([0-9.]+)">(?:<title>.*?</title>)?([^<]*)</text></g>'
    keys = sorted(re.findall(rf'class="name .*?{words}', chart), key=lambda key: float(key[1]))
    told = {words: (float(x), float(y)) for x, y, words in keys}
    assert len(told) == 3
    assert len({x for x, _ in told.values()}) == 1
    heights = sorted(y for _, y in told.values())
    assert heights[1] - heights[0] == heights[2] - heights[1] > 12
    assert [words.partition(":")[0] for words in told] == ["auto", "winnow", "drawn at random"]
