"""Certificates on the page: whatever is in them, the page stands."""

from dataclasses import replace

import pytest

import thresher as th
from tests.reports.runs import HOSTILE, ordinary
from thresher.reports import page
from thresher.reports.timeline import MOST_ROWS, timeline
from thresher.theory.concepts import ConceptSequence, Stretch

STREAM = [({"free": 1.0, "now": 1.0}, True), ({"lunch": 1.0, "now": 1.0}, False)] * 40


@pytest.fixture(scope="module")
def certificate():
    return th.certify(th.TrackingWinnow(floor=0.01), STREAM)


def shown(certificate):
    run = ordinary()
    run.certificate = certificate
    return page([run])


def test_every_bound_and_its_assumptions_are_on_the_page(certificate):
    text = shown(certificate)
    for line in certificate:
        assert line.about in text
        assert line.theorem.title in text
    assert "The concept behind the bound" in text
    assert "free" in text


def test_a_run_without_a_certificate_has_no_such_section():
    assert "Mistakes beside the bounds" not in page([ordinary()])


def test_no_bound_is_a_sentence_and_its_shadow(certificate):
    bare = replace(certificate, lines=(), reason="no bound is known for this loss.", shadow=certificate)
    text = shown(bare)
    assert "no bound is known for this loss." in text
    assert "Beside it, on the same stream" in text


def test_a_vacuous_bound_is_called_vacuous(certificate):
    line = replace(certificate.lines[0], bound=1e9)
    assert "vacuous" in shown(replace(certificate, lines=(line,)))


def test_weights_of_both_signs_are_bars():
    certificate = th.certify(th.Perceptron(), STREAM)
    text = shown(certificate)
    assert "Its largest weights, by size" in text


def test_hostile_names_are_escaped():
    sequence = ConceptSequence([Stretch(HOSTILE, 0, 5, 2.0)], 10)
    assert "<script" not in timeline(sequence, 10)


def test_of_very_many_attributes_the_heaviest_are_drawn():
    stretches = [Stretch(f"a{i}", 0, 10, 1.0 + i) for i in range(100)]
    drawn = timeline(ConceptSequence(stretches, 10), 10)
    assert drawn.count('class="spell"') == MOST_ROWS
    assert "a99" in drawn
    assert "a1:" not in drawn
