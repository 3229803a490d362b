"""CSV: headers, quotes, separators, and the places of errors."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, ParameterError

from .reading import BadRow, Columns, TableRow, from_csv, from_json, only


@pytest.mark.parametrize(
    ("cell", "label"),
    [
        ("1", 1),
        ("0.5", 0.5),
        ("-1", -1),
        ("+1", 1),
        ("spam", "spam"),
        (" spam ", "spam"),
        ("True", 1),
        ("FALSE", 0),
        ("", None),
    ],
)
def test_labels_of_csv(cell, label):
    row = only(from_csv(f"label,a\n{cell},1\n", Columns()))
    assert row.label == label


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("1,2", "2 cells; the header names 3", 4),
        ("1", "1 cell; the header names 3", 2),
        ("1,2,3,4,5", "5 cells; the header names 3", 7),
        ('"1,2",3,4,5,6', "5 cells; the header names 3", 11),
        ("1,x,inf", "column 'c'", 5),
        ('"a ""b"", c",inf,3', "column 'b'", 14),
        ("ä,inf,3", "column 'b'", 3),
        ("1,2\r3,4", "carriage return", 4),
        ('"1",2\r3,4', "carriage return", 6),
    ],
)
def test_csv_rows_that_are_refused(line, message, column):
    bad, good = from_csv(f"a,b,c\n{line}\n1,2,3\n")
    assert message in bad.message
    assert (bad.line, bad.column, bad.raw) == (2, column, f"{line}\n".encode())
    assert (good.line, good.x) == (3, {"a": 1.0, "b": 2.0, "c": 3.0})


def test_two_columns_that_give_one_attribute_are_refused():
    fine, bad = from_csv("a,a=b\nc,2\nb,2\n")
    assert fine.x == {"a=c": 1.0, "a=b": 2.0}
    assert "'a=b' is given twice" in bad.message


def test_quotes_and_line_ends():
    rows = from_csv(b'\xef\xbb\xbfa,b\r\n"x ""y"", z",1\r\n\r\n"two\nlines",2\r\n   \n3,"4"')
    assert [(row.line, row.x) for row in rows] == [
        (2, {'a=x "y", z': 1.0, "b": 1.0}),
        (4, {"a=two\nlines": 1.0, "b": 2.0}),
        (7, {"a": 3.0, "b": 4.0}),
    ]
    assert rows[1].raw == b'"two\nlines",2\r\n'
    bad = only(from_csv('a,b\n"1,2\n3,4\n'))
    assert "never closed" in bad.message
    assert (bad.line, bad.column, bad.raw) == (2, 1, b'"1,2\n3,4\n')
    bad, good = from_csv('a,b\n"1,2\n3,4\n"x,y,z",\n5,6\n')
    assert (bad.line, bad.column) == (4, 2)
    assert "2 lines further up" in bad.hint
    assert good.line == 5


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_in_the_header(separator):
    data = f'a{separator}"b,;,;,;"{separator}c\n1{separator}2{separator}x\n'
    x = {"a": 1.0, "b,;,;,;": 2.0, "c=x": 1.0}
    assert only(from_csv(data)).x == x
    assert only(from_csv(data, separator=separator)).x == x


@pytest.mark.parametrize("separator", ["", ",,", '"', "\n"])
def test_a_separator_is_one_character(separator):
    with pytest.raises(ParameterError, match="separator"):
        from_csv("a\n1\n", separator=separator)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1 is empty"),
        (b"\n1,2\n", "line 1 is empty"),
        (b"\xef\xbb\xbf", "line 1 is empty"),
        (b"a,,b\n", "line 1: column 2 has no name"),
        (b"a,b, a\n", "line 1: two columns have the name 'a'"),
        (b"a,\xff\n", "line 1.*not UTF-8"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"a,b\r1,2\r", "line 1.*carriage return"),
        (b'"a,b\n1,2\n', "line 1.*never closed"),
        (b"\x00\n", "line 1.*NUL byte"),
        (b'"a"b,c\n', "line 1.*behind the quote"),
        (b"a,b\n", r"line 1: there is no column 'label' .*'a', 'b'\.\nhint: name the column of the label: label="),
        (b"a:b:label\n", r"no column 'label' .*\nhint: .* seems to be a colon: separator=\":\""),
        (b"a^y\n", r"no column 'label' .*\nhint: .* seems to be a circumflex: separator=\"\^\""),
        (b"a b label\n", r"no column 'label' .*\nhint: .* seems to be a space: separator=\" \""),
        (b"free money now\n", r"no column 'label' .*\nhint: name the column of the label"),
        (b"ham\tGo until the point, crazy\n", r"no column 'label' .*\nhint: .*a tab and a text: format=\"text\"; name"),
        (b"ham\tGo until the point\n", r"no column 'label' .*\nhint: .*a tab and a text: format=\"text\"; name"),
        (b"a,b:label\n", r"no column 'label' .*\nhint: .* seems to be a colon: separator=\":\""),
        (b"sep=;\na;b;label\n", r"line 1: it is Excel's 'sep=', .*\nhint: delete that line"),
        (b"sep=,\na,b,label\n", r"line 1: it is Excel's 'sep=', .*\nhint: delete that line"),
        (b"SEP=:\na:b:label\n", r"line 1: it is Excel's 'SEP=:', .*\nhint: delete that line"),
    ],
)
def test_a_header_that_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        from_csv(data, Columns())


@pytest.mark.parametrize(("between", "said"), [(";", ";"), ("\t", "\\\\t"), ("|", "\\|"), (":", ":")])
def test_a_wrong_separator_leads_to_the_right_one(between, said):
    data = between.join(["a", "b", "label"]) + "\n"
    with pytest.raises(InputError, match=f'separator="{said}"'):
        from_csv(data, Columns(), separator="," if between != "," else ";")


def test_a_column_may_be_called_sep():
    (row,) = from_csv("sep=,b,label\n1,2,3\n", Columns())
    assert row.x == {"sep=": 1.0, "b": 2.0}


@pytest.mark.parametrize("beyond", [0, 1, 100])
def test_a_quote_that_is_not_closed_for_long_is_given_up(beyond):
    long = "x\n" * (2**21 + beyond)
    bad, *rows = from_csv(f'a,b\n"{long},1\n2,3\n')
    assert "longer than 4194304 bytes" in bad.message
    assert "never closed" in bad.hint
    assert rows[-1].x == {"a": 2.0, "b": 3.0}
    assert rows[-1].line == long.count("\n") + 3
    assert all("1 cell; " in row.message for row in rows[:-2])


def test_a_long_mail_fits_into_a_quoted_cell():
    mail = "a line of a mail\n" * 200_000
    (row,) = from_csv(f'a,b\n"{mail}",1\n')
    assert row.x == {f"a={mail.strip()}": 1.0, "b": 1.0}


def test_cells_without_quotes_are_as_long_as_they_like():
    long = "x" * 200_000
    assert only(from_csv(f"a,b\n{long},1\n")).x == {f"a={long}": 1.0, "b": 1.0}
    assert only(from_json(json.dumps({"a": long}))).x == {f"a={long}": 1.0}


# Quoting as the csv module does it, but that text behind a closing quote and NUL are refused.

CSV_TEXT = st.text(st.sampled_from('ab1",;\n\r \x00é'), max_size=60)


def with_lines(reader):
    """Each row with its first line and its last."""
    first = 1
    for row in reader:
        yield first, reader.line_num, row
        first = reader.line_num + 1


@given(CSV_TEXT)
def test_quoting_agrees_with_the_csv_module(body):
    text = "label,b\n" + body
    try:
        wanted = list(with_lines(csv.reader(io.StringIO(text, newline="\n"))))[1:]
    except csv.Error:
        return
    rows = from_csv(text, Columns(categories=("b",)), separator=",")
    bad = [row.line for row in rows if isinstance(row, BadRow) and ("behind" in row.message or "NUL" in row.message)]
    kept = [row for first, last, row in wanted if len(row) == 2 and not any(first <= line <= last for line in bad)]
    found = [row for row in rows if isinstance(row, TableRow)]
    if any("never closed" in row.message for row in rows if isinstance(row, BadRow)):
        kept = kept[: len(found)]
    wanted_rows = [({f"b={b.strip()}": 1.0} if b.strip() else {}) for _, b in kept]
    assert [row.x for row in found] == wanted_rows
