"""Masters take any labels: two or five, texts or numbers, and a new one in mid-stream, over everybody's learners."""

import random

import numpy as np
import pytest

import thresher as th
from tests.experts.panels import MASTERS
from thresher import experts

every_master = pytest.mark.parametrize("name", MASTERS)
WORDS = [f"w{i}" for i in range(30)]
FIVE = ["ant", "bee", "cat", "dog", 5]


def panel():
    """Experts of any number of labels, all with probabilities."""
    return [
        th.Auto(),
        th.Multiclass(th.Perceptron(probabilities=True)),
        th.Multiclass(th.AdaptiveWinnow(), "constraint"),
    ]


def stream(count, labels=FIVE, seed=1, late=None):
    """The first word of an example tells its label. late: the last label comes after so many only."""
    rng = random.Random(seed)
    for t in range(count):
        known = labels[:-1] if late is not None and t < late else labels
        y = rng.randrange(len(known))
        yield dict.fromkeys([WORDS[y], *rng.sample(WORDS[10:], 4)], 1.0), known[y]


def taught(master, rows):
    for x, y in rows:
        master.learn_one(x, y)
    return master


@every_master
def test_five_classes_just_work(name):
    master = taught(MASTERS[name](panel()), stream(150))
    assert master.labels == (5, "ant", "bee", "cat", "dog")
    assert master.positive is None
    assert all(standing.holds for standing in master.standings())
    right = sum(master.predict_one(x) == y for x, y in stream(50, seed=2))
    assert right > 40
    shares = master.predict_proba_one({"w0": 1.0})
    assert tuple(shares) == master.labels
    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) >= 0


@every_master
def test_a_new_class_in_mid_stream_joins(name):
    master = MASTERS[name](panel())
    for t, (x, y) in enumerate(stream(160, late=60)):
        if t == 60:
            assert 5 not in master.labels
        outcome = master.learn_one(x, y)
        assert outcome.label == y
        assert outcome.prediction is None or outcome.mistake == (outcome.prediction != y)
    assert 5 in master.labels
    assert all(standing.holds for standing in master.standings())
    assert master.predict_one({"w4": 1.0}) == 5


@every_master
def test_many_classes_are_saved_and_go_on(name, tmp_path):
    rows = list(stream(160, late=100))
    master = taught(MASTERS[name](panel()), rows[:80])
    master.save(tmp_path / "master.thresher")
    twin = th.load(tmp_path / "master.thresher")
    assert twin == master
    assert twin.labels == master.labels
    assert [twin.learn_one(x, y) for x, y in rows[80:]] == [master.learn_one(x, y) for x, y in rows[80:]]
    assert twin == master
    assert twin.standings() == master.standings()


@every_master
def test_rows_of_many_classes_are_learned_as_one_by_one(name):
    rows = list(stream(60, late=30))
    X = np.zeros((len(rows), len(WORDS)))
    for row, (x, _) in zip(X, rows, strict=True):
        row[[WORDS.index(word) for word in x]] = 1.0
    labels = [y for _, y in rows]
    at_once, one_by_one = MASTERS[name](panel()), MASTERS[name](panel())
    said = at_once.learn_many(X, labels)
    examples = [dict.fromkeys(np.flatnonzero(row).tolist(), 1.0) for row in X]
    each = [one_by_one.learn_one(x, y) for x, y in zip(examples, labels, strict=True)]
    assert said.tolist() == [outcome.prediction for outcome in each]
    assert at_once == one_by_one
    assert at_once.predict_many(X).tolist() == [one_by_one.predict_one(x) for x in examples]
    stated = at_once.predict_proba_many(X)
    assert stated.labels == at_once.labels
    assert stated.tolist() == [list(one_by_one.predict_proba_one(x).values()) for x in examples]


