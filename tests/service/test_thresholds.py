"""What a threshold comes to, counted in buckets: exact at round thresholds, bounded in memory, kept in snapshots."""

import pytest

pytest.importorskip("msgspec", reason="the service is an extra")

from hypothesis import given
from hypothesis import strategies as st

from thresher.evaluation import Decisions
from thresher.service.tallies import Tally
from thresher.service.thresholds import STRETCH, StatedGrid

STATED = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=200)


def _filled(pairs: list[tuple[float, bool]]) -> StatedGrid:
    grid = StatedGrid()
    for probability, positive in pairs:
        grid.add({"ham": 1 - probability, "spam": probability}, "spam" if positive else "ham", "spam")
    return grid


@given(STATED)
def test_round_thresholds_are_as_if_every_probability_were_kept(pairs: list[tuple[float, bool]]) -> None:
    found = _filled(pairs).decisions()
    if not any(positive for _, positive in pairs):
        assert found is None
        return
    assert found is not None
    exact = Decisions.of([positive for _, positive in pairs], [probability for probability, _ in pairs])
    for row in exact.table():
        assert found.at(row.threshold) == row
    assert exact.average_precision is not None
    assert found.average_precision is not None
    assert abs(found.average_precision - exact.average_precision) <= found.average_precision_error + 1e-9


@given(STATED)
def test_a_snapshot_keeps_the_counts(pairs: list[tuple[float, bool]]) -> None:
    grid = _filled(pairs)
    again = StatedGrid.from_saved(grid.to_saved())
    assert again.to_saved() == grid.to_saved()
    assert again.decisions() == grid.decisions()


def test_what_is_long_ago_leaves() -> None:
    grid = StatedGrid()
    for n in range(2 * STRETCH + 10):
        grid.add({"ham": 0.1, "spam": 0.9}, "spam" if n < STRETCH else "ham", "spam")
    assert grid.decisions() is None, "the positives were in the first stretch"
    assert sum(row[1] + row[2] for part in grid.to_saved().values() for row in part) == STRETCH + 10


def test_a_positive_label_that_had_not_come_yet_has_what_the_other_one_left() -> None:
    grid = StatedGrid()
    grid.add({"ham": 0.75}, "spam", "spam")
    found = grid.decisions()
    assert found is not None
    assert found.at(0.2).hits == 1
    assert found.at(0.5).hits == 0


def test_nothing_is_counted_while_it_is_not_known_which_label_is_positive() -> None:
    grid = StatedGrid()
    grid.add({"ham": 0.75}, "ham", None)
    grid.add({"a": 0.5, "b": 0.3, "c": 0.2}, "a", "spam")
    assert grid.to_saved() == {"now": [], "before": []}


def test_a_tally_that_was_saved_without_counts_is_opened() -> None:
    saved = Tally().to_saved()
    del saved["grid"]
    assert Tally.from_saved(saved).grid.decisions() is None
