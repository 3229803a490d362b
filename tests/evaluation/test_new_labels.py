"""Labels that are new in a file join while its rows are learned in one go, and it comes to what one by one comes to."""

import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th

LABELS = range(3, 10)
ROWS = st.lists(
    st.tuples(st.sampled_from([*LABELS, None]), st.lists(st.integers(0, 5), max_size=4), st.sampled_from([1, 1, 1, 3])),
    max_size=40,
)


def text_of(rows: list[tuple[int | None, list[int], int]]) -> str:
    return "".join(f"{label or ''} |w {' '.join(f'a{i}:{value}' for i in set(ids))}\n" for label, ids, value in rows)


def learners() -> list[th.Learner]:
    return [
        th.Multiclass(th.Auto()),
        th.Multiclass(th.TrackingWinnow(promotion=2.0, floor=0.1, threshold=1.0)),  # refuses the value 3
        th.Multiclass(th.Perceptron(), class_weights={4: 2.0, 7: 0.5}),
    ]


@given(ROWS, st.sampled_from(range(3)), st.booleans())
def test_a_file_is_its_rows_one_by_one(tmp_path_factory, rows, which, measured):
    path: Path = tmp_path_factory.mktemp("new") / "rows.vw"
    path.write_text(text_of(rows))
    from_file, by_hand, mistakes, refused = learners()[which], learners()[which], 0, 0
    for label, ids, value in rows:
        x = {f"w^a{i}": value for i in set(ids)}
        try:
            if label is None:
                by_hand.predict_one(x)
            else:
                mistakes += by_hand.learn_one(x, label).mistake
        except ValueError:
            refused += 1
    run = th.evaluate(str(path), from_file, on_error="skip", measures=measured)
    assert (run.mistakes, run.skipped) == (mistakes, refused)
    assert from_file.labels == by_hand.labels
    assert from_file.digest() == by_hand.digest()


def test_a_row_that_is_refused_takes_no_label_with_it(tmp_path):
    path = tmp_path / "rows.vw"
    path.write_text("1 |w a\n2 |w b\n3 |w c\n4 |w d\n5 |w e:3\n6 |w f\n")
    model = th.Multiclass(th.TrackingWinnow(promotion=2.0, floor=0.1, threshold=1.0))
    with pytest.raises(th.InputError, match=r"rows.vw:5"):
        th.evaluate(str(path), model)
    assert model.labels == (1, 2, 3, 4)
    assert model.learn_one(["f"], 6).prediction in model.labels


def told_while(learn) -> tuple[list[str], str]:
    """The warnings about labels, and the refusal in which it ends."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(th.InputError) as refusal:
            learn()
    return [str(one.message) for one in caught if one.category is th.LabelWarning], str(refusal.value)


def test_amounts_are_warned_of_and_refused_where_they_were(tmp_path):
    """At the row at which learning one by one says so."""
    rows = [([f"w^a{i % 3}"], 7 * i) for i in range(300) for _ in range(2)]
    path = tmp_path / "rows.vw"
    path.write_text("".join(f"{label} |w {name[2:]}\n" for (name,), label in rows))
    one, model = th.Auto(), th.Auto()
    warned, refused = told_while(lambda: [one.learn_one(x, label) for x, label in rows])
    assert warned
    told, stopped = told_while(lambda: th.evaluate(str(path), model))
    assert told == warned
    assert f"rows.vw:{one.examples + 1}" in stopped
    assert refused.split(":")[0] in stopped
    assert model.digest() == one.digest()
