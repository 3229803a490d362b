"""Both skins with a threshold: scikit-learn's own tools around the one, probabilities of the other."""

import numpy as np
import pytest
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.model_selection import FixedThresholdClassifier, TunedThresholdClassifierCV

import thresher as th
from thresher.river import ThresherClassifier as RiverClassifier
from thresher.sklearn import ThresherClassifier

LABELS = {
    "texts, the positive first": ("ok", "fraud"),
    "texts, the positive last": ("fine", "spam"),
    "numbers": (0, 1),
    "truths": (False, True),
    "-1 and 1": (-1, 1),
}
LEARNERS = {
    "auto": None,
    "fitted probabilities": th.AdaptiveWinnow(),
    "scores alone": "perceptron",
}


def table(labels, rows=400):
    rng = np.random.default_rng(3)
    positive = rng.random(rows) < 0.12
    X = rng.normal(size=(rows, 4)) + 1.2 * positive[:, None]
    return X, np.where(positive, labels[1], labels[0]), positive


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("name", LABELS)
def test_a_fixed_threshold_is_what_the_skin_states_compared_with_it(name, kind):
    labels = LABELS[name]
    X, y, _ = table(labels)
    classifier = ThresherClassifier(LEARNERS[kind], random_state=0)
    method, threshold = ("decision_function", 0.5) if kind == "scores alone" else ("predict_proba", 0.2)
    fixed = FixedThresholdClassifier(classifier, threshold=threshold, pos_label=labels[1], response_method=method)
    said = fixed.fit(X, y).predict(X)
    inner = fixed.estimator_
    column = inner.classes_.tolist().index(labels[1])
    if method == "predict_proba":
        stated = inner.predict_proba(X)[:, column]
    else:  # of the second class
        stated = inner.decision_function(X) * (1 if column == 1 else -1)
    assert (said == np.where(stated >= threshold, labels[1], labels[0])).all()
    assert 0 < (said == labels[1]).sum() < len(y)


@pytest.mark.parametrize("kind", [kind for kind in LEARNERS if kind != "scores alone"])
@pytest.mark.parametrize("name", LABELS)
def test_a_tuned_threshold_finds_more_positives_than_one_half(name, kind):
    labels = LABELS[name]
    X, y, positive = table(labels)
    score = make_scorer(fbeta_score, beta=3, pos_label=labels[1])
    classifier = ThresherClassifier(LEARNERS[kind], random_state=0)
    tuned = TunedThresholdClassifierCV(classifier, scoring=score, cv=3, random_state=0).fit(X, y)
    said = tuned.predict(X) == labels[1]
    untuned = tuned.estimator_.predict(X) == labels[1]
    assert tuned.best_score_ > 0.5
    assert (said & positive).sum() >= (untuned & positive).sum()
    assert (tuned.classes_ == tuned.estimator_.classes_).all()


def test_scores_alone_can_be_tuned_too():
    X, y, _ = table(("ok", "fraud"))
    classifier = ThresherClassifier("averaged-perceptron", random_state=0)
    score = make_scorer(fbeta_score, beta=3, pos_label="fraud")
    tuned = TunedThresholdClassifierCV(classifier, scoring=score, cv=3, random_state=0).fit(X, y)
    stated = -tuned.estimator_.decision_function(X)  # of the second class
    assert ((tuned.predict(X) == "fraud") == (stated >= tuned.best_threshold_)).all()
    assert tuned.best_score_ > 0.5


@pytest.mark.parametrize("weight", [{"fraud": 8.0}, "balanced"])
def test_class_weights_go_with_a_threshold(weight):
    X, y, _ = table(("ok", "fraud"))
    plain, weighted = (ThresherClassifier(random_state=0, class_weight=one).fit(X, y) for one in (None, weight))
    assert weighted.predict_proba(X)[:, 0].mean() > plain.predict_proba(X)[:, 0].mean()
    score = make_scorer(fbeta_score, beta=3, pos_label="fraud")
    tuned = TunedThresholdClassifierCV(weighted, scoring=score, cv=3).fit(X, y)
    assert tuned.best_score_ > 0.5


def test_class_weights_of_the_learner_are_refused_where_the_skin_weighs():
    X, y, _ = table(("ok", "fraud"))
    with pytest.raises(th.InputError, match="give it class_weight="):
        ThresherClassifier(th.Auto(class_weights={"fraud": 2.0})).fit(X, y)


@pytest.mark.parametrize("labels", [(False, True), ("ok", "fraud")])
def test_river_states_probabilities_to_be_compared_with_a_threshold(labels):
    _, y, positive = table(labels)
    X, _, _ = table(labels)
    models = RiverClassifier(), RiverClassifier(th.Auto(class_weights={labels[1]: 8.0}))
    found = []
    for model in models:
        stated = []
        for x, label in zip(X, y.tolist(), strict=True):
            row = dict(enumerate(x))
            stated.append(model.predict_proba_one(row).get(labels[1], 0.0))
            model.learn_one(row, label)
        found.append(th.evaluation.Decisions.of(positive, stated))
    assert found[0].at(0.1).recall > found[0].at(0.5).recall
    assert found[1].at(0.5).recall > found[0].at(0.5).recall  # weights make it bolder
