"""Settings for every test."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "thresher",
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("thresher")


@pytest.fixture
def data() -> Path:
    """The folder of real data; tests that need it are skipped where there is none."""
    folder = os.environ.get("THRESHER_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("THRESHER_DATA names no folder of real data")
    return Path(folder)
