"""How deep the tests dig: tiers by hypothesis profile, chosen with `--hypothesis-profile` or THRESHER_DEPTH.

quick: for every edit. test: what must pass before anything lands. long: for a night. A test that says nothing gets what
its profile gives; one with `tries(40)` 40 hundredths of it. A number in `@settings` would be the same in every tier.
The first two draw the same examples each time, so that what passed passes on the next machine too; long draws new ones.
"""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

FULL = 100  # what the numbers that tests ask for are parts of
LEAST = 2
PROFILES = {"quick": 6, "test": 20, "long": 300}
"""From a profile to the examples that stand for a hundred."""
NOT_QUICK = (
    "tests/agreement/test_auto.py",
    "tests/benchmarks/",
    "tests/cli/test_auto.py",
    "tests/cli/test_bound.py",
    "tests/cli/test_columns.py",
    "tests/cli/test_commands.py::test_comparing",
    "tests/cli/test_demo.py",
    "tests/cli/test_experiment.py",
    "tests/cli/test_explain.py",
    "tests/cli/test_late.py",
    "tests/cli/test_learn.py::test_interrupted_and_resumed_is_one_run",
    "tests/cli/test_many_classes.py",
    "tests/cli/test_predictions.py",
    "tests/cli/test_save_every.py",
    "tests/cli/test_tune.py",
    "tests/core/",
    "tests/data/test_text.py::test_the_tables_of_the_core_are_those_that_their_script_writes",
    "tests/docs/test_examples.py",
    "tests/docs/test_named_files.py",
    "tests/docs/test_shell_examples.py",
    "tests/evaluation/test_drift.py",
    "tests/evaluation/test_label_order.py",
    "tests/evaluation/test_late_warning.py",
    "tests/evaluation/test_many_classes.py::test_auto_takes_no_more_classes_than_a_thousand",
    "tests/experts/test_any_labels.py",
    "tests/experts/test_foreign_models.py",
    "tests/experts/test_forged_files.py",
    "tests/experts/test_masters_are_learners.py",
    "tests/late/test_any_labels.py",
    "tests/late/test_copies_and_files.py",
    "tests/late/test_minus_one_and_zero.py",
    "tests/late/test_replay.py::test_copies_stand_at_growing_distances",
    "tests/late/test_store.py::test_thousands_of_instances_survive_when_chunks_move_together",
    "tests/late/test_strangers.py",
    "tests/late/test_threads.py",
    "tests/learners/test_amounts_as_labels.py",
    "tests/learners/test_hostile_values.py::test_a_snapshot_is_of_one_moment",
    "tests/reports/",
    "tests/streams/test_shuffled.py::test_every_order_is_equally_likely",
    "tests/test_faces.py",
    "tests/test_fuzz.py",
    "tests/test_river.py::test_river_checks",
    "tests/scale/test_on_ray.py",
    "tests/test_sklearn.py::test_it_learns_real_tables_well_above_chance",
    "tests/test_sklearn.py::test_scikit_learn_checks",
    "tests/test_sklearn_order.py",
    "tests/test_stubs.py",
    "tests/test_thresholds_in_skins.py",
    "tests/theorems/",
    "tests/theory/bounds/",
    "tests/theory/certificates/",
    "tests/theory/concepts/",
    "tests/theory/experiments/",
    "tests/theory/test_invariants.py",
    "tests/theory/test_potentials.py",
)
"""What is left out of quick: other libraries' checks, many processes, pictures, linear programs, whole experiments,
and laws that `make test` tries on everything."""
NOT_QUICK_WITH = "50 labels"
"""Laws run with two and three labels in quick, not with so many."""


def register() -> None:
    """Makes the profiles known, and chooses the one that the environment names."""
    for name, examples in PROFILES.items():
        settings.register_profile(
            name,
            deadline=None,
            max_examples=examples,
            derandomize=name != "long",
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )
    settings.load_profile(os.environ.get("THRESHER_DEPTH", "test"))


def tries(examples: int, **more: Any) -> settings:
    """So many examples of a hundred, in the depth that was chosen."""
    return settings(max_examples=max(LEAST, round(examples * settings.default.max_examples / FULL)), **more)


def leaves_out(item: pytest.Item) -> bool:
    """Whether the depth has no time for a test: `slow` ones are for long alone."""
    examples = settings.default.max_examples
    if item.get_closest_marker("slow"):
        return examples < PROFILES["long"]
    long_winded = item.nodeid.startswith(NOT_QUICK) or NOT_QUICK_WITH in item.nodeid
    return examples < PROFILES["test"] and long_winded


def leaves_out_all(path: str) -> bool:
    """Whether the depth has no time for any test of a file."""
    return settings.default.max_examples < PROFILES["test"] and path.startswith(NOT_QUICK)
