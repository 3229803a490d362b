"""Which of two labels is positive is decided by their names: never by the order of the rows, at any door."""

import itertools
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.data.labels import Labels, positive_of
from thresher.data.pairs import PAIRS, known_pair, known_side
from thresher.evaluation import evaluate

KNOWN = [(positive, negative) for positive, negatives in PAIRS for negative in negatives.split()]
SPELLINGS = (str, str.upper, str.capitalize, lambda name: f" {name} ")
# two labels -> (negative, positive)
TWO = {
    ("spam", "ham"): ("ham", "spam"),
    ("No", "YES"): ("No", "YES"),
    ("benign", "malicious"): ("benign", "malicious"),
    ("dog", "cat"): ("cat", "dog"),
    ("attack", "normal"): ("normal", "attack"),
    (2, 1): (1, 2),
    (0, 1): (False, True),
    (1, -1): (False, True),
    (True, False): (False, True),
    ("0", "1"): ("0", "1"),
    (0, -1): (-1, 0),
    ("a", 7): (7, "a"),
}
two_labels = pytest.mark.parametrize(("given_", "wanted"), TWO.items(), ids=repr)
MANY = [["b", "a", "c"], [3, 1, 2], [-1, 0, 1], ["x", 2, "a", 1]]


@pytest.mark.parametrize(("positive", "negative"), KNOWN)
def test_every_known_pair_in_both_orders_and_any_case(positive, negative):
    for one, other in itertools.product(SPELLINGS, SPELLINGS):
        assert known_pair(one(positive), other(negative)) == one(positive)
        assert known_pair(other(negative), one(positive)) == one(positive)
        assert positive_of(one(positive), other(negative)) == one(positive)
        assert positive_of(other(negative), one(positive)) == one(positive)


def test_no_pair_is_known_both_ways():
    assert not {(negative, positive) for positive, negative in KNOWN} & set(KNOWN)
    assert len(set(KNOWN)) == len(KNOWN)


def test_a_name_by_itself_tells_its_side_unless_it_is_both():
    positives, negatives = {p for p, _ in KNOWN}, {n for _, n in KNOWN}
    for name in positives | negatives:
        assert known_side(name) is (None if name in positives & negatives else name in positives)
    assert known_side("cat") is None


@pytest.mark.parametrize(("one", "other"), [("cat", "dog"), ("spam", "no"), ("yes", "0"), (1, 2), ("ham", "legit")])
def test_what_is_no_pair_is_not_taken_for_one(one, other):
    assert known_pair(one, other) is None is known_pair(other, one)
    assert positive_of(one, other) == positive_of(other, one) == max(one, other)


@pytest.mark.parametrize(
    ("negative", "positive"),
    [
        *(("ok", "attack"), ("pass", "fail"), ("ok", "fail"), ("success", "failure"), ("real", "fake")),
        *(("genuine", "forged"), ("human", "bot"), ("safe", "unsafe"), ("valid", "invalid"), ("active", "churned")),
        *(("no smoker", "smoker"), ("non-smoker", "smoker"), ("Not_Smoker", "smoker"), ("ok", "not ok")),
        *(("healthy", "not healthy"), ("not 7", "7"), ("no spam at all", "spam at all")),
    ],
)
def test_what_one_looks_for_is_positive_in_any_order(negative, positive):
    for first, second in itertools.permutations([negative, positive]):
        assert known_pair(first, second) == positive
        labels = Labels().with_label(first).with_label(second)
        assert labels.shown == (negative, positive)
    assert known_side(negative) is not True
    assert known_side(positive) is not False


@pytest.mark.parametrize(
    ("one", "other"),
    [("table", "notable"), ("up", "down"), ("accepted", "rejected"), ("no", "not"), ("no cat", "dog"), ("not ", "not")],
)
def test_a_word_that_begins_like_a_denial_is_none(one, other):
    assert known_pair(one, other) is None is known_pair(other, one)


