"""Random streams for the property tests."""

import random

from hypothesis import strategies as st

COLUMNS = st.sampled_from([0, 1, 2, 3, 5, 8, 11])
NAMES = st.sampled_from(["a", "b", "c", "spam", "a name longer than sixteen bytes", "ü", ""])
BIG_COLUMNS = st.sampled_from([0, 1, 2, 70_000, 2**31, 2**40, 2**62 - 1])

ONES = st.just(1.0)
# Sixteenths are exact in sums and products: ties on a threshold really happen.
UNIT_GRID = st.integers(0, 16).map(lambda k: k / 16)
SIGNED_GRID = st.integers(-32, 32).map(lambda k: k / 16)
UNIT_REALS = st.floats(0, 1, allow_nan=False)
SIGNED_REALS = st.floats(-3, 3, allow_nan=False)


def examples(attributes, values, most=7):
    """One example; empty ones, zeros and repeats of earlier examples included."""
    return st.dictionaries(attributes, values, max_size=most)


def streams(attributes, values, most=40):
    """A list of (example, label)."""
    return st.lists(st.tuples(examples(attributes, values), st.booleans()), min_size=1, max_size=most)


def boolean_streams(attributes=COLUMNS, most=60):
    """Streams of boolean attributes."""
    return streams(attributes, ONES, most)


def unit_streams(attributes=COLUMNS, most=40):
    """Streams of values in [0, 1], with ties."""
    return streams(attributes, st.one_of(ONES, UNIT_GRID, UNIT_REALS), most)


def signed_streams(attributes=COLUMNS, most=40):
    """Streams of values of any sign, with ties."""
    return streams(attributes, st.one_of(ONES, SIGNED_GRID, SIGNED_REALS), most)


def streams_for(case, attributes=None):
    """What a learner of the catalogue accepts."""
    if attributes is None or case.columns_only:
        attributes = COLUMNS
    return unit_streams(attributes) if case.unit_interval else signed_streams(attributes)


def labelled_streams(case, labels, attributes=COLUMNS):
    """A list of (example, label) of any number of labels; with very many of them by chance alone, which is quicker."""
    values = st.one_of(ONES, UNIT_GRID if case.unit_interval else SIGNED_GRID)
    if len(labels) > 9:
        return st.integers(0, 2**32).map(lambda seed: _by_chance(seed, labels, case.unit_interval))
    row = st.tuples(examples(attributes, values), st.sampled_from(labels))
    return st.lists(row, min_size=1, max_size=25)


def _by_chance(seed, labels, unit_interval):
    coins = random.Random(seed)
    least = 1 if unit_interval else -32
    columns = [0, 1, 2, 3, 5, 8, 11]
    return [
        ({c: coins.randint(least, 16) / 16 for c in coins.sample(columns, coins.randint(0, 5))}, coins.choice(labels))
        for _ in range(len(labels) + 10)
    ]
