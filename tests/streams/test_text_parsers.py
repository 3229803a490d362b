"""The core's text parsers beside plain ones and scikit-learn's answers."""

from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.datasets import load_svmlight_file

from thresher.streams.targets import Targets

from .found import Found, read
from .reference_parsers import LARGEST, read_text, snow_line, svmlight_line, vw_parser

READERS = {
    "svmlight": ({"format": "svmlight"}, svmlight_line),
    "svmlight from 1": ({"format": "svmlight", "first_column": 1}, partial(svmlight_line, first_column=1)),
    "snow": ({"format": "snow", "targets": "first"}, snow_line),
    "snow with targets": ({"format": "snow", "targets": (1, 3, 17)}, partial(snow_line, targets=(1, 3, 17))),
    "snow with one target": (
        {"format": "snow", "targets": Targets((1, 3, 17), one=3)},
        partial(snow_line, targets=(1, 3, 17), one=3),
    ),
    "vw": ({"format": "vw"}, vw_parser(None)),
    "vw at 18 bits": ({"format": "vw", "bits": 18}, vw_parser(18)),
    "vw at 31 bits": ({"format": "vw", "bits": 31}, vw_parser(31)),
}


def assert_agrees(path, text, reader):
    options, parse = READERS[reader]
    examples, refused = read(path, text, **options)
    expected, expected_refused = read_text(text, parse)
    too_large = {line for line, one in expected.items() if any(abs(value) > 1e150 for value in one.sums().values())}
    expected = {line: one for line, one in expected.items() if line not in too_large}
    assert refused == expected_refused | too_large
    assert {line: found.bits() for line, found in examples.items()} == {
        line: Found(one.label, one.weight, one.tag, one.sums(), len(one.attributes)).bits()
        for line, one in expected.items()
    }


# Texts: lines that follow the format, then lines with a few bytes changed.

digit_strings = st.text("0123456789", min_size=1, max_size=25)
numbers = st.one_of(
    st.sampled_from(["1", "0", "-1", "+1", "0.5", "-0", "1e3", ".5", "5.", "1e150", "2147483647"]),
    st.integers(0, 10**9).map(str),
    st.floats(-LARGEST, LARGEST).map(repr),
    st.floats(-1e6, 1e6).map(lambda x: f"{x:.6g}"),
    st.decimals(-1000, 1000, places=3).map(str),
    st.builds("{}.{}".format, digit_strings, digit_strings),
)
blanks = st.sampled_from([" ", " ", " ", "  ", "\t", " \t "])
indices = st.one_of(st.integers(1, 60), st.integers(1, 10**8), st.integers(1, 2**32), st.integers(1, 10**18 - 1)).map(
    str
)


def sometimes(strategy, other=""):
    return st.one_of(st.just(other), strategy)


def joined(strategy, separators, **sizes):
    """Pieces with separators before each."""
    return st.lists(st.builds("{}{}".format, separators, strategy), **sizes).map("".join)


svmlight_lines = st.builds(
    "{}{}{}{}{}".format,
    numbers,
    sometimes(st.integers(0, 10**20).map(" qid:{}".format)),
    joined(st.builds("{}:{}".format, indices, st.one_of(st.just("1"), numbers)), blanks, max_size=30),
    sometimes(blanks),
    sometimes(st.sampled_from(["# rest", "#", "# 3:x |"])),
)
snow_items = st.one_of(indices, st.builds("{}({})".format, indices, numbers))
snow_lines = st.builds(
    "{}{}:".format, st.lists(snow_items, max_size=30).map(", ".join), sometimes(st.sampled_from([" ", "\t"]))
)
names = st.one_of(
    indices,
    st.sampled_from(["a", "b", "price", "été", "日本", "it's", "a=b", "-5", "5.0", "007"]),
    st.text("abcxyz09_^#", min_size=1, max_size=20),
)
vw_values = st.one_of(numbers, st.sampled_from(["red", "b:2", "|g", "infx", "e5"]))
vw_features = st.one_of(names, st.builds("{}:{}".format, names, vw_values), numbers.map(":{}".format))
vw_namespaces = st.builds(
    "|{}{}{}".format,
    sometimes(st.builds("{}{}".format, names, sometimes(numbers.map(":{}".format)))),
    joined(vw_features, blanks, max_size=20),
    sometimes(blanks),
)
importances = st.one_of(st.just("2"), st.floats(0, 1e100).map(repr))
vw_heads = st.one_of(
    st.sampled_from(["", "'tag ", "tag", "1 ", "-1 2.5 'tag ", "1 0 ", "1 2 0 ", "1 2 0 tag", "0.5 ' "]),
    st.builds("{} {} ".format, numbers, importances),
)
vw_lines = st.builds("{}{}".format, vw_heads, st.lists(vw_namespaces, min_size=1, max_size=3).map("".join))
LINES = {
    "svmlight": svmlight_lines,
    "svmlight from 1": svmlight_lines,
    "snow": snow_lines,
    "snow with targets": snow_lines,
    "snow with one target": snow_lines,
    "vw": vw_lines,
    "vw at 18 bits": vw_lines,
    "vw at 31 bits": vw_lines,
}
line_ends = st.sampled_from(["\n", "\n", "\r\n", "\n\n", "\n \t\n"])
telling_bytes = st.sampled_from([bytes([c]) for c in b" \t\r\n:|#',()+-.eE0123456789naif^x\x00\x0b\xc3\xa9\xff"])


