"""Rows sorted by label are said to be; bursts, drift and rare positives are not."""

import os
import random
import warnings
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.evaluation.label_order import are_sorted, chance_of_so_few_changes

DATA = os.environ.get("THRESHER_DATA")


def looks_sorted(labels):
    """The rule, by what its docstring says of a list."""
    stretches = [label for label, _ in groupby(labels)]
    return are_sorted([labels.count(label) for label in dict.fromkeys(labels)], len(stretches))


def warned(labels, **options):
    """Whether a run over rows with these labels warns, and what the run says."""
    stream = [({"n": n % 5, "always": 1}, label) for n, label in enumerate(labels)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run = th.evaluate(stream, th.Multiclass(th.Perceptron()), measures=False, **options)
    messages = [str(one.message) for one in caught if issubclass(one.category, th.EvaluationWarning)]
    assert messages == run.warnings
    return bool(messages)


def bursts(rows, mean, labels, seed):
    """Stretches of geometric length, each with another label than the one before."""
    draw = random.Random(seed)
    found, label = [], draw.randrange(labels)
    while len(found) < rows:
        length = 1
        while draw.random() >= 1 / mean:
            length += 1
        found += [label] * length
        label = (label + draw.randrange(1, labels)) % labels
    return found[:rows]


# Sorted.


@tries(60)
@given(counts=st.lists(st.integers(61, 400), min_size=2, max_size=8), shuffled=st.randoms(use_true_random=False))
def test_labels_that_come_one_after_the_other_are_sorted_in_whatever_order(counts, shuffled):
    labels = list(range(len(counts)))
    shuffled.shuffle(labels)
    rows = [label for label, count in zip(labels, counts, strict=True) for _ in range(count)]
    assert looks_sorted(rows)
    assert warned(rows)
    assert not warned(rows, shuffle=1)
    random.Random(0).shuffle(rows)
    assert not looks_sorted(rows)


def test_three_times_fifty_rows_are_enough_and_twice_twenty_are_not():
    assert warned([0] * 50 + [1] * 50 + [2] * 50)
    assert warned([1] * 60 + [0] * 60)
    assert not warned([0] * 20 + [1] * 20)


def test_rare_positives_at_one_end_are_sorted():
    assert warned([0] * 9_900 + [1] * 100)
    assert warned([1] * 100 + [0] * 9_900)


def test_more_passes_do_not_hide_it():
    assert warned([0] * 100 + [1] * 100, passes=3)


def test_rows_without_a_label_do_not_count():
    assert warned([0] * 70 + [None] * 30 + [0] * 30 + [None] + [1] * 100)
    assert not warned([None] * 200)


def test_files_are_looked_at_together_and_one_by_one(tmp_path):
    yes, no, both = (tmp_path / name for name in ("yes.vw", "no.vw", "both.vw"))
    yes.write_text("1 |f a\n" * 100)
    no.write_text("-1 |f b\n" * 100)
    both.write_text("-1 |f b\n1 |f a\n" * 100)
    halves = tmp_path / "halves.vw"
    halves.write_text(yes.read_text() + no.read_text())
    from click.testing import CliRunner

    from thresher.cli import main

    def said(*names):
        command = ["learn", *map(str, names), "--learner", "perceptron"]
        return [line for line in CliRunner().invoke(main, command).stderr.splitlines() if "sorted" in line]

    assert (
        "all files together: sorted by label? Each of 2 labels comes in one stretch, over 200 rows" in said(yes, no)[0]
    )
    assert [line.partition(": sorted")[0] for line in said(both, halves)] == [f"thresher: warning: {halves}"]
    assert said(halves)[0].endswith("the error means nothing; take the rows in random order: --shuffle")
    assert said(both) == said(both, yes) == said(yes) == []


# Not sorted.


@tries(40)
@given(mean=st.floats(1, 30), labels=st.integers(2, 6), rows=st.integers(600, 3000), seed=st.integers(0, 2**32))
def test_bursts_are_not_sorted(mean, labels, rows, seed):
    assert not looks_sorted(bursts(rows, mean, labels, seed))


@tries(40)
@given(share=st.sampled_from([0.001, 0.01, 0.1, 0.5]), rows=st.integers(2, 20_000), seed=st.integers(0, 2**32))
def test_labels_that_are_drawn_are_not_sorted_however_rare_one_is(share, rows, seed):
    draw = random.Random(seed)
    assert not looks_sorted([draw.random() < share for _ in range(rows)])


@pytest.mark.parametrize("burst", [1, 20, 45, 300])
def test_one_burst_of_positives_is_not_sorted_if_the_stream_goes_on(burst):
    assert not looks_sorted([0] * 5_000 + [1] * burst + [0] * 50)


def test_a_short_burst_at_the_end_is_not_sorted():
    assert not looks_sorted([0] * 30_000 + [1] * 40)


def test_a_stream_that_begins_with_one_label_and_is_mixed_afterwards_is_not_sorted():
    draw = random.Random(0)
    assert not looks_sorted([1] * 133 + [int(draw.random() < 0.3) for _ in range(6000)])


def test_one_label_alone_is_not_sorted():
    assert not looks_sorted([1] * 10_000)
    assert not warned([1] * 500)


def test_many_labels_of_few_rows_each_are_not_called_sorted():
    assert not looks_sorted([n // 3 for n in range(3_000)])  # sessions, say
    assert looks_sorted([n // 30 for n in range(3_000)])


@pytest.mark.skipif(not DATA, reason="THRESHER_DATA is not set")
def test_no_real_set_trips_it_and_every_one_does_when_sorted():
    looked_at = 0
    for path in sorted(Path(DATA).glob("*/*")):
        if path.suffix not in (".libsvm", ".train", ".test") and path.name not in ("a9a", "a9a.t", "SMSSpamCollection"):
            continue
        labels = [line.split()[0] for line in path.read_text(errors="replace").splitlines() if line.strip()]
        codes = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        numbers = [codes[label] for label in labels]
        runs = 1 + sum(a != b for a, b in pairwise(numbers))
        counts = [numbers.count(number) for number in codes.values()]
        assert not are_sorted(counts, runs), path
        assert are_sorted(counts, len(counts)), path
        looked_at += 1
    assert looked_at >= 10


# The chance.


def test_the_chance_is_that_of_so_few_changes_among_bursts():
    draw = random.Random(3)
    rows, mean = 300, 10
    changes = []
    for _ in range(4000):
        count = 0
        for _ in range(rows):
            count += draw.random() < 1 / mean
        changes.append(count)
    for most in (15, 20, 25):
        share = sum(count <= most for count in changes) / len(changes)
        assert abs(chance_of_so_few_changes([100, 100, 100], most) - share) < 0.05


@tries(60)
@given(counts=st.lists(st.integers(1, 10**6), min_size=2, max_size=20), changes=st.integers(0, 10**4))
def test_the_chance_is_a_probability_and_grows_with_the_changes(counts, changes):
    chance = chance_of_so_few_changes(counts, changes)
    assert 0 <= chance <= chance_of_so_few_changes(counts, changes + 1) <= 1


# In blocks, or nearly sorted.


def noisy(labels, seed=0):
    """Rows with one value that tells the label in 84 of 100 cases."""
    draw = random.Random(seed)
    return [({"value": draw.gauss(2.0 * label, 1.0), "always": 1.0}, label) for label in labels]


def note_of(stream, learner=None, **options):
    """What a run warns of, and its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = th.evaluate(stream, learner or th.Auto(), measures=False, **options)
    return "".join(run.warnings), run.error


def flipped(labels, share, seed=0):
    draw = random.Random(seed)
    return [label if draw.random() >= share else 1 - label for label in labels]


def waves(rows, burst, inside, seed):
    """Positives of 1 in 100, and now and then a wave of them, `burst` rows on average."""
    draw = random.Random(seed)
    found = []
    while len(found) < rows:
        for share, mean in ((0.01, 2_000), (inside, burst)):
            found += [int(draw.random() < share) for _ in range(int(draw.expovariate(1 / mean)))]
    return found[:rows]


def test_blocks_of_labels_are_named():
    stream = noisy(([0] * 800 + [1] * 800) * 6)
    said, error = note_of(stream)
    assert "sorted by label in blocks? 2 labels come in 12 long stretches, over 9,600 rows: the error means" in said
    said, shuffled = note_of(stream, shuffle=1)
    assert not said
    assert error < shuffled / 10
    three = noisy(([0] * 800 + [1] * 800 + [2] * 800) * 3)
    assert "3 labels come in 9 long stretches" in note_of(three)[0]


@pytest.mark.parametrize("share", [0.005, 0.01, 0.02])
def test_a_sorted_file_with_some_wrong_labels_is_named(share):
    said, _ = note_of(noisy(flipped([0] * 1500 + [1] * 1500, share)))
    assert "nearly sorted by label? Each of 2 labels comes in one long stretch, over 3,000 rows" in said


def test_blocks_are_no_matter_where_the_rows_tell_the_label():
    labels = ([0] * 800 + [1] * 800) * 6
    assert note_of([({"yes" if label else "no": 1}, label) for label in labels]) == ("", pytest.approx(0, abs=1e-3))


@tries(20)
@given(mean=st.floats(1, 100), labels=st.integers(2, 5), rows=st.integers(600, 6000), seed=st.integers(0, 2**32))
def test_bursts_are_no_blocks(mean, labels, rows, seed):
    assert not note_of(noisy(bursts(rows, mean, labels, seed)), th.Multiclass(th.Perceptron()))[0]


@pytest.mark.parametrize("inside", [0.6, 0.9, 1.0])
@pytest.mark.parametrize("burst", [30, 100, 300])
def test_waves_of_positives_are_no_blocks(burst, inside):
    assert not note_of(noisy(waves(20_000, burst, inside, burst)))[0]


def test_rare_positives_are_no_blocks():
    draw = random.Random(1)
    assert not note_of(noisy([int(draw.random() < 0.01) for _ in range(100_000)]), th.Perceptron())[0]


@pytest.mark.skipif(not DATA, reason="THRESHER_DATA is not set")
def test_mail_in_the_order_in_which_it_came_is_in_no_blocks():
    assert note_of(str(next(Path(DATA).glob("spamassassin/*.libsvm"))))[0] == ""


# Blocks with some labels wrong.


def with_wrong_labels(labels, share, seed):
    draw = random.Random(seed)
    return [1 - label if draw.random() < share else label for label in labels]


@pytest.mark.parametrize("share", [0.0, 0.05, 0.1])
def test_sorted_batches_are_found_though_some_labels_are_wrong(share):
    batches = 10 * ([0] * 500 + [1] * 500)
    assert warned(with_wrong_labels(batches, share, 1))
    assert not warned(with_wrong_labels(batches, share, 1), shuffle=1)


@pytest.mark.parametrize("mean", [5, 50, 200])
def test_bursts_with_some_labels_wrong_are_no_blocks(mean):
    assert not warned(with_wrong_labels(bursts(20_000, mean, 2, mean), 0.05, 2))


def test_blocks_are_no_matter_to_a_learner_that_goes_by_the_rows():
    labels = with_wrong_labels(10 * ([0] * 500 + [1] * 500), 0.05, 3)
    truths = 10 * ([0] * 500 + [1] * 500)
    stream = [({"yes" if truth else "no": 1}, label) for truth, label in zip(truths, labels, strict=True)]
    assert th.evaluate(stream, th.NaiveBayes(), measures=False).warnings == []
