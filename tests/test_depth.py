"""The depth of the tests: what a profile asks for is what is tried, and what it leaves out is there."""

import re
from pathlib import Path

import pytest
from hypothesis import settings

from . import depth

ROOT = Path(__file__).parents[1]


@pytest.fixture
def profile(monkeypatch):
    """Chooses a profile for the length of a test."""
    before = settings.get_current_profile_name()
    yield settings.load_profile
    settings.load_profile(before)


@pytest.mark.parametrize(("name", "wanted"), [("quick", 6), ("test", 20), ("long", 300)])
def test_a_test_asks_for_a_part_of_what_the_profile_gives(profile, name, wanted):
    profile(name)
    assert depth.tries(100).max_examples == settings.default.max_examples == wanted
    assert depth.tries(50).max_examples == wanted // 2
    assert depth.tries(1).max_examples >= depth.LEAST
    assert depth.tries(10).deadline is None


@pytest.mark.parametrize("name", depth.NOT_QUICK)
def test_what_is_left_out_of_quick_is_there(name):
    path, _, test = name.partition("::")
    assert (ROOT / path).exists()
    assert not test or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def test_no_test_sets_its_own_number_of_examples():
    own = re.compile(r"max_examples=\d")
    files = [path for path in (ROOT / "tests").rglob("*.py") if own.search(path.read_text(encoding="utf-8"))]
    assert files == []
