"""Learners of others: nothing is promised of them, and tracking Winnow stands beside them."""

import numpy as np
import pytest

import thresher as th
from thresher import certify
from thresher.protocols import Outcome

BOOLEAN = [({"free", "now"}, True), ({"lunch", "now"}, False)] * 20


class Counted:
    """What the protocol asks for, and no more."""

    def __init__(self):
        self.examples = self.mistakes = self.updates = 0

    def answer(self, x):
        raise NotImplementedError

    def take(self, x, y):
        raise NotImplementedError

    def predict_one(self, x):
        return self.answer(x)

    def learn_one(self, x, y, weight=1.0):
        prediction = self.answer(x)
        self.take(x, y)
        self.examples += 1
        self.updates += 1
        self.mistakes += prediction != y
        return Outcome(prediction, y, prediction != y, True)


class Parrot(Counted):
    """Says what it was told last."""

    last = False

    def answer(self, x):
        return self.last

    def take(self, x, y):
        self.last = y


class OfRiver(Counted):
    """A River classifier."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def answer(self, x):
        return bool(self.model.predict_one(x))

    def take(self, x, y):
        self.model.learn_one(x, bool(y))


class OfSklearn(Counted):
    """A scikit-learn classifier with partial_fit, its columns hashed."""

    def __init__(self, model, width=64):
        super().__init__()
        self.model, self.width, self.begun = model, width, False

    def row(self, x):
        row = np.zeros((1, self.width))
        for attribute, value in x.items():
            row[0, sum(str(attribute).encode()) % self.width] += value
        return row

    def answer(self, x):
        return self.begun and bool(self.model.predict(self.row(x))[0])

    def take(self, x, y):
        self.model.partial_fit(self.row(x), [y], classes=[False, True])
        self.begun = True


def of_river():
    from river import linear_model

    return OfRiver(linear_model.LogisticRegression())


def of_sklearn():
    from sklearn.linear_model import SGDClassifier

    return OfSklearn(SGDClassifier(random_state=0))


@pytest.mark.parametrize("make", [Parrot, of_river, of_sklearn])
def test_it_is_counted_and_nothing_is_promised(make):
    alone, learner = make(), make()
    for x, y in BOOLEAN:
        alone.learn_one(dict.fromkeys(x, 1.0), y)
    certificate = certify(learner, BOOLEAN)
    assert (certificate.trials, certificate.mistakes, certificate.updates) == (40, alone.mistakes, alone.updates)
    assert learner.mistakes == alone.mistakes
    assert not certificate.lines
    assert certificate.reason == f"no bound is known for {type(learner).__name__}."
    assert certificate.shadow.holds
    assert certificate.shadow.attributes() == ["free"]


def test_what_it_learned_before_does_not_count():
    learner = Parrot()
    learner.learn_one({"a": 1}, True)
    assert certify(learner, BOOLEAN).trials == len(BOOLEAN)


def test_it_sees_values_of_any_sign_and_then_stands_alone():
    stream = [({"a": 3.0, "b": -2.0}, True), ({"a": -1.0}, False)] * 10
    certificate = certify(Parrot(), stream)
    assert certificate.trials == 20
    assert certificate.mistakes == 20
    assert certificate.shadow is None


def test_passes_and_no_shadow():
    certificate = certify(Parrot(), BOOLEAN, passes=3, shadow=False)
    assert certificate.trials == 120
    assert certificate.shadow is None


def test_a_learner_inside_scikit_learns_skin_is_one_of_ours():
    from thresher.sklearn import ThresherClassifier

    rng = np.random.default_rng(4)
    X = (rng.random((200, 12)) < 0.3).astype(float)
    y = (X[:, 3] + X[:, 7] > 0).astype(int)
    inside = ThresherClassifier(th.TrackingWinnow(2.0, 0.002), passes=1, shuffle=False).fit(X, y).learners_[0]
    certificate = certify(inside, (X, y))
    assert certificate.mistakes == inside.mistakes
    assert certificate.holds
    assert set(certificate.attributes()) == {3, 7}
