"""E5, E7: special cases that agree, what must hurt, and what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theory.bounds.known_ceg import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import balanced_winnow_mistakes, weighted_majority_mistakes

BOTH = pytest.mark.parametrize("bound", [weighted_majority_mistakes, balanced_winnow_mistakes], ids=["E5", "E7"])
SIMPLE = {"target": [1.0, 2.0], "n": 8, "rate": 0.1, "separation": 1.0, "largest_value": 1.0}


@tries(25)
@given(known=st.sampled_from(KNOWN["weighted_majority_mistakes"]), factor=st.floats(0.1, 1.9))
def test_the_papers_rate_gives_the_papers_bound_and_is_the_best_one(known, factor):
    total, delta, s = sum(known["target"]), known["separation"], known["largest_value"]
    shares = [w / total for w in known["target"] if w]
    entropy = math.log(known["n"]) + sum(w * math.log(w) for w in shares)
    known = known | {"rate": delta / (total * s**2), "noise": 0.0}
    best = weighted_majority_mistakes(**known)
    assert best == pytest.approx(2 * total**2 * s**2 * entropy / delta**2)
    assert weighted_majority_mistakes(**known | {"rate": known["rate"] * factor}) >= best * (1 - 1e-9)


@tries(25)
@given(known=st.sampled_from(KNOWN["balanced_winnow_mistakes"]))
def test_balanced_winnow_is_weighted_majority_on_doubled_attributes(known):
    doubled = known | {"target": [abs(w) for w in known["target"]], "n": 2 * known["n"]}
    assert balanced_winnow_mistakes(**known) == pytest.approx(weighted_majority_mistakes(**doubled))


@BOTH
def test_weights_of_zero_say_nothing(bound):
    assert bound(**SIMPLE) == bound(**SIMPLE | {"target": [0.0, 1.0, 0.0, 2.0]})


@BOTH
def test_noise_and_attributes_cost_more(bound):
    by_noise = [bound(**SIMPLE, noise=noise) for noise in (0, 0.1, 5)]
    by_n = [bound(**SIMPLE | {"n": n}) for n in (2, 8, 1000)]
    assert by_noise == sorted(set(by_noise))
    assert by_n == sorted(set(by_n))


@BOTH
@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"rate": 1.0}, "rate must be a number above 0 and below 0.666667"),
        ({"target": []}, "needs a target with a weight that is not 0"),
        ({"target": [0.0]}, "needs a target with a weight that is not 0"),
        ({"n": 1}, "is about n = 1 attributes; the target has 2 nonzero weights"),
        ({"separation": 0}, "separation must be"),
        ({"noise": -1}, "noise must be"),
    ],
    ids=["rate", "no target", "zero target", "n", "separation", "noise"],
)
def test_a_violated_assumption_is_an_error_that_says_which(bound, change, match):
    with pytest.raises(ParameterError, match=match):
        bound(**SIMPLE | change)


def test_only_balanced_winnow_takes_negative_weights():
    with pytest.raises(ParameterError, match="target weight must be a number of at least 0"):
        weighted_majority_mistakes(**SIMPLE | {"target": [1.0, -2.0]})
    assert balanced_winnow_mistakes(**SIMPLE | {"target": [1.0, -2.0]}) == balanced_winnow_mistakes(**SIMPLE)
