"""The p-norm family: bounds hold, and each end of it is best where the theory says so."""

import math

import numpy as np
import pytest

from thresher.errors import ParameterError
from thresher.learners import Perceptron, PNormPerceptron
from thresher.theory.experiments.pnorm import experiment as pnorm
from thresher.theory.experiments.pnorm.streams import VALUES, Shape, signed_stream

SMALL = pnorm.Setting(n=16, seeds=1, trials_per_attribute=10)


@pytest.fixture(scope="module")
def findings():
    return pnorm.run("quick", 0, lambda words: None)


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_no_count_is_above_its_bound(findings):
    counts = rows(findings, "counts")
    assert {row["family"] for row in counts} == {"p", "k"}
    assert all(row["mistakes"] <= row["bound"] for row in counts)


def test_a_bound_of_a_sparser_target_would_be_broken(findings):
    sparse = min(row["bound"] for row in rows(findings, "counts") if row["relevant"] == 3)
    assert any(row["mistakes"] > sparse for row in rows(findings, "counts") if row["relevant"] == 64)


def test_a_large_p_is_best_for_a_sparse_target_and_p_2_for_a_dense_one(findings):
    best = {(row["relevant"], row["active"]): row for row in rows(findings, "best_p")}
    assert best[3, 64]["mistakes at p = 2 ln n"] < best[3, 64]["mistakes at p = 2"]
    assert best[3, 64]["best p"] > 2
    assert best[64, 9]["mistakes at p = 2"] < best[64, 9]["mistakes at p = 2 ln n"]
    assert best[64, 9]["best p by E8"] == 2


def test_f_1_and_p_2_are_the_perceptron():
    shape = Shape(16, 3, 16)
    [(examples, labels)] = signed_stream(shape, 300, seed=1)
    counted = []
    for learner in (Perceptron(), PNormPerceptron(2)):
        learner.learn_many(examples, labels)
        counted.append(learner.mistakes)
    assert counted[0] == counted[1] > 0


@pytest.mark.parametrize("shape", [Shape(20, 3, 20), Shape(20, 20, 9), Shape(20, 8, 5), Shape(16, 16, 16)], ids=str)
def test_streams_are_separated_by_one_and_have_the_norms_they_say(shape):
    blocks = list(signed_stream(shape, 150, seed=2))
    assert sum(examples.rows for examples, _ in blocks) == 150
    dense = np.zeros((150, shape.n))
    labels = np.concatenate([labels for _, labels in blocks])
    row = 0
    for examples, _ in blocks:
        for i in range(examples.rows):
            part = slice(examples.starts[i], examples.starts[i + 1])
            assert len(set(examples.indices[part].tolist())) == shape.active
            dense[row, examples.indices[part]] = examples.values[part]
            row += 1
    assert np.all(np.sum(np.abs(dense) ** 3, axis=1) ** (1 / 3) == pytest.approx(shape.instance_norm(3)))
    target = np.random.default_rng(2).choice([-1.0, 1.0], shape.relevant)
    scores = dense[:, : shape.relevant] @ target
    assert np.all(np.where(labels, scores, -scores) >= 1)


def test_a_stream_comes_in_blocks_that_fit():
    shape = Shape(512, 3, 512)
    sizes = [examples.rows for examples, _ in signed_stream(shape, VALUES // 512 + 100, seed=0)]
    assert sum(sizes) == VALUES // 512 + 100
    assert max(sizes) * 512 <= VALUES


def test_the_number_of_attributes_can_be_chosen(monkeypatch):
    monkeypatch.setitem(pnorm.SETTINGS, "quick", SMALL)
    counts = rows(pnorm.run("quick", 0, lambda words: None, n=32), "counts")
    assert max(row["relevant"] for row in counts) == 32
    assert max(row["parameter"] for row in counts if row["family"] == "p") == pytest.approx(2 * math.log(32))
    with pytest.raises(ParameterError, match="n must be"):
        pnorm.run("quick", 0, lambda words: None, n=5)


def test_the_same_seed_gives_the_same_findings_and_another_one_others(monkeypatch):
    monkeypatch.setitem(pnorm.SETTINGS, "quick", SMALL)
    first, again, other = (pnorm.run("quick", seed, lambda words: None) for seed in (1, 1, 2))
    assert first == again
    assert first.tables != other.tables


def test_f_5_at_fixed_rates_is_put_beside_both_ends(findings):
    best, every = rows(findings, "f_k_at_fixed_rates"), rows(findings, "counts_at_fixed_rates")
    assert {(row["relevant"], row["active"]) for row in best} == {(row["relevant"], row["active"]) for row in every}
    for row in best:
        own = [c for c in every if (c["relevant"], c["active"]) == (row["relevant"], row["active"])]
        for name in ("Perceptron", "f_3", "f_5", "f_9", "Balanced Winnow"):
            rates = {c["rate"] for c in own if c["learner"] == name}
            middles = {
                rate: np.median([c["mistakes"] for c in own if (c["learner"], c["rate"]) == (name, rate)])
                for rate in rates
            }
            assert row[name] == min(middles.values())
            assert name == "Perceptron" or middles[row[f"rate of {name}"]] == row[name]
    [said] = [words for words in findings.sentences if words.startswith("f_5 at the best")]
    better = sum(row["f_5"] < min(row["Perceptron"], row["Balanced Winnow"]) for row in best)
    assert f"on {better} of the {len(best)} kinds of stream" in said


def test_every_figure_is_there(findings):
    assert len(findings.figures) == 5
    assert all(any(series.role == "upper bound" for series in figure.series) for figure in findings.figures[:4])
    assert any("best p" in sentence for sentence in findings.sentences)
