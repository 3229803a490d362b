"""Every deterministic learner makes the mistakes an adversary promises, and the examples are explained as promised."""

import math
from statistics import mean

import pytest

import thresher as th
from tests.catalogue import CASES
from thresher.errors import ParameterError
from thresher.protocols import Outcome
from thresher.theory.concepts import (
    BinarySearch,
    ConceptSequence,
    Conjunctions,
    Consistent,
    Disjunctions,
    Elimination,
    Groups,
    Halving,
    MajorityOver,
    OneLiteral,
    RandomLabels,
    Sparse,
    play,
)

N = 8  # some learners of the catalogue have a dozen columns only

LEARNERS = {name: case.make for name, case in CASES.items() if "randomized" not in name} | {
    "Elimination": lambda: Elimination(N),
    "Elimination negations": lambda: Elimination(N, negations=True),
    "MajorityOver one": lambda: MajorityOver(Disjunctions(N, 1), 0.5),
    "MajorityOver two": lambda: MajorityOver(Disjunctions(N, 2), 0.9),
    "MajorityOver conjunctions": lambda: MajorityOver(Conjunctions(N), 0.2),
}
ADVERSARIES = [
    BinarySearch(N),
    BinarySearch(N - 1, shifts=4, attribute_errors=3),
    BinarySearch(2, shifts=1, attribute_errors=5),
    BinarySearch(N, shifts=9, attribute_errors=1),
    Groups(N, k=1, attribute_errors=2),
    Groups(N, k=2),
    Groups(N, k=4, attribute_errors=6),
    Groups(7, k=3, attribute_errors=1),
    Sparse(active=4, shifts=5, attribute_errors=2),
    Sparse(active=1),
]


def disjunction_errors(literals, x, y):
    """a_t of B1, from its definition."""
    on = sum(1 for literal in literals if literal in x)
    return int(on == 0) if y else on


def check(game, adversary):
    """That the examples are explained by Z shifts and A attribute errors, counted plainly."""
    literals = [frozenset(game.sequence.at(t)) for t in range(game.trials)]
    switches = sum(len(now ^ before) for before, now in zip([frozenset(), *literals], literals, strict=False))
    errors = sum(disjunction_errors(u, x, y) for u, (x, y) in zip(literals, game.examples, strict=True))
    assert switches == game.shifts <= getattr(adversary, "shifts", getattr(adversary, "k", 1))
    assert errors == game.attribute_errors <= adversary.attribute_errors
    assert game.noise <= 2 * errors
    assert all(set(weights.values()) <= {2.0} for weights in map(dict, game.sequence.walk()))


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=str)
@pytest.mark.parametrize("name", LEARNERS)
def test_every_deterministic_learner_makes_the_mistakes_promised(name, adversary):
    learner = LEARNERS[name]()
    game = play(adversary, learner)
    assert game.mistakes == learner.mistakes == game.trials >= game.promised
    check(game, adversary)


@pytest.mark.parametrize("make", [Consistent, Halving])
@pytest.mark.parametrize(
    ("adversary", "k"), [(BinarySearch(16), 1), (Groups(12, k=2), 2), (Groups(12, k=3), 3)], ids=str
)
def test_learners_of_a_class_that_holds_the_target_make_them_too(make, adversary, k):
    concepts = Disjunctions(adversary.n, k)
    game = play(adversary, make(concepts))
    assert game.mistakes >= game.promised
    check(game, adversary)
    if make is Halving:
        assert game.mistakes <= math.floor(math.log2(len(concepts)))


@pytest.mark.parametrize("active", [1, 3, 8, 20])
def test_sparse_never_has_more_than_so_many_active(active):
    game = play(Sparse(active, shifts=3, attribute_errors=2), th.TrackingWinnow(2.0, 1 / (50 * active)))
    assert max(len(x) for x, _ in game.examples) <= active
    assert game.promised == 4 + 2 * math.floor(math.log2(2 * active))


def test_the_promises_are_those_of_the_theorems():
    for n in (2, 3, 8, 100, 1000):
        for shifts in (1, 2, 3, 10):
            expected = 2 * 5 + math.floor((shifts + 1) / 2) * math.floor(math.log2(n))
            assert BinarySearch(n, shifts, 5).promised == expected
        for k in (1, 2, 3, 50):
            if n >= 2 * k:
                assert Groups(n, k, 5).promised == 2 * 5 + k * math.floor(math.log2(n / k))


