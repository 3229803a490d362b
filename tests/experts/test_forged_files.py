"""A file whose checksum is right but whose numbers can't be is refused when it is opened."""

import numpy as np
import pytest

import thresher as th
from tests.experts.panels import MASTERS, learners, shifting
from thresher.files import pack, unpack

KIND = "thresher-master"


def saved(name):
    master = MASTERS[name](learners())
    for x, y in shifting(30):
        master.learn_one(x, y)
    head, arrays = unpack(KIND, master.to_bytes())
    return {key: value for key, value in head.items() if key not in ("format", "version")}, dict(arrays)


def refused(head, arrays, match=None):
    with pytest.raises(th.ModelFileError, match=match):
        th.load_bytes(pack(KIND, head, arrays))


@pytest.mark.parametrize("name", MASTERS)
def test_what_was_saved_is_opened_again(name):
    head, arrays = saved(name)
    assert th.load_bytes(pack(KIND, head, arrays)).examples == 30


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -0.5, 0.0, 1.0])
@pytest.mark.parametrize("name", ["Majority", "FixedShare", "AbsoluteLoss", "Mixture", "PastPosteriors"])
def test_weights_that_no_weights_can_be_are_refused(name, bad):
    head, arrays = saved(name)
    arrays["state_mantissas"] = np.array([bad, *arrays["state_mantissas"][1:]])
    refused(head, arrays, "weights")


@pytest.mark.parametrize("bad", [np.nan, np.inf, 100.0, -100.0])
def test_weights_outside_their_ball_are_refused(bad):
    head, arrays = saved("LogisticMixing")
    arrays["state_weights"] = np.array([bad, *arrays["state_weights"][1:]])
    refused(head, arrays, "outside their ball")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -0.1, 1.1])
def test_past_weights_that_are_no_parts_of_one_are_refused(bad):
    head, arrays = saved("PastPosteriors")
    arrays["state_averages"] = np.array([bad, *arrays["state_averages"][1:]])
    refused(head, arrays, "past weights")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1.0])
@pytest.mark.parametrize("array", ["loss", "losses", "gradients"])
def test_losses_that_no_losses_can_be_are_refused(array, bad):
    head, arrays = saved("LogisticMixing")
    arrays[f"state_{array}"] = np.array([bad, *arrays[f"state_{array}"][1:]])
    refused(head, arrays, "finite and not negative")


@pytest.mark.parametrize("name", MASTERS)
def test_arrays_of_another_length_or_kind_are_refused(name):
    head, arrays = saved(name)
    for key in arrays:
        if key.startswith("state_"):
            refused(head, {**arrays, key: arrays[key][:-1]})
            refused(head, {**arrays, key: np.append(arrays[key], arrays[key][-1:])})
            refused(head, {other: array for other, array in arrays.items() if other != key})
    for key in ("state_exponents", "state_wrong"):
        if key in arrays:
            refused(head, {**arrays, key: arrays[key] + 0.5})


def test_sequences_that_can_t_be_are_refused():
    head, arrays = saved("FixedShare")
    losses = arrays["state_sequence_losses"]
    for bad in (np.nan, -2.0):
        refused(head, {**arrays, "state_sequence_losses": np.array([bad, *losses[1:]])}, "less than nothing")
    sets = arrays["state_sequence_sets"].copy()
    sets[0] = 255
    refused(head, {**arrays, "state_sequence_sets": sets}, "experts that are not there")


@pytest.mark.parametrize(
    "counts", [{"examples": -1}, {"mistakes": 31}, {"updates": 2.5}, {"examples": True}, {"examples": 10**30}]
)
def test_counts_that_can_t_be_are_refused(counts):
    head, arrays = saved("Majority")
    refused({**head, "counts": head["counts"] | counts}, arrays, "is no count")


@pytest.mark.parametrize(
    "changes",
    [
        {"master": "Oracle"},
        {"layout": 3},
        {"layout": 0},
        {"layout": "two"},
        {"names": ["a"]},
        {"names": ["a", "b", "c", "d", "e"]},
        {"names": ["a", "a", "b", "c"]},
        {"names": None},
        {"options": {"discount": 2.0}},
        {"options": {"size": 2}},
        {"labels": ["a", "b", "c"]},
        {"labels": [None]},
        {"labels": [[1]]},
        {"labels": 3},
        {"counts": {}},
    ],
    ids=repr,
)
def test_a_head_that_describes_no_master_is_refused(changes):
    head, arrays = saved("Majority")
    refused({**head, **changes}, arrays)


def test_an_expert_that_is_no_learner_is_refused():
    head, arrays = saved("Majority")
    refused(head, {**arrays, "expert_0": arrays["expert_0"][:-1]})
    refused(head, {**arrays, "expert_0": np.zeros(3, dtype=np.uint8)})
