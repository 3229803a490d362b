"""More classes than all could learn every example: those who compete do, the same through every door."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.errors import ModelFileError
from thresher.files import load_bytes, pack, unpack
from thresher.learners.writing import AUTO

CLASSES = 40  # more than the 32 that need no contest


def stream(rows=160, seed=0, columns=60, real=False, classes=CLASSES):
    """Each class has columns of its own beside those of all; classes turn up one after the other."""
    rng = np.random.default_rng(seed)
    y = np.minimum(rng.integers(0, classes, rows), np.arange(rows))
    X = (rng.random((rows, columns)) < 0.1) * (rng.integers(1, 5, (rows, columns)) / 4.0 if real else 1.0)
    X[np.arange(rows), y % columns] = 1.0
    X[np.arange(rows), (7 * y + 3) % columns] = 1.0
    return X, y


def as_dicts(X):
    return [{int(i): float(row[i]) for i in np.flatnonzero(row)} for row in X]


def named(X):
    return [{f"word {i}": value for i, value in x.items()} for x in as_dicts(X)]


def one_by_one(xs, y, weights=None):
    model = th.Auto()
    said = [
        model.learn_one(x, label, 1.0 if weights is None else weights[i]).prediction
        for i, (x, label) in enumerate(zip(xs, y, strict=True))
    ]
    return model, said


@tries(8)
@given(seed=st.integers(0, 1000), real=st.booleans())
def test_one_is_many_is_dict_is_matrix(seed, real):
    X, y = stream(seed=seed, real=real)
    one, said = one_by_one(as_dicts(X), y.tolist())
    assert one._native.contest() is not None
    for door in (X, sp.csr_matrix(X), as_dicts(X)):
        many = th.Auto()
        assert many.learn_many(door, y).tolist() == said
        assert many.to_bytes() == one.to_bytes()
        np.testing.assert_array_equal(many.scores(door), [list(one.scores_one(x).values()) for x in as_dicts(X)])
        assert many.predict_many(door).tolist() == [one.predict_one(x) for x in as_dicts(X)]


@tries(4)
@given(seed=st.integers(0, 1000))
def test_a_file_is_the_same(seed, tmp_path_factory):
    X, y = stream(seed=seed)
    one, said = one_by_one(as_dicts(X), y.tolist())
    path = tmp_path_factory.mktemp("file") / "rows.svm"
    path.write_text(
        "".join(
            f"{label} {' '.join(f'{i}:{value}' for i, value in x.items())}\n"
            for x, label in zip(as_dicts(X), y, strict=True)
        )
    )
    model = th.Auto()
    run = th.evaluate(path, model)
    assert run.mistakes == sum(a != b for a, b in zip(said, y.tolist(), strict=True))
    assert model.digest() == one.digest()


@tries(6)
@given(seed=st.integers(0, 1000), cut=st.integers(1, 159))
def test_saved_and_loaded_goes_on_as_if_never_saved(seed, cut, tmp_path_factory):
    X, y = stream(seed=seed)
    xs, y = named(X), [f"class {label}" for label in y]
    whole, _ = one_by_one(xs, y)
    first, _ = one_by_one(xs[:cut], y[:cut])
    path = tmp_path_factory.mktemp("saved") / "model"
    first.save(path)
    for resumed in (th.load(path), pickle.loads(pickle.dumps(first)), first.copy()):
        assert resumed == first
        for x, label in zip(xs[cut:], y[cut:], strict=True):
            resumed.learn_one(x, label)
        assert resumed.digest() == whole.digest()


@tries(6)
@given(seed=st.integers(0, 1000))
def test_order_of_attributes_does_not_matter(seed):
    X, y = stream(seed=seed, real=True)
    xs = named(X)
    turned = [dict(reversed(x.items())) for x in xs]
    assert one_by_one(xs, y.tolist())[0].to_bytes() == one_by_one(turned, y.tolist())[0].to_bytes()


def test_predicting_and_weight_zero_change_nothing_and_learning_says_what_predicting_says():
    X, y = stream(rows=200)
    model = th.Auto()
    for x, label in zip(as_dicts(X), y.tolist(), strict=True):
        before = model.predict_one(x)
        if model.examples > 150:
            saved = model.to_bytes()
            assert model.learn_one(x, label, 0.0).prediction == before
            model.predict_proba_many([x])
            assert model.to_bytes() == saved
        assert model.learn_one(x, label).prediction == before


def test_probabilities_are_shares_of_one_and_the_answer_has_the_largest():
    X, y = stream()
    model = th.Auto()
    model.learn_many(X, y)
    shares = model.predict_proba_many(X)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    assert (shares > 0).all()
    labels = np.array(model.labels)
    np.testing.assert_array_equal(labels[shares.argmax(axis=1)], model.predict_many(X))
    best = model.top_k(X[0], 3)
    assert [share for _, share in best] == sorted((share for _, share in best), reverse=True)


def test_up_to_thirty_two_classes_every_member_learns_every_example():
    X, y = stream(classes=32)
    model = th.Auto()
    model.learn_many(X, y)
    assert model._native.contest() is None
    assert min(model.member(label).examples for label in model.labels) >= len(y) - 2  # since the third label came
    X, y = stream(classes=33, rows=400)
    model.learn_many(X, y)
    assert model._native.contest() is not None
    assert model.member(0).examples < model.examples


@pytest.mark.filterwarnings("ignore::thresher.LabelWarning")  # its classes are numbers
def test_a_member_has_cells_for_its_own_attributes_alone():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 200, 2000)
    columns = np.stack([y, 200 + rng.integers(0, 4000, len(y))], axis=1)
    X = sp.csr_matrix((np.ones(columns.size), (np.repeat(np.arange(len(y)), 2), columns.ravel())))
    model = th.Auto()
    model.learn_many(X, y)
    late = model.classes[-1]
    assert len(model.member(late).weights()) < 200


@pytest.mark.filterwarnings("ignore::thresher.LabelWarning")  # its classes are numbers
def test_a_file_of_before_goes_on_with_what_its_members_know():
    X, y = stream(rows=400)
    model = th.Auto()
    model.learn_many(X, y)
    head, arrays = unpack(AUTO, model.to_bytes())
    before = {name: array for name, array in arrays.items() if not name.startswith("contest_")}
    old = load_bytes(pack(AUTO, head, before))
    assert old.examples == model.examples
    assert old._native.contest() is not None
    wrong = sum(old.learn_one(x, label).mistake for x, label in zip(as_dicts(X), y.tolist(), strict=True))
    assert wrong < len(y) / 2


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("contest_links", lambda a: a * np.float32("nan")),
        ("contest_link_classes", lambda a: a + np.uint32(1000)),
        ("contest_link_ends", lambda a: a[::-1].copy()),
        ("contest_totals", lambda a: a[:-1]),
        ("contest_mixture", lambda a: -a),
        ("contest_values", lambda a: a.astype("float64")),
        ("contest_numbers", lambda a: a[::-1].copy()),
    ],
)
def test_a_forged_contest_is_refused(name, change):
    X, y = stream()
    model = th.Auto()
    model.learn_many(X, y)
    head, arrays = unpack(AUTO, model.to_bytes())
    with pytest.raises(ModelFileError):
        load_bytes(pack(AUTO, head, dict(arrays) | {name: change(arrays[name])}))


def test_labels_that_come_at_once_teach_a_delayed_one_the_same():
    X, y = stream()
    late = th.Delayed(th.Auto())
    plain, _ = one_by_one(as_dicts(X)[:-1], y.tolist()[:-1])  # the last one waits
    for i, (x, label) in enumerate(zip(as_dicts(X), y.tolist(), strict=True)):
        late.ask(x, ticket=f"ticket {i}")
        late.label(f"ticket {i}", label)
    assert late.learner.digest() == plain.digest()
