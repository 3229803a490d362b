"""J1, J2: learners that ask for few labels make no more mistakes in expectation than the bounds say; what breaks it.

Each run also obeys what the proofs say before the expectation is taken, coins or no coins: over the asked mistakes, the
sum of width + distance is at most what the comparator pays. The opponents see the learner's weights, and not its coins.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import in_ball, in_box, size, weights_of
from tests.theorems.playing import SEEDS, Ledger, thresholded
from thresher.late import LabelStatus
from thresher.theory import bounds

COINS = 12
HARD = tries(25)
N = 10


def asked(model, x, y):
    """One trial: whether it was a mistake, and for an asked one what width + distance was in widths, else 0."""
    question = model.ask(x)
    wrong = question.label != y
    if question.wants_label:
        model.label(question.ticket, y)
    return wrong, 1 / question.chance if wrong and question.wants_label else 0.0


def within(mistakes, limits):
    """Whether the mean of runs is at most that of their bounds, as far as so many runs can tell."""
    spare = np.array(limits) - np.array(mistakes)
    return spare.mean() >= -3 * spare.std() / math.sqrt(len(spare))


def against(find, model, trials, rng):
    """An opponent's examples, some near the boundary and some far on the wrong side: mistakes, and what was paid."""
    total, paid = 0, 0.0
    for _ in range(trials):
        v = find(model)
        if v is None:
            break
        y = bool(rng.random() < 0.5)
        wrong, price = asked(model, dict(enumerate((v if y else -v).tolist())), y)
        total += wrong
        paid += price
    return total, paid


@HARD
@given(seed=SEEDS, n=st.integers(3, 7), share=st.floats(0.2, 0.9), p=st.sampled_from([2, 3, 6]), k=st.floats(0.2, 2))
def test_perceptrons(seed, n, share, p, k):
    """E6 and E8 at the width of k = 1, and J1 at any."""
    rng = np.random.default_rng(seed)
    u, longest = rng.normal(size=n) + 0.01, 1.7
    q = p / (p - 1)
    known = {"target_norm": size(u, q), "instance_norm": longest, "separation": share * size(u, q) * longest}
    width = k * (p - 1) * longest**2 / 2
    limit = bounds.asking_p_norm_mistakes(p=p, width=width, **known)
    c = (width + (p - 1) * longest**2 / 2) / known["separation"]
    mistakes = []
    for coins in range(COINS):
        learner = th.PNormPerceptron(p) if p > 2 else th.Perceptron(rate=0.5)
        model = th.Asking(learner, norm=longest, eagerness=k, seed=coins)
        far = float(rng.choice([0.0, 0.3, 1.0]))

        def find(model, far=far):
            w = weights_of(model.learner, n)
            return in_ball(rng, w, u, known["separation"], p, longest, level=-far * rng.random() * size(w, 2))

        total, paid = against(find, model, 60, rng)
        assert width * paid <= c**2 * known["target_norm"] ** 2 / 2 * (1 + 1e-9)
        mistakes.append(total)
    assert within(mistakes, [limit] * COINS)
    if k == 1:
        assert limit == pytest.approx(bounds.p_norm_mistakes(p=p, **known))


@HARD
@given(seed=SEEDS, n=st.integers(3, 7), share=st.floats(0.2, 0.9), given_away=st.floats(0.0, 1.0))
def test_labels_that_nobody_asked_for_do_no_harm(seed, n, share, given_away):
    """J1: what is learned more has terms that are positive, whichever labels somebody chooses to tell."""
    rng = np.random.default_rng(seed)
    u, longest = rng.normal(size=n) + 0.01, 1.7
    known = {"target_norm": size(u, 2), "instance_norm": longest, "separation": share * size(u, 2) * longest}
    width = longest**2 / 2
    c = 2 * width / known["separation"]
    mistakes = []
    for coins in range(COINS):
        model = th.Asking(th.Perceptron(), norm=longest, unasked="keep", seed=coins)
        total, paid = 0, 0.0
        for _ in range(60):
            w = weights_of(model.learner, n)
            v = in_ball(rng, w, u, known["separation"], 2, longest, level=-0.3 * rng.random() * size(w, 2))
            if v is None:
                break
            y = bool(rng.random() < 0.5)
            question = model.ask(dict(enumerate((v if y else -v).tolist())))
            told = question.wants_label or rng.random() < given_away
            wrong = question.label != y
            if told:
                assert model.label(question.ticket, y) is LabelStatus.WAITING
            total += wrong
            paid += width / question.chance if wrong and told else 0.0
        assert paid <= c**2 * known["target_norm"] ** 2 / 2 * (1 + 1e-9)
        mistakes.append(total)
    assert within(mistakes, [bounds.asking_perceptron_mistakes(width=width, **known)] * COINS)