@every_master
def test_two_labels_in_words_are_found_on_the_way_and_the_third_is_refused_whole(name):
    """A learner of two labels is among the experts: it meets two."""
    master = MASTERS[name]([th.Auto(), th.AdaptiveWinnow(), th.Multiclass(th.Perceptron(probabilities=True))])
    taught(master, stream(60, ["yes", "no"]))
    assert (master.labels, master.positive) == (("no", "yes"), "yes")
    assert master.traits.labels == 2
    assert master.standing().holds
    before = master.to_bytes()
    assert th.load_bytes(before).to_bytes() == before
    with pytest.raises(
        th.InputError, match=r"'perhaps' is none of 'no', 'yes'. The expert AdaptiveWinnow\(\) learns two"
    ):
        master.learn_one({"w0": 1.0}, "perhaps")
    assert master.to_bytes() == before


def test_labels_whose_sides_no_name_tells_are_refused_whole_by_who_must_know_them():
    master = experts.Majority([th.Auto(), th.Perceptron()])
    before = master.to_bytes()
    with pytest.raises(th.InputError, match="which label is positive"):
        master.learn_one({"w0": 1.0}, "cat")
    assert master.to_bytes() == before
    assert not master.labels_are_settled
    master.expect_labels(["cat", "dog"])
    assert master.learners["Perceptron()"].labels_are_settled
    taught(master, stream(30, ["cat", "dog"]))
    assert master.labels == ("cat", "dog")
    at_once = experts.Majority([th.Auto(), th.Perceptron()])
    at_once.learn_many([x for x, _ in stream(30, ["cat", "dog"])], [y for _, y in stream(30, ["cat", "dog"])])
    assert at_once.labels == ("cat", "dog")


def test_labels_that_one_expert_was_made_for_are_those_of_all():
    master = experts.Majority([th.Perceptron(), th.Arow(labels=("good", "bad")), th.Auto()])
    assert (master.labels, master.positive) == (("good", "bad"), "bad")
    assert th.load_bytes(master.to_bytes()) == master
    assert taught(master, stream(40, ["good", "bad"])).standing().holds


@every_master
def test_the_order_of_the_rows_changes_no_meaning(name):
    rows = list(stream(60, ["ham", "spam"]))
    for order in (rows, rows[::-1], sorted(rows, key=lambda row: row[1]), sorted(rows, key=lambda row: row[1])[::-1]):
        master = taught(MASTERS[name]([th.Auto(), th.AdaptiveWinnow()]), order)
        assert (master.labels, master.positive) == (("ham", "spam"), "spam")
        assert list(master.predict_proba_one({"w0": 1.0})) == ["ham", "spam"]
        assert master.predict_proba_one({"w1": 1.0})["spam"] > 0.5


@pytest.mark.parametrize("labels", [[-1, 1], [0, 1], [False, True]])
@every_master
def test_numbers_that_mean_no_and_yes_come_out_as_false_and_true(name, labels):
    one = taught(
        MASTERS[name]([th.Auto(), th.AdaptiveWinnow(), th.Multiclass(th.AdaptiveWinnow())]), stream(60, labels)
    )
    other = MASTERS[name]([th.Auto(), th.AdaptiveWinnow(), th.Multiclass(th.AdaptiveWinnow())])
    taught(other, stream(60, [False, True]))
    assert one.labels == (False, True)
    assert (one.loss, one.mistakes, one.weights()) == (other.loss, other.mistakes, other.weights())
    assert type(one.predict_one({"w0": 1.0})) is bool


def test_masters_of_masters_take_many_classes_too():
    inner = experts.Mixture(panel(), share=0.01)
    outer = taught(experts.AbsoluteLoss({"mixture": inner, "vote": experts.Majority(panel())}), stream(80))
    assert outer.labels == inner.labels == (5, "ant", "bee", "cat", "dog")
    assert outer.standing().holds
    assert th.load_bytes(outer.to_bytes()) == outer


