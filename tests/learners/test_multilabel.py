"""Several labels true at once: each is learned as it would be alone, in every way that a learner can be taught."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.errors import InputError, ModelFileError, ParameterError
from thresher.files import load_bytes
from thresher.learners import MultilabelOutcome, labels_of_text
from thresher.theory import reference

FEW = tries(20)
LEARNERS = {
    "Perceptron": lambda: th.Perceptron(),
    "Winnow": lambda: th.Winnow(n=6, margin=1.0, discard_relative=0.3, discard_every=2),
    "TrackingWinnow": lambda: th.TrackingWinnow(2.0, 0.125),
    "AveragedPerceptron": lambda: th.AveragedPerceptron(),
    "NaiveBayes": lambda: th.NaiveBayes(),
    "AdaptiveWinnow": lambda: th.AdaptiveWinnow(bits=4),
    "Auto": lambda: th.Auto(),
}
every_learner = pytest.mark.parametrize("make", LEARNERS.values(), ids=LEARNERS)
LABELS = ["rain", "wind", 3, 4.5]


@st.composite
def streams(draw, labels=LABELS, weights=False):
    """Rows of eight columns, each with any of the labels; none is true of some."""
    columns = st.dictionaries(st.integers(0, 7), st.sampled_from([1.0, 0.5, 0.25]), max_size=5)
    rows = draw(st.lists(st.tuples(columns, st.sets(st.sampled_from(labels))), min_size=1, max_size=25))
    weight = st.sampled_from([0.0, 1.0, 2.0]) if weights else st.just(1.0)
    return [(x, true, draw(weight)) for x, true in rows]


def matrix_of(stream):
    dense = np.zeros((len(stream), 8))
    for row, (x, *_) in enumerate(stream):
        for column, value in x.items():
            dense[row, column] = value
    return dense


def learned(model, stream):
    return model, [model.learn_one(x, true, weight) for x, true, weight in stream]


@every_learner
@FEW
@given(stream=streams(weights=True))
def test_each_label_is_learned_as_it_would_be_alone(make, stream):
    model, told = learned(th.Multilabel(make(), LABELS), stream)
    for label in LABELS:
        alone = type(make())(**make().get_params() | {"labels": (False, True)})
        said = [alone.learn_one(x, label in true, weight).prediction for x, true, weight in stream]
        assert [label in outcome.prediction for outcome in told] == said
        assert model.member(label).to_bytes() == alone.to_bytes()
        assert model.label_mistakes[label] == alone.mistakes
        for x, *_ in stream:
            assert model.scores_one(x)[label] == alone.score_one(x)
            assert (label in model.predict_one(x)) == alone.predict_one(x)
            if alone.traits.probabilities:
                assert model.predict_proba_one(x)[label] == alone.predict_proba_one(x)[True]


@FEW
@given(stream=streams())
def test_it_is_the_papers_perceptron_for_each_label(stream):
    """Plain Python: a list of learners, nothing shared."""
    plain = {label: reference.Perceptron() for label in LABELS}
    model = th.Multilabel(th.Perceptron(), LABELS)
    wrong = 0
    for x, true, _ in stream:
        said = {label for label, one in plain.items() if one.predict(x)}
        for label, one in plain.items():
            one.learn(x, label in true)
        outcome = model.learn_one(x, true)
        assert set(outcome.prediction) == said
        assert set(outcome.wrong) == said ^ true
        wrong += len(said ^ true)
    for label, one in plain.items():
        assert model.member(label).weights() == pytest.approx({i: w for i, w in one.weights().items() if w})
    assert (model.wrong, model.decisions) == (wrong, len(stream) * len(LABELS))


@every_learner
@FEW
@given(stream=streams(weights=True), known=st.sampled_from([None, [], ["wind"], LABELS]))
def test_one_is_many_is_dict_is_matrix(make, stream, known):
    one, told = learned(th.Multilabel(make(), known), stream)
    said = [outcome.prediction for outcome in told]
    X, true, weights = matrix_of(stream), [y for _, y, _ in stream], [w for *_, w in stream]
    xs = [x for x, *_ in stream]
    for door in (X, sp.csr_matrix(X), sp.csc_matrix(X), xs, [th.Example(x) for x in xs]):
        many = th.Multilabel(make(), known)
        assert many.learn_many(door, true, weights) == said
        assert many.to_bytes() == one.to_bytes()
        assert many.predict_many(door) == [one.predict_one(x) for x in xs]
        assert many.scores(door).labels == one.labels
        assert many.scores(door).tolist() == [list(one.scores_one(x).values()) for x in xs]
        if one.traits.probabilities:
            assert many.predict_proba_many(door).tolist() == [list(one.predict_proba_one(x).values()) for x in xs]
    names = [f"c{i}" for i in range(8)]
    named, in_frame = th.Multilabel(make(), known), th.Multilabel(make(), known)
    in_frame.learn_many(pd.DataFrame(X, columns=names), true, weights)
    learned(named, [({names[i]: value for i, value in x.items()}, y, w) for x, y, w in stream])
    assert in_frame.to_bytes() == named.to_bytes()


@FEW
@given(stream=streams(weights=True))
def test_a_matrix_of_labels_is_the_sets_that_it_says(stream):
    X, weights = matrix_of(stream), [w for *_, w in stream]
    flags = np.array([[label in true for label in LABELS] for _, true, _ in stream], dtype=int)
    by_set, by_matrix, by_sparse = (th.Multilabel(th.Perceptron(), LABELS) for _ in range(3))
    by_set.learn_many(X, [true for _, true, _ in stream], weights)
    by_matrix.learn_many(X, flags, weights)
    by_sparse.learn_many(X, sp.csr_matrix(flags), weights)
    assert by_set.to_bytes() == by_matrix.to_bytes() == by_sparse.to_bytes()


@every_learner
@FEW
@given(stream=streams(), cut=st.integers(0, 25))
def test_saved_copied_and_pickled_it_goes_on_as_if_never_saved(make, stream, cut, tmp_path_factory):
    whole, _ = learned(th.Multilabel(make()), stream)
    first, _ = learned(th.Multilabel(make()), stream[:cut])
    before = first.to_bytes()
    path = tmp_path_factory.mktemp("saved") / "model.thresher"
    first.save(path)
    for twin in (th.load(path), load_bytes(before), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        assert twin == first
        assert twin.digest() == first.digest()
        assert twin.labels == first.labels
        assert learned(twin, stream[cut:])[0] == whole
    assert first.to_bytes() == before  # they were independent of it


@every_learner
@FEW
@given(stream=streams(), order=st.randoms(use_true_random=False))
def test_the_order_of_attributes_and_of_labels_does_not_matter(make, stream, order):
    def shuffled(values):
        values = list(values)
        order.shuffle(values)
        return values

    one, _ = learned(th.Multilabel(make()), stream)
    other, _ = learned(th.Multilabel(make()), [(dict(shuffled(x.items())), shuffled(y), w) for x, y, w in stream])
    assert one.to_bytes() == other.to_bytes()


@every_learner
@FEW
@given(stream=streams())
def test_predicting_and_weight_zero_change_nothing(make, stream):
    model, _ = learned(th.Multilabel(make(), ["rain"]), stream)
    before = model.to_bytes()
    for x, true, _ in stream:
        said = model.predict_one(x)
        outcome = model.learn_one(x, true | {"never met"}, weight=0)
        assert (outcome.prediction, outcome.updated) == (said, False)
        model.scores_one(x)
    model.learn_many([x for x, *_ in stream], [["never met"]] * len(stream), [0.0] * len(stream))
    assert model.to_bytes() == before


def test_counts_are_those_of_the_outcomes():
    rng = np.random.default_rng(3)
    rows = [
        ({int(i): 1.0 for i in rng.choice(8, 3, replace=False)}, {name for name in "abc" if rng.random() < 0.4})
        for _ in range(200)
    ]
    model = th.Multilabel(th.Perceptron(), ["c", "a", "b"])
    told = [model.learn_one(x, true) for x, true in rows]
    assert model.examples == 200
    assert model.mistakes == sum(outcome.mistake for outcome in told)
    assert model.wrong == sum(len(outcome.wrong) for outcome in told)
    assert model.label_mistakes == {name: sum(name in outcome.wrong for outcome in told) for name in "cab"}
    assert model.updates == model.wrong  # of a Perceptron
    assert model.exact_match == 1 - model.mistakes / 200
    assert model.hamming_loss == model.wrong / 600
    assert all(outcome.prediction == tuple(x for x in "cab" if x in outcome.prediction) for outcome in told)


def test_a_label_that_turns_up_late_begins_with_the_example_that_brings_it():
    model = th.Multilabel(th.Perceptron())
    assert model.learn_one({"a": 1}, []) == MultilabelOutcome((), (), (), False)
    assert model.learn_one({"a": 1}, ["x"]) == MultilabelOutcome((), ("x",), ("x",), False)
    assert (model.labels, model.decisions, model.label_mistakes) == (("x",), 1, {"x": 1})
    assert model.member("x").examples == 1
    assert model.learn_one({"b": 1}, {"y", "x", 2}).labels == (2, "x", "y")
    assert model.labels == ("x", 2, "y")  # numbers before texts, however a set orders them


def test_what_was_learned_is_told_of_rows_too():
    rows = th.Rows(text=("words",), categories=("city",))
    model = th.Multilabel(th.Perceptron(rows=rows), ["weather", "sport"])
    for _ in range(5):
        model.learn_one({"words": "rain and wind", "city": "Rome"}, ["weather"])
        model.learn_one({"words": "goal in the rain", "city": "Paris"}, ["weather", "sport"])
        model.learn_one({"words": "nothing new", "city": "Rome"}, [])
    assert model.predict_one({"words": "goal", "city": "Paris"}) == ("weather", "sport")
    assert model.predict_one({"words": "nothing", "city": "Rome"}) == ()
    assert pickle.loads(pickle.dumps(model)).predict_one({"words": "goal", "city": "Paris"}) == ("weather", "sport")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: th.Multilabel(th.Multiclass()), "one of two labels"),
        (lambda: th.Multilabel(th.Perceptron(labels=("no", "yes"))), "without labels="),
        (lambda: th.Multilabel(learned(th.Multilabel(th.Perceptron()), [])[0]), "one of two labels"),
        (lambda: th.Multilabel(th.Perceptron(), ["a", "a"]), "must differ"),
        (lambda: th.Multilabel(th.Perceptron(), "abc"), "list of labels"),
    ],
)
def test_what_makes_none_is_refused(make, words):
    with pytest.raises(ParameterError, match=words):
        make()


def test_a_learner_that_has_learned_is_refused():
    taught = th.Perceptron()
    taught.learn_one({"a": 1}, True)
    with pytest.raises(ParameterError, match="must be new"):
        th.Multilabel(taught)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ("rain", "a collection"),
        (None, "a collection"),
        ([None], "no class"),
        ({"rain": 1}, "a collection"),
        (3, "a col"),
    ],
)
def test_labels_that_are_none_are_refused_and_nothing_is_learned(labels, words):
    model = th.Multilabel(th.Perceptron(), ["rain"])
    model.learn_one({"a": 1}, [])
    before = model.to_bytes()
    with pytest.raises(InputError, match=words):
        model.learn_one({"a": 1}, labels)
    with pytest.raises(InputError, match=words):
        model.learn_many([{"a": 1}] * 2, [["new"], labels])
    assert model.to_bytes() == before


@pytest.mark.parametrize(
    "make", [lambda: th.TrackingWinnow(), lambda: th.Swin(3), lambda: th.QuasiAdditive(lambda z: z * 2)]
)
def test_on_bad_input_nothing_is_learned(make):
    model = th.Multilabel(make(), ["x"])
    model.learn_one({1: 1, 2: 1}, ["x"])
    model.learn_one({1: 1}, [])
    before = model.to_bytes()
    with pytest.raises(InputError):
        model.learn_one({1: float("inf")}, ["new"])
    with pytest.raises(InputError):
        model.learn_many([{1: 1}, {1: float("inf")}], [["new"], ["x"]])
    with pytest.raises(InputError, match="2 rows but 1 sets"):
        model.learn_many([{1: 1}, {2: 1}], [["new"]])
    with pytest.raises(InputError, match="a column for each label"):
        model.learn_many([{1: 1}], np.ones((1, 3)))
    with pytest.raises(InputError, match="0 and 1 alone"):
        model.learn_many([{1: 1}], np.full((1, 1), 2))
    assert model.to_bytes() == before
    assert model.labels == ("x",)


def test_a_label_that_is_new_does_not_stay_where_its_example_is_refused():
    model = th.Multilabel(th.TrackingWinnow(), ["x"])
    model.learn_one({1: 1}, ["x"])
    before = model.to_bytes()
    with pytest.raises(InputError):
        model.learn_one({1: 2.0}, ["new"])  # out of [0, 1]: found by the members
    with pytest.raises(InputError):
        model.learn_many([{1: 1}, {1: 2.0}], [["new"], ["x"]])
    assert model.to_bytes() == before


@pytest.mark.parametrize("many", [False, True])
def test_where_one_label_refuses_what_another_has_learned_nothing_is_learned(many):
    """A link that fails: the first label has moved by then."""
    calls = []

    def link(z):
        calls.append(z)
        if failing and len(calls) > 1:
            raise ZeroDivisionError
        return 2 * z

    failing = False
    model = th.Multilabel(th.QuasiAdditive(link), ["first", "second"])
    model.learn_one({0: 1, 1: 1}, [])
    before, failing = model.to_bytes(), True
    calls.clear()
    learn = model.learn_many if many else model.learn_one
    with pytest.raises(ZeroDivisionError):
        learn([{2: 1}], [[]]) if many else learn({2: 1}, [])
    assert len(calls) > 1  # the first label had moved
    failing = False
    assert model.to_bytes() == before


@pytest.mark.parametrize(
    "around",
    [
        lambda model: th.Delayed(model),
        lambda model: th.Asking(model),
        lambda model: th.Sets(model),
        lambda model: th.evaluate([({1: 1}, "x")], model),
        lambda model: th.compare([({1: 1}, "x")], [model, th.Perceptron()]),
        lambda model: th.experts.Majority([model]),
        lambda model: th.Multiclass(model),
    ],
)
def test_what_is_about_one_label_refuses_it(around):
    with pytest.raises(ParameterError, match=r"any number of them|binary learner"):
        around(th.Multilabel(th.Perceptron(), ["x", "y"]))


@pytest.mark.parametrize("part", ["counts", "wrong", "labels", "declared"])
def test_a_file_whose_parts_do_not_fit_is_refused(part):
    from thresher.files import pack, unpack
    from thresher.learners.multilabel import KIND

    model, _ = learned(th.Multilabel(th.Perceptron(), ["a", "b"]), [({1: 1}, ["a"], 1), ({2: 1}, [], 1)])
    forgeries = {
        "counts": [{"examples": -1}, {"mistakes": 99}, {"decisions": 1}, {"examples": True}],
        "wrong": [[0], [0, 0], [0, 99], [0, -1], [0.5, 0]],
        "labels": [["a", "a"], ["b", "a"], ["a"]],
        "declared": [["c"], ["a", "b", "c"]],
    }
    for forged in forgeries[part]:
        head, arrays = unpack(KIND, model.to_bytes())
        head[part] = head[part] | forged if isinstance(forged, dict) else forged
        kept = {name: value for name, value in head.items() if name not in ("kind", "format", "version", "checksum")}
        with pytest.raises(ModelFileError):
            load_bytes(pack(KIND, kept, arrays))


def test_labels_as_files_write_them():
    assert labels_of_text("a, b,,a") == ("a", "b")
    assert labels_of_text("1,2.0,x") == (1, 2, "x")
    assert labels_of_text(float("nan")) == labels_of_text("") == labels_of_text(None) == ()
    assert labels_of_text(np.float64(3)) == (3,)
