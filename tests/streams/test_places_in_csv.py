"""Where a trouble of a CSV row stands, also in rows of several lines; and what RFC 4180 does not allow."""

import pytest

import thresher as th
from tests.cli.test_learn import put, run


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('label,a,b\n1,x,1\n0,inf,"p\nq"\n', "3:3", "has the value 'inf'"),
        ('label,a,b\n1,"x\ny\nz",1\n0,"p\nq",inf\n', "6:4", "has the value 'inf'"),
        ('label,a,b\n1,x,1\n0,"open,3\n1,x,2\n', "3:3", "a quote is opened and never closed"),
        ('label,a,b\n1,"é\né",1,2,3\n0,x,2\n', "3:6", "5 cells; the header names 3 columns"),
        ('label,a,b\n1,"x\ny"\n0,x,2\n', "3:3", "2 cells; the header names 3 columns"),
        ('label,a,b\n1,x,1\n0,"x"y,3\n', "3:6", "text stands behind the quote that closes the cell"),
        ('label,a,b\n1,x,1\n0,"x\ny" "z",3\n', "4:4", "text stands behind the quote that closes the cell"),
        ("label,a,b\n1,x,1\n0,x\0,3\n", "3:4", "a NUL byte stands in the line"),
        ('label,a,b\n1,x,1\n0,"x\n\0y",3\n', "4:1", "a NUL byte stands in the line"),
    ],
)
def test_the_place_is_where_the_trouble_is(tmp_path, text, place, message):
    path = put(tmp_path, "t.csv", text)
    told = run("learn", path, "--quiet")
    assert told.exit_code == 2
    assert f"t.csv:{place}: " in told.stderr
    assert message in told.stderr


@pytest.mark.parametrize("head", ['"label"x,a\n', "label,a\0\n"])
def test_names_of_columns_obey_the_same_rule(tmp_path, head):
    told = run("learn", put(tmp_path, "t.csv", head + "1,2\n"), "--quiet")
    assert told.exit_code == 2
    assert "line 1" in told.stderr


def test_blanks_behind_a_closing_quote_are_no_text(tmp_path):
    path = put(tmp_path, "t.csv", '"label" ,"a"\t,b\n1,"x" ,1\n0,"x"\t,1\r\n')
    run_over = th.evaluate(str(path), th.Perceptron())
    assert run_over.examples == 2


def test_reading_goes_on_behind_what_is_refused(tmp_path):
    path = put(tmp_path, "t.csv", 'label,a,b\n1,x,1\n0,"x"y,3\n1,"p\nq"z,2\n0,x\0,1\n1,x,1\n')
    told = th.evaluate(str(path), th.Perceptron(), on_error="skip")
    assert (told.examples, told.skipped) == (2, 3)


@pytest.mark.parametrize(
    ("learned", "asked", "format"),
    [
        ("x,c,label\n1,a,0\n2,b,1\n3,a,0\n", "x,c\n1,a\nbad\n", "csv"),
        ("x,c,label\n1,a,0\n2,b,1\n3,a,0\n", "x,c\nbad\n1,a\n", "csv"),
        ('{"x":1,"label":0}\n{"x":2,"label":1}\n' * 30, '{"x":1}\n{"x":"bad","y":[{}]}\n{"x":3}\n', "json"),
    ],
)
def test_a_row_that_is_refused_changes_no_column(tmp_path, learned, asked, format):
    model = tmp_path / "m.thresher"
    assert run("learn", put(tmp_path, f"l.{format}", learned), "--model", model, "--format", format).exit_code == 0
    path = put(tmp_path, f"a.{format}", asked)
    told = run("predict", path, "--model", model, "--format", format, "--on-error", "skip")
    assert told.exit_code == 0
    assert "held numbers" not in told.stderr
    assert "is new" not in told.stderr


def test_a_row_that_is_taken_still_does(tmp_path):
    model = tmp_path / "m.thresher"
    run("learn", put(tmp_path, "l.csv", "x,c,label\n1,a,0\n2,b,1\n"), "--model", model, "--quiet")
    told = run("predict", put(tmp_path, "a.csv", "x,c\nbad,a\n"), "--model", model)
    assert "held numbers, and now holds text ('bad')" in told.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[\n{"label": 1}\n]\n', "write one object a line"),
        ('[{"label": 1},\n{"label": 0}]\n', "write one object a line"),
        ('{\n  "label": 1\n}\n', "write one object a line"),
        ('{"label": 1,\n "a": 2}\n', "write one object a line"),
        ('{"label": 1, "a": "x\ty"}\n', "a control character stands in a string"),
        ('{"label": 1, "a": "x}\n', "a string is never closed"),
        ('{"label": 1, "a": 1e400}\n', "has the value 1e400"),
        ('{"label": 1, "a": -1e400}\n', "has the value -1e400"),
    ],
)
def test_what_json_lines_are_not_is_said_in_whole_sentences(tmp_path, text, message):
    told = run("learn", put(tmp_path, "t.jsonl", text), "--quiet", "--format", "json")
    assert told.exit_code == 2
    assert message in told.stderr
    assert " at\n" not in told.stderr
