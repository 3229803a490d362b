"""One writer for a folder."""

from pathlib import Path

import pytest

from thresher.errors import InputError
from thresher.service.running import Address, opened
from thresher.service.settings import Settings

from .inside import Inside


def test_a_second_writer_is_refused_and_changes_nothing_and_may_come_when_the_first_has_gone(tmp_path: Path) -> None:
    first = Inside(tmp_path / "served")
    first.ask({"a": 1}, "1")
    before = first.digests()
    with pytest.raises(InputError, match="served already, by process"):
        opened(tmp_path / "served", Settings(), Address())
    assert first.ask({"a": 1}, "2").status == 200
    assert first.label("1", "yes").status == 200
    after = first.digests()
    assert after != before
    first.close()
    second = Inside(tmp_path / "served")
    assert second.digests() == after
    second.close()