@two_labels
def test_labels_are_the_same_in_any_order(given_, wanted):
    for first, second in itertools.permutations(given_):
        labels = Labels().with_label(first).with_label(second)
        assert (labels.shown, labels.positive_name) == (wanted, wanted[1])
        told = Labels().expecting([first, second])
        assert told.with_label(first).with_label(second).shown == wanted


@pytest.mark.parametrize("names", MANY, ids=repr)
def test_many_labels_are_shown_in_one_order(names):
    shown = set()
    for order in itertools.permutations(names):
        model = th.Auto()
        for name in order:
            model.learn_one({"a": 1.0}, name)
        shown.add(model.labels)
        assert model.positive is None
    assert len(shown) == 1
    declared = th.Multiclass(th.Perceptron(), classes=names)
    declared.learn_one({"a": 1.0}, "another")
    assert declared.labels == (*names, "another")


def stream_of(names, order):
    rows = [({"a": 1.0}, names[0]), ({"b": 1.0}, names[1]), ({"a": 1.0, "c": 1.0}, names[0]), ({"c": 1.0}, names[1])]
    return [rows[i] for i in order]


def by_one(model, stream):
    for x, y in stream:
        model.learn_one(x, y)


def by_many(model, stream):
    model.learn_many([x for x, _ in stream], [y for _, y in stream])


def by_pairs(model, stream):
    run = evaluate(stream, model)
    assert (run.labels, run.positive) == (model.labels, model.positive)


DOORS = {"learn_one": by_one, "learn_many": by_many, "pairs": by_pairs}


@pytest.mark.parametrize("door", DOORS)
@two_labels
@tries(10)
@given(order=st.permutations(range(4)))
def test_permuting_the_rows_changes_no_meaning(door, given_, wanted, order):
    for make in (th.Auto, th.AdaptiveWinnow):
        if make is not th.Auto and door == "learn_one":
            continue  # it would have to know beforehand
        model = make()
        DOORS[door](model, stream_of(given_, order))
        assert (model.labels, model.positive) == (wanted, wanted[1])
        assert list(model.predict_proba_one({"b": 1.0})) == list(wanted)
        table = model.predict_proba_many([{"b": 1.0}])
        assert (table.labels, table.shape) == (wanted, (1, 2))


@two_labels
@tries(10)
@given(order=st.permutations(range(4)))
def test_permuting_labels_that_come_late_changes_no_meaning(given_, wanted, order):
    delayed = th.Delayed(th.Auto())
    stream = stream_of(given_, range(4))
    tickets = [delayed.ask(x).ticket for x, _ in stream]
    for i in order:
        delayed.label(tickets[i], stream[i][1])
    assert (delayed.labels, delayed.positive) == (wanted, wanted[1])


def test_permuting_the_lines_of_a_file_changes_no_meaning(tmp_path):
    lines = ["spam | a", "ham | b", "spam | a c", "ham | c"]
    said = set()
    for order in itertools.permutations(range(4)):
        path = tmp_path / "stream.jsonl"
        rows = [lines[i].split(" | ") for i in order]
        path.write_text("".join(json.dumps({"label": y} | dict.fromkeys(x.split(), 1)) + "\n" for y, x in rows))
        for make in (th.Auto, th.Perceptron):
            model = make()
            run = evaluate(path, model)
            said.add((run.labels, run.positive, model.labels))
    assert said == {(("ham", "spam"), "spam", ("ham", "spam"))}


def test_minus_one_and_zero_in_one_stream_are_two_labels():
    model = th.Auto()
    model.learn_many(np.eye(3), [-1, 0, 1])
    assert model.labels == (-1, 0, 1)
    binary = th.Perceptron()
    with pytest.raises(th.InputError, match="knows two labels"):
        binary.learn_many(np.eye(3), [-1, 1, 0])
    assert binary.examples == 0


