"""Amounts and ids as labels: refused or warned of in the first rows, the same at every door; classes are learned."""

import csv
import math
import random
import warnings

import numpy as np
import pandas as pd
import pytest

import thresher as th
from tests.cli.test_learn import run

AMOUNTS = {
    "up to 999": lambda draw: draw.randrange(1000),
    "up to 1,999": lambda draw: draw.randrange(2000),
    "up to 500": lambda draw: draw.randrange(501),
    "many small ones, few large ones": lambda draw: int(math.exp(draw.gauss(4, 1))),
    "both signs": lambda draw: round(draw.gauss(0, 300)),
}
SOME = {
    "ages": lambda draw: draw.randrange(18, 90),
    "counts": lambda draw: int(math.exp(draw.gauss(3, 0.6))),
}


def stream(draw_label, rows=1200):
    draw = random.Random(5)
    return [({"a": draw.random(), "b": draw.randrange(3)}, draw_label(draw)) for _ in range(rows)]


def file(folder, rows):
    path = folder / "t.csv"
    with path.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["a", "b", "label"])
        writer.writerows([*x.values(), label] for x, label in rows)
    return path


def one_by_one(rows):
    model = th.Auto()
    for x, label in rows:
        model.learn_one(x, label)


def all_at_once(rows):
    th.Auto().learn_many(np.array([list(x.values()) for x, _ in rows]), np.array([label for _, label in rows]))


def as_a_frame(rows):
    th.Auto().learn_many(pd.DataFrame([x for x, _ in rows]), [label for _, label in rows])


def evaluated(rows):
    th.evaluate(rows, th.Auto())


def fitted(rows):
    from thresher.sklearn import ThresherClassifier

    X, y = [list(x.values()) for x, _ in rows], [label for _, label in rows]
    ThresherClassifier("perceptron", passes=1).fit(X, y)


def in_river(rows):
    from thresher.river import ThresherClassifier

    model = ThresherClassifier()
    for x, label in rows:
        model.learn_one(x, label)


DOORS = [one_by_one, all_at_once, as_a_frame, evaluated, fitted, in_river]


@pytest.mark.filterwarnings("ignore::thresher.LabelWarning", "ignore:The number of unique classes:UserWarning")
@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("amounts", AMOUNTS.values(), ids=AMOUNTS)
def test_amounts_are_refused(door, amounts):
    with pytest.raises(th.InputError, match=r"whole numbers are rather amounts|nearly every label") as told:
        door(stream(amounts))
    assert "Multiclass(Auto())" in told.value.hint


@pytest.mark.parametrize("amounts", AMOUNTS.values(), ids=AMOUNTS)
def test_the_command_refuses_amounts_in_the_first_thousand_lines_and_names_the_way_out(tmp_path, amounts):
    told = run("learn", file(tmp_path, stream(amounts)), "--quiet")
    assert told.exit_code == 2
    error = told.stderr.partition("thresher: ")[2].split("thresher: ")[-1]
    assert int(error.partition("t.csv:")[2].partition(":")[0]) < 1000
    assert "--labels any" in error


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("amounts", SOME.values(), ids=SOME)
def test_what_may_be_amounts_is_warned_of_once(door, amounts):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        door(stream(amounts))
    (told,) = [str(one.message) for one in caught if issubclass(one.category, th.LabelWarning)]
    assert "different whole numbers" in told
    assert "Multiclass(Auto())" in told


def test_the_command_warns_once_and_goes_on(tmp_path):
    path = file(tmp_path, stream(SOME["ages"]))
    told = run("learn", path, "--quiet")
    assert told.exit_code == 0
    assert told.stderr.count("are they amounts, or ids?") == 1
    assert "--labels any" in told.stderr
    assert run("learn", path, "--quiet", "--labels", "any").stderr == ""


@pytest.mark.parametrize("labels", [lambda draw: draw.randrange(26), lambda draw: f"c{draw.randrange(300)}"])
@pytest.mark.parametrize("door", DOORS)
def test_classes_are_learned_without_a_word(door, labels):
    door(stream(labels))


@pytest.mark.filterwarnings("ignore::thresher.LabelWarning")
def test_classes_of_which_most_are_rare_are_learned():
    draw = random.Random(1)
    model = th.Auto()
    for _ in range(4000):
        model.learn_one({"a": 1}, int(draw.paretovariate(0.6)) % 1019)
    assert len(model.labels) > 200


def test_a_thousand_classes_that_are_numbers_are_learned_if_they_are_said_to_be_classes(tmp_path):
    rows = stream(AMOUNTS["up to 999"])
    wanted = len({label for _, label in rows})
    model = th.Multiclass(th.Perceptron())
    model.learn_many([x for x, _ in rows], [label for _, label in rows])
    assert len(model.labels) == wanted
    assert run("learn", file(tmp_path, rows), "--labels", "any", "--learner", "perceptron", "--quiet").exit_code == 0
