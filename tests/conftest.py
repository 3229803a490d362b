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
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture
def data() -> Path:
    """The folder of real data; tests that need it are skipped where there is none."""
    folder = os.environ.get("THRESHER_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("THRESHER_DATA names no folder of real data")
    return Path(folder)
