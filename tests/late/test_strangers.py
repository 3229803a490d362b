"""Delayed around models of other libraries, through the protocol of learners."""

import random
import runpy
from pathlib import Path

import pytest

import thresher as th
from thresher.late import OD1, OD3, Copies, Delayed, Fate, Immediate
from thresher.late.wrappers import Derandomized, MistakeDriven

pytest.importorskip("sklearn")
pytest.importorskip("river")
HERE = Path(__file__).resolve().parents[2] / "examples" / "late_labels.py"
EXAMPLE = runpy.run_path(str(HERE), run_name="example")


def sgd():
    from sklearn.linear_model import SGDClassifier

    return EXAMPLE["FromSklearn"](SGDClassifier(random_state=0), EXAMPLE["WORDS"])


def logistic():
    from river import linear_model

    return EXAMPLE["FromRiver"](linear_model.LogisticRegression())


STRANGERS = {"scikit-learn": sgd, "River": logistic}
ORDERS = {"Immediate": Immediate(), "OD1": OD1(), "OD3": OD3(horizon=30), "Copies": Copies(20)}


def test_the_example_runs(capsys):
    runpy.run_path(str(HERE), run_name="__main__")
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(EXAMPLE["models"]()) + 1
    assert said[-1].endswith("400 at most")


def in_order_of_labels(mails):
    ends = [(number + delay, number) for number, (_, _, delay) in enumerate(mails, 1)]
    return [mails[number - 1][:2] for _, number in sorted(ends)]


@pytest.mark.parametrize("name", STRANGERS)
def test_the_immediate_order_teaches_a_stranger_as_one_would_by_hand(name):
    late = EXAMPLE["sort_mail"](Delayed(STRANGERS[name](), Immediate()), count=60)
    by_hand = STRANGERS[name]()
    for x, y in in_order_of_labels(list(EXAMPLE["mail"](60, 1))):
        by_hand.learn_one(x, y)
    assert late.learner.examples == 60
    for x, _, _ in EXAMPLE["mail"](20, 2):
        assert late.learner.predict_one(x) == by_hand.predict_one(x)
    assert weights_of(late.learner) == weights_of(by_hand)


def weights_of(model):
    inner = model.classifier
    return dict(inner.weights) if hasattr(inner, "weights") else inner.coef_.tolist()


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", STRANGERS)
def test_every_order_asks_and_teaches_strangers(name, order):
    late = EXAMPLE["sort_mail"](Delayed(STRANGERS[name](), ORDERS[order]), count=80)
    assert (late.asked, late.answered, late.pending) == (80, 80, 0)
    assert late.mistakes < 40
    settled = sum(late.fates[fate] for fate in (Fate.LEARNED, Fate.SKIPPED, Fate.TOO_LATE))
    assert settled == 80 or order == "OD3"  # which learns one label before a question, and no more after the last


@pytest.mark.parametrize("name", STRANGERS)
def test_a_stranger_made_mistake_driven_loses_fewer_labels_to_od1(name):
    bare = EXAMPLE["sort_mail"](Delayed(STRANGERS[name](), OD1()), count=200)
    driven = EXAMPLE["sort_mail"](Delayed(MistakeDriven(STRANGERS[name]()), OD1()), count=200)
    assert driven.fates[Fate.SKIPPED] < bare.fates[Fate.SKIPPED]
    assert driven.learner.learner.examples == driven.learner.mistakes


def test_the_probabilities_of_a_stranger_are_used():
    model = Derandomized(logistic())
    rng = random.Random(1)
    for x, y, _ in EXAMPLE["mail"](40, rng.randrange(100)):
        probable = model.learner.predict_proba_one(x)[True] >= 0.5
        assert model.predict_one(x) is probable
        assert model.learn_one(x, y).mistake == (probable != y)


def test_a_stranger_can_t_be_saved_while_labels_are_out(tmp_path):
    with pytest.raises(th.ParameterError, match="own learners"):
        Delayed(sgd()).save(tmp_path / "late")