class Informed:
    """A cheat: it is told the concepts in advance."""

    def __init__(self, sequence):
        self.sequence, self.examples, self.mistakes, self.updates = sequence, 0, 0, 0

    def predict_one(self, x):
        return any(a in x for a in self.sequence.at(self.examples))

    def learn_one(self, x, y, weight=1.0):
        prediction = self.predict_one(x)
        self.examples += 1
        self.mistakes += prediction != y
        return Outcome(prediction, y, prediction != y, False)


class SecondThoughts(Informed):
    """A cheat: what it answers when it is asked is not what it answers when it counts."""

    def predict_one(self, x):
        return True

    def learn_one(self, x, y, weight=1.0):
        return Outcome(y, y, False, False)


def test_learners_that_cheat_make_fewer_so_the_check_can_fail():
    adversary = BinarySearch(N, shifts=5, attribute_errors=2)
    game = play(adversary, th.TrackingWinnow(2.0, 0.01))
    cheat = Informed(game.sequence)
    for x, y in game.examples:
        cheat.learn_one(x, y)
    assert cheat.mistakes == game.attribute_errors < game.promised <= game.mistakes
    assert play(adversary, SecondThoughts(None)).mistakes < adversary.promised


def test_the_check_of_explanations_can_fail():
    adversary = BinarySearch(N, shifts=3)
    game = play(adversary, th.Perceptron())
    object.__setattr__(game, "sequence", ConceptSequence.fixed({0: 2.0, 7: 2.0}, game.trials))
    with pytest.raises(AssertionError):
        check(game, adversary)


LAMBDA = 64
PRINTED = 3.98 * (math.log(LAMBDA) + 3.86)
CORRECTED = 7.97 * (math.log(LAMBDA) + 3.86)


def test_a_printed_bound_is_false_and_the_corrected_one_holds():
    learner = th.TrackingWinnow(1.35, 1 / (35 * LAMBDA))
    game = play(OneLiteral(LAMBDA), learner)
    assert 31.9 < PRINTED < 32
    assert PRINTED < 40 <= game.mistakes == game.trials < CORRECTED
    assert all(y == (0 in x) and len(x) <= LAMBDA for x, y in game.examples)
    assert (game.sequence.literals_on, game.shifts, game.attribute_errors, game.noise) == (1, 1, 0, 0)
    assert th.bounds.disjunction_mistakes(promotion=1.35, floor=learner.floor, norm=LAMBDA, literals=1) > game.mistakes


@pytest.mark.parametrize("name", LEARNERS)
def test_pressing_is_consistent_with_one_literal_against_any_learner(name):
    game = play(OneLiteral(active=4, irrelevant=7, most=100), LEARNERS[name]())
    assert all(y == (0 in x) and len(x) <= 4 for x, y in game.examples)
    assert game.mistakes == game.trials <= 100
    assert (game.attribute_errors, game.noise) == (0, 0)


@pytest.mark.parametrize("k", [1, 3])
def test_labels_by_coins_cost_half_of_the_trials_though_one_disjunction_does_better(k):
    n, trials = 30 * k, 400 * k
    games = [play(RandomLabels(n, k, trials, seed), th.TrackingWinnow(1.2, 0.01)) for seed in range(12)]
    errors = mean(game.attribute_errors for game in games)
    assert abs(mean(game.mistakes for game in games) - trials / 2) < 4 * math.sqrt(trials / 4 / len(games))
    assert trials / 2 >= errors + 0.5 * math.sqrt(errors * k * math.log(n / k))
    assert all(game.shifts == k and game.trials == trials for game in games)
    again = play(RandomLabels(n, k, trials, seed=3), th.Perceptron())
    assert (again.examples, again.sequence) == (games[3].examples, games[3].sequence)


def test_the_best_literal_in_hindsight_is_the_best():
    game = play(RandomLabels(12, trials=60), th.Perceptron())
    (best,) = game.sequence.attributes
    errors = [sum((i in x) != y for x, y in game.examples) for i in range(12)]
    assert errors[best] == min(errors) == game.attribute_errors


def test_adversaries_that_can_not_be_are_refused():
    for make in (
        lambda: BinarySearch(1),
        lambda: BinarySearch(4, shifts=0),
        lambda: BinarySearch(4, attribute_errors=-1),
        lambda: Groups(5, k=3),
        lambda: Groups(5, k=0),
        lambda: Sparse(0),
        lambda: Sparse(2, shifts=0),
        lambda: OneLiteral(0),
        lambda: RandomLabels(3, k=2),
    ):
        with pytest.raises(ParameterError):
            make()
