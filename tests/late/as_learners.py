"""Between two worlds: a rule of the reference as a learner, a learner as a rule, Delayed in the reference's loop."""

from thresher._core import coin
from thresher.protocols import Outcome
from thresher.theory.reference.delay import Basic
from thresher.theory.reference.delay import Delayed as InTheLoop


class AsLearner:
    """A rule (start, predict, update) over points 0, 1, .. that keeps the protocol of learners. Point i is {i: 1}."""

    tells_changes = True

    def __init__(self, basic, seed=0, randomized=False):
        self.basic, self.state, self.seed, self.randomized = basic, basic.start, seed, randomized
        self.examples = self.mistakes = self.updates = 0
        self.changes = 0  # those that count for OD1: the state changed, or the prediction was not certain

    def _distribution(self, x):
        (point,) = x
        return self.basic.predict(self.state, point)

    def predict_proba_one(self, x):
        predicted = self._distribution(x)
        return {bool(label): predicted.get(label, 0.0) for label in (0, 1)}

    def predict_one(self, x):
        return coin(self.seed, self.examples) < self.predict_proba_one(x)[True]

    def learn_one(self, x, y, weight=1.0):
        said, predicted, label = self.predict_one(x), self._distribution(x), int(y)
        (point,) = x
        self.state, changed = self.basic.update(self.state, point, label, predicted)
        uncertain = predicted.get(label, 0.0) != 1
        self.examples += 1
        self.mistakes += said != y
        self.updates += changed
        self.changes += changed or uncertain
        return Outcome(said, y, said != y, changed or uncertain)


class AsBasic(Basic):
    """A learner as a rule: its states are copies of it."""

    def __init__(self, learner):
        self.start = learner

    def predict(self, state, x):
        if getattr(state, "randomized", False):
            return {int(label): chance for label, chance in state.predict_proba_one(x).items()}
        return {int(state.predict_one(x)): 1.0}

    def update(self, state, x, y, predicted):
        after = state.copy()
        return after, after.learn_one(x, bool(y)).updated


class InLoop(InTheLoop):
    """A `thresher.late.Delayed` in the loop of D1. Keeps what it said, and when OD1's last change was."""

    def __init__(self, late):
        self.late = late
        self.last = []
        self.untaught = False

    def labels(self, arrived):
        if self.untaught:  # after the last trial labels still come at different times
            self.late.apply()
        self.untaught = True
        for a, y in arrived:
            self.late.label(a, bool(y))

    def trial(self, x):
        self.untaught = False
        said = self.late.ask({x: 1.0} if isinstance(x, int) else x).prediction
        self.last.append(getattr(self.late.keeper, "_last", 0))
        return {int(said): 1.0}
