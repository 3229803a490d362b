"""Late labels around any model: scikit-learn's SGDClassifier, a model of River, and one of Thresher's learners.

Mail is sorted when it arrives; whether it was spam is known later, and not in order. `Delayed` keeps what was asked and
teaches the answers when they come. A model of another library takes part behind a small adapter that keeps the protocol
of learners: predict_one, learn_one, and three counts.

    python examples/late_labels.py
"""

import random

import numpy as np
from river import linear_model
from sklearn.linear_model import SGDClassifier

from thresher import Outcome, TrackingWinnow
from thresher.late import OD1, Delayed, Immediate
from thresher.late.promises import promise
from thresher.late.wrappers import MistakeDriven

WORDS = ["free", "prize", "now", "lunch", "minutes", "project", "hello", "thanks"]


class FromSklearn:
    """A classifier with partial_fit as a learner of yes or no."""

    def __init__(self, classifier, words):
        self.classifier, self.words = classifier, words
        self.examples = self.mistakes = self.updates = 0

    def predict_one(self, x):
        return bool(self.examples and self.classifier.predict(self._row(x))[0])

    def learn_one(self, x, y, weight=1.0):
        said = self.predict_one(x)
        self.classifier.partial_fit(self._row(x), [bool(y)], classes=[False, True], sample_weight=[weight])
        self.examples, self.mistakes, self.updates = self.examples + 1, self.mistakes + (said != y), self.updates + 1
        return Outcome(said, y, said != y, True)

    def _row(self, x):
        return np.array([[x.get(word, 0.0) for word in self.words]])


class FromRiver:
    """A classifier of River as a learner of yes or no."""

    def __init__(self, classifier):
        self.classifier = classifier
        self.examples = self.mistakes = self.updates = 0

    def predict_one(self, x):
        return bool(self.classifier.predict_one(x))

    def predict_proba_one(self, x):
        return self.classifier.predict_proba_one(x)

    def learn_one(self, x, y, weight=1.0):
        said = self.predict_one(x)
        self.classifier.learn_one(x, y, w=weight)
        self.examples, self.mistakes, self.updates = self.examples + 1, self.mistakes + (said != y), self.updates + 1
        return Outcome(said, y, said != y, True)


def mail(count, seed):
    """(words, is spam, how many mails later that is known)."""
    rng = random.Random(seed)
    for _ in range(count):
        words = rng.sample(WORDS, 3)
        yield dict.fromkeys(words, 1.0), bool({"free", "prize"} & set(words)), rng.randint(1, 20)


def sort_mail(late, count=500, seed=1):
    """Asks about every mail when it comes, and tells each answer when it is known."""
    answers = {}
    for now, (words, is_spam, delay) in enumerate(mail(count, seed), 1):
        for ticket, answer in answers.pop(now, []):
            late.label(ticket, answer)
        question = late.ask(words)
        answers.setdefault(now + delay, []).append((question.ticket, is_spam))
    for due in sorted(answers):
        for ticket, answer in answers[due]:
            late.label(ticket, answer)
        late.apply()
    return late


def models():
    """Each in an order; MistakeDriven makes OD1 keep the labels of a model that changes with every example."""
    return {
        "tracking Winnow, immediate order": Delayed(TrackingWinnow(), Immediate()),
        "tracking Winnow, OD1": Delayed(TrackingWinnow(), OD1()),
        "SGDClassifier, immediate order": Delayed(FromSklearn(SGDClassifier(random_state=0), WORDS), Immediate()),
        "SGDClassifier, OD1": Delayed(FromSklearn(SGDClassifier(random_state=0), WORDS), OD1()),
        "SGDClassifier, mistake-driven, OD1": Delayed(
            MistakeDriven(FromSklearn(SGDClassifier(random_state=0), WORDS)), OD1()
        ),
        "River's logistic regression": Delayed(FromRiver(linear_model.LogisticRegression()), Immediate()),
    }


def main():
    for name, late in models().items():
        sort_mail(late)
        print(f"{name}: {late.mistakes} mistakes in {late.asked}; labels it was taught: {late.learner.examples}")
    made = promise((TrackingWinnow(), OD1()), mistakes=20, longest_delay=20)
    print(f"OD1 around a learner that makes 20 mistakes at most, labels at most 20 late: {made.value:g} at most")


if __name__ == "__main__":
    main()
