"""A wrong parameter is refused with what was wrong, and what to do."""

import pytest

import thresher as th
from tests.experts.panels import learners
from thresher import experts


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: experts.Majority([]), "an expert at least"),
        (lambda: experts.Majority(3), "a list of learners"),
        (lambda: experts.Majority("perceptron"), "a list of learners"),
        (lambda: experts.Majority({1: th.Perceptron()}), "names of experts must be texts"),
        (lambda: experts.Majority([th.Perceptron()] * 2), "twice"),
        (lambda: experts.Majority([3]), "an expert is a learner"),
        (lambda: experts.Majority(learners(), 1), "discount"),
        (lambda: experts.Majority(learners(), 0.5, randomized=True, on_mistakes=True), "no bound together"),
        (lambda: experts.Majority(learners(), randomized=1), "randomized must be True or False"),
        (lambda: experts.Majority([th.Arow(labels=("a", "c")), th.Perceptron(labels=("a", "b"))]), "the same labels"),
        (lambda: experts.Floored(learners(), floor=0.5), "floor"),
        (lambda: experts.FixedShare(learners(), share=0), "share"),
        (lambda: experts.FixedShare([th.Perceptron()]), "two experts at least"),
        (lambda: experts.FixedShare(learners(), 0.5, 0.25, on_mistakes=True), r"\(1 - discount\)/2 = 0.25"),
        (lambda: experts.FixedShare(learners(), most_switches=-1), "most_switches"),
        (lambda: experts.AbsoluteLoss(learners(), prediction="median"), "prediction"),
        (lambda: experts.AbsoluteLoss([th.Perceptron()], share=0.1), "two experts at least"),
        (lambda: experts.Mixture([th.Perceptron()]), "probabilities=True"),
        (lambda: experts.Mixture(learners(), clip=0), "clip"),
        (lambda: experts.Mixture(learners(), share=1), "share"),
        (lambda: experts.PastPosteriors(learners(), 0), "share"),
        (lambda: experts.PastPosteriors(learners(), past="future"), "past"),
        (lambda: experts.PastPosteriors(learners(), horizon=1), "horizon"),
        (lambda: experts.LogisticMixing(learners(), 0), "rate"),
        (lambda: experts.LogisticMixing(learners(), radius=0.5), "radius"),
        (lambda: experts.LogisticMixing(learners(), radius=2).bound(1, 3), "distance"),
    ],
)
def test_what_can_t_be_is_refused(make, match):
    with pytest.raises(th.ParameterError, match=match):
        make()


def test_one_expert_is_enough_where_nothing_is_shared():
    for kind in (experts.Majority, experts.Floored, experts.AbsoluteLoss, experts.Mixture, experts.LogisticMixing):
        master = kind([th.AdaptiveWinnow()])
        for t in range(20):
            master.learn_one({"a": 1.0}, t % 3 > 0)
        assert master.standing().holds
    master = experts.PastPosteriors([th.AdaptiveWinnow()])
    master.learn_one({"a": 1.0}, True)
    assert master.standing().holds


def test_experts_of_the_same_kind_have_names_of_their_own():
    master = experts.Majority([th.Perceptron(), th.Perceptron(), th.TrackingWinnow(), th.Perceptron()])
    assert list(master.learners) == ["Perceptron()", "Perceptron() #2", "TrackingWinnow()", "Perceptron() #3"]


def test_a_horizon_that_has_passed_has_no_bound():
    master = experts.PastPosteriors([th.AdaptiveWinnow(), th.AdaptiveWinnow(rate=0.1)], horizon=4)
    for _ in range(6):
        master.learn_one({"a": 1.0}, True)
    with pytest.raises(th.ParameterError, match="longer horizon"):
        master.standing()
