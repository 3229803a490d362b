"""A column that gives the label away is named, from every door; an honest column, however good, is not."""

import random
import warnings

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thresher as th
from thresher.data.label_leaks import IN_OTHER_WORDS, OF_TWO_NUMBERS, SURE, LabelLeaks


def rows_of(count=1200, seed=1, labels=("ham", "spam"), **more):
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        label = draw.choice(labels)
        row = {"x": draw.choice("abc"), "n": draw.random()} | {name: make(label) for name, make in more.items()}
        made.append((row, label))
    return made


def leaking(**options):
    return [({"label": y} | x, y) for x, y in rows_of(**options)]


def said(act):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        act()
    return [str(one.message) for one in caught if issubclass(one.category, th.ColumnWarning)]


def by_one(model, pairs):
    for x, y in pairs:
        model.learn_one(x, y)


def by_river(pairs):
    from thresher.river import ThresherClassifier

    model = ThresherClassifier()
    by_one(model, pairs)


def by_frame_in_river(pairs):
    from thresher.river import ThresherClassifier

    ThresherClassifier().learn_many(frame(pairs), pd.Series([y for _, y in pairs]))


def by_scikit_learn(pairs):
    from thresher.sklearn import ThresherClassifier

    ThresherClassifier().fit(frame(pairs), [y for _, y in pairs])


def by_file(pairs, folder):
    frame([(x | {"label": y, "copy": x["label"]}, y) for x, y in pairs]).to_csv(folder / "t.csv", index=False)
    th.evaluate(folder / "t.csv", th.Auto())


def frame(pairs):
    return pd.DataFrame([x for x, _ in pairs])


