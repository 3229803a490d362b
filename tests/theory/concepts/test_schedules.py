"""Schedules: what is on when, and what that comes to in H, Z+ and Z-."""

import pytest

from thresher.errors import ParameterError
from thresher.theory.concepts import Conjunction, Disjunction, Schedule, alternating, drifting, exchange, switching


def test_the_sequence_of_a_schedule_has_the_weights_of_the_target_of_each_trial():
    schedule = Schedule([(0, Disjunction(["a", "b"])), (3, Conjunction(["b", "c"]))], trials=5)
    for trials, target in schedule.stretches:
        for trial in trials:
            assert schedule.sequence.at(trial) == target.weights()
    assert [list(trials) for trials, _ in schedule.stretches] == [[0, 1, 2], [3, 4]]


def test_literals_go_on_and_off_at_the_given_trials():
    schedule = switching(["a", "b"], [(20, "c"), (10, "a"), (30, "a"), (30, "b")], trials=40)
    assert [(first, target.literals) for first, target in schedule.segments] == [
        (0, ("a", "b")),
        (10, ("b",)),
        (20, ("b", "c")),
        (30, ("a", "c")),
    ]
    assert (schedule.sequence.literals_on, schedule.sequence.literals_off) == (4, 2)


def test_the_schedule_of_the_experiment_goes_off_and_on_in_turn():
    schedule = alternating(9000)
    numbers = [len(target.literals) for _, target in schedule.segments]
    assert numbers == [4, 3, 4, 3, 4, 3, 4, 3, 4]
    assert [first for first, _ in schedule.segments] == list(range(0, 9000, 1000))
    assert (schedule.sequence.literals_on, schedule.sequence.literals_off) == (8, 4)


@pytest.mark.parametrize(("literals", "shifts", "share", "added"), [(6, 3, 0.5, 15), (4, 2, 1.0, 12), (5, 7, 0.1, 12)])
def test_an_exchange_adds_as_many_literals_as_it_removes(literals, shifts, share, added):
    sequence = exchange(1000, literals, shifts, share).sequence
    assert sequence.literals_on == added
    assert sequence.literals_off == added - literals
    assert sequence.total_rise == 2 * added
    assert sequence.largest_total == 2 * literals


@pytest.mark.parametrize("steps", [1, 2, 8, 99])
def test_drifting_costs_what_a_shift_at_once_costs(steps):
    start, end = Disjunction(["a", "b"]), Disjunction(["b", "c"])
    schedule = drifting(start, end, 100, steps)
    assert schedule.shifts == steps
    assert schedule.sequence.at(0) == start.weights()
    assert schedule.sequence.at(99) == end.weights()
    assert schedule.sequence.total_rise == pytest.approx(6)
    assert schedule.sequence.largest_total == pytest.approx(4)


def test_what_makes_no_schedule_is_refused():
    target = Disjunction(["a"])
    for make in (
        lambda: Schedule([], 10),
        lambda: Schedule([(1, target)], 10),
        lambda: Schedule([(0, target), (0, target)], 10),
        lambda: Schedule([(0, target), (10, target)], 10),
        lambda: Schedule.fixed(target, 0),
        lambda: exchange(10, 2, 10),
        lambda: exchange(10, 2, 1, share=0),
        lambda: drifting(target, target, 10, 10),
        lambda: drifting(target, Disjunction([], negated=["a"]), 10, 2),
        lambda: Schedule.fixed(Conjunction(["a"], negated=["b"]), 10).sequence,
    ):
        with pytest.raises(ParameterError):
            make()
