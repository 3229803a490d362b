"""Several labels of one line: read as they are written, beside the same line with one of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.learners import labels_of_text
from thresher.streams import Source
from thresher.streams.targets import Targets

IDS = (1, 3, 17)
FORMATS = ("svmlight", "vw", "snow")
SEVERAL = {
    "svmlight": Targets(several=True),
    "vw": Targets(several=True),
    "snow": Targets(IDS, several=True),
}
ONE = {"svmlight": Targets(), "vw": Targets(), "snow": Targets(IDS)}


def read(path, text, format, targets):
    """(labels, attributes) of each example by its line, and the lines that were refused."""
    path.write_bytes(text.encode())
    found, refused = {}, {}
    for block in Source(str(path), format, targets=targets).blocks():
        for row in range(len(block)):
            found[block.native.line(row)] = block.label(row), dict(block.example(row).items())
        refused.update({trouble.line: trouble for trouble in block.troubles})
    return found, refused


def written(format, labels, columns, order):
    """One line as the format has it; SNoW's targets may stand anywhere."""
    if format == "svmlight":
        return " ".join([",".join(map(str, labels)), *(f"{c}:1" for c in columns)]).strip()
    if format == "vw":
        return f"{','.join(map(str, labels))} | {' '.join(map(str, columns))}"
    items = [*labels, *columns]
    order.shuffle(items)
    return ", ".join(map(str, items)) + ":"


@pytest.mark.parametrize("format", FORMATS)
@tries(60)
@given(
    rows=st.lists(
        st.tuples(st.lists(st.sampled_from(IDS), unique=True), st.lists(st.integers(20, 40), min_size=1, unique=True)),
        min_size=1,
        max_size=20,
    ),
    order=st.randoms(use_true_random=False),
)
def test_all_labels_of_a_line_are_read_and_nothing_else_changes(format, rows, order, tmp_path_factory):
    path = tmp_path_factory.mktemp("several") / "lines"
    text = "".join(written(format, labels, columns, order) + "\n" for labels, columns in rows)
    found, refused = read(path, text, format, SEVERAL[format])
    assert not refused
    assert [set(labels_of_text(label)) for label, _ in found.values()] == [set(labels) for labels, _ in rows]
    assert [attributes for _, attributes in found.values()] == [dict.fromkeys(columns, 1.0) for _, columns in rows]


@pytest.mark.parametrize("format", FORMATS)
@tries(60)
@given(text=st.text("123 ,:|'.x-\n\t();#7", max_size=80))
def test_where_one_label_is_read_it_is_the_same_one(format, text, tmp_path_factory):
    """Of any text: what is an example of one label stays that, and what is read besides has several, or none."""
    path = tmp_path_factory.mktemp("several") / "lines"
    single, bad = read(path, text, format, ONE[format])
    several, worse = read(path, text, format, SEVERAL[format])
    assert set(worse) <= set(bad)
    assert set(single) <= set(several)
    for line, (label, attributes) in several.items():
        if line in single:
            assert (repr(label), attributes) == (repr(single[line][0]), single[line][1])
        else:
            assert label is None or "," in label


@pytest.mark.parametrize(
    ("format", "line"),
    [
        ("svmlight", "1,,2 3:1"),
        ("svmlight", "1, 3:1"),
        ("svmlight", ",1 3:1"),
        ("svmlight", "1,x 3:1"),
        ("svmlight", "1,2x 3:1"),
        ("vw", "1,,2 | a"),
        ("vw", "1, | a"),
        ("vw", "1,2x | a"),
        ("vw", "1,2 x | a"),
        ("snow", "1, 3, x:"),
    ],
)
def test_labels_that_are_none_are_bad_lines(tmp_path, format, line):
    found, refused = read(tmp_path / "lines", line + "\n", format, SEVERAL[format])
    assert not found
    assert list(refused) == [1]


@pytest.mark.parametrize(("format", "line"), [("svmlight", "1,2 3:1"), ("snow", "1, 3, 7:")])
def test_without_it_a_line_of_several_labels_says_what_to_do(tmp_path, format, line):
    _, refused = read(tmp_path / "lines", line + "\n", format, ONE[format])
    assert "multilabel=" in refused[1].hint


def test_weights_and_tags_stand_where_they_stood(tmp_path):
    (tmp_path / "lines").write_text("1,2 0.5 'here | a\n")
    (block,) = Source(str(tmp_path / "lines"), "vw", targets=Targets(several=True)).blocks()
    assert (block.label(0), block.weights[0], block.native.tag(0)) == ("1,2", 0.5, "here")
