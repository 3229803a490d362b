"""Auto: the engine and the readable truth agree to the last bit of the score, over random and long streams."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.depth import tries
from thresher.theory import reference
from thresher.theory.reference.auto import (
    bank as auto_bank,
)
from thresher.theory.reference.auto import (
    credit as auto_credit,
)
from thresher.theory.reference.auto import (
    crossings as auto_crossings,
)
from thresher.theory.reference.auto import (
    drift as auto_drift,
)
from thresher.theory.reference.auto import (
    master as auto_master,
)
from thresher.theory.reference.auto import (
    numbers as auto_numbers,
)
from thresher.theory.reference.auto import (
    rare as auto_rare,
)
from thresher.theory.reference.auto import (
    values as auto_values,
)
from thresher.theory.reference.auto import (
    worth as auto_worth,
)

FEW = tries(25)
REALS = st.one_of(strategies.ONES, strategies.SIGNED_GRID, strategies.SIGNED_REALS)
FAR = st.sampled_from([1.0, -1.0, 1e-100, 1e-30, -1e9, 1e100, -1e150, 5e-324])
WEIGHTS = st.sampled_from([0.0, 0.01, 0.5, 1.0, 3.0, 25.0, 1e9])


def same_run(stream, truth=None):
    """Both over the stream, compared after every example; the two learners."""
    ours, truth = th.Auto(), truth or reference.Auto()
    for x, y, weight in stream:
        assert ours.score_one(x) == truth.score(x)
        assert ours.learn_one(x, y, weight).prediction == truth.learn(x, y, weight)
        assert (ours.examples, ours.mistakes) == (truth.examples, truth.mistakes)
    same_knowledge(ours, truth)
    return ours, truth


def same_knowledge(ours, truth):
    """What they say of themselves: weights, trust, losses, history."""
    assert ours.weights() == pytest.approx(truth.weights(), rel=1e-9, abs=1e-12)
    assert ours.bias == pytest.approx(truth.bias_weight, rel=1e-9, abs=1e-12)
    told = ours.explain()
    assert told.restarts == truth.alarm.restarts
    assert told.trust == pytest.approx(truth.trust(), rel=1e-9, abs=1e-12)
    assert list(told.trust) == list(truth.trust())
    assert list(told.expert_mistakes.values()) == truth.master.mistakes
    assert list(told.log_loss.values()) == pytest.approx(truth.master.answer.log_losses[2:], rel=1e-9)
    assert len(told.history) == len(truth.chronicle.lines)
    for line, true in zip(told.history, truth.chronicle.lines, strict=True):
        assert (line.examples, line.restarts, line.mistakes) == (true.examples, true.restarts, true.mistakes)
        assert line.trust == pytest.approx(true.trust, rel=1e-9, abs=1e-12)
        assert line.expert_mistakes == true.expert_mistakes


def unweighted(stream):
    return [(x, y, 1.0) for x, y in stream]


@FEW
@given(stream=strategies.boolean_streams(strategies.NAMES))
def test_boolean_attributes(stream):
    same_run(unweighted(stream))


@FEW
@given(stream=strategies.streams(st.one_of(strategies.COLUMNS, strategies.BIG_COLUMNS), REALS))
def test_real_values_of_both_signs(stream):
    same_run(unweighted(stream))


@FEW
@given(stream=strategies.streams(strategies.NAMES, FAR))
def test_values_of_any_size(stream):
    same_run(unweighted(stream))


@FEW
@given(stream=strategies.streams(strategies.COLUMNS, REALS), weights=st.lists(WEIGHTS, min_size=40, max_size=40))
def test_importance_weights(stream, weights):
    same_run([(x, y, weight) for (x, y), weight in zip(stream, weights, strict=False)])


FIRST = ({0, 1, 2}, True)


def disjunctions(*concepts, trials=600, attributes=40, active=6):
    """Labels by one concept after the other, so many trials each: these attributes, and what any of them says."""
    draw = random.Random(1)
    stream = []
    for chosen, label in concepts:
        for _ in range(trials):
            x = dict.fromkeys(draw.sample(range(attributes), active), 1.0)
            stream.append((x, bool(chosen & set(x)) == label, 1.0))
    return stream


def test_restarts_and_memories():
    """The engine renews an attribute when it is next met, the reference all at once."""
    stream = disjunctions(FIRST, ({0, 1, 2}, False), ({7, 8, 9}, True), ({7, 10, 11}, False))
    for trial in (100, 700, 1300, 1900):
        stream[trial][0]["met in every stretch"] = 1.0
    for name, trial in (("first and third", 1400), ("first and last", 2000)):
        stream[200][0][name] = stream[trial][0][name] = 1.0
    ours, _ = same_run(stream)
    assert ours.explain().restarts == 3
    assert {line.restarts for line in ours.explain().history} == {0, 1, 2, 3}


def rare(trials):
    """Two numbers and a word; one end of the first tells the one in twenty that is positive, after 2,500 the other."""
    rng = np.random.default_rng(5)
    numbers, words = rng.normal(size=(5000, 2)), rng.integers(2, 5, 5000)
    stream = []
    for trial in range(trials):
        x = dict(enumerate(numbers[trial].tolist())) | {int(words[trial]): 1.0}
        stream.append((x, x[0] * (1 if trial < 2500 else -1) > 1.7, 1.0))
    return stream


def test_a_rare_label_and_a_change_of_what_tells_it():
    ours, truth = same_run(rare(4200))
    assert truth.shares.pace < 1
    assert ours.explain().restarts == 1
    assert truth.rare_alarm.ahead != 0  # it was this alarm that went off
    assert not truth.rare_alarm.judging


def test_a_rare_label_that_is_the_negative_one():
    same_run([(x, not y, 1.0) for x, y, _ in rare(600)])


def test_a_label_that_is_never_seen():
    same_run([({trial % 3: 1.0}, False, 1.0) for trial in range(1500)])


def test_dense_real_values_that_drift():
    draw = random.Random(3)
    stream = []
    for trial in range(700):
        x = {f"c{j}": draw.gauss(10 * j, 1 + j) for j in range(4)} | {"e": draw.choice([-1.0, 0.25, 1.0])}
        stream.append((x, x["c1"] + trial / 100 > 12 + x["e"], 1.0))
    same_run(stream)


def test_a_false_alarm_makes_the_next_harder():
    """Noise in a burst: the old concept's memory is right soon after."""
    stream = disjunctions(FIRST, trials=1800)
    draw = random.Random(2)
    stream[600:700] = [(x, draw.random() < 0.5, 1.0) for x, _, _ in stream[600:700]]
    _, truth = same_run(stream)
    assert truth.alarm.restarts == 1


