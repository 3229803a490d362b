"""The tables that say which lines Thresher reads and which it refuses are right about Thresher."""

import re

import pytest

from thresher.streams import describe
from thresher.streams.source import Source

from .pages import ROOT

_ESCAPES = {r"\|": "|", "<tab>": "\t", "<return>": "\r"}


def _rows(page: str, heading: str) -> list[tuple[str, bool]]:
    """Every line that the table shows in its first column, and whether its last says that it is a bad one."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    table = next(part for part in text.split("\n\n") if part.startswith(heading))
    found = []
    for row in table.splitlines()[2:]:
        cells = re.split(r"(?<!\\)\|", row)[1:-1]
        for span in re.findall(r"`([^`]+)`", cells[0]):
            for escape, plain in _ESCAPES.items():
                span = span.replace(escape, plain)
            found.append((span, cells[-1].strip().startswith("bad line")))
    return found


VW = _rows("coming-from-vw.md", "| line | VW | Thresher |")
SVMLIGHT = _rows("formats.md", "| line | scikit-learn")


@pytest.mark.parametrize(
    ("format", "line", "bad"),
    [("vw", line, bad) for line, bad in VW] + [("svmlight", line, bad) for line, bad in SVMLIGHT],
)
def test_a_line_is_read_as_the_table_says(format, line, bad, tmp_path):
    path = tmp_path / "line.txt"
    path.write_bytes(line.encode())
    found = describe(Source(str(path), format))
    assert (found.examples, found.bad_lines) == ((0, 1) if bad else (1, 0))


def test_the_tables_are_found():
    assert len(VW) > 25
    assert len(SVMLIGHT) > 8
