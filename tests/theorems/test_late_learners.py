"""Late labels around real learners: Delayed in every order keeps what `promise` says of it; broken, it does not."""

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.late.as_learners import AsLearner, InLoop
from thresher.late import OD1, OD3, Copies, Delayed, Immediate
from thresher.late.promises import promise
from thresher.late.simulate.distributions import PlantedDistribution
from thresher.late.wrappers import Derandomized, MistakeDriven
from thresher.theory.bounds import swin_mistakes, tracking_winnow_mistakes
from thresher.theory.concepts import Functions, Halving

from .late_labels import LastLabel, counts, mistakes_of, most_mistakes, most_outstanding, random_case
from .test_delay import learner_that_changes_when_it_is_right

SEEDS = st.integers(0, 2**32 - 1)
FEW = tries(25)
ROUNDING = 1e-9
COLUMNS = 10
WINNOW = {"promotion": 1.5, "floor": 0.02}
SWIN = {"n": COLUMNS, "promotion": 1.5, "floor_share": 0.1}


class Stream:
    """Disjunctions of two literals that are replaced now and then, and late labels: (x, y) pairs, concepts, delays."""

    def __init__(self, seed, segments=3, longest=6, never=0.0, length=40):
        rng = random.Random(seed)
        self.sequence, self.concepts, self.delays = [], [], []
        for _ in range(segments):
            literals = frozenset(rng.sample(range(COLUMNS), 2))
            for _ in range(length):
                x = frozenset(i for i in range(COLUMNS) if rng.random() < 0.25)
                self.sequence.append((x, int(bool(x & literals))))
                self.concepts.append(literals)
        k = rng.randint(1, longest)
        spread = rng.choice(["constant", "any", "few"])
        for _ in self.sequence:
            late = {"constant": k, "any": rng.randint(1, k), "few": k if rng.random() < 0.1 else 1}[spread]
            self.delays.append(math.inf if rng.random() < never else late)

    def in_order_of_labels(self):
        """The concepts, in the order in which labels come; what never comes last."""
        return [self.concepts[a] for a in sorted(range(len(self.delays)), key=lambda a: (a + self.delays[a], a))]


def switched(concepts):
    """Literals switched on, and off."""
    pairs = list(zip([frozenset(), *concepts], concepts, strict=False))
    return sum(len(after - before) for before, after in pairs), sum(len(before - after) for before, after in pairs)


def of_winnow(concepts):
    """A4, for this order of the concepts and all its subsequences: skipping can only save a rise."""
    on, _ = switched(concepts)
    return tracking_winnow_mistakes(**WINNOW, separation=1.0, norm=COLUMNS, total_rise=2.0 * on)


def of_swin(concepts, randomized):
    """B6, in expected mistakes for the randomised one."""
    on, off = switched(concepts)
    return swin_mistakes(**SWIN, randomized=randomized, literals_on=on, literals_off=off)


def made_by(late, stream):
    mistakes = mistakes_of(InLoop(late), stream.sequence, stream.delays)
    if max(stream.delays) < math.inf:
        assert mistakes == late.mistakes
    return mistakes


@FEW
@given(seed=SEEDS, never=st.sampled_from([0.0, 0.05]))
def test_od1_around_tracking_winnow(seed, never):
    """D4: F(D, Mist(B)), and k Mist(B)."""
    stream = Stream(seed, never=never)
    late = Delayed(th.TrackingWinnow(**WINNOW), OD1())
    most, mistakes = of_winnow(stream.concepts), made_by(late, stream)
    assert mistakes <= promise(late, mistakes=most, delays=counts(stream.delays)).value
    if not never:
        assert mistakes <= promise(late, mistakes=most, longest_delay=max(stream.delays)).value


@FEW
@given(seed=SEEDS, never=st.sampled_from([0.0, 0.05]))
def test_the_immediate_order_around_tracking_winnow(seed, never):
    """D6a: the concepts are counted in the order of their labels."""
    stream = Stream(seed, never=never)
    late = Delayed(th.TrackingWinnow(**WINNOW))
    mistakes, most = made_by(late, stream), of_winnow(stream.in_order_of_labels())
    outstanding = most_outstanding(stream.delays)
    assert mistakes <= promise(late, mistakes=most, outstanding=outstanding).value
    assert mistakes <= promise(late, mistakes=most, delays=counts(stream.delays)).value


@FEW
@given(seed=SEEDS, randomized=st.booleans())
def test_copies_of_swin(seed, randomized):
    """D6b. For the randomised one in the mean of its coins: their expected mistakes, summed over the copies."""
    stream = Stream(seed)
    outstanding = most_outstanding(stream.delays)
    late = Delayed(th.Swin(**SWIN, randomized=randomized), Copies(outstanding + 1))
    mistakes = made_by(late, stream)
    late.apply()
    if randomized:
        mistakes = sum(copy.expected_mistakes for copy in late.keeper.copies)
    most = of_swin(stream.concepts, randomized)
    assert mistakes <= promise(late, mistakes=most, outstanding=outstanding).value