def test_nobody_has_an_answer_before_the_first_label():
    master = experts.Majority([th.Multiclass(th.Perceptron()), th.Multiclass(th.AdaptiveWinnow())])
    assert master.predict_one({"w0": 1.0}) is None
    outcome = master.learn_one({"w0": 1.0}, "ant")
    assert outcome.prediction is None
    assert not outcome.mistake
    assert (master.mistakes, master.loss) == (0, 1.0)  # in the bound no answer counts as wrong, of all of them
    assert master.expert_losses == dict.fromkeys(master.learners, 1.0)
    assert master.standing().holds
    assert master.predict_one({"w0": 1.0}) == "ant"


def test_who_has_no_answer_has_no_vote():
    """Two of three abstain for good: the third alone decides, and they are wrong every time."""
    silent = [th.Multiclass(th.Perceptron(), abstain_below=1e9) for _ in range(2)]
    for kind in (experts.Majority, experts.Floored, experts.FixedShare, experts.AbsoluteLoss):
        master = taught(kind([*(one.copy() for one in silent), th.Multiclass(th.Perceptron())]), stream(60))
        assert master.predict_one({"w0": 1.0}) == "ant"
        assert master.standing().holds
        lost = list(master.expert_losses.values())
        assert lost[0] == lost[1] == 60 > lost[2]


@pytest.mark.parametrize("kind", [experts.Majority, experts.AbsoluteLoss, experts.Mixture, experts.LogisticMixing])
def test_river_and_scikit_learn_take_many_classes(kind):
    linear = pytest.importorskip("sklearn.linear_model")
    tree = pytest.importorskip("river.tree")
    bayes = pytest.importorskip("river.naive_bayes")
    labels = ["ant", "bee", "cat"]
    sgd = experts.FromSklearn(linear.SGDClassifier(loss="log_loss", random_state=0), WORDS, labels)
    river = {"tree": tree.HoeffdingTreeClassifier(), "bayes": bayes.MultinomialNB()}
    master = taught(kind({"sgd": sgd, **river, "own": th.Auto()}), stream(60, labels))
    assert master.labels == tuple(labels)
    assert master.standing().holds
    assert sum(master.predict_one(x) == y for x, y in stream(20, labels, seed=3)) > 13
    fresh = type(master)(**master.get_params())
    assert [expert.examples for expert in fresh.learners.values()] == [0] * 4


def test_a_label_that_scikit_learn_was_not_told_of_is_refused_whole():
    linear = pytest.importorskip("sklearn.linear_model")
    auto = th.Auto()
    master = experts.Majority(
        {"auto": auto, "sgd": experts.FromSklearn(linear.SGDClassifier(), WORDS, ["ant", "bee", "cat"])}
    )
    taught(master, stream(20, ["ant", "bee"]))
    before = auto.to_bytes()
    with pytest.raises(th.InputError, match="all labels that will come"):
        master.learn_one({"w0": 1.0}, "dog")
    assert auto.to_bytes() == before
    assert master.learners["auto"] is auto
    assert master.examples == 20
    assert "dog" not in master.labels


ALONE = [name for name in MASTERS if not name.startswith("FixedShare") and "shared" not in name]  # no one to share with


@pytest.mark.parametrize("first", ["ham", "spam"])
@pytest.mark.parametrize("name", ALONE)
def test_what_is_said_before_the_first_label_is_judged_as_the_expert_judges_it(name, first):
    """One expert alone, so that nothing is left to excuse the master: it loses what the expert loses."""
    master = MASTERS[name]([th.Auto()])
    outcome = master.learn_one({"w0": 1.0}, first)
    alone = th.Auto().learn_one({"w0": 1.0}, first)
    assert outcome == (alone.prediction, first, alone.mistake, True)
    assert outcome.mistake == (first == "ham")  # a tie is a yes, and ham the other one
    taught(master, stream(20, ["ham", "spam"]))
    assert all(standing.holds for standing in master.standings())


