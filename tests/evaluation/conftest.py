"""Where the tests of event logs write them."""

import pytest


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("logs") / "events.jsonl"
