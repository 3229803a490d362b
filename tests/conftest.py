"""Settings for every test."""

import os
from pathlib import Path

import pytest

from . import depth

depth.register()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what the chosen depth has no time for."""
    left_out = [item for item in items if depth.leaves_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files of which the chosen depth has no time for any test are not even read."""
    named = collection_path.is_relative_to(config.rootpath)
    return (named and depth.leaves_out_all(collection_path.relative_to(config.rootpath).as_posix())) or None


@pytest.fixture
def data() -> Path:
    """The folder of real data; tests that need it are skipped where there is none."""
    folder = os.environ.get("THRESHER_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("THRESHER_DATA names no folder of real data")
    return Path(folder)