@FEW
@given(seed=SEEDS)
def test_od1_around_md_around_dr_around_randomised_swin(seed):
    """Theorem 2 (D5): 2 k E Mist(B)."""
    stream = Stream(seed)
    late = Delayed(MistakeDriven(Derandomized(th.Swin(**SWIN, randomized=True))), OD1())
    made = promise(late, mistakes=of_swin(stream.concepts, True), longest_delay=max(stream.delays))
    assert made.theorem.entry == "D5"
    assert made_by(late, stream) <= made.value


@tries(60)
@given(seed=SEEDS)
def test_od1_in_general_around_any_rule(seed):
    """D4 with the changes that were seen, around random automata that change when they are right."""
    basic, sequence, delays = random_case(seed)
    late = Delayed(AsLearner(basic), OD1())
    mistakes = mistakes_of(InLoop(late), sequence, delays)
    late.apply()
    known = {"mistakes": most_mistakes(basic, sequence), "changes": late.learner.changes}
    assert mistakes <= promise(late, **known, delays=counts(delays)).value + ROUNDING


@tries(60)
@given(seed=SEEDS)
def test_every_order_around_a_rule_made_mistake_driven(seed):
    """D4, D5, D6a and D6b with the exact mistakes: no bound of a learner has room to hide in."""
    basic, sequence, delays = random_case(seed)
    most = most_mistakes(basic, sequence)
    for order in (OD1(), Immediate(), Copies(len(sequence))):
        late = Delayed(MistakeDriven(AsLearner(basic)), order)
        # The order in which labels come is no subsequence of the instances: its own worst case.
        arrived = [sequence[a] for a in sorted(range(len(delays)), key=lambda a: (a + delays[a], a))]
        known = most_mistakes(basic, arrived) if order == Immediate() else most
        mistakes = mistakes_of(InLoop(late), sequence, delays)
        assert mistakes <= promise(late, mistakes=known, delays=counts(delays)).value


@pytest.mark.parametrize("order", [OD1(), Immediate(), Copies(5)], ids=["OD1", "Immediate", "Copies"])
@tries(8)
@given(seed=SEEDS, k=st.integers(1, 5))
def test_an_adversary_that_repeats_what_the_learner_gets_wrong(order, seed, k):
    """The adversary of Theorem 3 against tracking Winnow on a disjunction that shifts once: never more, yet near k."""
    rng = random.Random(seed)
    late, concepts = Delayed(th.TrackingWinnow(**WINNOW), order), []
    due = []
    for trial in range(40):
        if trial % 20 == 0:
            literals = frozenset(rng.sample(range(COLUMNS), 2))
        drawn = [frozenset(rng.sample(range(COLUMNS), rng.randint(0, 5))) for _ in range(30)]
        x = max(drawn, key=lambda x: late.predict_one(x) != bool(x & literals))
        tickets = []
        for j in range(k):
            if due:
                late.label(*due[j])
            tickets.append(late.ask(x).ticket)
            concepts.append(literals)
        due = [(ticket, bool(x & literals)) for ticket in tickets]
    made = promise(late, mistakes=of_winnow(concepts), longest_delay=k)
    assert 2 * k <= late.mistakes <= made.value


@pytest.mark.parametrize(("points", "delay"), [(1, 4), (5, 1), (4, 3), (6, 7)])
@pytest.mark.parametrize("order", [OD1(), Immediate(), Copies(7)], ids=["OD1", "Immediate", "Copies"])
def test_halving_over_all_functions_of_some_points_makes_as_many_mistakes_as_promised(points, delay, order):
    """Each point asked k times before its answer comes: k m mistakes, and D6 says that nobody avoids it."""
    late = Delayed(MistakeDriven(Halving(Functions(points))), order)
    sequence = [(point, 1) for point in range(points) for _ in range(delay)]
    mistakes = mistakes_of(InLoop(late), sequence, [delay] * len(sequence))
    assert mistakes == points * delay == promise(late, mistakes=points, longest_delay=delay).value


# Theorem 4.

CALM = {(frozenset({0}), 1): 0.45, (frozenset({1}), 0): 0.45, (frozenset({0, 1}), 1): 0.1}
TURNED = {(frozenset({0}), 0): 0.3, (frozenset({1}), 1): 0.5, (frozenset({0, 1}), 1): 0.2}
STILL = {(frozenset({0}), 1): 0.4, (frozenset({1}), 0): 0.4, (frozenset({0}), 0): 0.1, (frozenset({0, 1}), 1): 0.1}


def excess(order, delays, planted, seeds):
    """For each draw, OD3's mistakes less those without delay on what it learned, and then further instances."""
    horizon = order.horizon
    found = []
    for seed in seeds:
        drawn = planted.draw(seed, trials=2 * len(delays))
        stream, further = drawn[: len(delays)], drawn[len(delays) :]
        late = mistakes_of(InLoop(Delayed(th.Perceptron(bias=True), order)), stream, delays)
        learned = [pair for pair, delay in zip(stream, delays, strict=True) if delay <= horizon]
        model = th.Perceptron(bias=True)
        for x, y in (learned + further)[: len(delays)]:
            model.learn_one(x, y)
        found.append(late - model.mistakes)
    return found


