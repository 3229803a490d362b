"""Every name the room promises is there."""

import subprocess
import sys

import numpy as np
import pytest

import thresher as th
from thresher import experts


def test_every_name_is_there():
    assert [name for name in experts.__all__ if not hasattr(experts, name)] == []


def test_every_saved_master_is_opened_in_a_fresh_process_that_knows_no_masters(tmp_path):
    experts.Majority([th.Perceptron(), th.Arow()]).save(tmp_path / "m.thresher")
    script = f"import thresher as th; print(th.load({str(tmp_path / 'm.thresher')!r}))"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == "Majority([Perceptron(), Arow()])\n"


@pytest.mark.parametrize("labels", [[0.5, 0.25, 0.7], [0, 1, 0.5], [0.5, 1, 0]])
def test_auto_refuses_a_target_of_regression_and_learns_nothing(labels):
    model = th.Auto()
    with pytest.raises(th.InputError, match="a number with a fraction"):
        model.learn_many(np.eye(3), labels)
    assert model.examples == 0
    with pytest.raises(th.InputError, match="a number with a fraction"):
        model.learn_one({"x": 1}, 0.52)
    assert model.examples == 0
