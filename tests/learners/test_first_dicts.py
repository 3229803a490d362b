"""A plain loop of learn_one over dicts: what can't help is named, once, and the looking ends soon."""

import random
import warnings

import numpy as np
import pytest

import thresher as th


def said_over(rows, model=None):
    model = th.Perceptron() if model is None else model
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for n, row in enumerate(rows):
            model.learn_one(row, n % 2 == 0)
    return model, [str(one.message) for one in caught if issubclass(one.category, th.ColumnWarning)]


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        (lambda n: n, "whole numbers that rise"),
        (lambda n: f"u{n * 7919 % 100_003}", "as ids are"),
        (lambda n: f"2026-11-{n % 28 + 1:02} 10:{n // 60 % 60:02}:{n % 60:02}", "a date taken for a category"),
        (lambda n: f"dear friend number {n} please read", "a text taken for a category"),
    ],
)
@pytest.mark.parametrize("make", [th.Perceptron, th.Auto, lambda: th.Multiclass(th.Perceptron())])
def test_a_column_that_can_not_help_is_named_once(cell, what, make):
    rows = [{"size": n % 7, "city": "pq"[n % 2], "it": cell(n)} for n in range(2500)]
    model, said = said_over(rows, make())
    assert len(said) == 1
    assert what in said[0]
    assert "'it'" in said[0]
    assert "rows=th.Rows(...)" in said[0]  # where that is said
    assert not model.row_reader.looks
    assert model.rows is None  # no columns are remembered for it


def test_what_comes_later_is_found_within_the_first_thousand_rows():
    rows = [{"a": 1.5} | ({"id": f"x{n}"} if n > 10 else {}) for n in range(1000)]
    assert len(said_over(rows)[1]) == 1


def test_words_numbers_and_categories_are_no_ids_and_are_not_looked_at_for_long():
    draw = random.Random(0)
    words = [th.words(" ".join(draw.choices("abcdefghijk", k=5)), counts=True) for _ in range(60)]
    model, said = said_over(words)
    assert said == []
    assert not model.row_reader.looks
    numbers = [{f"x{i}": draw.gauss(0, 1) for i in range(5)} | {"n": draw.randrange(10**6)} for _ in range(60)]
    model, said = said_over(numbers)
    assert said == []
    assert not model.row_reader.looks
    cities = [{"city": f"c{draw.randrange(100)}", "age": draw.randrange(90)} for _ in range(1500)]
    model, said = said_over(cities)
    assert said == []
    assert not model.row_reader.looks


def test_a_list_of_dicts_is_looked_at_too_and_a_copy_says_nothing_again():
    rows = [{"id": n, "a": n % 3} for n in range(1200)]
    model = th.Perceptron()
    with pytest.warns(th.ColumnWarning, match="'id'"):
        model.learn_many(rows, [n % 2 for n in range(1200)])
    assert said_over(rows, model.copy())[1] == []


def test_looking_changes_nothing_that_is_learned():
    rows = [{"id": n, "a": n % 3, "c": "pq"[n % 2]} for n in range(1100)]
    looked, _ = said_over(rows)
    blind = th.Perceptron()
    blind.row_reader.looks = False
    assert looked == said_over(rows, blind)[0]


# A matrix, where the model knows names.


@pytest.mark.parametrize("make", [th.Perceptron, th.Auto, th.NaiveBayes, lambda: th.Multiclass(th.Perceptron())])
def test_a_matrix_for_a_model_that_learned_names_is_answered_with_a_warning_once(make, tmp_path):
    model, _ = said_over([{"free": 1}, {"lunch": 1}, {"money": 1}] * 5, make())
    model.save(tmp_path / "m.thresher")
    for one in (model, th.load(tmp_path / "m.thresher")):
        with pytest.warns(th.ColumnWarning, match="have numbers, not names, and the model learned from .*'lunch'"):
            one.predict_many(np.eye(3))
        one.predict_many(np.eye(3))
        one.predict_one(np.ones(3))


def test_a_model_that_knows_columns_or_hashes_names_is_asked_without_a_word():
    both = th.Perceptron()
    both.learn_one({"free": 1}, True)
    both.learn_many(np.eye(3), [True, False, True])
    both.predict_many(np.eye(3))
    hashed = th.Perceptron(bits=8)
    hashed.learn_one({"free": 1}, True)
    hashed.predict_many(np.eye(3))
    th.Perceptron().predict_many(np.eye(3))
