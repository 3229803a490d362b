"""Learners and streams for the theorems of late labels.

`Automaton` is any learner with finitely many states, drawn at random; `most_mistakes` is exact: the most it can make,
without delay, on any subsequence of a stream, which is all that a subset adversary may choose.
"""

import random

from thresher.theory.reference.delay import Basic, Immediate, expected_mistakes, run


class Automaton(Basic):
    """A random learner. certain: it is deterministic."""

    def __init__(self, rng, states=4, instances=4, certain=True):
        self.start = 0
        chances = [0.0, 1.0] if certain else [0.0, 0.1, 0.3, 0.5, 0.8, 1.0]
        pairs = [(s, x) for s in range(states) for x in range(instances)]
        self.chance = {pair: rng.choice(chances) for pair in pairs}
        self.next = {(s, x, y): rng.choice([s, rng.randrange(states)]) for s, x in pairs for y in (0, 1)}

    def predict(self, state, x):
        return {1: self.chance[state, x], 0: 1 - self.chance[state, x]}

    def update(self, state, x, y, predicted):
        after = self.next[state, x, y]
        return after, after != state


class Table(Basic):
    """A learner written down: what each state answers (0 where nothing is said), and where (state, x, y) leads."""

    def __init__(self, start, answers, moves):
        self.start = start
        self.answers = answers
        self.moves = moves

    def predict(self, state, x):
        return {self.answers.get((state, x), 0): 1.0}

    def update(self, state, x, y, predicted):
        after = self.moves.get((state, x, y), state)
        return after, after != state


class Memory(Basic):
    """Halving over all functions of a set of points: knows the points it was told, guesses 0 elsewhere."""

    start = frozenset()

    def predict(self, state, x):
        return {dict(state).get(x, 0): 1.0}

    def update(self, state, x, y, predicted):
        after = state if x in dict(state) else state | {(x, y)}
        return after, after != state


class LastLabel(Basic):
    """Predicts the label it was told last; changes on correct predictions never."""

    start = 0

    def predict(self, state, x):
        return {state: 1.0}

    def update(self, state, x, y, predicted):
        return y, y != state


def most_mistakes(basic, sequence):
    """The largest expected mistakes of a learner over all subsequences, by states: exact."""
    best = {basic.start: 0.0}
    for x, y in sequence:
        reached = dict(best)
        for state, mistakes in best.items():
            predicted = basic.predict(state, x)
            after, _ = basic.update(state, x, y, predicted)
            reached[after] = max(reached.get(after, 0.0), mistakes + 1 - predicted.get(y, 0.0))
        best = reached
    return max(best.values())


def mistakes_of(learner, sequence, delays):
    """Expected mistakes of a delayed learner on (x, y) pairs with these delays."""
    stream = [(x, y, delay) for (x, y), delay in zip(sequence, delays, strict=True)]
    return expected_mistakes(run(learner, stream), [y for _, y in sequence])


def ordinary_mistakes(basic, sequence):
    """Expected mistakes without delay."""
    return mistakes_of(Immediate(basic), sequence, [1] * len(sequence))


def counts(delays):
    """The multiset: how many have each delay."""
    return {delay: delays.count(delay) for delay in sorted(set(delays))}


def most_outstanding(delays):
    """G: the largest number without a label when a new instance arrives."""
    ends = [a + delay for a, delay in enumerate(delays)]
    return max(sum(end > t for end in ends[:t]) for t in range(len(delays)))


def random_case(seed, certain=True, never=0.05, longest=5):
    """A random learner, stream and delays."""
    rng = random.Random(seed)
    basic = Automaton(rng, states=rng.randint(1, 6), instances=rng.randint(1, 5), certain=certain)
    points = 1 + max(x for _, x in basic.chance)
    sequence = [(rng.randrange(points), rng.randint(0, 1)) for _ in range(rng.randint(1, 16))]
    k = rng.randint(1, longest)
    delays = [rng.choice([1, k, rng.randint(1, k)]) if rng.random() >= never else float("inf") for _ in sequence]
    return basic, sequence, delays
