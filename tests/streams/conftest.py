"""Where the tests of texts write them."""

import pytest


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("texts") / "text"
