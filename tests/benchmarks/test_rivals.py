"""The rivals that are not linear, what is measured of them, and the sets that are made."""

import importlib.util

import numpy as np
import pytest

from benchmarks.peers_parts import endgame, public
from benchmarks.peers_parts.boosting import Retrained
from benchmarks.peers_parts.contestant import Answer, stated_answer
from benchmarks.peers_parts.records import Measured
from benchmarks.peers_parts.roster import ROSTER
from benchmarks.peers_parts.running import run_all

from .playing import SOON, last_label_is_unseen
from .streams import small_examples

needs_lightgbm = pytest.mark.skipif(importlib.util.find_spec("lightgbm") is None, reason="needs lightgbm")


@pytest.mark.parametrize("classes", [2, 3])
def test_a_tree_sees_no_label_before_the_prediction(classes):
    last_label_is_unseen(ROSTER["river-tree"], classes)


@needs_lightgbm
@pytest.mark.parametrize("classes", [2, 3])
def test_retrained_trees_predict_rows_they_were_not_trained_on(classes):
    examples = small_examples(400, columns=12, classes=classes)
    said = Retrained(every=100)(examples, SOON).said
    turned = Retrained(every=100)(_with_last_labels_turned(examples, 100), SOON).said
    assert said.tolist() == turned.tolist()
    assert np.mean(said[100:] != examples.y[100:]) < 0.2


def _with_last_labels_turned(examples, rows):
    y = examples.y.copy()
    y[-rows:] = (y[-rows:] + 1) % examples.classes
    return type(examples)(examples.starts, examples.indices, examples.values, y, examples.columns, examples.classes)


def test_average_precision_is_that_of_scikit_learn():
    from sklearn.metrics import average_precision_score

    examples = small_examples(300)
    scores = np.round(np.random.default_rng(0).normal(size=300) + examples.y, 1)  # with equal ones
    measured = Measured.of(examples, Answer((scores > 0).astype(np.int32), scores))
    assert measured.average_precision == pytest.approx(average_precision_score(examples.y, scores), abs=1e-12)


def test_log_loss_of_many_classes_is_that_of_the_right_one():
    examples = small_examples(60, columns=12, classes=3)
    stated = np.random.default_rng(0).dirichlet(np.ones(3), size=60)
    told = stated[np.arange(60), examples.y]
    assert Measured.of(examples, stated_answer(stated)).log_loss == pytest.approx(-np.log(told).mean())


def test_who_states_nothing_yet_finds_all_classes_alike():
    assert stated_answer(np.zeros((1, 4))).probabilities.tolist() == [[0.25] * 4]


def test_mate_is_told_in_a_corner():
    king, rook, black = 63, 56, 0  # h8, a8; the black king in a1 may go to b1 and b2
    assert endgame._black_moves((king, rook, black)) == ([(king, rook, 1), (king, rook, 9)], False)
    king = 8 * 2 + 1  # b3: it guards a2 and b2, and the rook a1 and b1 from h1
    assert endgame._black_moves((king, 7, black)) == ([], False)


def test_public_sets_have_names_of_their_own():
    assert len(public.public_sets()) == len(set(public.public_sets()))
    assert "chess-endgame" in public.public_sets()


def test_slow_contestants_play_small_sets_only(tmp_path):
    from dataclasses import replace

    from benchmarks.peers_parts.records import Store
    from benchmarks.peers_parts.running import Prepared

    examples = small_examples(40)
    examples.save(tmp_path / "a.npz")
    small = Prepared("a", tmp_path / "a.npz", examples.digest, 40, examples.columns, 2, False, False)
    store = Store(tmp_path / "out")
    trees = [ROSTER["river-tree"]]
    for found in (small, replace(small, name="b")):
        rows = 40 if found is small else 39
        run_all([found], trees, store, permutations=0, seconds=SOON, slow_rows=rows, say=lambda words: None)
    assert [record.set for record in store.records.values()] == ["a"]
