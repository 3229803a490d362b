"""F: special cases that must agree, what must hurt, and assumptions that are checked."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds.experts import majority as experts
from thresher.theory.bounds.experts import switches as expert_switches

SOME = tries(40)
DISCOUNTS = st.floats(0.01, 0.99)


@SOME
@given(n=st.integers(2, 99), b=DISCOUNTS, loss=st.integers(0, 50), trials=st.integers(1, 500))
def test_without_switches_and_share_a_sequence_is_one_expert(n, b, loss, trials):
    known = {"experts": n, "discount": b}
    one = experts.expert_majority_mistakes(**known, best_mistakes=loss)
    sequence = {"share": 0, "switches": 0, "loss": loss}
    assert expert_switches.fixed_share_mistakes(**known, **sequence, trials=trials) == pytest.approx(one)
    assert expert_switches.share_on_mistakes_mistakes(**known, **sequence) == pytest.approx(one)
    coin = experts.randomized_expert_majority_mistakes(**known, best_mistakes=loss)
    assert expert_switches.randomized_fixed_share_mistakes(**known, **sequence, trials=trials) == pytest.approx(coin)
    assert coin <= one  # a coin of the weights does better in expectation than their majority in the worst case


@SOME
@given(n=st.integers(2, 99), trials=st.integers(2, 300), share=st.floats(0.001, 0.99), data=st.data())
def test_no_share_has_a_shorter_code_than_the_best(n, trials, share, data):
    switches = data.draw(st.integers(0, trials - 1))
    known = {"experts": n, "switches": switches, "trials": trials}
    best = expert_switches.best_fixed_share_code(**known)
    assert best <= expert_switches.fixed_share_code(**known, share=share) + 1e-9


def test_log_loss_of_a_sequence_without_switches_is_that_of_the_bayes_mixture():
    one = experts.bayes_mixture_log_loss(experts=7, best_loss=3)
    known = {"share": 0, "switches": 0, "trials": 40, "loss": 3}
    assert expert_switches.fixed_share_loss(experts=7, scale=1, rate=1, **known) == pytest.approx(one)


def test_segments_add_up():
    known = {"experts": 9, "discount": 0.5, "least_share": 0.1}
    parts = [experts.floored_expert_majority_mistakes(**known, loss=m) for m in (0, 3, 5)]
    assert experts.floored_expert_majority_mistakes(**known, loss=8, segments=3) == pytest.approx(math.fsum(parts))


def test_more_experts_losses_switches_and_trials_hurt():
    known = {"experts": 9, "discount": 0.5, "share": 0.1, "switches": 3, "trials": 90, "loss": 5}
    for bound, words in (
        (expert_switches.fixed_share_mistakes, ("experts", "switches", "trials", "loss")),
        (expert_switches.share_on_mistakes_mistakes, ("experts", "switches", "loss")),
    ):
        given_ = {k: v for k, v in known.items() if k in words or k in ("discount", "share")}
        for word in words:
            assert bound(**given_ | {word: known[word] + 1}) > bound(**given_)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: experts.expert_majority_mistakes(experts=0, discount=0.5, best_mistakes=1), "experts"),
        (lambda: experts.expert_majority_mistakes(experts=2, discount=1, best_mistakes=1), "discount"),
        (lambda: experts.randomized_expert_majority_mistakes(experts=2, discount=0, best_mistakes=1), "discount"),
        (
            lambda: experts.floored_expert_majority_mistakes(experts=2, discount=0.5, least_share=0.5, loss=1),
            "least_share must be .* below 0.5",
        ),
        (lambda: experts.bayes_mixture_log_loss(experts=2, best_loss=-1), "best_loss"),
        (lambda: expert_switches.fixed_share_code(experts=1, switches=0, trials=9, share=0.1), "experts"),
        (lambda: expert_switches.fixed_share_code(experts=3, switches=9, trials=9, share=0.1), "8 switches at most"),
        (lambda: expert_switches.fixed_share_code(experts=3, switches=2, trials=9, share=0), "share must be above 0"),
        (
            lambda: expert_switches.share_on_mistakes_mistakes(experts=3, discount=0.5, share=0.25, switches=1, loss=0),
            r"share < \(1 - discount\)/2 = 0.25",
        ),
        (
            lambda: expert_switches.share_on_mistakes_mistakes(experts=3, discount=0.5, share=0, switches=1, loss=0),
            "share must be above 0",
        ),
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()
