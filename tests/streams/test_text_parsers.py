"""The core's text parsers beside plain ones, scikit-learn's and Vowpal Wabbit's answers."""

import math
import struct
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.datasets import load_svmlight_file

from thresher.errors import InputError
from thresher.streams import Source

from .reference_parsers import LARGEST, read_text, snow_line, svmlight_line, vw_parser

READERS = {
    "svmlight": ({"format": "svmlight"}, svmlight_line),
    "svmlight from 1": ({"format": "svmlight", "first_column": 1}, partial(svmlight_line, first_column=1)),
    "snow": ({"format": "snow"}, snow_line),
    "vw": ({"format": "vw"}, vw_parser(None)),
    "vw at 18 bits": ({"format": "vw", "bits": 18}, vw_parser(18)),
    "vw at 31 bits": ({"format": "vw", "bits": 31}, vw_parser(31)),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("texts") / "text"


class Found(NamedTuple):
    """An example that was read. attributes: each one once.   features: how many were written."""

    label: float
    weight: float
    tag: str
    attributes: dict
    features: int

    def bits(self):
        """The same with numbers that can be compared bit for bit, NaN too."""
        attributes = {name: bits_of(value) for name, value in self.attributes.items()}
        return bits_of(self.label), bits_of(self.weight), self.tag, attributes, self.features


def bits_of(number):
    return struct.pack("<d", number)


def read(path, text, **options):
    """The examples of a text by their line, and the lines that were refused."""
    path.write_bytes(text)
    examples, refused = {}, set()
    for block in Source(str(path), **options).blocks():
        weights = [1.0] * len(block) if block.weights is None else block.weights.tolist()
        for row, (label, weight) in enumerate(zip(block.labels.tolist(), weights, strict=True)):
            native = block.native
            try:
                items = block.example(row).items()
            except InputError:  # repeats that add up to more than a value may be
                refused.add(native.line(row))
                continue
            found = Found(label, weight, native.tag(row), dict(items), native.features_of(row))
            assert len(found.attributes) == len(items)
            examples[native.line(row)] = found
        refused.update(trouble.line for trouble in block.troubles)
    return examples, refused


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


# Vowpal Wabbit 9.11.9 with -b 18 --noconstant: its own audit of one line each.

VW_CASES = [
    (b"1 | a b", 1, 1, "", {92594: 1, 163331: 1}),
    (b"1 |f a:2 b", 1, 1, "", {14355: 2, 146788: 1}),
    (b"1 |f:2 a:3", 1, 1, "", {14355: 6}),
    (b"-1 2.5 'tag |f x", -1, 2.5, "tag", {76460: 1}),
    (b"1 0.5 tag|f x", 1, 0.5, "tag", {76460: 1}),
    (b"|f x", None, 1, "", {76460: 1}),
    (b"tag| x", None, 1, "tag", {170779: 1}),
    (b" | x", None, 1, "", {170779: 1}),
    (b"'tag | x", None, 1, "tag", {170779: 1}),
    (b"'tag| x", None, 1, "tag", {170779: 1}),
    (b"1 'tag| x", 1, 1, "tag", {170779: 1}),
    (b"1 'tag | x", 1, 1, "tag", {170779: 1}),
    (b"1| x", None, 1, "1", {170779: 1}),
    (b"1 2| x", 1, 1, "2", {170779: 1}),
    (b"1 2 3| x", 1, 2, "3", {170779: 1}),
    (b"  1   2   |  x   y ", 1, 2, "", {170779: 1, 102934: 1}),
    (b"1 ' | x", 1, 1, "", {170779: 1}),
    (b"1 '| x", 1, 1, "", {170779: 1}),
    (b"1 tag| x", 1, 1, "tag", {170779: 1}),
    (b"1 ta'g| x", 1, 1, "ta'g", {170779: 1}),
    (b"1 | 5 6:2 007 4294967296 99999999999", 1, 1, "", {5: 1, 6: 2, 7: 1, 0: 1, 190463: 1}),
    (
        b"1 | 262144 262149 4294967295 18446744073709551615 18446744073709551616 18446744073709551621",
        1,
        1,
        "",
        {0: 2, 5: 2, 262143: 2},
    ),
    (b"1 | -5 +5 5a 5.0 0", 1, 1, "", {201131: 1, 178844: 1, 111470: 1, 185310: 1, 0: 1}),
    (b"1 |f 5 6:2 007", 1, 1, "", {34880: 1, 34881: 2, 34882: 1}),
    (b"1 |7 3 a", 1, 1, "", {10: 1, 97831: 1}),
    (b"1 |007 3", 1, 1, "", {10: 1}),
    (b"1 |7a 3", 1, 1, "", {118953: 1}),
    (b"1 |0 5", 1, 1, "", {5: 1}),
    (b"1 | a:0", 1, 1, "", {}),
    (b"1 | a:0 b c:-0", 1, 1, "", {163331: 1}),
    (b"1 | :3 :4", 1, 1, "", {0: 3, 1: 4}),
    (b"1 |f :3 :4", 1, 1, "", {34875: 3, 34876: 4}),
    (b"1 | :3 b :4", 1, 1, "", {0: 3, 163331: 1, 1: 4}),
    (b"1 | a:b", 1, 1, "", {144016: 1}),
    (b"1 | a:1e38", 1, 1, "", {92594: 1e38}),
    (b"1 | a:+1", 1, 1, "", {92594: 1}),
    (b"1 | a:.5", 1, 1, "", {92594: 0.5}),
    (b"1 | a:5.", 1, 1, "", {92594: 5}),
    (b"1 | a :3 b", 1, 1, "", {92594: 1, 0: 3, 163331: 1}),
    (b"1 | a:1e3", 1, 1, "", {92594: 1000}),
    (b"1 | a:1E3", 1, 1, "", {92594: 1000}),
    (b"1 | a:1e+3", 1, 1, "", {92594: 1000}),
    (b"1 | a:1e-3", 1, 1, "", {92594: 0.001}),
    (b"1 | a:-2.5", 1, 1, "", {92594: -2.5}),
    (b"1 | a:0.1234567890123456789", 1, 1, "", {92594: 0.123457}),
    (b"1 | a:16777217", 1, 1, "", {92594: 16777200.0}),
    (b"1 | a:123456789012345", 1, 1, "", {92594: 123457000000000.0}),
    (b"1 | a::2 b", 1, 1, "", {73090: 1, 163331: 1}),
    (b"1 | a:b:2 c", 1, 1, "", {259380: 1, 185951: 1}),
    (b"1 |f:0 a", 1, 1, "", {}),
    (b"1 |f:-2 a", 1, 1, "", {14355: -2}),
    (b"1 || a", 1, 1, "", {92594: 1}),
    (b"1 |||a b", 1, 1, "", {144016: 1}),
    (b"1 | a | b", 1, 1, "", {92594: 1, 163331: 1}),
    (b"1 |a b|c d", 1, 1, "", {144016: 1, 68370: 1}),
    (b"1 |a b |c d", 1, 1, "", {144016: 1, 68370: 1}),
    (b"1 |a b |a b", 1, 1, "", {144016: 2}),
    (b"1 |a|b x", 1, 1, "", {143313: 1}),
    (b"1 |", 1, 1, "", {}),
    (b"1 |f", 1, 1, "", {}),
    (b"1 |f ", 1, 1, "", {}),
    (b"|", None, 1, "", {}),
    (b"1 |f|g", 1, 1, "", {}),
    (b"1 | a|b", 1, 1, "", {92594: 1}),
    (b"1 | a:2|g b", 1, 1, "", {92594: 2, 149920: 1}),
    (b"1 | a:|g b", 1, 1, "", {221717: 1, 163331: 1}),
    (b"1 |f:2|g b", 1, 1, "", {149920: 1}),
    (b"1 |f a\tb\tc", 1, 1, "", {14355: 1, 146788: 1, 253856: 1}),
    (b"1 |\ta", 1, 1, "", {92594: 1}),
    (b"\t1 | a", 1, 1, "", {92594: 1}),
    (b"1 | a\x00b c", 1, 1, "", {50854: 1, 185951: 1}),
    (b"1 | a b   ", 1, 1, "", {92594: 1, 163331: 1}),
    (b"1 | a b\r", 1, 1, "", {92594: 1, 163331: 1}),
    (b"1 | a b:2\r", 1, 1, "", {92594: 1, 163331: 2}),
    (b"1 |f\r", 1, 1, "", {}),
    (b"1e0 | x", 1, 1, "", {170779: 1}),
    (b"+1 | x", 1, 1, "", {170779: 1}),
    (b"0.5 | x", 0.5, 1, "", {170779: 1}),
    (b"1. | x", 1, 1, "", {170779: 1}),
    (b".5 | x", 0.5, 1, "", {170779: 1}),
    (b"-.5 | x", -0.5, 1, "", {170779: 1}),
    (b"-1 | x", -1, 1, "", {170779: 1}),
    (b"1 1e-3 | x", 1, 0.001, "", {170779: 1}),
    (b"0 | x", 0, 1, "", {170779: 1}),
    (b"2 | x", 2, 1, "", {170779: 1}),
    (b"5 | x", 5, 1, "", {170779: 1}),
    (b"1 | a a", 1, 1, "", {92594: 2}),
    (b"1 | a:2 a:3", 1, 1, "", {92594: 5}),
    (b"1 | 5 5:2", 1, 1, "", {5: 3}),
    (b"1 | \xc3\xa9t\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac:2", 1, 1, "", {222735: 1, 129346: 2}),
    (b"1 | \xff\xfe", 1, 1, "", {26704: 1}),
    (b"1 | a^b", 1, 1, "", {222838: 1}),
    (b"1 |f a^b", 1, 1, "", {217890: 1}),
    (b"\xef\xbb\xbf1 | a", 1, 1, "", {92594: 1}),
    (b"\xef\xbb\xbf| a", None, 1, "", {92594: 1}),
    (b"1 | it's \"q\" 'x", 1, 1, "", {193640: 1, 7211: 1, 226285: 1}),
    (b"1 |f it's", 1, 1, "", {184963: 1}),
    (b"1 |\xc3\xa9 a", 1, 1, "", {19779: 1}),
    (b"1 |\xc3\xa9:2 a", 1, 1, "", {19779: 2}),
    (b"1 |long_name a", 1, 1, "", {234842: 1}),
    (b"1 |lo a |la a", 1, 1, "", {92894: 1, 50321: 1}),
    (b"1 | # x", 1, 1, "", {91983: 1, 170779: 1}),
    (b"1 | a=b a=c:2", 1, 1, "", {198310: 1, 40152: 2}),
    (b"1 | a\\x20b c\\\\d", 1, 1, "", {62536: 1, 71839: 1}),
    (b"1 | \\", 1, 1, "", {199686: 1}),
    (b"1 | a,b;c", 1, 1, "", {142100: 1}),
    (b"1 | 5:b", 1, 1, "", {96956: 1}),
    (b"1 |f 5:b", 1, 1, "", {102153: 1}),
    (b"1 |f a:b", 1, 1, "", {229422: 1}),
    (b"1 | a:b c:d:e f", 1, 1, "", {144016: 1, 228048: 1, 34875: 1}),
    (b"1 |f:2 3", 1, 1, "", {34878: 2}),
    (b"1 |f:+2 a", 1, 1, "", {14355: 2}),
    (b"1 |f:1e2 a", 1, 1, "", {14355: 100}),
    (b"1 | a:0.0", 1, 1, "", {}),
    (b"1 | a:1e-37", 1, 1, "", {92594: 1e-37}),
    (b"1 | a:1e37", 1, 1, "", {92594: 1e37}),
    (b"1 | a:-.5", 1, 1, "", {92594: -0.5}),
    (b"1 |f a \tb", 1, 1, "", {14355: 1, 146788: 1}),
    (b"1 | a:1e38 b", 1, 1, "", {92594: 1e38, 163331: 1}),
    (b"1 | a:00012.50", 1, 1, "", {92594: 12.5}),
    (b"1 | :x b", 1, 1, "", {170779: 1, 163331: 1}),
    (b"1 | ::2", 1, 1, "", {49727: 1}),
    (b"1 |f a\x0cb", 1, 1, "", {15994: 1}),
    (b"-0 | x", -0.0, 1, "", {170779: 1}),
]


@pytest.mark.parametrize(("line", "label", "weight", "tag", "indices"), VW_CASES)
def test_vw_lines_are_what_vw_makes_of_them(path, line, label, weight, tag, indices):
    examples, refused = read(path, line + b"\n", format="vw", bits=18)
    assert not refused
    (found,) = examples.values()
    assert found.label == label or (math.isnan(found.label) and label is None)
    assert (found.weight, found.tag) == (weight, tag)
    assert found.attributes == pytest.approx(indices, rel=1e-5)  # VW prints six digits


# Where VW guesses, Thresher refuses; and where VW reads something else, that is said here.

VW_REFUSED = [
    (b"1 0.5 tag |f x", 7),
    (b"1 2 3 |f x", 5),
    (b"1 2 3 'tag |f x", 5),
    (b"1 2 3 tag|f x", 5),
    (b"1 2 3 4 |f x", 7),
    (b"1 2 3 4 5 |f x", 9),
    (b"1 2 x |f x", 5),
    (b"1 x |f x", 3),
    (b"tag | x", 1),
    (b"1 2 'a b | x", 8),
    (b"1 | a:nan", 7),
    (b"1 | a:NaN", 7),
    (b"1 | a:inf", 7),
    (b"1 | a:-inf", 7),
    (b"1 | a:1e400", 7),
    (b"1 | a:0x10", 8),
    (b"1 | a:1e b", 8),
    (b"1 | a:-", 7),
    (b"1 | a:+", 7),
    (b"1 | a: b", 7),
    (b"1 | a:", 7),
    (b"1 | a: 3", 7),
    (b"1 | a:2x b", 8),
    (b"1 | a:1,5", 8),
    (b"1 | a:1_0", 8),
    (b"1 | a:1d2", 8),
    (b"1 | a:1:2", 8),
    (b"1 | a:1:2 b", 8),
    (b"1 |f:x a", 6),
    (b"1 |f:x a:2", 6),
    (b"1 |f: a", 6),
    (b"1 |f:nan a", 6),
    (b"1 |f:2:3 a", 7),
    (b"1 |:2 a", 4),
    (b"1 | a:\r", 7),
    (b"1 2 3", 6),
    (b"1", 2),
    (b"abc", 4),
    (b"1 2 tag", 8),
    (b"1 'tag", 7),
    (b"'tag", 5),
    (b"abc | x", 1),
    (b"abc 1 | x", 1),
    (b"1 abc | x", 3),
    (b"nan | x", 1),
    (b"inf | x", 1),
    (b"-inf | x", 1),
    (b"1x | x", 1),
    (b"0x1 | x", 1),
    (b"1e400 | x", 1),
    (b"- | x", 1),
    (b"1 -2 | x", 3),
    (b"1 -2 'tag | x", 3),
    (b"1 nan | x", 3),
    (b"1 inf | x", 3),
    (b"# comment", 10),
    (b"# comment | x", 1),
    (b'{"a":1}', 8),
    (b"1 4:5 | x", 3),
    (b"0:1 | x", 1),
    (b"1 | a:5b", 8),
    (b"1 |f: 3 a", 6),
    (b"1 |f: 3", 6),
    (b"1 |f:inf a", 6),
    (b"1 | a:--1", 7),
    (b"1 | a:1.2.3", 10),
    (b"1 | a:1e5.5", 10),
    (b"1 | a:infinity", 7),
    (b"1 | a:1e", 8),
    (b"1 | a:1e+", 8),
    (b"1 | a:1e- b", 8),
    (b"1 | a:. b", 7),
    (b"1 | a:-. b", 7),
    (b"1 | a:- b", 7),
    (b"1 | a:-x b", 7),
    (b"1 | a:\tb", 7),
    (b"1 | a:\t3", 7),
    (b"1 | a:   3 b", 7),
    (b"1 | a:2\rb", 8),
    (b"1\t2 3 |f a", 5),
    (b"1\t2 3 4\t5 |f a", 9),
    (b"junk stuff\t1 |f a", 1),
    (b"1 'tag extra | x", 3),
    (b"1 x y| z", 3),
    (b"1 2 3 4 tag| z", 9),
    (b"1 2 3 4 'tag| z", 9),
    (b"'tag 1 | x", 1),
    (b"1 2 3 4", 8),
    (b"1 2 3 4 5", 10),
    (b"1,2 | x", 1),
    (b"1 | a:0x", 8),
    (b"1 | a:0x1p3", 8),
    (b"1 | a:1f", 8),
    (b"1 | a:1e309", 7),
    (b"1 | a:1e308", 7),
    (b"1 | a:1e99999999999", 7),
    (b"1 | 5: 3", 7),
    (b"1 | 5:", 7),
    (b"1 | :", 6),
    (b"1 | : b", 6),
    (b"1e | x", 1),
    (b"--1 | x", 1),
    (b"1 1x | x", 3),
    (b"1 2 0 4 | x", 7),
]


@pytest.mark.parametrize(("line", "column"), VW_REFUSED)
def test_what_vw_guesses_is_refused(path, line, column):
    path.write_bytes(line + b"\n")
    (block,) = Source(str(path), format="vw", bits=18).blocks()
    assert len(block) == 0
    (trouble,) = block.troubles
    assert (trouble.line, trouble.column) == (1, column)


@pytest.mark.parametrize("line", [b"", b"   ", b"\t", b" \r"])
def test_a_line_of_blanks_is_no_example(path, line):
    assert read(path, line + b"\n", format="vw", bits=18) == ({}, set())


@pytest.mark.parametrize(
    ("line", "label", "weight", "tag"),
    [(b"1\t|f a", 1.0, 1.0, ""), (b"1\t2\t'tag\t|f\ta", 1.0, 2.0, "tag"), (b"1 2\t'tag |f a", 1.0, 2.0, "tag")],
)
def test_a_tab_before_the_bar_is_a_blank(path, line, label, weight, tag):
    examples, _ = read(path, line + b"\n", format="vw", bits=18)
    assert examples == {1: Found(label, weight, tag, {14355: 1.0}, 1)}


@pytest.mark.parametrize("value", ["1e39", "1e-50", "3.5e38", "1.17549435e-38"])
def test_values_keep_the_range_of_a_double(path, value):
    examples, _ = read(path, f"1 | a:{value}\n".encode(), format="vw", bits=18)
    assert examples[1].attributes == {92594: float(value)}