def test_crossings_are_given_up_past_1024_attributes_that_come_again():
    draw = random.Random(5)
    stream = []
    for _ in range(140):
        x = dict.fromkeys(draw.sample(range(1600), 30), 1.0)
        stream.append((x, min(x) < 100, 1.0))
    ours, truth = same_run(stream)
    assert truth.bank.met_again > 1024
    assert not truth.crosses
    assert ours.explain().trust["pairing"] == 0.0


def test_attributes_met_once_switch_no_expert_off():
    draw = random.Random(5)
    stream = []
    for trial in range(150):
        x = {draw.choice("ab"): 1.0} | {f"id={trial} {k}": 1.0 for k in range(8)}
        stream.append((x, "a" in x, 1.0))
    ours, truth = same_run(stream)
    assert len(ours.weights()) > 1024
    assert truth.crosses
    assert ours.explain().trust["pairing"] > 0.0


def test_a_value_that_is_absurd():
    draw = random.Random(8)
    stream = [({0: 999_999.0 if n == 50 else draw.gauss(40, 12)}, draw.random() < 0.5, 1.0) for n in range(80)]
    same_run(stream)


def with_many_attributes(active):
    """More than a thousand of them, each met more than once; so many in an example."""
    draw = random.Random(9)
    names = [i % 1100 for i in range(2600)]
    starts = range(0, len(names) - active, active)
    return [(dict.fromkeys(names[at : at + active], 1.0), draw.random() < 0.5, 1.0) for at in starts]


@pytest.mark.parametrize(("active", "crossed"), [(12, True), (13, False)])
def test_many_attributes_are_crossed_where_examples_have_few(active, crossed):
    _, truth = same_run(with_many_attributes(active))
    assert truth.bank.met_again > 1024
    assert truth.crosses == crossed


def test_a_long_history_is_thinned():
    ours, truth = same_run([({0: 1.0}, trial % 3 == 0, 1.0) for trial in range(3300)])
    assert truth.chronicle.interval == 100
    assert 32 <= len(ours.explain().history) < 64


