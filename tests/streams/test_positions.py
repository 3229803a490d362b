"""Where one stopped in a table one goes on: positions are bytes, and those of 0.1.0, which are rows, still work."""

import gzip

import pytest

from thresher.cli.resuming import starts, to_progress
from thresher.streams import Position, Source

from .reading import Columns, rows_of

TABLES = {
    "csv": b'\xef\xbb\xbflabel,a,"b\nc"\r\n1,2,x\r\nspam,"3\n4",y\r\n\r\n1,2\r\n0,,"z"\r\n,7,\r\n',
    "json": b'{"label": 1, "a": 2}\n\n{"label": "spam", "b": ["x", "y"]}\n{"label": }\n{"a": 3}\n',
    "text": b"1\tfree money\nlunch\n\n\tat noon\n2\t\xff\nham\tyes\n",
}


@pytest.fixture(params=[(format, packed) for format in TABLES for packed in (False, True)], ids=str)
def table(request, tmp_path):
    format, packed = request.param
    path = tmp_path / (f"table.{format}" + ".gz" * packed)
    path.write_bytes(gzip.compress(TABLES[format]) if packed else TABLES[format])
    return Source(str(path), format, columns=Columns())


def test_reading_goes_on_at_every_row(table):
    (block,) = table.blocks()
    whole = list(rows_of([block]))
    assert len(whole) == len(block.places()) > 3
    for count, place in enumerate(block.places()):
        blocks = list(table.blocks(place))
        assert list(rows_of(blocks)) == whole[count:]
        assert blocks[-1].end == block.end
        assert blocks[0].places()[0] == place
    assert list(table.blocks(block.end)) == []


def test_rows_are_counted_into_a_position(table):
    (block,) = table.blocks()
    places = [*block.places(), block.end]
    assert [table.after_rows(count) for count in range(len(places))] == places
    assert table.after_rows(100) == block.end


class Loop:
    """As much of the loop as is kept in a model."""

    passes, labelled, holdout = 1, 0, 0.0

    def __init__(self, positions):
        self.positions = positions


def test_positions_of_0_1_0_count_rows_and_still_resume(table):
    (block,) = table.blocks()
    position = block.places()[2]
    progress = to_progress(Loop({table.name: position}), [table], True)
    assert starts(progress, [table]) == {table.name: position}
    (kept,) = progress["files"].values()
    assert kept.pop("unit") == "bytes"
    kept.update(at=2, lines=2, tail=None)
    assert starts(progress, [table]) == {table.name: position}


@pytest.mark.parametrize(
    ("cells", "padded", "digits"),
    [
        (["007", "12", "0", "00"], 2, True),
        (["007", "1.5"], 1, False),
        (["-7", "12"], 0, False),
        (["0.5", "NA", "red"], 0, False),
        (["07", "NA", "red"], 1, True),
    ],
)
def test_how_numbers_are_written_is_counted(cells, padded, digits, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("label,it\n" + "".join(f"1,{cell}\n" for cell in cells))
    (block,) = Source(str(path), columns=Columns()).blocks()
    counts = dict(block.columns)["it"]
    assert (counts["padded"], counts["digits"]) == (padded, digits)


def test_a_file_that_became_shorter_is_refused(table):
    (block,) = table.blocks()
    far = Position(block.end.at + 10, 99)
    if table.name.endswith(".gz"):
        with pytest.raises(Exception, match="shorter"):
            list(table.blocks(far))
    else:
        assert list(table.blocks(far)) == []


@pytest.mark.parametrize("format", ["csv", "json"])
def test_columns_set_aside_are_no_attributes(format, tmp_path):
    path = tmp_path / f"table.{format}"
    rows = {
        "csv": b'label,at,id\n1," 2024-11-30 ",7\nham,,"x ""y"""\n',
        "json": b'{"label": 1, "at": "2024-11-30", "id": 7}\n{"label": "ham", "id": "x \\"y\\""}\n',
    }
    path.write_bytes(rows[format])
    (block,) = Source(str(path), columns=Columns(), aside=("at", "id")).blocks()
    assert [block.aside(0), block.aside(1)] == [{"at": "2024-11-30", "id": "7"}, {"id": 'x "y"'}]
    assert [dict(x.items()) for x in block.examples()] == [{}, {}]
    assert block.labels == [1.0, "ham"]
    assert [name for name, _ in block.columns] == ["label"]


def test_what_the_cells_of_columns_were_is_counted(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("label,id,n,c,t\n" + "".join(f"{i % 2},u{i},{i},red,{'' if i else 'NA'}\n" for i in range(50)))
    (block,) = Source(str(path), columns=Columns(text=("c",))).blocks()
    columns = dict(block.columns)
    assert list(columns) == ["label", "id", "n", "c", "t"]
    assert (columns["id"]["categories"], columns["id"]["distinct"], columns["id"]["longest"]) == (50, 50, 3)
    assert (columns["n"]["numbers"], columns["n"]["whole_numbers_rising"], columns["n"]["last"]) == (50, True, 49.0)
    assert not columns["label"]["whole_numbers_rising"]
    assert (columns["c"]["words"], columns["c"]["distinct"], columns["t"]["missing"]) == (50, 1, 50)
