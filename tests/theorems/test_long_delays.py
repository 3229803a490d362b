"""J5: dual averaging that counts what is outstanding, on any stream with any delays; and what breaks its bound."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds import delayed_averaging_log_loss, delayed_averaging_log_loss_for_delay
from thresher.theory.reference import AdaptiveDual, AdaptiveRevision, DelayedAveraging, two_sinh
from thresher.theory.reference.late_rates import probability

NEVER = 10**9
SEEDS = st.integers(0, 2**32 - 1)


def log_loss(score, y):
    s = score if y else -score
    return math.log1p(math.exp(-s)) if s > -30 else -s


def played(model, stream, delays):
    """The log loss of what was said when it was asked; the label of question t comes before question t + delay."""
    due, total = {}, 0.0
    for t, (x, y) in enumerate(stream):
        for earlier in due.pop(t, ()):
            model.label(earlier, stream[earlier][1])
        total += log_loss(model.ask(t, x), y)
        due.setdefault(t + delays[t], []).append(t)
    return total


def drawn(coins, trials=60, n=4):
    """Real values, labels of a hidden rule with noise that may turn round on the way."""
    hidden = [coins.gauss(0, 2) for _ in range(n)]
    turn = coins.choice([trials, trials // 2])
    stream = []
    for t in range(trials):
        x = {i: coins.uniform(-1, 1) for i in range(n) if coins.random() < 0.6}
        sure = sum(hidden[i] * v for i, v in x.items()) * (1 if t < turn else -1)
        stream.append((x, coins.random() < probability(3 * sure)))
    return stream, hidden


def comparators(coins, stream, n=4):
    """Zero, a few at random, and one that was fitted in hindsight."""
    yield [0.0] * n
    for _ in range(3):
        yield [coins.gauss(0, 2) for _ in range(n)]
    u = [0.0] * n
    for _ in range(60):
        slope = [0.0] * n
        for x, y in stream:
            r = y - probability(sum(u[i] * v for i, v in x.items()))
            for i, v in x.items():
                slope[i] += r * v
        u = [a + 0.1 * b for a, b in zip(u, slope, strict=True)]
    yield u


def loss_of(u, stream):
    return sum(log_loss(sum(u[i] * v for i, v in x.items()), y) for x, y in stream)


@tries(40)
@given(seed=SEEDS, longest=st.sampled_from([1, 5, 40]), rate=st.sampled_from([0.1, 0.7, 3.0]), lost=st.booleans())
def test_log_loss_stays_below_the_bound_for_every_comparator(seed, longest, rate, lost):
    coins = random.Random(seed)
    stream, _ = drawn(coins)
    delays = [NEVER if lost and coins.random() < 0.2 else coins.randint(1, longest) for _ in stream]
    model = DelayedAveraging(rate=rate)
    total = played(model, stream, delays)
    spread = model.spreads()
    squares = {i: sum(x.get(i, 0.0) ** 2 for x, _ in stream) for i in spread}
    for u in comparators(coins, stream):
        known = {"best_loss": loss_of(u, stream), "rate": rate, "target": [u[i] for i in spread]}
        limit = delayed_averaging_log_loss(**known, spread=list(spread.values()))
        assert total <= limit + 1e-9
        if not lost:
            before = delayed_averaging_log_loss_for_delay(**known, squares=list(squares.values()), delay=longest)
            assert limit <= before + 1e-9


@tries(30)
@given(seed=SEEDS, longest=st.integers(1, 30))
def test_what_is_counted_is_every_pair_that_was_out_together(seed, longest):
    """Once all labels are in, C is the sum over pairs by brute force; and D was never below it on the way."""
    coins = random.Random(seed)
    stream, _ = drawn(coins, trials=40, n=2)
    delays = [coins.randint(1, longest) for _ in stream]
    model, stated = DelayedAveraging(rate=0.5), []
    due = {}
    for t, (x, _) in enumerate(stream):
        for earlier in due.pop(t, ()):
            model.label(earlier, stream[earlier][1])
        stated.append(probability(model.ask(t, x)))
        due.setdefault(t + delays[t], []).append(t)
    for t in sorted(due):
        for earlier in due[t]:
            model.label(earlier, stream[earlier][1])
    for i, sums in model.sums.items():
        g = [abs((y - p) * x.get(i, 0.0)) for (x, y), p in zip(stream, stated, strict=True)]
        together = [(s, t) for t in range(len(g)) for s in range(t) if s + delays[s] > t]
        exact = sum(v * v for v in g) + 2 * sum(g[s] * g[t] for s, t in together)
        assert sums.paid == pytest.approx(exact, abs=1e-9)
        assert sums.largest >= exact - 1e-9
        assert sums.out == pytest.approx(0, abs=1e-9)


@tries(20)
@given(seed=SEEDS)
def test_without_delay_revision_is_the_adaptive_rate_and_averaging_has_no_pairs(seed):
    coins = random.Random(seed)
    stream, _ = drawn(coins)
    plain, revised = (
        AdaptiveDual(link=two_sinh, rate=0.3, bias=True),
        AdaptiveRevision(rate=0.3, link=two_sinh, bias=True),
    )
    averaging, squares = DelayedAveraging(rate=0.3), {}
    for t, (x, y) in enumerate(stream):
        assert revised.ask(t, x) == pytest.approx(plain.score(x), rel=1e-9, abs=1e-9)
        stated = probability(averaging.ask(t, x))
        for i, v in x.items():
            assert averaging.sums[i].largest >= squares.get(i, 0.0) + v * v - 1e-12
            squares[i] = squares.get(i, 0.0) + ((y - stated) * v) ** 2
        plain.learn(x, y)
        revised.label(t, y)
        averaging.label(t, y)


# The tests above can fail.


class Rash(DelayedAveraging):
    """The rate knows only what has come, as AdaGrad's does."""

    def _asked(self, i, size):
        sums = self.sums.setdefault(i, type(self)._sums())
        sums.largest = max(sums.largest, sums.squares + size * size)
        return sums.sizes

    def _told(self, i, g, size, kept):
        self.sums[i].squares += g * g
        self.sums[i].come += g

    @staticmethod
    def _sums():
        from thresher.theory.reference.late_rates import Sums

        sums = Sums()
        sums.squares = 0.0
        return sums