MUTATIONS = {
    "one more knot": (auto_crossings, "KNOTS", 17),
    "no finer pairs": (auto_crossings, "MOST_REFINED", 1),
    "longer steps": (auto_bank, "STEADY_SLOWER", 1.5),
    "shorter steps for rare labels": (auto_bank, "STEADY_RATE_RARE", 1.9),
    "a larger share": (auto_master, "SHARE", 0.0011),
    "a smaller step": (auto_master, "SLOPE_RATE", 0.0199),
    "a smaller doubt": (auto_worth, "SLOPE", 0.29),
    "far values drawn nearer": (auto_values, "FARTHEST", 1.0),
    "double precision": (auto_numbers, "single", lambda value: value),
    "off the grid": (auto_crossings, "on_grid", lambda term: term),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_changed_reference_disagrees(name, monkeypatch):
    monkeypatch.setattr(*MUTATIONS[name])
    draw = random.Random(4)
    stream = [({0: draw.gauss(0, 1), 1: draw.gauss(3, 2)}, draw.random() < 0.4, 1.0) for _ in range(60)]
    with pytest.raises(AssertionError):
        same_run(stream)


def columns_beside_noise(trials, seed=5):
    """Two real columns decide, the others say nothing: too many for finer pairs of all."""
    draw = random.Random(seed)
    for _ in range(trials):
        x = {i: draw.gauss(0, 1) for i in range(2)} | {10 + 4 * k + draw.randrange(4): 1.0 for k in range(6)}
        yield x, x[0] * x[1] > 0, 1.0


def test_finer_pairs_of_attributes_of_full_worth_agree():
    _, truth = same_run(list(columns_beside_noise(500)))
    assert {truth.bank.known[i].worth.value(1.0) for i in (0, 1)} == {1.0}
    assert sum(truth.bank.known[i].worth.value(1.0) < 0.6 for i in range(10, 34)) > 16  # most of the noise is doubted
    finer = [key for key in truth.crossings.known if isinstance(key, frozenset) and any(len(part) == 3 for part in key)]
    assert finer
    assert {part[0] for key in finer for part in key} >= {0, 1}


@pytest.mark.parametrize("attributes", [3, 7])
def test_credit_for_what_partners_say_disagrees(attributes, monkeypatch):
    monkeypatch.setattr(auto_credit.Credit, "settled", lambda self, worths: self.adds)
    draw = random.Random(4)
    stream = [({i: draw.gauss(0, 1) for i in range(attributes)}, draw.random() < 0.4, 1.0) for _ in range(60)]
    with pytest.raises(AssertionError):
        same_run(stream)


def test_noise_has_no_credit_for_what_its_partners_say():
    credit = auto_credit.Credit()
    effects = {"signal": 2.0, "other": -0.5, "noise": 0.0, "more noise": 0.0}
    for i, j in combinations(effects, 2):
        credit.add({i, j}, effects[i] + effects[j], effects[i] + effects[j])
    assert credit.settled(dict.fromkeys(effects, 1.0)) == {i: 3 * effect for i, effect in effects.items()}


@pytest.mark.parametrize(("name", "value"), [("YOUNGEST", 200), ("MOST_EVIDENCE", 0.5), ("MOST_GAIN", 1.0)])
def test_an_alarm_for_rare_labels_that_is_another_disagrees(name, value, monkeypatch):
    monkeypatch.setattr(auto_rare, name, value)
    with pytest.raises(AssertionError):
        same_run(rare(2700))


def weighted(trials, turned=False, seed=2):
    """A fifth positive, each of weight 10; the concept turns half-way or stays."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(trials, 8))
    late = (np.arange(trials) >= trials // 2) & turned
    score = np.where(late, -X[:, 0], X[:, 0]) + 0.5 * X[:, 1] + 0.8 * rng.normal(size=trials)
    y = score > np.quantile(score, 0.8)
    return X, y, np.where(y, 10.0, 1.0)


def test_light_and_heavy_examples_are_heard_by_the_alarm_as_in_the_reference():
    X, y, weight = weighted(300)
    same_run([(dict(enumerate(x)), bool(one), w) for x, one, w in zip(X.tolist(), y, weight.tolist(), strict=True)])


@pytest.mark.parametrize("seed", [0, 2, 3])  # in each of them it did when every example was a whole trial
def test_a_class_that_weighs_more_rings_no_alarm_where_nothing_changed(seed):
    model = th.Auto()
    model.learn_many(*weighted(20_000, seed=seed))
    assert model.explain().restarts == 0


def test_a_concept_that_turns_is_noticed_though_a_class_weighs_more():
    model = th.Auto()
    model.learn_many(*weighted(20_000, turned=True))
    assert model.explain().restarts >= 1


def test_an_alarm_that_goes_off_later_disagrees(monkeypatch):
    monkeypatch.setattr(auto_drift, "YOUNGEST", 700)
    with pytest.raises(AssertionError):
        same_run(disjunctions(FIRST, ({0, 1, 2}, False)))