def test_the_positive_label_may_be_named_for_one_of_the_experts():
    master = experts.Majority([th.Auto(), th.Perceptron(positive="ham"), th.Arow(positive="ham")])
    taught(master, stream(20, ["spam", "ham"]))
    assert (master.labels, master.positive) == (("spam", "ham"), "ham")
    assert th.load_bytes(master.to_bytes()).to_bytes() == master.to_bytes()


def test_experts_that_have_met_labels_bring_them_along():
    auto = th.Auto()
    for x, y in stream(20, ["ant", "bee", "cat"]):
        auto.learn_one(x, y)
    master = experts.Majority([auto, th.Auto()])
    assert master.labels == ("ant", "bee", "cat")
    with pytest.raises(th.ParameterError, match="the same labels"):
        experts.Majority([auto, th.Perceptron()])


def test_an_answer_longer_than_all_labels_comes_out_whole():
    class Knows:
        examples = mistakes = updates = 0

        def predict_one(self, x):
            return "elephant"

        def learn_one(self, x, y, weight=1.0):
            return th.Outcome("elephant", y, y != "elephant", False)

    master = experts.Majority([Knows()])
    master.learn_one({0: 1.0}, "ant")
    assert master.predict_many([[1.0], [2.0]]).tolist() == ["elephant", "elephant"]


def test_an_error_of_somebody_elses_model_leaves_nothing_half_learned():
    class Breaks(experts.FromRiver):
        def _teach(self, x, y, weight):
            raise ZeroDivisionError

    auto = th.Auto()
    master = experts.Majority([auto, Breaks(None)])
    master.learners["Breaks"].predict_one = lambda x: True
    before = auto.to_bytes()
    with pytest.raises(ZeroDivisionError):
        master.learn_many([[1.0], [0.0]], [True, False])
    assert auto.to_bytes() == before
    assert master.examples == 0


@every_master
def test_a_score_says_how_far_ahead_a_label_is(name):
    if "randomised" not in name:
        master = taught(MASTERS[name](panel()), stream(60))
        for x, _ in stream(10, seed=4):
            scores = master.scores_one(x)
            assert tuple(scores) == master.labels
            assert scores[master.predict_one(x)] == max(scores.values()) >= 0
            assert master.score_one(x, "cat") == scores["cat"]
    with pytest.raises(th.InputError, match="name one of the labels"):
        MASTERS[name](panel()).score_one({"w0": 1.0}, "cat")
    two = taught(MASTERS[name]([th.Auto(), th.AdaptiveWinnow()]), stream(40, ["no", "yes"]))
    probability = two.predict_proba_one({"w0": 1.0})["yes"]
    assert two.score_one({"w0": 1.0}) == pytest.approx(2 * probability - 1)
    assert two.score_one({"w0": 1.0}, "no") == -two.score_one({"w0": 1.0})


@pytest.mark.parametrize("name", ["Majority", "FixedShare on mistakes", "AbsoluteLoss", "Mixture", "LogisticMixing"])
def test_labels_of_many_classes_may_come_late(name):
    late, waiting = th.Delayed(MASTERS[name](panel())), []
    for x, y in stream(60, late=20):
        waiting.append((late.ask(x).ticket, y))
        if len(waiting) > 3:
            late.label(*waiting.pop(0))
    for ticket, y in waiting:
        late.label(ticket, y)
    late.apply()
    by_hand = taught(MASTERS[name](panel()), stream(60, late=20))
    assert late.learner == by_hand


@pytest.mark.parametrize("name", ["Majority", "AbsoluteLoss", "Mixture"])
def test_a_run_over_many_classes_counts_what_the_master_counts(name):
    run = th.evaluate(list(stream(60, late=20)), MASTERS[name](panel()))
    by_hand = taught(MASTERS[name](panel()), stream(60, late=20))
    assert run.progress.mistakes == by_hand.mistakes
