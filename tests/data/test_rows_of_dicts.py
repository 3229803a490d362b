"""A dict is a row: texts, dates, lists and what is missing have their meaning without anybody's help."""

import datetime
import decimal
import enum
import math

import numpy as np
import pytest

import thresher as th
from thresher._core import NativeRows
from thresher.errors import InputError

DATES = {
    "hour=13": 1.0,
    "weekday=saturday": 1.0,
    "month=november": 1.0,
    "days": 20057.0 + 13 / 24,
}


class Colour(enum.Enum):
    RED = "red"
    TWO = 2


def read(x, **roles):
    return dict(NativeRows(roles).example(x).items())


@pytest.mark.parametrize(
    ("cell", "attributes"),
    [
        (35, {"c": 35.0}),
        (0, {}),
        ("35", {"c": 35.0}),
        (" 3.5e1 ", {"c": 35.0}),
        ("red", {"c=red": 1.0}),
        ("\u00a0red\u2003", {"c=red": 1.0}),
        ("1_000", {"c=1_000": 1.0}),
        ("0x10", {"c=0x10": 1.0}),
        ("nancy", {"c=nancy": 1.0}),
        ("-nancy", {"c=-nancy": 1.0}),
        (True, {"c": 1.0}),
        (False, {}),
        ("TRUE", {"c": 1.0}),
        ("False", {}),
        (None, {}),
        (math.nan, {}),
        ("NaN", {}),
        ("<NA>", {}),
        ("n/a", {}),
        ("", {}),
        (decimal.Decimal("1.50"), {"c": 1.5}),
        (decimal.Decimal("NaN"), {}),
        (np.float32(2.5), {"c": 2.5}),
        (np.int64(3), {"c": 3.0}),
        (np.bool_(True), {"c": 1.0}),
        (np.str_("red"), {"c=red": 1.0}),
        (["a", "b", "a", None], {"c=a": 1.0, "c=b": 1.0}),
        ({"d": {"e": "x"}, "f": 2}, {"c.d.e=x": 1.0, "c.f": 2.0}),
        (Colour.RED, {"c=red": 1.0}),
        (Colour.TWO, {"c=TWO": 1.0}),
        (datetime.datetime(2024, 11, 30, 13), {f"c.{name}": value for name, value in DATES.items()}),
        (np.datetime64("2024-11-30T13"), {f"c.{name}": value for name, value in DATES.items()}),
        (datetime.date(1970, 1, 1), {"c.weekday=thursday": 1.0, "c.month=january": 1.0}),
    ],
)
def test_a_cell_without_a_role(cell, attributes):
    assert read({"c": cell}) == attributes
    model, same = th.Perceptron(), th.Perceptron()
    for label in (False, True):
        model.learn_one({"c": cell}, label)
        same.learn_one(attributes, label)
    assert model.digest() == same.digest()


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (math.inf, "'c' has the value inf"),
        ("-Infinity", "column 'c' has the value '-Infinity'"),
        (10**400, "'c' has the value"),
        (1e151, "at most 1e"),
        (object(), "column 'c' holds object"),
        (b"red", "holds bytes"),
        ([1, 2], "the list 'c' holds 1; a list holds texts"),
        ("\ud800", "not valid Unicode"),
        (datetime.timedelta(1), "holds timedelta"),
    ],
)
def test_what_can_not_be_understood_is_refused_with_its_column(cell, message):
    with pytest.raises(InputError, match=message):
        read({"c": cell})
    model = th.Perceptron()
    with pytest.raises(InputError, match=message):
        model.learn_one({"c": cell}, True)
    assert model.digest() == th.Perceptron().digest()


def test_numbers_of_columns_stay_columns_where_the_value_is_a_number():
    assert read({17: 2, 18: "red", 19: None}) == {17: 2.0, "18=red": 1.0}


def test_an_attribute_given_twice_is_refused():
    with pytest.raises(InputError, match="'a=b' is given twice"):
        read({"a=b": 1, "a": "b"})


def test_roles_are_applied_and_heads_left_out():
    rows = NativeRows(
        {
            "label": "y",
            "weight": "w",
            "tag": "id",
            "text": ["body"],
            "categories": ["zip"],
            "dates": ["when"],
            "ignore": ["junk"],
            "words": {},
        }
    )
    row = {"y": "spam", "w": "2", "id": 5, "body": "Free size", "zip": 10115, "when": "2024-11-30 14:00+01:00"}
    row |= {"size": 3, "junk": object()}
    expected = {"free": 1.0, "body=size": 1.0, "zip=10115": 1.0, "size": 3.0}
    assert dict(rows.example(row).items()) == expected | {f"when.{name}": value for name, value in DATES.items()}
    assert rows.head(row) == ("spam", 2.0, "5")


@pytest.mark.parametrize(
    ("label", "found"),
    [
        (1, 1.0),
        ("1.0", 1.0),
        (True, 1.0),
        ("False", 0.0),
        ("ham ", "ham"),
        (None, None),
        ("NA", None),
        (2**60, str(2**60)),
    ],
)
def test_labels(label, found):
    assert NativeRows({"label": "y"}).head({"y": label}) == (found, 1.0, "")


def test_missing_words_can_be_said():
    assert read({"a": "?", "b": "NA", "c": "-1"}, missing=["?", "-1"]) == {"b=NA": 1.0}
