"""Whom Auto trusts, drawn: bands that fill the whole height, a mark for each restart, every expert in the table."""

import re

import pytest

import thresher as th
from tests.reports.test_page import Document
from thresher.learners.auto.trust import EXPERTS
from thresher.reports import page
from thresher.reports.trust import MOST_BANDS, OTHERS, trust_chart, trust_table
from thresher.streams import PlantedDisjunction


@pytest.fixture(scope="module")
def run():
    return th.evaluate(PlantedDisjunction(trials=6000, shifts=2, seed=1), trace=True)


def shares(chart):
    """Name -> its parts, as the drawing carries them."""
    found = re.findall(r'data-name="([^"]*)" data-y="([^"]*)"', chart)
    return {name: [float(part.rstrip("%")) for part in parts.split("|")] for name, parts in found}


def test_the_bands_are_all_there_is(run):
    bands = shares(trust_chart(run.trust))
    assert len(bands) == MOST_BANDS + 1
    assert OTHERS in bands
    assert {*bands} - {OTHERS} <= set(EXPERTS)
    for moment in zip(*bands.values(), strict=True):
        assert sum(moment) == pytest.approx(100, abs=1)


def test_every_restart_has_its_mark(run):
    assert run.trust.restarts
    marks = trust_chart(run.trust).split('<g class="restart">')[1]
    assert (
        len(re.findall(r'^<path [^>]*></path>|(?<=</path>)<path d="M[\d. ]+V[\d.]+"></path>', marks))
        == run.trust.restarts
    )


def test_the_table_names_every_expert_the_most_trusted_first(run):
    rows = re.findall(r'<th scope="row">(\w+)</th>', trust_table(run.trust, run.standing))
    assert sorted(rows) == sorted(EXPERTS)
    parts = [run.trust.trust[name] for name in rows]
    assert parts == sorted(parts, reverse=True)


def test_the_page_says_it(run):
    words = Document(page([run])).text()
    assert "Whom Auto trusts" in words
    assert "started anew" in words
    assert run.standing.theorem in words


def test_a_short_run_can_be_drawn():
    run = th.evaluate([({"free": 1}, True)])
    assert shares(trust_chart(run.trust))
    assert "It never started anew." in Document(page([run])).text()
