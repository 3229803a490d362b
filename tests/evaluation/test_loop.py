"""The loop predict -> label -> update: the same through every door, around bad lines, over passes."""

import numpy as np
import pytest
from hypothesis import given

import thresher as th
from tests.depth import tries
from tests.strategies import signed_streams
from thresher.errors import InputError, ParameterError
from thresher.evaluation import BadLineError, EventLog, compare, evaluate, replay
from thresher.streams import Pairs, PlantedDisjunction, Source

GOOD = "1 1:1 2:1\n-1 3:1\n1 1:1\n"


def put(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


def to_svm(stream):
    return "".join(f"{1 if y else -1} {' '.join(f'{c}:{v!r}' for c, v in x.items())}\n" for x, y in stream)


@tries(20)
@given(stream=signed_streams())
def test_python_loop_batch_file_and_log_come_to_the_same(stream, tmp_path_factory):
    folder = tmp_path_factory.mktemp("doors")
    by_hand = th.BalancedWinnow(bias=True)
    for x, y in stream:
        by_hand.learn_one(x, y)
    batch = th.BalancedWinnow(bias=True)
    batch.learn_many([x for x, _ in stream], [y for _, y in stream])
    pairs = th.BalancedWinnow(bias=True)
    evaluate(stream, pairs)
    generated = th.BalancedWinnow(bias=True)
    evaluate((pair for pair in stream), generated)
    from_file = th.BalancedWinnow(bias=True)
    logged = folder / "events.jsonl"
    with EventLog(logged, from_file) as log:
        evaluate(put(folder, "a.svm", to_svm(stream)), from_file, log=log)
    replayed = replay(logged)
    assert replayed.same_digest
    assert replayed.differing_predictions == 0
    digests = {model.digest() for model in (by_hand, batch, pairs, generated, from_file, replayed.learner)}
    assert len(digests) == 1


def test_a_generator_is_asked_for_the_next_example_only_when_the_last_was_learned():
    model = th.Perceptron()

    def adversary():
        for i in range(20):
            x = {i % 3: 1.0}
            yield x, not model.predict_one(x)

    assert evaluate(adversary(), model).mistakes == 20


def test_any_learner_can_run():
    class Constant:
        examples = mistakes = updates = 0

        def predict_one(self, x):
            return True

        def learn_one(self, x, y, weight=1.0):
            return th.Outcome(True, y, not y, False)

    run = evaluate(PlantedDisjunction(trials=100), Constant())
    assert run.examples == 100
    assert run.mistakes == run.progress.negatives


def test_unlabelled_examples_are_predicted_and_not_learned(tmp_path):
    path = put(tmp_path, "some.vw", "1 | a\n| a b\n-1 | b\n'tag | c\n")
    model, seen = th.Perceptron(), th.Perceptron()
    run = evaluate(path, model)
    assert (run.examples, run.unlabelled, run.progress.examples, run.features) == (4, 2, 2, 5)
    seen.learn_one(["a"], 1)
    seen.learn_one(["b"], -1)
    assert model == seen


def test_importance_weights_multiply_the_step_and_zero_learns_nothing(tmp_path):
    path = put(tmp_path, "some.vw", "1 2.5 | a\n-1 0 | a\n-1 0.5 | a\n")
    model, seen = th.Perceptron(), th.Perceptron()
    run = evaluate(path, model)
    seen.learn_one(["a"], 1, 2.5)
    seen.learn_one(["a"], -1, 0.5)
    assert model == seen
    assert (run.examples, run.progress.examples, run.weight_sum, run.label_sum) == (3, 2, 3.0, 2.0)


BAD = {
    "1 1:x\n": (4, 5, "a number was expected, not 'x'"),
    "0.5 1:1\n": (4, 1, "the label 0.5 is no class"),
    "1,2 1:1\n": (4, 2, "an example with several labels"),
    "1 1:3\n": (4, 3, "column 1 has the value 3"),
    "1 5:1 7:1 1:7\n": (4, 11, "column 1 has the value 7"),
    "1 1:nan\n": (4, 5, "can't be 'nan'"),
    "1:1 2:1\n": (4, 1, "the line has no label"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_line_stops_the_run_where_it_stands(tmp_path, bad):
    path = put(tmp_path, "bad.svm", GOOD + bad + GOOD)
    line, column, message = BAD[bad]
    model, before = th.TrackingWinnow(), th.TrackingWinnow()
    with pytest.raises(BadLineError) as caught:
        evaluate(path, model)
    assert caught.value.sentence.startswith(f"{path}:{line}:{column}: ")
    assert message in caught.value.sentence
    evaluate(put(tmp_path, "good.svm", GOOD), before)
    assert model == before, "the model is as it was after the last good line"


@pytest.mark.parametrize("bad", BAD)
def test_bad_lines_can_be_skipped_or_kept(tmp_path, bad):
    path = put(tmp_path, "bad.svm", GOOD + bad + GOOD + bad)
    expected, skipping, keeping = th.TrackingWinnow(), th.TrackingWinnow(), th.TrackingWinnow()
    evaluate(put(tmp_path, "good.svm", GOOD + GOOD), expected)
    run = evaluate(path, skipping, on_error="skip")
    kept = tmp_path / "kept.txt"
    evaluate(path, keeping, on_error=f"quarantine={kept}")
    assert run.skipped == 2
    assert run.examples == 6
    assert kept.read_text() == bad + bad
    assert skipping == keeping == expected


def test_compare_teaches_each_as_if_it_were_alone(tmp_path):
    path = put(tmp_path, "planted.svm", to_svm(PlantedDisjunction(trials=2000, shifts=1)))
    learners = [th.TrackingWinnow(), th.Perceptron(), th.AdaptiveWinnow()]
    runs = compare(path, learners, trace=True)
    for run, together in zip(runs, learners, strict=True):
        alone = type(together)()
        assert evaluate(path, alone).mistakes == run.mistakes
        assert alone == together
    assert [run.learner for run in runs] == ["tracking-winnow", "perceptron", "adaptive-winnow"]


def test_a_line_that_one_refuses_is_refused_for_all(tmp_path):
    path = put(tmp_path, "bad.svm", GOOD + "1 1:3\n" + GOOD)
    with pytest.raises(BadLineError, match="tracking-winnow: column 1 has the value 3"):
        compare(path, [th.Perceptron(), th.TrackingWinnow()])
    first, second = compare(path, [th.Perceptron(), th.TrackingWinnow()], on_error="skip")
    assert first.examples == second.examples == 6


def test_held_out_examples_are_never_learned():
    stream = list(PlantedDisjunction(trials=1000))
    model, rest = th.TrackingWinnow(), th.TrackingWinnow()
    run = evaluate(stream, model, holdout=0.2)
    for i, (x, y) in enumerate(stream):
        if int((i + 1) * 0.2) == int(i * 0.2):
            rest.learn_one(x, y)
    assert model == rest
    assert (run.held_out.examples, run.progress.examples, run.examples) == (200, 800, 1000)


def test_passes_and_patience():
    stream = [({"a": 1.0, str(i): 1.0}, i % 2) for i in range(20)]
    model, twice = th.Perceptron(), th.Perceptron()
    assert evaluate(stream, model, passes=2).examples == 40
    for x, y in stream + stream:
        twice.learn_one(x, y)
    assert model == twice
    run = evaluate(stream, th.Perceptron(), passes=50, holdout=0.25, patience=2)
    assert run.stopped == "early"
    assert run.passes < 50


def test_patience_goes_back_to_the_best():
    from thresher.evaluation.contestant import Contestant
    from thresher.evaluation.progressive import Patience

    contestant = Contestant("perceptron", th.Perceptron(), measures=False, trace=False)
    patience = Patience(contestant, 2)
    states = []
    for error in (0.3, 0.1, 0.2, 0.1):
        contestant.learner.learn_one({"x": 1}, contestant.learner.predict_one({"x": 1}) is False)
        contestant.held_out = type(contestant.held_out)()
        wrong = np.arange(10) < 10 * error
        contestant.held_out.add(np.ones(10, dtype=np.int8), ~wrong)
        states.append(contestant.learner.copy())
        if patience.is_out():
            break
    patience.restore()
    assert len(states) == 4
    assert contestant.learner == states[1]


def test_the_test_stream_is_predicted_and_not_learned(tmp_path):
    train, test = put(tmp_path, "a.svm", GOOD), put(tmp_path, "b.svm", GOOD * 3)
    model, alone = th.Perceptron(), th.Perceptron()
    run = evaluate(train, model, test=test)
    evaluate(train, alone)
    assert model == alone
    assert run.test.examples == 9


def test_what_can_not_work_is_refused_before_reading():
    pairs = (pair for pair in [({"a": 1}, 1)])
    with pytest.raises(ParameterError, match="can be read only once"):
        evaluate(pairs, th.Perceptron(), passes=2)
    with pytest.raises(ParameterError, match="give a held-out share too"):
        evaluate([], th.Perceptron(), patience=1)
    with pytest.raises(ParameterError, match="on_error is"):
        evaluate([], th.Perceptron(), on_error="ignore")
    with pytest.raises(InputError, match="a stream is a path"):
        evaluate(7, th.Perceptron())
    with pytest.raises(InputError, match=r"example 1: \(x, y\)"):
        evaluate([{"a": 1}], th.Perceptron())
    with pytest.raises(ParameterError, match="no learner"):
        compare([], [])


def test_matrices_are_streams_too():
    X = np.eye(4)
    y = np.array([1, 0, 1, 0])
    one, many = th.Perceptron(), th.Perceptron()
    evaluate((X, y), one)
    many.learn_many(X, y)
    assert one == many


def test_the_trace_shows_what_came_and_went():
    stream = PlantedDisjunction(trials=4000, shifts=1, literals=4, seed=3)
    run = evaluate(stream, th.TrackingWinnow(floor=0.001), trace=True)
    first, second = stream.targets()
    half = run.weights.examples.index(next(at for at in run.weights.examples if at >= 2000))
    for attribute in first - second:
        before, after = run.weights.weights[attribute][half - 1], run.weights.weights[attribute][-1]
        assert before > 0.5
        assert after is None or after < before
    for attribute in second - first:
        assert run.weights.weights[attribute][-1] > 0.5
    assert len(run.weights.examples) <= 128


def test_labels_of_their_own(tmp_path):
    path = put(tmp_path, "mail.jsonl", '{"label": "spam", "w": "free"}\n{"label": "ham", "w": "lunch"}\n{"w": "x"}\n')
    model = th.Perceptron(labels=("ham", "spam"))
    run = evaluate(path, model)
    assert (run.examples, run.unlabelled, run.labels) == (3, 1, ("ham", "spam"))
    assert evaluate(path, th.Perceptron()).labels == ("ham", "spam")
    with pytest.raises(BadLineError, match="label 'spam' is none of 'eggs', 'bacon'"):
        evaluate(path, th.Perceptron(labels=("eggs", "bacon")))


def test_hashed_files_and_hashed_dicts_give_the_same_model(tmp_path):
    path = put(tmp_path, "some.vw", "1 |f a b:2 |g 7 colour:red\n-1 |f a | c 12\n1 2 |g 7\n")
    model, seen = th.Perceptron(bits=10), th.Perceptron(bits=10)
    evaluate(Source(path, bits=10), model)
    seen.learn_one({"f^a": 1, "f^b": 2, "g^7": 1, "g^colour^red": 1}, 1)
    seen.learn_one({"f^a": 1, "c": 1, 12: 1}, -1)
    seen.learn_one({"g^7": 1}, 1, 2.0)
    assert model == seen
    exact, named = th.Perceptron(), th.Perceptron()
    evaluate(path, exact)
    named.learn_one({"f^a": 1, "f^b": 2, "g^7": 1, "g^colour^red": 1}, 1)
    named.learn_one({"f^a": 1, "c": 1, 12: 1}, -1)
    named.learn_one({"g^7": 1}, 1, 2.0)
    assert exact == named


def test_pairs_is_a_stream():
    assert Pairs([({"a": 1}, 1)]).repeatable
