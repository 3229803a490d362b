"""Files of masters that 0.1.0 wrote are opened and go on as they would have gone on there.

What is in the file is the same bit for bit. Then some of their experts answer by logarithms and 2 sinh that were the
library's and are our own now, so what is learned from then on differs by those roundings (docs/decisions.md).
"""

import json
from pathlib import Path

import pytest

from thresher import experts

FILES = sorted((Path(__file__).parents[1] / "files").glob("layout_1_master_*.thresher"))


def assert_near(amounts, then):
    """But for roundings."""
    assert amounts == pytest.approx([float.fromhex(amount) for amount in then], rel=1e-12)


def hexes(amounts):
    return {name: amount.hex() for name, amount in amounts.items()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem.removeprefix("layout_1_master_"))
def test_a_file_of_the_first_layout_goes_on(path):
    record = json.loads(path.with_suffix(".json").read_text())
    master = experts.load(path)
    assert type(master).__name__ == record["master"]
    assert list(master.labels) == record["labels"]
    assert [master.examples, master.mistakes, master.updates] == [
        record[name] for name in ("examples", "mistakes", "updates")
    ]
    assert (master.loss.hex(), hexes(master.weights())) == (record["loss"], record["weights"])
    assert (hexes(master.expert_losses), master.expert_mistakes) == (record["expert_losses"], record["expert_mistakes"])
    assert [[str(standing), standing.bound.hex()] for standing in master.standings()] == record["standings"]
    for step in record["next"]:
        assert_near(list(master.predict_proba_one(step["x"]).values()), step["probabilities"])
        outcome = master.learn_one(step["x"], step["y"])
        assert (outcome.prediction, outcome.updated) == (step["prediction"], step["updated"])
    then = record["then"]
    assert (master.mistakes, list(master.weights())) == (then["mistakes"], list(then["weights"]))
    assert_near([master.loss, *master.weights().values()], [then["loss"], *then["weights"].values()])
    assert str(master.standing()) == then["standing"]


def test_there_is_a_file_of_every_kind():
    kinds = {json.loads(path.with_suffix(".json").read_text())["master"] for path in FILES}
    assert kinds == {
        "AbsoluteLoss", "FixedShare", "Floored", "LogisticMixing", "Majority", "Mixture", "PastPosteriors"
    }  # fmt: skip
