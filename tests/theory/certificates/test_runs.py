"""Certificates of runs: whatever was evaluated is gone over again, or refused with a reason."""

from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

import thresher as th
from thresher import certify, compare, evaluate
from thresher.errors import InputError, ParameterError
from thresher.theory.concepts import Planted, exchange

STREAM = list(Planted(exchange(300, literals=3, shifts=1), attributes=30, active=6, seed=9))


def tracking(**options):
    return th.TrackingWinnow(2.0, 0.003, **options)


@pytest.fixture
def path(tmp_path):
    lines = [f"{int(y)} " + " ".join(f"{i + 1}:1" for i in sorted(x)) for x, y in STREAM]
    file = tmp_path / "stream.libsvm"
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def agree(certificate, run):
    assert (certificate.trials, certificate.mistakes) == (run.progress.examples, run.mistakes)
    assert certificate.updates == run.updates
    assert certificate.holds
    assert certificate.lines


@pytest.mark.parametrize("passes", [1, 3])
def test_of_a_list_a_file_and_a_matrix(path, passes):
    X = np.zeros((len(STREAM), 30))
    for t, (x, _) in enumerate(STREAM):
        X[t, list(x)] = 1.0
    y = np.array([label for _, label in STREAM])
    certificates = []
    for stream in (STREAM, path, Path(path), (X, y), (sparse.csr_matrix(X), y)):
        run = evaluate(stream, tracking(), passes=passes)
        certificate = certify(run)
        agree(certificate, run)
        assert certificate.trials == passes * len(STREAM)
        certificates.append(certificate)
    assert len({certificate.best.bound for certificate in certificates}) == 1


def test_of_several_files_one_after_the_other(path):
    twice = certify(tracking(), [path, Path(path)])
    assert twice.lines == certify(tracking(), path, passes=2).lines


def test_the_learner_is_left_as_it_was():
    learner = tracking()
    certify(learner, STREAM)
    assert learner.examples == 0
    for x, y in STREAM:
        learner.learn_one(x, y)
    before = learner.digest()
    assert certify(learner, STREAM).mistakes == learner.mistakes  # nothing but this stream
    assert learner.digest() == before


def test_of_several_learners_over_one_read():
    for run in compare(STREAM, [tracking(), th.Swin(40), th.Perceptron()]):
        agree(certify(run, seconds=20), run)


def test_of_a_randomised_learner_the_coins_fall_again():
    run = evaluate(STREAM, th.Swin(40, randomized=True, seed=5))
    certificate = certify(run)
    assert certificate.mistakes == run.mistakes
    assert certificate.lines[0].counts.startswith("mistakes (expected")
    assert certificate.holds


def test_with_a_comparator_blocks_and_words_on_the_way():
    run = evaluate(STREAM, tracking())
    told = []
    fixed = certify(run, blocks=1, tell=told.append)
    assert fixed.comparator.literals_off == 0
    assert any("examples" in words for words in told)
    assert any("none below" in words for words in told)
    given = certify(run, comparator={0: 2.0})
    assert given.given
    assert given.comparator.total_rise == 2.0


def test_unlabelled_examples_are_no_trials():
    gaps = [(x, None if t % 3 == 0 else y) for t, (x, y) in enumerate(STREAM)]
    run = evaluate(gaps, tracking())
    certificate = certify(run)
    assert certificate.trials == 200
    assert certificate.mistakes == run.mistakes


def test_a_generator_is_certified_at_once_but_not_afterwards():
    assert certify(tracking(), (example for example in STREAM)).lines == certify(tracking(), STREAM).lines
    run = evaluate((example for example in STREAM), tracking())
    with pytest.raises(InputError, match="read only once"):
        certify(run)


def test_a_held_out_share_is_refused():
    with pytest.raises(InputError, match="held-out share"):
        certify(evaluate(STREAM, tracking(), holdout=0.1))


def test_a_learner_that_had_learned_before_is_refused():
    learner = tracking()
    learner.learn_one(*STREAM[0])
    with pytest.raises(InputError, match="not just this stream"):
        certify(learner, STREAM)
    with pytest.raises(InputError, match="had learned before"):
        certify(evaluate(STREAM, learner))


def test_a_stream_that_has_changed_is_refused(path):
    run = evaluate(path, tracking())
    Path(path).write_text("1 1:1\n0 2:1\n")
    with pytest.raises(InputError, match="the stream has changed"):
        certify(run)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"blocks": 0}, "blocks"), ({"passes": 0}, "passes"), ({"seconds": -1.0}, "seconds"), ({"blocks": 1.5}, "blocks")],
    ids=["blocks", "passes", "seconds", "fractions"],
)
def test_bad_options_are_refused(options, words):
    with pytest.raises(ParameterError, match=words):
        certify(tracking(), STREAM, **options)


def test_it_says_what_is_missing():
    with pytest.raises(ParameterError, match="give the stream"):
        certify(tracking())
    with pytest.raises(ParameterError, match="knows its stream"):
        certify(evaluate(STREAM, tracking()), STREAM)
    with pytest.raises(InputError, match="a stream is"):
        certify(tracking(), 7)


def test_the_risk_is_about_one_pass():
    """Examples that are seen again are not drawn anew."""
    assert certify(tracking(), STREAM).risk is not None
    assert certify(tracking(), STREAM, passes=2).risk is None
    assert certify(th.AveragedPerceptron(), STREAM).risk is None
    assert certify(th.Perceptron(join_after=2), STREAM, shadow=False).risk is None


def test_a_hypothesis_that_errs_without_being_moved_does_not_survive():
    """An example without attributes moves nothing; ALMA calls it positive every time."""
    certificate = certify(th.Alma(), [({}, False)] * 200, shadow=False)
    assert (certificate.mistakes, certificate.updates) == (200, 0)
    assert certificate.risk.survivor == 1.0
