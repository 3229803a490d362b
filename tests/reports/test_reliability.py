"""What was stated and what came true is drawn, on the page and as a figure, for every kind of stream."""

import json
import math
import re

import numpy as np
import pytest
from click.testing import CliRunner

import thresher as th
from thresher.cli import main
from thresher.evaluation.measures.reliability_meter import ReliabilityMeter
from thresher.reports import page
from thresher.reports.reliability import caption, reliability_chart
from thresher.reports.reliability_figure import reliability_figure

from .runs import ordinary
from .test_page import DRAWN, Document


def seen(stated, labels):
    meter = ReliabilityMeter()
    meter.see(stated, labels)
    return meter.result()


def many():
    rng = np.random.default_rng(3)
    stated = rng.beta(0.3, 0.5, 5000)
    return seen(stated, rng.random(5000) < stated)


KINDS = {
    "many": many,
    "one example": lambda: seen(0.5, True),
    "always sure and right": lambda: seen([0.0, 1.0] * 300, [False, True] * 300),
    "always sure and wrong": lambda: seen([0.0, 1.0] * 300, [True, False] * 300),
    "one probability": lambda: seen([0.25] * 400, [True, False] * 200),
}


@pytest.fixture(params=KINDS, ids=[name.replace(" ", "-") for name in KINDS])
def reliability(request):
    return KINDS[request.param]()


def numbers(chart):
    values = [value for _, attrs in Document(chart).elements for key, value in attrs.items() if key in DRAWN]
    return [float(n) for value in values for n in re.findall(r"-?[0-9.]+", value)]


def test_every_chart_is_balanced_and_within_its_frame(reliability):
    drawn = numbers(reliability_chart(reliability))
    assert all(math.isfinite(n) and -1 <= n <= 961 for n in drawn)


def test_the_check_of_the_frame_notices_a_share_above_1():
    result = many()
    wrong = [result.curve()[0]._replace(positive=3.0)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(result), "curve", lambda self: wrong)
        assert min(numbers(reliability_chart(result))) < -1


def test_every_bin_of_both_lines_is_a_dot_with_its_interval():
    result = many()
    chart = reliability_chart(result)
    points = len(result.curve()) + len(result.lately().curve())
    assert chart.count('class="dot"') == chart.count('class="leader"') == points
    assert "whole stream" in chart
    assert "last quarter" in chart
    assert "calibration error" in chart


def test_a_short_stream_has_no_line_for_its_last_quarter():
    assert "last quarter" not in reliability_chart(seen(0.5, True))


def test_the_page_shows_it_where_probabilities_were_stated():
    run = ordinary()
    assert "Stated probabilities" not in page([run])
    run.progress.reliability = many()
    text = Document(page([run])).text()
    assert "Stated probabilities" in text
    assert caption(run.reliability) in text


def test_same_numbers_give_same_bytes():
    assert reliability_chart(many()) == reliability_chart(many())


@pytest.fixture
def matplotlib():
    pytest.importorskip("matplotlib", reason="figures are drawn by matplotlib, which is not installed")


@pytest.mark.usefixtures("matplotlib")
def test_every_figure_is_drawn(reliability, tmp_path):
    reliability_figure(reliability, tmp_path / "drawn.png")
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("matplotlib")
def test_same_numbers_give_the_same_figure(tmp_path):
    for name in ("1.svg", "2.svg"):
        reliability_figure(many(), tmp_path / name)
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_no_probabilities_are_an_error_that_says_what_to_do(tmp_path):
    run = th.evaluate([({"a": 1}, True)] * 3, th.Perceptron())
    with pytest.raises(th.InputError, match="probabilities=True"):
        reliability_figure(run.reliability, tmp_path / "none.png")


@pytest.fixture
def mail(tmp_path):
    path = tmp_path / "mail.vw"
    path.write_text("1 | free money\n-1 | lunch at noon\n" * 40, encoding="utf-8")
    return path


def learn(*words):
    done = CliRunner().invoke(main, ["learn", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done


def test_learning_with_a_report_draws_it(mail, tmp_path):
    done = learn(mail, "--report", tmp_path / "page.html")
    assert "calibration_error" in done.stderr
    assert "Stated probabilities" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_learning_with_measures_has_it_in_the_summary_and_in_json(mail):
    record = json.loads(learn(mail, "--measures", "--json", "--quiet").stdout)
    assert record["measures"].keys() >= {"log_loss", "brier", "calibration_error"}
    assert sum(point["examples"] for point in record["reliability"]["curve"]) == 80
    assert record["reliability"]["over_time"][-1]["last"] == 80


@pytest.mark.parametrize(
    "words", [[], ["--measures", "--learner", "perceptron"]], ids=["unmeasured", "no-probabilities"]
)
def test_where_nothing_was_stated_or_asked_nothing_is_said(mail, words):
    done = learn(mail, "--json", *words)
    assert "reliability" not in json.loads(done.stdout)
    assert "calibration" not in done.output
