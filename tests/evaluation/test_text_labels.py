"""Labels that are texts: what measures cost with them."""

import random

import pytest

import thresher as th
from thresher.evaluation import evaluate
from thresher.streams import Block, Source


@pytest.mark.parametrize("learner", [th.Perceptron, th.Auto])
def test_with_measures_a_label_is_made_a_text_a_few_times_and_not_once_a_stretch(tmp_path, monkeypatch, learner):
    draw, rows = random.Random(1), 4000
    text = "".join(f"{draw.random():.3f},{draw.choice(['fine', 'fraud'])}\n" for _ in range(rows))
    (tmp_path / "t.csv").write_text("a,label\n" + text)
    plain, made = Block.label, []

    def counted(block, row):
        made.append(row)
        return plain(block, row)

    monkeypatch.setattr(Block, "label", counted)
    run = evaluate(tmp_path / "t.csv", learner(), measures=True)
    assert run.examples == rows
    assert len(made) <= 4 * rows


def test_some_written_labels_are_a_part_of_all(tmp_path):
    (tmp_path / "t.csv").write_text("a,label\n1,fine\n2,\n3,fraud\n4,7\n")
    (block,) = Source(str(tmp_path / "t.csv")).blocks()
    whole = block.written_labels().tolist()
    assert str(whole) == "[0.0, nan, 0.0, 7.0]"
    for first in range(4):
        for last in range(first, 5):
            assert str(block.written_labels(first, last).tolist()) == str(whole[first:last])
