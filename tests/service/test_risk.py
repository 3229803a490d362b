"""The risk at any time, of a model that is served: which labels count, and that every way comes to the same figure."""

import pytest

from thresher.evaluation.risk_so_far import FAILURE
from thresher.service.recovery import recover
from thresher.service.snapshots import from_bytes, to_bytes
from thresher.service.tallies import Tally
from thresher.theory import bounds

from .inside import FakeClock, Inside
from .pages import Asked, with_service

FIXES = {"learner": "perceptron", "labels": ["no", "yes"], "order": "replay:50", "contradictions": "correct"}


def risk(service, model="m"):
    return service.call("GET", f"/v1/models/{model}").value["learners"][0]["risk"]


def learned(folder, config=FIXES, count=40, clock=None):
    service = Inside(folder, None, clock)
    service.call("PUT", "/v1/models/m", config)
    for n in range(count):
        service.ask({"a": n % 3, "b": 1}, f"q{n}", "m")
        service.label(f"q{n}", "yes" if n % 3 else "no", "m")
    return service


def test_it_is_that_of_the_theorem_and_stands_beside_the_error(tmp_path):
    service = learned(tmp_path)
    found = risk(service)
    standing = service.call("GET", "/v1/models/m/standing").value["learners"][0]
    counts = {"mistakes": standing["mistakes"], "trials": 40, "failure": FAILURE}
    assert (found["labels"], found["mistakes"]) == (standing["labelled"], standing["mistakes"])
    assert found["least"] == bounds.least_risk_so_far(**counts)
    assert found["most"] == bounds.rare_risk_so_far(**counts)
    assert found["least"] <= standing["error"] <= found["most"]
    metrics = service.call("GET", "/metrics").body.decode()
    assert f'thresher_risk_least{{learner="champion",model="m"}} {found["least"]!r}' in metrics
    assert f'thresher_risk_most{{learner="champion",model="m"}} {found["most"]!r}' in metrics
    service.close()


def test_before_any_label_there_is_none(tmp_path):
    service = Inside(tmp_path)
    service.ask({"a": 1})
    assert risk(service, "default") is None
    assert "thresher_risk_least{" not in service.call("GET", "/metrics").body.decode()
    service.close()


def test_a_label_that_was_taken_back_or_corrected_counts_as_it_stands(tmp_path):
    service = learned(tmp_path)
    before = risk(service)
    service.call("DELETE", "/v1/models/m/labels/q39")
    assert risk(service)["labels"] == before["labels"] - 1
    service.label("q39", "yes", "m")
    service.label("q39", "no", "m")  # as it came first
    assert risk(service) == before
    service.close()


def test_what_is_learned_because_no_label_came_does_not_count(tmp_path):
    clock = FakeClock()
    config = FIXES | {"timeout": 10, "default_label": "no"}
    service = learned(tmp_path, config, 10, clock)
    before = risk(service)
    service.ask({"a": 1}, "late", "m")
    clock.at += 20_000_000
    service.run(service.service.upkeep._time_out())
    standing = service.call("GET", "/v1/models/m/standing").value["learners"][0]
    assert standing["labelled"] == 11
    assert risk(service) == before
    service.label("late", "yes", "m")  # the true one, in its place
    assert risk(service)["labels"] == 11
    service.close()


def test_saved_replayed_and_restarted_it_is_the_same(tmp_path):
    service = learned(tmp_path / "a")
    service.label("q39", "yes", "m")
    service.call("DELETE", "/v1/models/m/labels/q38")
    service.call("POST", "/v1/models/m/expire", {"tickets": ["q38"], "label": "no"})
    before = risk(service)
    model = service.service.models["m"]
    assert from_bytes(to_bytes(model)).learners.champion.tally.risk_to_plain() == before
    store = service.service.store
    replayed = recover(store, service.folder, store.models()[0], snapshots=False).model
    assert replayed.learners.champion.tally.risk_to_plain() == before
    again = Inside(service.cut(tmp_path / "b"))
    assert risk(again) == before
    again.close()


def test_a_snapshot_of_before_has_the_labels_that_were_counted():
    tally = Tally()
    tally.asked_each(["a", "b"], [None, None])
    tally.met_each(["a", "b"], ["x", "y"], [True, False])
    saved = tally.to_saved()
    del saved["instead"]
    saved["counted"] = [one[:-1] for one in saved["counted"]]
    assert Tally.from_saved(saved).risk_to_plain() == tally.risk_to_plain() is not None


@pytest.mark.parametrize("ask", [None, 0.5])
def test_the_page_has_it_for_each_learner(tmp_path, ask):
    async def look(asked: Asked) -> None:
        config = {"labels": ["ham", "spam"]} | ({} if ask is None else {"ask": ask})
        await asked.client.put("/v1/models/m", json=config)
        assert "No label came yet" in (await asked.page("/models/m")).panel("risk").words
        await asked.client.put("/v1/models/m/challengers/other", json={"learner": "arow", "labels": ["ham", "spam"]})
        await asked.spam("m", 60, 50)
        words = (await asked.page("/models/m")).panel("risk").words
        assert all(word in words for word in ("champion", "other", "95.0%"))
        assert ("asks for the labels" in words) == (ask is not None)

    with_service(tmp_path, look)
