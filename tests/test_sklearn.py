"""The scikit-learn skin: scikit-learn's own checks, and the promise that it is the same learner inside."""

import importlib
import pickle
import sys

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import thresher as th
from thresher.sklearn import ThresherClassifier

# An importance weight multiplies the step of an example; its repetitions are steps taken one after the other, each
# seeing what the one before did, and not next to each other once the rows are shuffled. No on-line learner has this.
EXPECTED_FAILURES = {
    "check_sample_weight_equivalence_on_dense_data": "one step of double length is not two steps",
    "check_sample_weight_equivalence_on_sparse_data": "one step of double length is not two steps",
}


@parametrize_with_checks(
    [ThresherClassifier(), ThresherClassifier(scheme="constraint")],
    expected_failed_checks=lambda estimator: EXPECTED_FAILURES,
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def table(classes, rows=120, columns=8, seed=0):
    """Rows of noisy values, some of them zero, with labels that depend on them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, columns)) * (rng.random((rows, columns)) < 0.7)
    return X, (X @ rng.normal(size=(columns, classes))).argmax(axis=1)


@pytest.fixture(params=[2, 4], ids=["binary", "multiclass"])
def problem(request):
    return table(request.param)


# The same answer through every door.


@pytest.mark.parametrize("learner", [None, "perceptron", "arow", "balanced-winnow", "averaged-perceptron"])
def test_partial_fit_in_chunks_is_fit_in_one_pass(problem, learner):
    X, y = problem
    whole = ThresherClassifier(learner, passes=1, shuffle=False).fit(X, y)
    chunked = ThresherClassifier(learner)
    for rows in np.array_split(np.arange(len(y)), 7):
        chunked.partial_fit(X[rows], y[rows], classes=np.unique(y))
    assert chunked.learners_ == whole.learners_
    assert np.array_equal(chunked.decision_function(X), whole.decision_function(X))


def test_passes_are_partial_fits_over_and_over(problem):
    X, y = problem
    again = ThresherClassifier()
    for _ in range(3):
        again.partial_fit(X, y, classes=np.unique(y))
    assert again.learners_ == ThresherClassifier(passes=3, shuffle=False).fit(X, y).learners_


def test_fit_begins_anew(problem):
    X, y = problem
    model = ThresherClassifier(random_state=0).fit(X, y)
    first = model.decision_function(X)
    assert np.array_equal(model.fit(X, y).decision_function(X), first)


def test_it_is_the_learner_itself():
    X, y = table(2)
    learner = th.AdaptiveWinnow(rate=0.5)
    model = ThresherClassifier(learner, passes=1, shuffle=False).fit(X, y)
    learner.learn_many(X, y)
    assert model.learners_ == [learner]
    assert np.array_equal(model.decision_function(X), learner.scores(X))
    assert np.array_equal(model.predict_proba(X), learner.predict_proba_many(X))


@pytest.mark.parametrize(
    "container", [sp.csr_array, sp.csr_matrix, sp.csc_array, sp.coo_array], ids=lambda container: container.__name__
)
def test_sparse_and_dense_agree(problem, container):
    X, y = problem
    dense = ThresherClassifier(random_state=0).fit(X, y)
    sparse = ThresherClassifier(random_state=0).fit(container(X), y)
    assert sparse.learners_ == dense.learners_
    assert np.array_equal(sparse.decision_function(container(X)), dense.decision_function(X))
    assert np.array_equal(sparse.predict(container(X)), dense.predict(X))


def test_sparse_input_is_never_made_dense():
    columns = np.array([0, 2**20, 2**31, 2**40 - 1])  # a dense row would be 8 terabytes
    X = sp.csr_array((np.ones(4), columns, np.arange(5)), shape=(4, 2**40))
    model = ThresherClassifier(passes=5).fit(X, [0, 1, 0, 1])
    assert model.predict(X).tolist() == [0, 1, 0, 1]


def test_pickle_goes_on_as_if_never_pickled(problem):
    X, y = problem
    model = ThresherClassifier("arow").fit(X, y)
    twin = pickle.loads(pickle.dumps(model))
    assert np.array_equal(twin.decision_function(X), model.decision_function(X))
    assert twin.partial_fit(X, y).learners_ == model.partial_fit(X, y).learners_


# Weights.


def test_weight_zero_is_not_learned(problem):
    X, y = problem
    kept = np.arange(len(y)) % 3 > 0
    weighted = ThresherClassifier(random_state=0).fit(X, y, sample_weight=kept.astype(float))
    without = ThresherClassifier(random_state=0).fit(X[kept], y[kept])
    assert np.array_equal(weighted.decision_function(X), without.decision_function(X))


def test_weights_reach_the_learner():
    X, y = table(2)
    weights = np.linspace(0.5, 2, len(y))
    learner = th.Perceptron()
    learner.learn_many(X, y, weights)
    model = ThresherClassifier("perceptron", passes=1, shuffle=False)
    assert model.fit(X, y, sample_weight=weights).learners_ == [learner]
    assert ThresherClassifier("perceptron").partial_fit(X, y, [0, 1], sample_weight=weights).learners_ == [learner]


def test_a_batch_of_weight_zero_is_legal_for_partial_fit_only():
    X, y = table(2)
    model = ThresherClassifier().partial_fit(X, y, classes=[0, 1], sample_weight=np.zeros(len(y)))
    assert model.learners_[0].examples == 0
    with pytest.raises(th.InputError, match="sample_weight is zero"):
        ThresherClassifier().fit(X, y, sample_weight=np.zeros(len(y)))


def test_weights_of_classes_are_weights_of_their_examples(problem):
    X, y = problem
    names = np.array(["a", "b", "c", "d"])[y]
    by_class = ThresherClassifier(class_weight={"a": 3.0, "b": 0.5}, random_state=0).fit(X, names)
    weights = np.array([3.0, 0.5, 1.0, 1.0])[y]
    assert by_class.learners_ == ThresherClassifier(random_state=0).fit(X, names, sample_weight=weights).learners_
    both = ThresherClassifier(class_weight={"a": 3.0}).partial_fit(X, names, np.unique(names), sample_weight=weights)
    product = ThresherClassifier(passes=1, shuffle=False)
    product.fit(X, names, sample_weight=np.where(y == 0, 9.0, weights))
    assert both.learners_ == product.learners_
    balanced = ThresherClassifier(class_weight="balanced", random_state=0).fit(X, names)
    shares = len(y) / (len(np.unique(y)) * np.bincount(y))
    assert balanced.learners_ == ThresherClassifier(random_state=0).fit(X, names, sample_weight=shares[y]).learners_
    assert balanced.learners_ != ThresherClassifier(random_state=0).fit(X, names).learners_


def test_weights_of_classes_that_make_no_sense_are_refused():
    X, y = table(2)
    with pytest.raises(th.InputError, match="'balanced' needs all labels at once"):
        ThresherClassifier(class_weight="balanced").partial_fit(X, y, classes=[0, 1])
    for wrong in ("equal", {0: -1.0}, [1, 2]):
        with pytest.raises(th.ParameterError, match="class_weights"):
            ThresherClassifier(class_weight=wrong).fit(X, y)


# Classes.


def test_two_classes_are_one_learner_whose_yes_is_the_greater_label():
    X, y = table(2)
    names = np.array(["ham", "spam"], dtype=object)[y]
    model = ThresherClassifier().fit(X, names)
    assert model.classes_.tolist() == ["ham", "spam"]
    assert len(model.learners_) == 1
    assert model.decision_function(X).shape == (len(y),)
    assert np.array_equal(model.predict(X) == "spam", model.decision_function(X) >= 0)
    assert model.predict(X).dtype == object


def test_more_classes_are_one_learner_each():
    X, y = table(4)
    model = ThresherClassifier("arow", passes=1, shuffle=False).fit(X, y)
    assert len(model.learners_) == 4
    assert model.decision_function(X).shape == (len(y), 4)
    assert np.allclose(ThresherClassifier().fit(X, y).predict_proba(X).sum(axis=1), 1)
    alone = th.Arow()
    alone.learn_many(X, y == 2)
    assert model.learners_[2] == alone


@pytest.mark.parametrize("scheme", ["one-vs-rest", "constraint"])
def test_more_than_two_classes_are_a_multiclass(scheme):
    X, y = table(4)
    names = np.array(["ham", "spam", "eggs", "bacon"], dtype=object)[y]
    model = ThresherClassifier("perceptron", passes=1, scheme=scheme, shuffle=False).fit(X, names)
    multiclass = th.Multiclass(th.Perceptron(), scheme, classes=sorted(set(names)))
    multiclass.learn_many(X, names)
    assert model.predict(X).tolist() == multiclass.predict_many(X).tolist()
    assert np.array_equal(model.decision_function(X), multiclass.scores(X))
    assert model.learners_ == [multiclass.member(name) for name in model.classes_]
    assert model.model_.mistakes == multiclass.mistakes
    assert (model.predict(X) == names).mean() > 0.5


def test_an_unknown_scheme_is_refused_by_fit():
    with pytest.raises(th.ParameterError, match="scheme must be one of 'one-vs-rest', 'constraint'"):
        ThresherClassifier(scheme="all pairs").fit(*table(3))
    with pytest.raises(th.ParameterError, match="the constraint scheme needs a learner"):
        ThresherClassifier("arow", scheme="constraint").fit(*table(3))


@pytest.mark.parametrize(
    ("load", "least"),
    [(load_iris, 0.85), (load_digits, 0.85), (load_breast_cancer, 0.9)],
    ids=["iris", "digits", "breast cancer"],
)
def test_it_learns_real_tables_well_above_chance(load, least):
    X, y = load(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))[:600]
    accuracy = cross_val_score(make_pipeline(StandardScaler(), ThresherClassifier()), X[order], y[order], cv=3)
    assert accuracy.mean() > least


def test_one_class_is_refused():
    with pytest.raises(th.InputError, match="1 class"):
        ThresherClassifier().fit([[1.0], [2.0]], ["ham", "ham"])


def test_partial_fit_keeps_to_its_classes():
    X, y = table(3)
    model = ThresherClassifier()
    with pytest.raises(th.InputError, match="all classes at the first call"):
        model.partial_fit(X, y)
    model.partial_fit(X[y < 2], y[y < 2], classes=[0, 1])
    before = pickle.dumps(model)
    with pytest.raises(th.InputError, match=r"the label np.int64\(2\) is none of the classes \[0, 1\]"):
        model.partial_fit(X, y)
    with pytest.raises(th.InputError, match=r"classes were \[0, 1\]"):
        model.partial_fit(X, y, classes=[0, 1, 2])
    assert pickle.dumps(model) == before


# Learners, by name and as objects.


@pytest.mark.parametrize("name", ["tracking-winnow", "TrackingWinnow", "tracking_winnow", "trackingwinnow"])
def test_a_learner_by_name(name):
    X, y = np.eye(4), [0, 1, 0, 1]
    assert type(ThresherClassifier(name).fit(X, y).learners_[0]) is th.TrackingWinnow


@pytest.mark.parametrize("classes", [2, 3])
def test_the_default_is_auto_and_goes_over_short_tables_more_than_once(classes):
    X, y = table(classes, rows=120)
    model = ThresherClassifier().fit(X, y)
    assert type(model.learners_[0]) is th.Auto
    assert model.model_.examples == 3 * len(y)
    assert ThresherClassifier().fit(*table(classes, rows=20)).model_.examples == 5 * 20
    assert ThresherClassifier().fit(*table(classes, rows=300)).model_.examples == 300
    assert ThresherClassifier("perceptron").fit(X, y).learners_[0].examples == 5 * len(y)
    assert type(ThresherClassifier(scheme="constraint").fit(X, y).learners_[0]) is th.AdaptiveWinnow


def test_a_learner_given_is_never_taught():
    X, y = table(3)
    learner = th.Perceptron(0.5, bias=True)
    learner.learn_one({0: 1}, False)
    before = learner.digest()
    model = ThresherClassifier(learner, random_state=0).fit(X, y)
    assert learner.digest() == before
    assert model.learner is learner
    fresh = ThresherClassifier(th.Perceptron(0.5, bias=True), random_state=0).fit(X, y)
    assert model.learners_ == fresh.learners_


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        ("winow", "there is no learner 'winow'; there are AdaptiveWinnow, Alma, "),
        ("swin", r"Swin can't be made: .*'n'\. Give a learner made with its parameters, not its name\."),
        (th.Perceptron, r"learner must be a name, a learner such as Perceptron\(\), or None"),
        (th.Perceptron(labels=("ham", "spam")), "make the learner without labels="),
    ],
)
def test_what_is_no_learner_is_refused_by_fit(learner, message):
    model = ThresherClassifier(learner)
    with pytest.raises(th.ParameterError, match=message):
        model.fit(*table(2))


def test_values_that_the_learner_refuses_leave_it_as_it_was():
    model = ThresherClassifier("tracking-winnow").partial_fit(np.eye(2), [0, 1], classes=[0, 1])
    before = pickle.dumps(model)
    with pytest.raises(th.InputError):
        model.partial_fit([[3.0, 0.0]], [1])
    assert pickle.dumps(model) == before


def test_probabilities_are_there_if_the_learner_has_them():
    X, y = table(3)
    assert hasattr(ThresherClassifier(), "predict_proba")
    assert hasattr(ThresherClassifier(th.Perceptron(probabilities=True)).fit(X, y), "predict_proba")
    assert not hasattr(ThresherClassifier("perceptron"), "predict_proba")
    assert not hasattr(ThresherClassifier("perceptron").fit(X, y), "predict_proba")
    assert not hasattr(ThresherClassifier("no such learner"), "predict_proba")
    with pytest.raises(AttributeError, match="predict_proba"):
        ThresherClassifier("perceptron").fit(X, y).predict_proba(X)


@pytest.mark.parametrize("passes", [0, -1, 1.5, "two", True])
def test_passes_is_a_whole_number_of_at_least_one(passes):
    with pytest.raises(th.ParameterError, match="passes must be a whole number from 1"):
        ThresherClassifier(passes=passes).fit(*table(2))


# Scikit-learn's tools.


@pytest.mark.parametrize("learner", [None, "perceptron", th.Arow(r=2.0), th.AdaptiveWinnow(), th.Swin(8)])
def test_clone_keeps_the_parameters_and_nothing_else(learner):
    model = ThresherClassifier(learner, passes=2)
    twin = clone(model)
    assert twin.get_params(deep=False) == model.get_params(deep=False)
    assert repr(twin) == repr(model)
    assert not hasattr(twin, "model_")


def test_the_learners_parameters_are_parameters():
    model = ThresherClassifier(th.Arow(r=2.0, bias=True))
    assert model.get_params()["learner__r"] == 2.0
    assert model.set_params(learner__r=3.0, passes=2) is model
    assert (model.learner, model.passes) == (th.Arow(r=3.0, bias=True), 2)
    assert ThresherClassifier("arow").set_params(learner__r=3.0).learner == th.Arow(r=3.0)
    assert ThresherClassifier().set_params(learner="arow", learner__r=3.0).learner == th.Arow(r=3.0)
    with pytest.raises(th.ParameterError, match=r"Arow can't be made: r must be a number above 0 .*; got -1"):
        model.set_params(learner__r=-1)
    with pytest.raises(th.ParameterError, match="Arow takes no 'size'"):
        model.set_params(learner__size=1)


@pytest.mark.parametrize(
    "grid",
    [
        {"learner": ["adaptive-winnow", "perceptron"], "passes": [1, 3]},
        {"learner__rate": [0.1, 0.3, 1.0]},
        {"learner": [th.Arow(r=0.1), th.Arow(r=10.0), None]},
    ],
    ids=["names", "parameters", "objects"],
)
def test_grid_search(grid):
    X, y = table(3)
    search = GridSearchCV(ThresherClassifier("adaptive-winnow"), grid, cv=3, error_score="raise").fit(X, y)
    assert search.best_score_ > 0.6
    assert set(search.best_params_) == set(grid)


def test_pipeline_from_text():
    texts = ["free money now", "lunch at noon", "free pills", "noon meeting", "money money", "see you at lunch"]
    model = make_pipeline(CountVectorizer(binary=True), ThresherClassifier("balanced-winnow"))
    model.fit(texts, ["spam", "ham"] * 3)
    assert model.predict(["free money", "lunch meeting"]).tolist() == ["spam", "ham"]


def test_feature_names_are_kept_and_checked():
    X, y = table(2, columns=3)
    frame = pd.DataFrame(X, columns=["age", "height", "weight"])
    model = ThresherClassifier(random_state=0).fit(frame, y)
    assert model.feature_names_in_.tolist() == ["age", "height", "weight"]
    assert model.n_features_in_ == 3
    nameless = ThresherClassifier(random_state=0).fit(X, y)
    assert np.array_equal(model.decision_function(frame), nameless.decision_function(X))
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame[["height", "age", "weight"]])
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X)


def test_without_scikit_learn_the_import_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    monkeypatch.delitem(sys.modules, "thresher.sklearn")
    with pytest.raises(ImportError, match=r"pip install 'thresher\[sklearn\]'"):
        importlib.import_module("thresher.sklearn")


def mails(rows=60):
    frame = pd.DataFrame(
        {
            "city": ["Paris", "Rome", None] * (rows // 3),
            "age": [31.0, float("nan"), 40.0] * (rows // 3),
            "vip": [True, False, True] * (rows // 3),
            "born": pd.to_datetime(["2026-11-16 13:00", "2025-01-02 00:00", None] * (rows // 3)),
        }
    )
    return frame, np.array(["yes", "no", "yes"] * (rows // 3))


def test_a_frame_is_rows():
    frame, y = mails()
    model = ThresherClassifier(shuffle=False, passes=1).fit(frame, y)
    assert model.score(frame, y) == 1.0
    plain = th.Auto()
    for row, label in zip(frame.to_dict("records"), y, strict=True):
        plain.learn_one(row, label)
    assert model.model_ == plain
    assert model.model_.rows.kinds == {"city": "category", "age": "number", "vip": "yes or no", "born": "date"}


LABELS = {
    "two texts": ["yes", "no"],
    "two texts whose lesser is positive": ["abnormal", "normal"],
    "two texts without a name": ["cat", "dog"],
    "0 and 1": [0, 1],
    "-1 and 1": [-1, 1],
    "truths": [False, True],
    "other numbers": [5, 3],
    "many texts": ["a", "b", "c"],
    "many numbers": [2, 0, 1],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_it_is_the_same_model_as_auto_is_without_a_skin(labels):
    frame, _ = mails()
    y = np.array([labels[i * i % 7 % len(labels)] for i in range(len(frame))])
    plain = th.Auto()
    plain.learn_many(frame, y)
    model = ThresherClassifier(shuffle=False, passes=1).fit(frame, y)
    assert model.model_.digest() == plain.digest()
    assert model.classes_.tolist() == sorted(labels)
    written = dict(zip(plain.labels, plain.written_labels, strict=True))
    assert model.predict(frame).tolist() == [written[said] for said in plain.predict_many(frame).tolist()]
    shares = plain.predict_proba_many(frame)
    order = [list(plain.written_labels).index(label) for label in model.classes_.tolist()]
    assert np.array_equal(model.predict_proba(frame), np.asarray(shares)[:, order])
    decided = model.decision_function(frame)
    best = (decided > 0).astype(int) if len(labels) == 2 else decided.argmax(axis=1)
    assert model.classes_[best].tolist() == model.predict(frame).tolist()


@pytest.mark.parametrize("learner", [None, "perceptron", th.Multiclass(th.Auto())])
@pytest.mark.parametrize("classes", [["ham", "spam"], ["cat", "dog"], ["abnormal", "normal"], ["a", "b", "c"]])
def test_classes_that_have_not_come_have_columns_too(learner, classes):
    X = np.array([[1.0, 0.0], [1.0, 0.5], [0.0, 1.0]])
    for first in classes:
        model = ThresherClassifier(learner).partial_fit(X[:2], [first, first], classes=classes)
        assert set(model.predict(X)) <= set(classes)
        assert model.decision_function(X).shape == ((3,) if len(classes) == 2 else (3, 3))
        if learner is None:
            assert np.allclose(model.predict_proba(X).sum(axis=1), 1)
        rest = [label for label in classes if label != first]
        model.partial_fit(X[[2] * len(rest)], rest)
        if len(classes) == 2:
            decided = model.decision_function(X)
            sure = decided != 0
            assert sure.any()
            assert (model.classes_[(decided > 0).astype(int)] == model.predict(X))[sure].all()
    nothing = ThresherClassifier(learner).partial_fit(X[:1], classes[:1], classes, sample_weight=[0.0])
    assert set(nothing.predict(X)) <= set(classes)


@pytest.mark.filterwarnings("ignore:The number of unique classes:UserWarning")  # scikit-learn's
@pytest.mark.filterwarnings("ignore:the labels are 200 different whole numbers:thresher.LabelWarning")
@pytest.mark.parametrize("learner", [None, "perceptron"])
def test_labels_that_are_ids_are_refused_unless_they_are_said_to_be_classes(learner):
    X, y = np.eye(300), np.arange(300)
    with pytest.raises(th.InputError, match="nearly every label is different, as ids and amounts are"):
        ThresherClassifier(learner).fit(X, y)
    assert len(ThresherClassifier(th.Multiclass(th.Perceptron()), passes=1).fit(X, y).classes_) == 300
    assert len(ThresherClassifier("perceptron", passes=1).fit(np.eye(400), np.arange(400) % 200).classes_) == 200


def test_truths_of_pandas_that_may_be_missing_are_truths():
    X, y = table(2)
    for rows in (X, pd.DataFrame(X, columns=list("abcdefgh"))):
        model = ThresherClassifier(random_state=0).fit(rows, pd.Series(y == 1, dtype="boolean"))
        assert model.classes_.tolist() == [False, True]
        assert model.classes_.dtype == bool
        with pytest.raises(ValueError, match=r"NaN|NA"):
            ThresherClassifier().fit(rows, pd.Series([None, *(y == 1)[1:]], dtype="boolean"))


def test_many_classes_of_a_frame_and_in_parts():
    frame, _ = mails()
    y = np.array(["a", "b", "c"] * 20)
    fitted = ThresherClassifier(shuffle=False, passes=1).fit(frame, y)
    parts = ThresherClassifier()
    parts.partial_fit(frame[:30], y[:30], classes=["a", "b", "c"]).partial_fit(frame[30:], y[30:])
    assert parts.model_ == fitted.model_
    assert parts.score(frame, y) == 1.0


def test_columns_with_roles_in_a_frame():
    frame = pd.DataFrame({"body": ["free money", "lunch at noon"] * 10, "id": range(20)})
    y = ["spam", "ham"] * 10
    model = ThresherClassifier(th.Auto(rows=th.Rows(text="body", ignore="id"))).fit(frame, y)
    assert model.predict(pd.DataFrame({"body": ["free lunch money"], "id": [99]})).tolist() == ["spam"]
    words = {name for name in model.model_.weights() if not name.startswith("_")}  # those are the shape of a text
    assert words == {"free", "money", "lunch", "at", "noon"}


def test_a_column_of_a_frame_whose_numbers_turn_into_text_is_named():
    frame, y = mails()
    model = ThresherClassifier().fit(frame, y)
    with pytest.warns(th.ColumnWarning, match="'age' held numbers, and now holds text"):
        model.predict(frame.assign(age=["old"] * len(frame)))


def test_a_matrix_can_be_asked_about_with_a_model_of_a_frame():
    X, y = table(2, columns=3)
    frame = pd.DataFrame(X, columns=["age", "height", "weight"])
    model = ThresherClassifier(random_state=0).fit(frame, y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert model.predict(X).tolist() == model.predict(frame).tolist()