def turning(blocks=20, length=40):
    """One attribute; labels turn over just when those of the last block have come."""
    return [({0: 1.0}, block % 2 == 0) for block in range(blocks) for _ in range(length)], [length] * (blocks * length)


def test_a_rate_that_knows_nothing_of_what_is_out_breaks_the_bound():
    stream, delays = turning()
    for make, holds in ((DelayedAveraging, True), (Rash, False)):
        model = make(rate=1.0)
        total = played(model, stream, delays)
        limit = delayed_averaging_log_loss(
            best_loss=loss_of([0.0], stream), rate=1.0, target=[0.0], spread=list(model.spreads().values())
        )
        assert (total <= limit) is holds


def test_a_delay_that_is_not_declared_breaks_the_bound():
    stream, delays = turning(blocks=2, length=600)
    model = DelayedAveraging(rate=1.0)
    total = played(model, stream, delays)
    known = {"best_loss": loss_of([0.0], stream), "rate": 1.0, "target": [0.0], "squares": [float(len(stream))]}
    assert total <= delayed_averaging_log_loss_for_delay(**known, delay=600)
    assert total > delayed_averaging_log_loss_for_delay(**known, delay=1)


def test_lists_that_do_not_belong_together_are_refused():
    with pytest.raises(ParameterError, match="every attribute has one of each: 2 of the target, 1"):
        delayed_averaging_log_loss(best_loss=1.0, rate=1.0, target=[1.0, 2.0], spread=[1.0])