def standard_error(values):
    return statistics.stdev(values) / math.sqrt(len(values))


@pytest.mark.parametrize("segments", [[(60, CALM)], [(60, STILL)], [(25, CALM), (35, TURNED)]], ids=["0", "1", "2"])
@pytest.mark.parametrize("coin", [None, "everywhere", "start"])
def test_od3_on_a_distribution_that_may_shift(segments, coin):
    """Theorem 4 (D8), expected values: the mean of 80 draws, with four standard errors of room."""
    planted, rng = PlantedDistribution(segments), random.Random(3)
    delays = [rng.choice([1, 2, 5, 5, 9, math.inf]) for _ in range(60)]
    for horizon in (3, 9):
        order = OD3(horizon, coin=coin, seed=horizon)
        differences = excess(order, delays, planted, range(80))
        made = promise((th.Perceptron(), order), mistakes=0, delays=counts(delays), drift=planted.drift)
        assert made.theorem.entry == "D8"
        assert statistics.mean(differences) <= made.value + 4 * standard_error(differences)


def test_a_fixed_distribution_costs_the_delay_once():
    """One instance, always 1, the first guess 0: attained. M_B + k - 1."""
    planted = PlantedDistribution([(30, {(frozenset({"x"}), 1): 1.0})])
    for k in (1, 2, 7):
        late = Delayed(th.TrackingWinnow(floor=0.6), OD3(k))  # one promotion is enough
        assert mistakes_of(InLoop(late), planted.draw(0), [k] * 30) == k
        assert promise(late, mistakes=1, longest_delay=k, drift=planted.drift).value == k


# The tests above can fail: an understated quantity or a broken assumption breaks the promise.


def ask_everything(order, points=3, delay=4):
    late = Delayed(MistakeDriven(Halving(Functions(points))), order)
    sequence = [(point, 1) for point in range(points) for _ in range(delay)]
    return late, mistakes_of(InLoop(late), sequence, [delay] * len(sequence))


@pytest.mark.parametrize("order", [OD1(), Immediate(), Copies(4)], ids=["OD1", "Immediate", "Copies"])
def test_an_understated_delay_breaks_the_promise(order):
    late, mistakes = ask_everything(order)
    assert mistakes > promise(late, mistakes=3, longest_delay=3).value
    assert mistakes > promise(late, mistakes=3, delays={3: 12}).value
    assert mistakes > promise(late, mistakes=2, longest_delay=4).value
    if order != OD1():
        assert mistakes > promise(late, mistakes=3, outstanding=2).value


def test_too_few_copies_break_the_promise_of_enough():
    """Two copies, four labels out: the answers of a copy are late too."""
    _, mistakes = ask_everything(Copies(2))
    assert mistakes > promise((th.Perceptron(), Copies(2)), mistakes=3, outstanding=1).value


def test_a_drift_that_is_not_declared_breaks_theorem_4():
    """The label turns, and turns back: a mistake or two without delay, as many as are late with it."""
    turns = [{(frozenset({"x"}), y): 1.0} for y in (0, 1, 0, 1)]
    planted = PlantedDistribution([(20, turn) for turn in turns])
    order = OD3(6)
    differences = excess(order, [6] * 80, planted, [0])
    assert planted.drift == 3
    known = {"mistakes": 0, "longest_delay": 6}
    assert differences[0] <= promise((th.Perceptron(), order), **known, drift=planted.drift).value
    assert differences[0] > promise((th.Perceptron(), order), **known).value


def test_mistakes_in_the_order_of_the_instances_do_not_bound_the_immediate_order():
    """One shift; labels from before it come in between afterwards, and each sends the learner back."""
    sequence, delays = [(0, 0)] * 10, [10 + 3 * a for a in range(10)]
    for _ in range(10):
        sequence += [(0, 1)] * 4
        delays += [3, 2, 1, 4]
    late = Delayed(MistakeDriven(AsLearner(LastLabel())))
    mistakes = mistakes_of(InLoop(late), sequence, delays)
    in_their_order = most_mistakes(LastLabel(), sequence)
    assert mistakes > promise(late, mistakes=in_their_order, outstanding=most_outstanding(delays)).value
    against_an_adversary = Delayed(MistakeDriven(AsLearner(LastLabel())), OD1())
    made = promise(against_an_adversary, mistakes=in_their_order, delays=counts(delays))
    assert mistakes > made.value >= mistakes_of(InLoop(against_an_adversary), sequence, delays)


def test_od1_around_a_learner_that_changes_when_it_is_right_breaks_the_promise_of_a_mistake_driven_one():
    basic, sequence = learner_that_changes_when_it_is_right()
    delays = [4, 4, 4, 1, 1, 1]
    driven, bare = MistakeDriven(AsLearner(basic)), AsLearner(basic)
    made = promise((driven, OD1()), mistakes=most_mistakes(basic, sequence), longest_delay=4)
    assert mistakes_of(InLoop(Delayed(driven, OD1())), sequence, delays) <= made.value
    assert mistakes_of(InLoop(Delayed(bare, OD1())), sequence, delays) > made.value
