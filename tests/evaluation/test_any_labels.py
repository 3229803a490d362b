"""Evaluation with any labels: late, compared, patient, logged; the order of the rows changes no meaning."""

import random

import pytest

import thresher as th
from thresher.evaluation import EventLog, compare, evaluate, evaluate_late, replay
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay

CLASSES = {2: ["ham", "spam"], 3: ["cat", "dog", "bird"], 50: [f"class {i}" for i in range(50)]}
MODELS = {"Auto": th.Auto, "Multiclass": lambda: th.Multiclass(th.Perceptron())}
ORDERS = [Immediate(), OD1(), OD3(horizon=40), Copies(k=3), Replay()]


def stream(classes, count, seed=0):
    coins = random.Random(seed)
    places = [coins.randrange(len(classes)) for _ in range(count)]
    return [({f"of {place}": 1.0, f"any {coins.randrange(9)}": 1.0}, classes[place]) for place in places]


def growing(k):
    """A class that is new in mid-stream."""
    return stream(CLASSES[k], 60) + stream([*CLASSES[k], "one more"], 60, seed=1)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("k", CLASSES)
def test_logged_and_replayed(name, k, tmp_path):
    logged, plain, rows = MODELS[name](), MODELS[name](), growing(k)
    with EventLog(tmp_path / "log", logged) as log:
        run = evaluate(rows, logged, log=log)
    assert run.progress == evaluate(rows, plain).progress
    assert logged == plain
    again = replay(tmp_path / "log")
    assert (again.same_digest, again.differing_predictions, again.mistakes) == (True, 0, run.mistakes)


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("k", CLASSES)
def test_with_late_labels(name, k, order):
    rows = growing(k)
    run = evaluate_late(rows, Delayed(MODELS[name](), order), 5)
    assert run.progress.examples == sum(run.progress.confusion.values()) == 120
    assert set(run.labels) == {y for _, y in rows}
    assert run.mistakes == sum(n for (y, said), n in run.progress.confusion.items() if said not in (None, y))
    assert run.cost.without_delay == evaluate(rows, MODELS[name]()).mistakes


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("k", CLASSES)
def test_compared_each_is_as_if_alone(name, k):
    rows = growing(k)
    for run in compare(rows, {"one": MODELS[name](), "other": th.Multiclass(th.AdaptiveWinnow())}, holdout=0.2):
        alone = evaluate(
            rows, MODELS[name]() if run.learner == "one" else th.Multiclass(th.AdaptiveWinnow()), holdout=0.2
        )
        assert (run.progress, run.held_out, run.labels) == (alone.progress, alone.held_out, alone.labels)


FILES = {
    "yes and no": ("yes", "no"),
    "cats and dogs": ("dog", "cat"),  # names that do not tell: the loop looks ahead
    "numbers": (1, -1),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_rows_changes_no_meaning(name, seed, tmp_path):
    positive, negative = FILES[name]
    rows = [(positive, "good"), (negative, "bad")] * 20
    random.Random(seed).shuffle(rows)
    path = tmp_path / "rows.csv"
    path.write_text("label,word\n" + "".join(f"{y},{word}\n" for y, word in rows))
    runs = compare(str(path), [th.Auto(), th.Perceptron()])
    for run in runs:
        assert [run.shown(label) for label in run.labels] == [negative, positive]
        assert run.shown(run.positive) == positive
        assert (run.progress.positives, run.progress.negatives) == (20, 20)
        assert run.progress.measures["auc"] > 0.5
    model = th.Perceptron()
    late = evaluate_late(str(path), Delayed(model), 3)
    assert (late.labels, late.progress.examples) == (runs[1].labels, 40)


def test_a_run_is_printed_in_a_line_and_shown_as_a_table():
    run = evaluate([({"free": 1}, "spam"), ({"lunch": 1}, "ham")] * 10)
    assert repr(run).startswith("Run(learner: auto, examples: 20, mistakes: ")
    assert "labels: ham, spam" in repr(run)
    assert "positive: spam" in repr(run)
    assert "\n" not in repr(run)
    assert "<tr><th>positive</th><td>spam</td></tr>" in run._repr_html_()
    assert repr(run.progress).startswith("Tally(examples: 20, mistakes: ")
    late = evaluate_late([({"<b>": 1}, "<i>"), ({"b": 1}, "x")] * 30, Delayed(th.Auto()), 3)
    assert repr(late).startswith("LateRun(learner: auto")
    assert "<i>" not in late._repr_html_()
    many = evaluate(stream(CLASSES[50], 200), th.Auto())
    assert "... 5" in repr(many) or "... 4" in repr(many)
