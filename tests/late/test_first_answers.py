"""Answers given before their label had come, or any: every door judges them as the learner alone does."""

import itertools

import pytest

import thresher as th
from thresher import experts
from thresher.evaluation.late.evaluate import evaluate_late
from thresher.late import OD1, Copies, Delayed, Immediate, Replay

FIRST = ["cat", "ham", "spam", 0, 1, -1, True, False]
STREAMS = [[first, second, third] for first, second, third in itertools.permutations(["ant", "cat", "dog"], 3)]


@pytest.mark.parametrize("order", [Immediate(), OD1(), Replay(), Copies(k=2)], ids=str)
@pytest.mark.parametrize("make", [th.Auto, lambda: th.Multiclass(th.Auto())], ids=["Auto", "Multiclass"])
@pytest.mark.parametrize("first", FIRST)
def test_told_at_once_the_outcome_is_that_of_the_learner_alone(first, make, order):
    alone, late = make(), Delayed(make(), order)
    second = {"spam": "ham", "ham": "spam", "cat": "ant"}.get(first, 0 if first == 1 else 1)
    for i, label in enumerate([first, first, second, first, second]):
        assert late.learn_one({f"w{i}": 1}, label) == alone.learn_one({f"w{i}": 1}, label)
    assert (late.mistakes, late.labels, late.written_labels) == (alone.mistakes, alone.labels, alone.written_labels)


@pytest.mark.parametrize("labels", STREAMS, ids="-".join)
def test_evaluated_a_delayed_learner_and_a_master_count_as_the_learner_alone(labels):
    stream = [({f"w{i % 3}": 1, f"n{i % 5}": 1}, labels[(i + i // 7) % 3]) for i in range(90)]
    alone = th.evaluate(stream, th.Auto())
    runs = th.compare(stream, {"late": Delayed(th.Auto()), "master": experts.Majority([th.Auto()])})
    for run in [*runs, evaluate_late(stream, Delayed(th.Auto()), 1)]:
        assert (run.mistakes, run.progress.confusion) == (alone.mistakes, alone.progress.confusion)
    for run in runs:
        for measure in ("macro_f1", "balanced_error"):
            assert run.progress.measures[measure] == alone.progress.measures[measure]


def test_one_label_alone_is_counted_too():
    for make in (th.Auto, lambda: Delayed(th.Auto()), lambda: experts.Majority([th.Auto()])):
        run = th.evaluate([({"a": 1}, "cat")] * 3, make())
        assert (run.mistakes, run.progress.confusion) == (1, {("cat", "cat"): 2, ("cat", None): 1})


def test_a_yes_before_any_label_is_the_positive_one_whichever_comes_first():
    for first, second in (("spam", "ham"), ("ham", "spam")):
        late = Delayed(th.Auto())
        tickets = {label: late.ask({"a": 1}).ticket for label in (first, second)}
        for label, ticket in tickets.items():
            late.label(ticket, label)
        assert late.outcome(tickets["spam"]) == ("spam", "spam", False, False)
        assert late.outcome(tickets["ham"]).mistake
        assert late.mistakes == 1


def test_of_three_labels_a_yes_before_any_of_them_is_none():
    late = Delayed(th.Auto())
    tickets = [late.ask({"a": 1}).ticket for _ in range(3)]
    for ticket, label in zip(tickets, ("cat", "dog", "bird"), strict=True):
        late.label(ticket, label)
    assert late.outcome(tickets[2]) == (None, "bird", False, False)
    assert late.outcome(late.ask({"a": 1}).ticket) is None


def test_a_correction_is_counted_as_if_it_had_come_first():
    late = Delayed(th.Auto(), Replay(), contradictions="correct")
    tickets = [late.ask({"a": 1}).ticket for _ in range(2)]
    late.label(tickets[0], "ham")
    assert late.mistakes == 1
    late.label(tickets[1], "spam")
    late.label(tickets[0], "spam")
    assert late.mistakes == 0


def test_a_positive_label_that_was_named_is_the_answer_before_it_comes():
    model = th.Auto(positive="no")
    assert model.predict_one({}) == model.positive == "no"
    assert model.learn_one({"a": 1}, "yes") == ("no", "yes", True, True)
    assert model.labels == ("yes", "no")


def test_no_answer_is_no_mistake_and_an_answer_without_a_name_is_none():
    first = th.Auto().learn_one({"a": 1}, "cat")
    assert (first.prediction, first.mistake, first.abstained) == (None, True, False)
    first = th.Multiclass(th.Auto()).learn_one({"a": 1}, "cat")
    assert (first.prediction, first.mistake, first.abstained) == (None, False, True)


def test_the_cost_of_delay_is_by_the_same_rule():
    rows = [({f"w{i}": 1}, label) for i, label in enumerate(["ham"] * 3 + ["spam"] * 3)]
    run = evaluate_late(rows, Delayed(th.Auto()), 4)
    assert run.mistakes == run.cost.mistakes == 3 + 2  # a yes to the first four, which were ham but one; then ham
    assert run.cost.without_delay == th.evaluate(rows).mistakes
