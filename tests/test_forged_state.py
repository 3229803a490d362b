"""Forged files that once were loaded and then crashed, answered with no number, or could not be saved again."""

import numpy as np
import pytest

import thresher as th
from tests.test_snapshots import forge, trained
from thresher.learners import load_bytes


def votes_of_columns(head, tensors):
    """A learner that does not vote gets votes by columns, far from where votes have their places."""
    tensors["vote_steps"] = np.array([0.0, 1.0])
    tensors["vote_survived"] = np.array([0, 1], dtype=np.uint64)
    tensors["vote_ends"] = np.array([0, 1], dtype=np.uint64)
    tensors["vote_attributes"] = np.array([len(tensors["columns"]) - 1], dtype=np.uint64)
    tensors["vote_values"] = np.array([1.0])


def test_votes_of_a_learner_that_does_not_vote_are_nothing():
    model = th.Perceptron()
    for column in range(40):
        model.learn_one({column: 1.0}, column % 2 == 0)
    twin = load_bytes(forge(votes_of_columns, model.to_bytes()))
    assert twin.to_bytes() == model.to_bytes()


def no_votes(head, tensors):
    for name in ("vote_steps", "vote_survived", "vote_ends", "vote_attributes", "vote_values"):
        tensors[name] = tensors[name][:0]


def test_a_voter_has_a_first_vector():
    with pytest.raises(th.ModelFileError, match="votes"):
        load_bytes(forge(no_votes, trained(lambda: th.AveragedPerceptron(voted=True)).to_bytes()))


@pytest.mark.parametrize("count", ["examples", "overflows", "refused"])
@pytest.mark.parametrize("make", [th.Perceptron, th.Auto, th.NaiveBayes])
def test_a_count_that_could_not_be_counted_on_is_refused(make, count):
    def change(head, tensors):
        head["scalars"][count] = 2**64 - 1

    with pytest.raises(th.ModelFileError, match="counts"):
        load_bytes(forge(change, trained(make).to_bytes()))


def test_updates_are_not_counted_past_the_end_of_numbers():
    def change(head, tensors):
        head["scalars"].update(promotions=2**63, demotions=2**63 + 1)  # their sum is 1, in 64 bits

    with pytest.raises(th.ModelFileError, match="counts"):
        load_bytes(forge(change, trained(th.Perceptron).to_bytes()))


def last_in(name, value):
    def change(head, tensors):
        tensors[name][-1] = value

    return change


@pytest.mark.parametrize(
    ("make", "value"),
    [
        (lambda: th.AdaptiveWinnow(), -1.0),  # a sum of squares
        (lambda: th.Arow(), -1.0),  # a variance
        (lambda: th.Arow(), 1.5),
        (lambda: th.Perceptron(join_share=0.5), 0.5),  # occurrences
        (lambda: th.Perceptron(join_share=0.5), 1e300),
        (lambda: th.Perceptron(join_share=0.5), -2.0),
    ],
)
def test_what_stands_beside_a_dual_must_be_possible(make, value):
    with pytest.raises(th.ModelFileError, match="beside a dual"):
        load_bytes(forge(last_in("duals", value), trained(make).to_bytes()))


@pytest.mark.parametrize("value", [0.5, 1e300, -1.0])
def test_occurrences_of_auto_are_counts(value):
    with pytest.raises(th.ModelFileError, match="occurrences"):
        load_bytes(forge(last_in("occurrences", value), trained(lambda: th.Auto(join_share=0.5)).to_bytes()))


def test_an_eliminated_weight_is_no_excuse_for_a_huge_one():
    def change(head, tensors):
        tensors["duals"][0] = 1e308

    with pytest.raises(th.ModelFileError, match="out of range"):
        load_bytes(forge(change, trained(lambda: th.Winnow(n=2**40, elimination=True)).to_bytes()))


def test_a_scale_must_leave_weights_that_are_numbers():
    def change(head, tensors):
        head["scalars"].update(scale=1e299, power_sum=1e-299)

    with pytest.raises(th.ModelFileError, match="scale of the duals"):
        load_bytes(forge(change, trained(lambda: th.TrackingPNorm(3.0)).to_bytes()))


def test_attributes_of_auto_that_were_never_met_have_not_begun():
    """Attributes that were only counted get an identity, and still begin when they are met."""

    def change(head, tensors):
        tensors["identities"][tensors["identities"] == 0] = 5

    model = th.Auto(join_after=2)
    for number in range(12):
        model.learn_one({"a": 1, f"rare {number}": 1}, number % 2 == 0)
    twin = load_bytes(forge(change, model.to_bytes()))
    for number in range(60):
        twin.learn_one({"a": 0.5, f"rare {number % 12}": 0.5}, number % 3 == 0)
    assert load_bytes(twin.to_bytes()).to_bytes() == twin.to_bytes()


@pytest.mark.parametrize("how", [{"discard": 0.6}, {"discard_relative": 0.6, "discard_every": 1}])
def test_a_winnow_that_discarded_attributes_is_loaded_again(how):
    """No forgery: this one was refused."""
    model = th.Winnow(n=8, threshold=2.5, **how)
    for number in range(20):
        model.learn_one({"a": 1, "b": 1, "c": 1, "d": 1}, number % 2 == 0)
    assert -np.inf in forge_and_see(model)
    assert load_bytes(model.to_bytes()).to_bytes() == model.to_bytes()


def forge_and_see(model):
    seen = []
    forge(lambda head, tensors: seen.extend(tensors["duals"].tolist()), model.to_bytes())
    return seen
