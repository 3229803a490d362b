"""Sequences of concepts beside the plain sums over dense arrays that define them."""

import json
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import InputError, ParameterError
from thresher.theory.concepts import ConceptSequence, Stretch

THE_PAPERS = (0, 0.1, 0.3, 0.8, 0.8, 0.4, 0.2, 0.5, 0.6, 0)

# Quarters are exact in sums, and some neighbours are equal.
DENSE = st.integers(1, 12).flatmap(
    lambda trials: st.dictionaries(
        st.sampled_from(["a", "b", 1, "1", 10]),
        st.lists(st.sampled_from([0, 0, 0.25, 0.5, 2]), min_size=trials, max_size=trials),
        min_size=1,
    )
)


def sequence_of(dense):
    """One stretch per trial with weight."""
    trials = len(next(iter(dense.values())))
    stretches = [Stretch(a, t, t + 1, w) for a, row in dense.items() for t, w in enumerate(row) if w]
    return ConceptSequence(stretches, trials)


def rises(row):
    return sum(max(0, now - before) for before, now in zip((0, *row), row, strict=False))


def switches(row, trials):
    ons = sum(now > 0 and before == 0 for before, now in zip((0, *row), row, strict=False))
    offs = sum(row[t] > 0 and row[t + 1] == 0 for t in range(trials - 1))
    return ons, offs


def test_the_papers_example_rises_by_one_and_two_tenths():
    sequence = sequence_of({"a": THE_PAPERS})
    assert sequence.total_rise == pytest.approx(1.2)
    assert (sequence.literals_on, sequence.literals_off) == (1, 1)


@tries(60)
@given(DENSE)
def test_what_it_costs_is_what_the_dense_weights_say(dense):
    sequence = sequence_of(dense)
    trials = sequence.trials
    assert sequence.total_rise == sum(map(rises, dense.values()))
    # The definition of A2: the drops, the last one to 0.
    assert sequence.total_rise == sum(row[-1] + sum(max(0, a - b) for a, b in pairwise(row)) for row in dense.values())
    assert sequence.largest_total == max(sum(row[t] for row in dense.values()) for t in range(trials))
    assert sequence.literals_on == sum(switches(row, trials)[0] for row in dense.values())
    assert sequence.literals_off == sum(switches(row, trials)[1] for row in dense.values())
    assert set(sequence.attributes) == {a for a, row in dense.items() if any(row)}


@tries(40)
@given(DENSE)
def test_every_way_to_ask_for_a_weight_gives_the_same(dense):
    sequence = sequence_of(dense)
    for t, walked in enumerate(sequence.walk()):
        expected = {a: row[t] for a, row in dense.items() if row[t]}
        assert dict(walked) == sequence.at(t) == expected
        assert all(sequence.weight_of(a, t) == row[t] for a, row in dense.items())
        with pytest.raises(TypeError):
            walked["a"] = 1.0
    assert sequence.weight_of("nobody", 0) == 0


@tries(40)
@given(DENSE, st.randoms(use_true_random=False))
def test_equal_weights_are_equal_sequences_however_they_are_written(dense, rng):
    sequence = sequence_of(dense)
    trials = sequence.trials
    segments = [(t, {a: row[t] for a, row in dense.items()}) for t in range(trials)]
    halves = [s._replace(weight=s.weight / 2) for s in sequence.stretches for _ in range(2)]
    rng.shuffle(halves)
    for other in (
        ConceptSequence.from_segments(segments, trials),
        ConceptSequence(halves, trials),
        ConceptSequence(map(tuple, sequence.stretches), trials),
        ConceptSequence.from_plain(json.loads(json.dumps(sequence.to_plain()))),
        pickle.loads(pickle.dumps(sequence)),
    ):
        assert other == sequence
        assert hash(other) == hash(sequence)
        assert other.stretches == sequence.stretches
    assert sequence != ConceptSequence(sequence.stretches, trials + 1)


def test_overlapping_stretches_add_up_without_rounding_residue():
    stretches = [Stretch("a", 0, 10, 0.1), Stretch("a", 2, 8, 0.2), Stretch("a", 2, 8, 0.3)]
    sequence = ConceptSequence(stretches, 10)
    assert [s.weight for s in sequence.stretches] == [0.1, pytest.approx(0.6), 0.1]
    assert sequence == ConceptSequence(reversed(stretches), 10)
    assert sequence.total_rise == pytest.approx(0.6)
    assert (sequence.literals_on, sequence.literals_off) == (1, 0)