@pytest.mark.parametrize("labels", [["cat", "dog", "cow"], [1, 2, 3], ["spam", "b", "c"]])
def test_three_labels_are_too_many_for_a_learner_of_two_before_it_asks_which_is_positive(labels):
    rows = [({"a": 1.0}, label) for label in labels]
    for learn in (lambda model: model.learn_many(np.eye(3), labels), lambda model: evaluate(rows, model)):
        model = th.Perceptron()
        with pytest.raises(th.InputError, match=r"3 labels or more .* knows two labels: Multiclass\(Perceptron\(\)\)"):
            learn(model)
        assert model.examples == 0


def test_a_third_label_beside_a_known_pair_is_a_bad_line_alone():
    rows = [({"a": 1.0}, "yes"), ({"b": 1.0}, "maybe"), ({"c": 1.0}, "no")]
    assert evaluate(rows, th.Perceptron(), on_error="skip").skipped == 1


def test_amounts_are_called_amounts_by_a_learner_of_two():
    with pytest.raises(th.InputError, match="fraction"):
        evaluate([({"a": 1.0}, label) for label in (0.5, 1.5, 2.5)], th.Perceptron())


def test_fractions_are_classes_of_multiclass_and_amounts_to_auto():
    model = th.Multiclass(th.Perceptron())
    model.learn_many(np.eye(3), [0.5, 1.5, 2])
    assert model.labels == (0.5, 1.5, 2)
    with pytest.raises(th.InputError, match="fraction"):
        th.Auto().learn_one({"a": 1.0}, 0.5)


@pytest.mark.parametrize("negative", [0, -1])
def test_a_file_remembers_how_no_was_written(negative, tmp_path):
    model = th.Auto()
    for label in (negative, 1, negative):
        model.learn_one({"a": 1}, label)
    model.save(tmp_path / "model")
    loaded = th.load(tmp_path / "model")
    assert loaded == model
    assert loaded.written_labels == (negative, 1)
    other = -1 - negative
    for one in (model, loaded):
        one.learn_one({"b": 1}, other)
    assert loaded.labels == model.labels == (-1, 0, 1)
    assert loaded == model


@pytest.mark.parametrize(("negative", "positive"), [("-1", "+1"), ("0", "+1"), ("-1.0", "1.0"), ("-1", "1")])
def test_texts_that_are_numbers_with_a_sign_are_a_known_pair(negative, positive):
    for first, second in ((negative, positive), (positive, negative)):
        model = th.Perceptron()
        model.learn_one({"a": 1.0}, first)
        model.learn_one({"b": 1.0}, second)
        assert model.labels == (negative, positive)


@pytest.mark.parametrize("one", [Decimal(1), np.float32(1), np.int8(1), Fraction(1)], ids=repr)
def test_a_number_of_any_type_is_its_number_everywhere(one):
    def delayed(model, y):
        late = th.Delayed(model)
        late.ask({"a": 1.0}, ticket=1)
        late.label(1, y)
        late.ask({"a": 1.0})

    doors = [
        lambda model, y: model.learn_one({"a": 1.0}, y),
        lambda model, y: model.learn_many([{"a": 1.0}], [y]),
        lambda model, y: evaluate([({"a": 1.0}, y)], model),
        delayed,
    ]
    for learn in doors:
        told, usual = th.Auto(), th.Auto()
        learn(told, one)
        learn(usual, 1)
        assert told == usual
    assert th.Perceptron(positive=one).get_params()["positive"] == 1


def test_a_positive_label_that_is_no_number_is_refused_as_such():
    with pytest.raises(th.ParameterError, match=r"^positive: the label nan is no class"):
        th.Perceptron(positive=float("nan"))


@pytest.mark.parametrize("names", MANY, ids=repr)
def test_labels_that_join_one_by_one_have_the_numbers_they_have_together(names):
    joined = Labels.many()
    for name in names:
        joined = joined.with_label(name)
    together = Labels(tuple(names), None, None, fractions=True)
    assert joined == together
    assert joined.numbers == together.numbers
    assert (joined.order, joined.shown) == (together.order, together.shown)
    assert joined.continues(Labels.many())
    assert not Labels.many().continues(joined)