DOORS = {
    "learn_one": lambda pairs: by_one(th.Auto(), pairs),
    "learn_one of a Perceptron": lambda pairs: by_one(th.Perceptron(), pairs),
    "learn_many of dicts": lambda pairs: th.Auto().learn_many([x for x, _ in pairs], [y for _, y in pairs]),
    "learn_many of a frame": lambda pairs: th.Auto().learn_many(frame(pairs), pd.Series([y for _, y in pairs])),
    "evaluate": lambda pairs: th.evaluate(pairs, th.Auto()),
    "evaluate, one by one": lambda pairs: th.evaluate(iter(pairs), th.Auto()),
    "River": by_river,
    "River, a frame": by_frame_in_river,
    "scikit-learn": by_scikit_learn,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("labels", [("ham", "spam"), (0, 1), (False, True)], ids=str)
def test_a_label_among_the_columns_is_named_once_with_what_to_do(door, labels):
    (warning,) = said(lambda: DOORS[door](leaking(labels=labels)))
    assert "the column 'label' is the label" in warning
    assert 'rows=th.Rows(label="label"), or drop the column' in warning


@pytest.mark.parametrize("door", DOORS)
def test_honest_rows_say_nothing(door):
    assert not said(lambda: DOORS[door](rows_of()))


def test_a_copy_of_the_label_in_a_file_is_named(tmp_path):
    (warning,) = said(lambda: by_file(leaking(), tmp_path))
    assert "the column 'copy' is the label" in warning
    assert 'ignore="copy"' in warning


@pytest.mark.parametrize("coding", [(0, 1), ("no", "yes"), ("true", "false")], ids=str)
def test_a_column_of_a_file_that_tells_the_label_in_other_words_is_named(tmp_path, coding):
    code = dict(zip(("ham", "spam"), coding, strict=True))
    pairs = [(x | {"label": y, "is_spam": code[y]}, y) for x, y in rows_of()]
    frame(pairs).to_csv(tmp_path / "t.csv", index=False)
    (warning,) = said(lambda: th.evaluate(tmp_path / "t.csv", th.Auto()))
    assert "the column 'is_spam' tells the label" in warning
    assert 'ignore="is_spam"' in warning


def test_what_the_warning_says_helps():
    pairs = leaking(count=400)
    plain = th.Auto()
    by_one(plain, [({k: v for k, v in x.items() if k != "label"}, y) for x, y in pairs])
    for learn in (by_one, lambda model, stream: th.evaluate(stream, model)):
        told = th.Auto(rows=th.Rows(label="label"))
        assert not said(lambda learn=learn, told=told: learn(told, pairs))
        assert told.digest() == plain.digest()


@pytest.mark.parametrize("at", range(0, 200, 37))
def test_one_row_that_differs_clears_a_column(at):
    pairs = leaking(labels=(0, 1))
    pairs[at][0]["label"] = 1 - pairs[at][1]
    if at >= OF_TWO_NUMBERS[0]:
        assert len(said(lambda: by_one(th.Auto(), pairs))) == 1  # it was said before
    else:
        assert not said(lambda: by_one(th.Auto(), pairs))


def test_a_strong_honest_flag_on_few_rows_or_of_a_rare_label_says_nothing():
    few = [({"flag": int(y == "spam")} | x, y) for x, y in rows_of(count=IN_OTHER_WORDS[0] - 1)]
    assert not said(lambda: by_one(th.Auto(rows=th.Rows()), few))
    enough = [({"flag": int(y == "spam")} | x, y) for x, y in rows_of(count=IN_OTHER_WORDS[0] + 20)]
    assert len(said(lambda: by_one(th.Auto(rows=th.Rows()), enough))) == 1
    assert not said(lambda: by_one(th.Auto(), enough))  # examples by hand: no table
    rare = [({"flag": i % 150 == 0, "n": i % 7}, i % 150 == 0) for i in range(1200)]
    assert not said(lambda: by_one(th.Auto(), rare))


def plainly(pairs, name):
    """By the rule as the page states it, all rows at once."""
    cells = [(x.get(name), y) for x, y in pairs]
    if not cells or any(cell is None for cell, _ in cells) or len(set(cells)) != len({c for c, _ in cells}):
        return ""
    labels = sorted([y for _, y in cells].count(label) for label in {y for _, y in cells})
    if len(set(cells)) != len(labels):
        return ""
    rarer = labels[-2] if len(labels) > 1 else 0
    if all(cell == label for cell, label in cells):
        words = isinstance(cells[0][1], str) or len(labels) > 2
        least = SURE if len(labels) > 1 else 100
        enough = len(cells) >= least if words else len(cells) >= OF_TWO_NUMBERS[0] and rarer >= OF_TWO_NUMBERS[1]
        return "is the label" if enough else ""
    return "tells the label" if len(cells) >= IN_OTHER_WORDS[0] and rarer >= IN_OTHER_WORDS[1] else ""


@settings(deadline=None)
@given(
    count=st.sampled_from([5, 19, 20, 99, 100, 101, 299, 300, 400]),
    classes=st.integers(1, 4),
    kind=st.sampled_from(["words", "numbers"]),
    coded=st.booleans(),
    wrong=st.booleans(),
    seed=st.integers(0, 99),
)
def test_the_rule_is_what_the_page_says(count, classes, kind, coded, wrong, seed):
    draw = random.Random(seed)
    names = ["a", "b", "c", "d"][:classes] if kind == "words" else [0.0, 1.0, 2.0, 3.0][:classes]
    pairs = []
    for _ in range(count):
        y = draw.choices(names, weights=[20, *([1] * (classes - 1))])[0]
        pairs.append(({"c": f"is {y}" if coded else y}, y))
    if wrong and count > 1:
        pairs[draw.randrange(count)][0]["c"] = "else" if kind == "words" else 9.0
        pairs[0][0]["c"] = "other" if kind == "words" else 8.0
    leaks = LabelLeaks()
    for x, y in pairs:
        leaks.add(x.items(), y)
    found = [note.message for note in leaks.notes(has_roles=True, is_table=True)]
    expected = plainly(pairs, "c")
    assert (expected in found[0] and len(found) == 1) if expected else not found