@HARD
@given(seed=SEEDS, n=st.integers(3, 7), share=st.floats(0.2, 0.9), signed=st.booleans(), k=st.floats(0.3, 2))
def test_multiplicative_learners(seed, n, share, signed, k):
    """E5 and E7 where the width is that of the theorem or more."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=n) + 0.01 if signed else rng.random(n) + 0.01
    u /= np.abs(u).sum()
    separation, largest = share, 1.0
    rate = separation / largest**2 * 0.8
    known = {"target": u.tolist(), "n": n, "rate": rate, "separation": separation, "largest_value": largest}
    bound = bounds.asking_balanced_winnow_mistakes if signed else bounds.asking_weighted_majority_mistakes
    mistakes = []
    for coins in range(COINS):
        learner = th.BalancedWinnow(math.exp(rate)) if signed else th.WeightedMajority(rate)
        model = th.Asking(learner, norm=largest, n=n, eagerness=k, seed=coins)
        far = float(rng.choice([0.0, 0.3, 1.0]))

        def find(model, far=far):
            w = np.array([model.learner.weight(i) if signed else model.learner.weights().get(i, 1.0) for i in range(n)])
            return in_box(rng, w, u, separation, largest, level=-far * rng.random() * np.abs(w).sum() * 0.3)

        total, _ = against(find, model, 60, rng)
        mistakes.append(total)
    assert model.theorem == "J1"
    assert within(mistakes, [bound(width=k * rate * largest**2 / 2, **known)] * COINS)


@HARD
@given(
    seed=SEEDS,
    separation=st.sampled_from([0.25, 0.5, 1.0]),
    values=st.sampled_from([(1.0,), (0.25, 0.5, 0.75, 1.0)]),
    wrong=st.sampled_from([0.0, 0.1]),
    k=st.sampled_from([0.3, 1.0]),
    known_norm=st.booleans(),
)
def test_tracking_winnow_on_targets_that_move(seed, separation, values, wrong, k, known_norm):
    """J2: A4, with shifts and noise; also where the norm is the largest so far."""
    rng = np.random.default_rng(seed)
    mistakes, limits = [], []
    for coins in range(COINS):
        learner = th.TrackingWinnow.for_separation(separation, norm=N)
        model = th.Asking(learner, norm=N if known_norm else None, eagerness=k, seed=coins)
        ledger, of_asked, total, paid = Ledger(N, separation), Ledger(N, separation), 0, 0.0
        for _ in range(3):
            u = rng.random(N) * (rng.random(N) < 0.5) * 3.0
            ledger.move(u)
            of_asked.move(u)
            draw = thresholded(ledger.weights, separation, values, wrong)
            for _ in range(60):
                x, y = min((draw(rng) for _ in range(5)), key=lambda one: model.predict_one(one[0]) == one[1])
                mistake, price = asked(model, x, y)
                if mistake:
                    ledger.note(x, y)
                if price:
                    of_asked.note(x, y)
                total += mistake
                paid += price
        known = {"promotion": 1 + separation, "floor": learner.floor, "norm": N, "separation": separation}
        known["smallest_value"] = min(values)
        g = 1 / bounds.tracking_winnow.mistakes_per_cost(
            **{name: known[name] for name in ("promotion", "floor", "norm", "separation")}
        )
        pays = g * bounds.tracking_winnow_mistakes(**known, total_rise=of_asked.rise, noise=of_asked.noise)
        if known_norm and k == 1:
            assert g * paid <= pays * (1 + 1e-9)
        mistakes.append(total)
        limits.append(
            bounds.asking_tracking_winnow_mistakes(**known, total_rise=ledger.rise, noise=ledger.noise, eagerness=k)
        )
    assert within(mistakes, limits)


@HARD
@given(seed=SEEDS, share=st.sampled_from([0.1, 0.3]))
def test_a_limit_weighs_mistakes_by_what_is_left_of_the_width(seed, share):
    """J1 where the eagerness falls and labels may not be asked for: sum of (width then)/width over mistakes."""
    rng = np.random.default_rng(seed)
    u, longest, n = rng.normal(size=5) + 0.01, 1.0, 5
    known = {"target_norm": size(u, 2), "instance_norm": longest, "separation": 0.4 * size(u, 2)}
    limit = bounds.asking_perceptron_mistakes(width=longest**2 / 2, **known)
    weighted = []
    for coins in range(COINS):
        model = th.Asking(th.Perceptron(), norm=longest, at_most=share, seed=coins)
        total = 0.0
        for _ in range(150):
            w = weights_of(model.learner, n)
            v = in_ball(rng, w, u, known["separation"], 2, longest, level=-rng.random() * size(w, 2))
            if v is None:
                break
            left = model._share.eagerness if model._share.allows(model.wanted, model.asked + 1) else 0.0
            y = bool(rng.random() < 0.5)
            wrong, _ = asked(model, dict(enumerate((v if y else -v).tolist())), y)
            total += left * wrong
            assert model.wanted <= share * model.asked
        weighted.append(total)
    assert within(weighted, [limit] * COINS)


def test_asking_less_than_the_width_breaks_it():
    """At a millionth of the width the same example is got wrong for ever; the bound of that width is as large."""
    model = th.Asking(th.Perceptron(), norm=2.0, eagerness=1e-6)
    mistakes = 0
    first, _ = asked(model, {"a": 1.0}, False)  # the other way round: w = -1 on a
    assert first
    for _ in range(100):
        wrong, _ = asked(model, {"a": 1.0, "c": 1.0}, True)
        mistakes += wrong
    known = {"instance_norm": 2.0, "separation": 1.0, "target_norm": math.hypot(1, 2)}  # u = -1 on a, 2 on c
    assert 100 == mistakes > bounds.asking_perceptron_mistakes(width=2.0, **known)
    assert mistakes <= bounds.asking_perceptron_mistakes(width=2.0 * 1e-6, **known)


def test_tracking_winnow_that_hardly_asks_breaks_it():
    model = th.Asking(th.TrackingWinnow(floor=0.001), norm=2, eagerness=1e-6)
    mistakes = sum(asked(model, {"a": 1.0, "b": 1.0}, True)[0] for _ in range(300))
    known = {"promotion": 2.0, "floor": 0.001, "norm": 2, "separation": 1.0, "total_rise": 2.0}
    assert mistakes == 300 > bounds.asking_tracking_winnow_mistakes(**known)
