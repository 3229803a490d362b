"""Abstaining, the best few, probabilities, class weights, what explains a score; and parameters that make no sense."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.choices import losses, rates

from .streams import dense, learned, long_stream, streams


@tries(30)
@given(stream=streams(), least=st.sampled_from([0.125, 0.5, 2.0]))
def test_it_abstains_iff_the_best_is_not_far_enough_ahead(stream, least):
    model, bold = th.Multiclass(th.Perceptron(), abstain_below=least), th.Multiclass(th.Perceptron())
    for x, y in stream:
        ranked = sorted(model.scores_one(x).values(), reverse=True)
        close = not ranked or (len(ranked) > 1 and ranked[0] - ranked[1] < least)
        outcome = model.learn_one(x, y)
        assert outcome.abstained == close == (outcome.prediction is None)
        assert outcome.prediction in (None, bold.learn_one(x, y).prediction)
        assert not (outcome.mistake and outcome.abstained)
    assert [model.member(c) for c in model.classes] == [bold.member(c) for c in bold.classes]  # learning goes on
    assert model.confusion().keys() >= {(stream[0][1], None)}
    assert model.abstained + model.mistakes <= model.examples
    assert bold.abstained == 1


def test_the_best_few_are_the_largest_scores():
    X, y = long_stream(300)
    for model in (th.Multiclass(th.Perceptron(bias=True)), th.Multiclass(th.Perceptron(), "constraint")):
        model.learn_many(X, y)
        for row in X[:20]:
            scores = model.scores_one(row)
            best = model.top_k(row, 3)
            assert best == sorted(scores.items(), key=lambda item: -item[1])[:3]
            assert best[0][0] == model.predict_one(row)
            assert len(model.top_k(row, 99)) == 5
        with pytest.raises(th.ParameterError, match="k must be a whole number from 1"):
            model.top_k(X[0], 0)


@pytest.mark.parametrize("scheme", ["one-vs-rest", "constraint"])
def test_probabilities_are_shares_of_one(scheme):
    X, y = long_stream(300)
    model = th.Multiclass(scheme=scheme)
    model.learn_many(X, y)
    assert np.allclose(model.predict_proba_many(X).sum(axis=1), 1)
    for row in X[:10]:
        shares, scores = model.predict_proba_one(row), model.scores_one(row)
        sizes = [math.exp(s) if scheme == "constraint" else 1 / (1 + math.exp(-s)) for s in scores.values()]
        assert list(shares.values()) == pytest.approx([size / sum(sizes) for size in sizes])
        assert max(shares, key=shares.__getitem__) == model.predict_one(row)
        assert dict(model.top_k(row, 2)).items() <= shares.items()


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        (
            th.Multiclass(th.Perceptron()),
            r"Perceptron\(\) gives this no probabilities; make it with probabilities=True",
        ),
        (th.Multiclass(th.Perceptron(), "constraint"), "make it with a logistic loss"),
    ],
    ids=["one-vs-rest", "constraint"],
)
def test_without_probabilities_there_are_none(model, hint):
    model.learn_one({"a": 1}, "x")
    assert not model.has_probabilities
    with pytest.raises(th.ParameterError, match=hint):
        model.predict_proba_one({"a": 1})
    with pytest.raises(th.ParameterError, match=hint):
        model.predict_proba_many([{"a": 1}])


@tries(20)
@given(stream=streams())
def test_class_weights_multiply_the_weight_of_the_example(stream):
    of_class = {"ham": 3.0, "spam": 0.5}
    weighted = th.Multiclass(th.Perceptron(bias=True), class_weights=of_class)
    plain = th.Multiclass(th.Perceptron(bias=True))
    for i, (x, y) in enumerate(stream):
        weighted.learn_one(x, y, i % 3)
        plain.learn_one(x, y, i % 3 * of_class.get(y, 1.0))
    assert [weighted.member(c) for c in weighted.classes] == [plain.member(c) for c in plain.classes]


def test_balanced_weights_come_from_what_was_seen_before():
    stream = [({i % 3: 1.0, 5: 1.0}, "aabacaab"[i % 8]) for i in range(40)]
    balanced = learned(lambda: th.Multiclass(class_weights="balanced"), stream)
    plain = th.Multiclass()
    seen = {}
    for x, y in stream:
        plain.learn_one(x, y, sum(seen.values()) / (len(seen) * seen[y]) if y in seen else 1.0)
        seen[y] = seen.get(y, 0) + 1
    assert [balanced.member(c) for c in balanced.classes] == [plain.member(c) for c in plain.classes]
    assert balanced.member("a") != learned(th.Multiclass, stream).member("a")


@tries(20)
@given(stream=streams())
def test_the_shares_of_a_score_add_up_to_it(stream):
    model = learned(lambda: th.Multiclass(th.AdaptiveWinnow()), stream)
    for x, _ in stream:
        for label, score in model.scores_one(x).items():
            assert sum(model.explain_one(x, label).values()) == pytest.approx(score, abs=1e-9)
            assert model.member(label).score_one(x) == score


def test_the_confusion_counts_pairs():
    model = th.Multiclass(th.Perceptron())
    model.learn_many(dense([({0: 1.0}, 0)] * 3), ["a", "b", "a"])
    assert model.confusion() == {("a", None): 1, ("b", "a"): 1, ("a", "b"): 1}
    assert (model.examples, model.mistakes, model.abstained) == (3, 2, 1)


def test_the_constraint_scheme_compares_where_one_vs_rest_can_not():
    """A class in the middle of a line: no single threshold cuts it out, but it can have the largest score."""
    X = np.array([[x, 1.0] for x in (-1.0, -0.75, -0.5, -0.125, 0.0, 0.125, 0.5, 0.75, 1.0)])
    y = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    constraint, alone = th.Multiclass(th.Perceptron(), "constraint"), th.Multiclass(th.Perceptron())
    for _ in range(200):
        constraint.learn_many(X, y)
        alone.learn_many(X, y)
    assert constraint.predict_many(X).tolist() == y
    assert alone.predict_many(X).tolist() != y


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"learner": "perceptron"}, "learner must be a binary learner"),
        ({"learner": learned(th.Perceptron, [({"a": 1}, True)])}, "must be new; this one has learned 1 examples"),
        ({"learner": th.Perceptron(labels=("ham", "spam"))}, "without labels="),
        ({"scheme": "all-pairs"}, "scheme must be one of 'one-vs-rest', 'constraint'"),
        ({"abstain_below": -1}, "abstain_below must be"),
        ({"abstain_below": float("nan")}, "abstain_below must be"),
        ({"class_weights": {"a": 0}}, r"class_weights\['a'\] must be a number above 0"),
        ({"class_weights": {None: 1}}, "class_weights: the label None is no class"),
        ({"class_weights": "equal"}, "or be 'balanced'; got 'equal'"),
        ({"class_weights": [1, 2]}, "class_weights must map classes to numbers"),
        ({"classes": "ab"}, "classes must be a list of labels; got 'ab'"),
        ({"classes": [1, True]}, "classes must differ"),
        ({"classes": [None]}, "classes must be a list of labels: row 0"),
        ({"classes": 3}, "classes must be a list of labels"),
        ({"newcomers": "old"}, "newcomers must be one of"),
        ({"newcomers": "informed", "scheme": "constraint"}, "goes with scheme='one-vs-rest'"),
    ],
    ids=lambda value: repr(value) if isinstance(value, dict) else "",
)
def test_parameters_that_make_no_sense_are_refused(parameters, message):
    with pytest.raises(th.ParameterError, match=message):
        th.Multiclass(**parameters)


@pytest.mark.parametrize(
    "learner",
    [
        th.Arow(),
        th.PassiveAggressive(),
        th.Alma(),
        th.AveragedPerceptron(),
        th.Perceptron(probabilities=True),
        th.Swin(5, randomized=True),
        th.NaiveBayes(),
        th.QuasiAdditive(th.links.TwoSinh(), losses.Margin(0.1), rates.Aggressive(0.1)),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_who_has_no_step_that_others_can_order_is_refused_by_the_constraint_scheme(learner):
    with pytest.raises(th.ParameterError, match="the constraint scheme needs a learner that moves"):
        th.Multiclass(learner, "constraint")
    th.Multiclass(learner).learn_one({"a": 1}, "x")


def test_the_prototype_is_a_copy():
    learner = th.Perceptron()
    model = th.Multiclass(learner)
    learner.learn_one({"a": 1.0}, False)
    model.learner.learn_one({"a": 1.0}, False)
    model.learn_one({"a": 1.0}, "x")
    assert model.learner.examples == 0
    assert model.member("x").examples == 1
    taught = model.member("x")
    taught.learn_one({"a": 1.0}, False)
    assert model.member("x").examples == 1
