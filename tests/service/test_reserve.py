"""Below the reserve of disk nothing is taken that could fill it; labels and whatever only looks go on."""

from pathlib import Path

from thresher.service.config import ModelConfig
from thresher.service.settings import Settings

from .inside import LINES, Answer, Inside

MODEL = "/v1/models/mail"


def nearly_full(answer: Answer) -> None:
    assert answer.status == 507
    assert "reserve" in answer.value["detail"]
    assert answer.headers[b"retry-after"]


def test_below_the_reserve_questions_models_and_challengers_are_refused(tmp_path: Path) -> None:
    inside = Inside(tmp_path, Settings(reserve=0))
    assert inside.call("PUT", MODEL, {}).status == 201
    inside.ask({"a": 1}, "asked", model="mail")
    before = inside.digests()
    inside.service.disk._reserve = 2**62
    nearly_full(inside.ask({"a": 1}, model="mail"))
    nearly_full(inside.run(inside.called("POST", f"{MODEL}/ask", b'{"x":{"a":1}}\n', LINES)))
    nearly_full(inside.call("PUT", "/v1/models/other", {}))
    nearly_full(inside.call("PUT", f"{MODEL}/challengers/arow", {"learner": "arow"}))
    nearly_full(inside.call("GET", "/v1/models/default/digest"))  # which would make it
    assert inside.digests() == before
    assert inside.call("PUT", MODEL, {}).status == 200  # it is there
    assert inside.call("POST", f"{MODEL}/predict", {"x": {"a": 1}}).status == 200
    assert inside.label("asked", "spam", model="mail").status == 200
    inside.close()


def test_a_start_makes_its_models_whatever_is_left(tmp_path: Path) -> None:
    inside = Inside(tmp_path, Settings(reserve=2**62, models={"mail": ModelConfig()}))
    assert set(inside.digests()) == {"mail"}
    inside.close()