def test_stretches_are_sorted_by_first_trial_and_then_by_the_text_of_the_attribute():
    sequence = ConceptSequence([("b", 0, 1, 1), ("1", 0, 1, 1), (1, 0, 1, 1), ("a", 1, 2, 1), (10, 0, 1, 1)], 2)
    assert [s.attribute for s in sequence.stretches] == [1, "1", 10, "b", "a"]


def test_the_first_trials_of_a_sequence():
    sequence = ConceptSequence([("a", 0, 6, 2.0), ("b", 4, 10, 2.0)], 10)
    assert sequence.until(4) == ConceptSequence.fixed({"a": 2.0}, 4)
    assert [sequence.until(t).literals_on for t in (0, 4, 5, 10)] == [0, 1, 2, 2]
    assert [sequence.until(t).literals_off for t in (5, 6, 7, 10)] == [0, 0, 1, 1]


def test_scores_noise_and_attribute_errors_are_the_sums_of_their_definitions():
    sequence = ConceptSequence.from_segments([(0, {"a": 2.0}), (2, {"b": 2.0, "c": 2.0})], 5)
    instances = [{"a": 1}, {"b": 1}, {"b": 1, "c": 0.5}, {}, {"a": 1, "b": 1, "c": 1}]
    labels = [1, 0, True, 1, -1]
    assert sequence.scores(instances) == [2, 0, 3, 0, 4]
    assert sequence.noise(instances, labels, 1) == [0, 0, 0, 2, 4]
    assert sequence.noise(instances, labels, [1, 1, 1, 0.5, 0.5]) == [0, 0, 0, 1.5, 3.5]
    assert sequence.attribute_errors(instances, labels) == [0, 0, 0, 1, 2]


def test_noise_is_two_units_for_an_attribute_error_at_most():
    sequence = ConceptSequence.fixed({"a": 2.0, "b": 2.0}, 2)
    instances, labels = [{"c": 1}, {"a": 1, "b": 1}], [1, 0]
    errors = sequence.attribute_errors(instances, labels)
    assert [n <= 2 * a for n, a in zip(sequence.noise(instances, labels, 1), errors, strict=True)] == [True, True]


@pytest.mark.parametrize(
    "stretches",
    [
        [("a", 0, 0, 1.0)],
        [("a", 0, 11, 1.0)],
        [("a", -1, 2, 1.0)],
        [("a", 0, 1, 0.0)],
        [("a", 0, 1, float("inf"))],
        [("a", 0, 1)],
        [(True, 0, 1, 1.0)],
        [(None, 0, 1, 1.0)],
    ],
)
def test_what_is_no_stretch_is_refused(stretches):
    with pytest.raises(ParameterError):
        ConceptSequence(stretches, 10)


def test_segments_out_of_order_and_negative_weights_are_refused():
    with pytest.raises(ParameterError, match="one after the other"):
        ConceptSequence.from_segments([(3, {}), (3, {})], 5)
    with pytest.raises(ParameterError, match="'a'"):
        ConceptSequence.fixed({"a": -1}, 5)


def test_examples_must_be_as_many_as_trials():
    sequence = ConceptSequence.fixed({"a": 2.0}, 2)
    with pytest.raises(InputError, match="1 instances for 2 trials"):
        sequence.scores([{}])
    with pytest.raises(InputError, match="more labels"):
        sequence.noise([{}, {}], [0, 0, 0], 1)
    with pytest.raises(InputError, match="label 2"):
        sequence.attribute_errors([{}, {}], [0, 2])
    with pytest.raises(ParameterError, match="3 separations"):
        sequence.noise([{}, {}], [0, 0], [1, 1, 1])
    with pytest.raises(ParameterError, match="separation"):
        sequence.noise([{}, {}], [0, 0], 0)
    with pytest.raises(InputError, match="written as"):
        ConceptSequence.from_plain({"trials": 3})


def test_no_trials_at_all_are_a_sequence():
    empty = ConceptSequence([], 0)
    assert empty == ConceptSequence.fixed({"a": 2.0}, 0)
    assert ConceptSequence.from_segments([], 3) == ConceptSequence([], 3)
    assert (empty.total_rise, empty.largest_total, empty.literals_on, empty.scores([])) == (0, 0, 0, [])
    assert repr(empty) == "<ConceptSequence: 0 trials, 0 attributes, 0 stretches>"
