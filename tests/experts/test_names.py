"""Every name the room promises is there."""

import numpy as np
import pytest

import thresher as th
from thresher import experts


def test_every_name_is_there():
    assert [name for name in experts.__all__ if not hasattr(experts, name)] == []


def test_a_saved_master_is_told_from_a_model(tmp_path):
    experts.Majority([th.Perceptron(), th.Arow()]).save(tmp_path / "m.thresher")
    with pytest.raises(th.ModelFileError, match=r"thresher\.experts\.load"):
        th.load(tmp_path / "m.thresher")


@pytest.mark.parametrize("labels", [[0.5, 0.25, 0.7], [0, 1, 0.5], [0.5, 1, 0]])
def test_auto_refuses_a_target_of_regression_and_learns_nothing(labels):
    model = th.Auto()
    with pytest.raises(th.InputError, match="regression is out"):
        model.learn_many(np.eye(3), labels)
    assert model.examples == 0
    with pytest.raises(th.InputError, match="regression is out"):
        model.learn_one({"x": 1}, 0.52)
    assert model.examples == 0