@st.composite
def texts(draw, lines):
    pieces = draw(st.lists(st.tuples(lines, line_ends), max_size=6))
    text = "".join(line + end for line, end in pieces).encode()
    return text.rstrip(b"\r\n") if draw(st.booleans()) else text


@st.composite
def corrupted(draw, lines):
    text = draw(texts(lines))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 2))
        text = text[:at] + b"".join(draw(st.lists(telling_bytes, max_size=3))) + text[at + gone :]
    return text


@pytest.mark.parametrize("reader", READERS)
@given(data=st.data())
def test_texts_are_read_as_their_format_says(path, reader, data):
    assert_agrees(path, data.draw(texts(LINES[reader])), reader)


@pytest.mark.parametrize("reader", READERS)
@given(data=st.data())
def test_corrupted_texts_are_read_or_refused_line_by_line(path, reader, data):
    assert_agrees(path, data.draw(corrupted(LINES[reader])), reader)


@pytest.mark.parametrize("reader", READERS)
@given(text=st.binary(max_size=200))
@example(text=b"\xef\xbb\xbf1 1:1\n")
@example(text=b"\xef\xbb\xbf1 | a\n1, 2:")
@example(text=b"1 2 0 4 | x\n")
@example(text=b"1 |\xff :3\n")
@example(text=b"1 2:1.2.3 4:5:6 7:1.\n1 | 5:1.2.3 5:1:1 1.5 1.5:2\n")
def test_any_bytes_are_read_or_refused(path, reader, text):
    assert_agrees(path, text, reader)


# Numbers.


def values_of(path, texts):
    """What numbers behind a colon are, in svmlight's format and in VW's; None: refused."""
    found = []
    for start, options in (("1 5:", {"format": "svmlight"}), ("1 | a b:", {"format": "vw"})):
        examples, refused = read(path, "".join(f"{start}{text}\n" for text in texts).encode(), **options)
        assert len(examples) + len(refused) == len(texts)
        rows = [examples.get(line) for line in range(1, len(texts) + 1)]
        found.append([None if row is None else row.attributes.get("b", row.attributes.get(5, 0.0)) for row in rows])
    assert found[0] == found[1]
    return found[0]


def assert_numbers(path, texts):
    numbers = [float(text) for text in texts]
    assert values_of(path, texts) == [number if abs(number) <= LARGEST else None for number in numbers]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_what_python_says(path, number):
    assert_numbers(path, [repr(number), f"{number:.17g}", f"{number:f}", f"{number:e}", f"{number:.3g}"])


written_numbers = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "-", "+"]),
    digit_strings,
    sometimes(digit_strings.map(".{}".format)),
    sometimes(st.integers(-400, 400).map("e{}".format)),
)


@given(st.lists(written_numbers, max_size=10))
@example(
    ["9007199254740993", "9007199254740993.0000000000000000000000000001", "12345678.12345678", "90071992.54740993"]
)
@example(["2.2250738585072011e-308", "1e-400", "0e400", "1e150", "1.0000000000000001e150", "1e151"])
def test_digits_are_what_python_says(path, texts):
    assert_numbers(path, texts)


def test_what_is_no_number_is_refused(path):
    texts = [
        "nan",
        "inf",
        "-inf",
        "infinity",
        "1e400",
        "0x10",
        "1e",
        "1e+",
        "--1",
        ".",
        "-",
        "1_0",
        "1,5",
        "2x",
        "1.2.3",
    ]
    assert values_of(path, texts) == [None] * len(texts)


# scikit-learn.

sorted_rows = st.lists(
    st.dictionaries(st.integers(0, 200), st.floats(-1e100, 1e100).filter(bool), max_size=12), min_size=1, max_size=8
)


@pytest.mark.parametrize("first_column", [0, 1])
@given(rows=sorted_rows, query=st.booleans(), comment=st.booleans())
def test_svmlight_is_read_as_by_scikit_learn(path, first_column, rows, query, comment):
    lines = []
    for label, row in enumerate(rows):
        words = [str(label), *(["qid:7"] if query else [])]
        words += [f"{column + first_column}:{row[column]!r}" for column in sorted(row)]
        lines.append(" ".join(words) + (" # a comment" if comment else ""))
    text = "\n".join(lines) + "\n"
    examples, refused = read(path, text.encode(), format="svmlight", first_column=first_column)
    matrix, labels, *_ = load_svmlight_file(path, zero_based=first_column == 0, query_id=query)
    assert not refused
    assert [found.label for found in examples.values()] == list(labels)
    for row, found in enumerate(examples.values()):
        theirs = matrix[[row]]
        assert found.attributes == dict(zip(theirs.indices.tolist(), theirs.data.tolist(), strict=True))
