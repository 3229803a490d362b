"""JSON lines: nesting, and lines that are refused with their place."""

import json
import math
import re

import pytest

from .reading import BadRow, Columns, from_csv, from_json, only


@pytest.mark.parametrize("literal", ["Infinity", "-Infinity", "1e999", "1e151", "9" * 400, "9" * 10_000])
def test_json_numbers_that_are_not_finite_are_refused(literal):
    assert isinstance(only(from_json(f'{{"c": {literal}}}')), BadRow)
    assert isinstance(only(from_json(f'{{"c": [{literal}]}}')), BadRow)
    assert isinstance(only(from_json(f'{{"y": {literal}}}', Columns(label="y"))), BadRow)


def test_nan_as_python_writes_it_is_missing():
    row = {"y": math.nan, "a": math.nan, "b": 2, "tags": ["x", math.nan], "when": math.nan, "in": {"c": math.nan}}
    columns = Columns(label="y", dates=("when",))
    read = only(from_json(json.dumps(row), columns))
    assert (read.x, read.label) == ({"b": 2.0, "tags=x": 1.0}, None)
    assert read.x == dict(columns.example(row).items())
    assert only(from_json('{"left": [NaN, {"out": NaN}], "b": 1}', Columns(label="", ignore=("left",)))).x == {"b": 1.0}
    for wrong in ("nan", "-NaN", "NaNs", "Na", "N"):
        assert isinstance(only(from_json(f'{{"a": {wrong}}}')), BadRow)


@pytest.mark.parametrize("weight", ["", "x", "-1", "nan", "1e101", "inf", "1_0"])
def test_a_weight_is_a_number_from_0_to_1e100(weight):
    columns = Columns(label="", weight="w")
    for row in (only(from_csv(f"a,w\n1,{weight}\n", columns)), only(from_json(json.dumps({"w": weight}), columns))):
        assert "importance weight" in row.message
    assert isinstance(only(from_json('{"a": 1}', columns)), BadRow)
    assert isinstance(only(from_json('{"w": true}', columns)), BadRow)
    assert [row.weight for row in from_csv("a,w\n1,0\n1, 2.5\n1,1e100\n", columns)] == [0.0, 2.5, 1e100]


def test_nested_json():
    line = '{"tags": ["a", " a", "2", "", null], "user": {"age": 35, "lang": "de", "deep": {"x": 1}}, "n": []}'
    x = {"tags=a": 1.0, "tags=2": 1.0, "user.age": 35.0, "user.lang=de": 1.0, "user.deep.x": 1.0}
    assert only(from_json(line)).x == x
    line = '{"features": {"free": 2, "user": {"age": 3}}, "in": {"features": {"a": 1}}}'
    assert only(from_json(line)).x == {"free": 2.0, "user.age": 3.0, "in.features.a": 1.0}
    columns = Columns(label="", text=("u.bio",), categories=("u.zip", "codes"), ignore=("u.born",))
    line = '{"u": {"bio": "Two words", "zip": 7, "born": [1]}, "codes": [1, 2, true]}'
    x = {"two": 1.0, "words": 1.0, "u.zip=7": 1.0, "codes=1": 1.0, "codes=2": 1.0, "codes=true": 1.0}
    assert only(from_json(line, columns)).x == x


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("[1]", "not an object", 1),
        ("3", "not an object", 1),
        ('  {"a" 1}', "not JSON: expecting ':'", 8),
        ('{"a": 1', "not JSON: expecting ','", 8),
        ('{"a": 1} {"b": 2}', "more follows", 10),
        ('{"x": 0, "a": [1, 2]}', "the list 'a' holds 1", 10),
        ('{"x": 0, "a": ["b", [1]]}', "the list 'a' holds", 10),
        ('{"a": 1, "a": 2}', "the name 'a' is given twice", 10),
        ('{"x": {"b": 1, "b": 2}}', "the name 'b' is given twice", 16),
        ('{"a": "\\ud800"}', "not valid Unicode", 8),
        ('{"\\ud800": 1}', "not valid Unicode", 3),
        ('{"a": {"\\ud800": 1}}', "not valid Unicode", 9),
        ('{"": 1}', "empty name", 2),
        ('{"a.b": 1, "a": {"b": 2}}', "attribute 'a.b' is given twice", 1),
        ('{"a": "b", "a=b": 2}', "attribute 'a=b' is given twice", 1),
        ('{"x": 1, "a": 1e200}', "column 'a' has the value 1e\\+200", 10),
        ('{"u": {"age": "inf"}}', "column 'u.age' has the value 'inf'", 8),
        ('{"a": 1, "b": "\x00"}', "not JSON: a control character stands in a string", 16),
        ("[" * 100_000, "too deeply", 501),
        ('{"a":' * 100_000, "more than 8 deep", 37),
        ('{"a":' * 9 + "1" + "}" * 9, "more than 8 deep", 37),
    ],
)
def test_json_lines_that_are_refused(line, message, column):
    bad, good = from_json(line + '\n{"fine": 1}\n')
    assert isinstance(bad, BadRow)
    assert re.search(message, bad.message), bad.message
    assert bad.column == column
    assert (bad.line, bad.raw) == (1, line.encode() + b"\n")
    assert (good.line, good.x) == (2, {"fine": 1.0})


def test_eight_objects_within_each_other_are_fine():
    assert only(from_json('{"a":' * 8 + "1" + "}" * 8)).x == {".".join("a" * 8): 1.0}


def test_surrogates_in_label_and_tag_are_refused():
    columns = Columns(tag="id")
    assert isinstance(only(from_json('{"label": "\\udfff"}', columns)), BadRow)
    assert isinstance(only(from_json('{"id": "\\udfff"}', columns)), BadRow)
    assert only(from_json('{"id": "\\ud83d\\ude00"}', columns)).tag == "😀"
