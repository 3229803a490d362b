"""The loop with many classes: it is learn_one in a loop, whatever the learner; and what is counted adds up."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher import experts
from thresher.evaluation import BadLineError, compare, evaluate
from thresher.evaluation.block_labels import MOST_FOUND
from thresher.evaluation.measures.measures import Measures
from thresher.learners.names import table_of
from thresher.streams import Position, Source

pytestmark = pytest.mark.filterwarnings("ignore::thresher.errors.LabelWarning")  # classes here are numbers

LABELS = st.sampled_from(["de", "en", "fr", 1, -1, 2, 7.0, True])  # 0 and -1 together are one label to the loop
EXAMPLES = st.lists(st.tuples(st.sets(st.integers(0, 8)), LABELS), max_size=40)


def stream(count=200, classes=("de", "en", "fr"), seed=0):
    coins = random.Random(seed)
    rows = []
    for _ in range(count):
        place = coins.randrange(len(classes))
        rows.append(({f"{place}{coins.randrange(3)}": 1.0, f"any{coins.randrange(20)}": 1.0}, classes[place]))
    return rows


MODELS = {
    "Auto": th.Auto,
    "one-vs-rest": lambda: th.Multiclass(th.Perceptron()),
    "constraint": lambda: th.Multiclass(th.AdaptiveWinnow(), "constraint", abstain_below=0.05),
}


@pytest.mark.parametrize("name", MODELS)
@tries(25)
@given(rows=EXAMPLES)
def test_evaluating_is_learn_one_in_a_loop(name, rows):
    evaluated, plain = MODELS[name](), MODELS[name]()
    run = evaluate(rows, evaluated, measures=False)
    for x, label in rows:
        plain.learn_one(x, label)
    assert run.mistakes == plain.mistakes == evaluated.mistakes
    assert run.progress.examples == plain.examples == len(rows)
    x = {3: 1.0, 5: 1.0}
    assert evaluated.predict_one(x) == plain.predict_one(x)


@pytest.mark.parametrize("name", MODELS)
def test_the_counts_are_the_learners_own(name):
    learner = MODELS[name]()
    run = evaluate(stream(), learner)
    assert run.labels == learner.labels
    assert run.progress.confusion == learner.confusion()
    assert sum(run.progress.confusion.values()) == 200
    assert sum(run.curve.mistakes) == run.mistakes
    assert run.updates == learner.updates


def test_what_was_two_labels_is_carried_over():
    rows = stream(100, (False, True)) + stream(100, (False, True, "third"), seed=2)
    learner = th.Auto()
    run = evaluate(rows, learner)
    assert (run.labels, run.positive) == ((False, True, "third"), None)
    assert run.progress.examples == 200
    assert run.progress.confusion == learner.confusion()
    assert run.mistakes == learner.mistakes


@pytest.mark.filterwarnings("ignore:of .* labelled examples all but 1 have one of two labels")
@pytest.mark.parametrize("negative", [0, -1, False])
@pytest.mark.parametrize("count", [100, 300])
def test_the_negative_label_keeps_its_name(negative, count):
    rows = stream(count, (negative, 1)) + [({"z": 1}, 1)] * 300 + [({"y": 1}, "third"), ({"x": 1}, negative)]
    run = evaluate(rows)
    assert set(run.labels) == {negative, 1, "third"}
    assert run.progress.examples == len(rows)


def test_two_labels_of_any_name_are_two_labels():
    run = evaluate(stream(classes=("ham", "spam")))
    assert (run.labels, run.positive) == (("ham", "spam"), "spam")
    assert run.progress.positives + run.progress.negatives == 200
    assert "auc" in run.progress.measures


def test_probabilities_before_each_label_are_worth_their_log_loss():
    from math import log

    rows, learner, total = stream(60), th.Multiclass(th.AdaptiveWinnow()), 0.0
    for x, label in rows:
        total -= log(max(learner.predict_proba_one(x).get(label, 0.0), 1e-15))
        learner.learn_one(x, label)
    run = evaluate(rows, th.Multiclass(th.AdaptiveWinnow()))
    assert run.progress.measures["log_loss"] == pytest.approx(total / 60)


def test_weights_unlabelled_and_held_out():
    rows = [(x, y, 1.0) for x, y in stream(80)] + [({"a": 1}, None, 1.0), ({"a": 1}, "de", 0.0)]
    learner = th.Multiclass(th.Perceptron())
    run = evaluate(rows, learner, holdout=0.25)
    assert (run.examples, run.unlabelled) == (82, 1)
    assert run.progress.examples + run.held_out.examples == 80
    assert learner.examples == run.progress.examples


def test_a_test_stream_may_hold_classes_that_were_never_learned():
    run = evaluate(stream(), th.Multiclass(th.Perceptron()), test=stream(30, ("de", "en", "fr", "it"), seed=3))
    assert run.test.examples == 30
    assert any(label == "it" for label, _ in run.test.confusion)
    assert all(said != "it" for _, said in run.test.confusion)


def test_several_over_one_read():
    rows = stream()
    runs = compare(rows, [th.Multiclass(th.Perceptron()), th.Multiclass(th.Perceptron(), "constraint")])
    assert [run.learner for run in runs] == ["multiclass-1", "multiclass-2"]
    assert runs[1].mistakes == evaluate(rows, th.Multiclass(th.Perceptron(), "constraint")).mistakes
    with pytest.raises(th.InputError, match="Perceptron knows two labels"):
        compare(rows, [th.Multiclass(), th.Perceptron()])


def test_a_row_that_the_members_refuse_is_a_bad_line():
    rows = [({"a": 1.0}, "de"), ({"a": 2.0}, "en"), ({"b": 1.0}, "en")]
    run = evaluate(rows, th.Multiclass(th.TrackingWinnow()), on_error="skip")
    assert (run.skipped, run.examples) == (1, 2)
    with pytest.raises(BadLineError, match="examples:2:1"):
        evaluate(rows, th.Multiclass(th.TrackingWinnow()))


@pytest.mark.parametrize("learner", [th.Auto, th.Multiclass])
def test_amounts_are_no_classes(learner):
    rows = [({"a": 1}, 0.25), ({"a": 1}, "de"), ({"b": 1}, "en"), ({"c": 1}, "fr")]
    with pytest.raises(BadLineError, match="regression"):
        evaluate(rows, learner())
    assert evaluate(rows, learner(), on_error="skip").skipped == 1
    declared = th.Multiclass(classes=[0.25, "de"])
    assert evaluate(rows, declared).labels == (0.25, "de", "en", "fr")


def test_auto_takes_no_more_classes_than_a_thousand():
    rows = [({i % 5: 1}, f"c{k}") for i in range(MOST_FOUND + 3) for k in (i, i // 2)]
    run = evaluate(rows, th.Auto(), on_error="skip", measures=False)
    assert (run.skipped, len(run.labels)) == (3, MOST_FOUND)


@pytest.mark.parametrize("name", MODELS)
def test_patience_ends_with_the_best_pass(name):
    """A pass that only unlearns: the learner goes back to where its held-out error was least."""
    rows = stream(60)
    learner, alone = MODELS[name](), MODELS[name]()
    run = evaluate(rows, learner, passes=9, holdout=0.2, patience=2)
    assert run.stopped == "early"
    errors = []
    for _ in range(run.passes):
        errors.append(evaluate(rows, alone, holdout=0.2).held_out.error)
        if errors[-1] == min(errors) and errors.index(errors[-1]) == len(errors) - 1:
            best = alone.copy()
    assert learner == best


def test_the_agreement_with_chance():
    measures = Measures(before=-1)
    measures.add([0, 0, 1, 2], [0, 1, 1, -1], positive=None)
    tally = measures.tally("abc".__getitem__, None)
    assert (tally.mistakes, tally.abstained, tally.confusion[("c", None)]) == (1, 1, 1)
    assert tally.measures["balanced_error"] == pytest.approx(1 - (1 / 2 + 1 + 0) / 3)
    assert tally.measures["kappa"] == pytest.approx((2 / 4 - (2 * 1 + 1 * 2) / 16) / (1 - (2 * 1 + 1 * 2) / 16))
    assert tally.measures["kappa_no_change"] == pytest.approx((2 - 1) / (4 - 1))


def test_a_master_with_names_of_its_own_can_be_evaluated():
    rows = [({"free": 1}, "spam"), ({"lunch": 1}, "ham")] * 20
    labels = ("ham", "spam")
    master = experts.Mixture([th.AdaptiveWinnow(labels=labels), th.AdaptiveWinnow(rate=0.1, labels=labels)])
    run = evaluate(rows, master)
    assert run.labels == labels
    assert run.mistakes == master.mistakes
    assert "log_loss" in run.progress.measures
    assert run.standing is not None
    assert run.standing.holds


@pytest.mark.parametrize("classes", [5, 50])
@pytest.mark.parametrize("name", MODELS)
def test_the_probability_that_is_asked_for_is_that_of_all_of_them(name, classes, tmp_path):
    rows = stream(300, range(1, classes + 1))
    path = tmp_path / "rows.vw"
    path.write_text("".join(f"{label} |w {' '.join(x)}\n" for x, label in rows))
    one, other = MODELS[name](), MODELS[name]()
    for model in (one, other):
        evaluate(rows, model)
    (block,) = Source(str(path)).blocks(Position())
    numbers = one.written_numbers(block.native, 0, len(block))
    asked = np.roll(numbers, 1).astype(np.int32)
    asked[0] = -1
    wide = one.learn_block(block.native, 0, numbers, scored=True)
    narrow = other.learn_block(block.native, 0, numbers, asked=asked)
    assert (wide.answers == narrow.answers).all()
    assert (narrow.scores, narrow.probabilities) == (None, None)
    assert (wide.probabilities is None) == (narrow.stated is None)
    if narrow.stated is not None:
        columns = wide.probabilities.reshape(len(block), -1)
        assert narrow.stated[0] == 0.0
        assert (narrow.stated[1:] == columns[np.arange(1, len(block)), asked[1:]]).all()
    assert one.digest() == other.digest()


def test_labels_that_join_while_a_file_is_read_are_found_like_those_known_before(tmp_path):
    path = tmp_path / "rows.vw"
    path.write_text("".join(f"{label} |w {' '.join(x)}\n" for x, label in stream(400, range(1, 61))))
    model = th.Auto()
    run = evaluate(str(path), model)
    (block,) = Source(str(path)).blocks(Position())
    afresh = table_of(model.known_labels).codes(block.native, 0, len(block))
    assert (model.written_numbers(block.native, 0, len(block)) == afresh).all()
    assert run.examples == model.examples == 400
