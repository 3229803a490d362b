"""The questions whose labels are worth most: which they are, what is looked at, and that looking changes nothing."""

import asyncio

import pytest

import thresher as th
from thresher.asking import chances
from thresher.service import useful
from thresher.service.settings import Settings

from .inside import Inside
from .pages import Asked, with_service
from .serving import on_a_port

SPAM = {"labels": ["ham", "spam"]}


def queue(service, query="", model="m"):
    return service.call("GET", f"/v1/models/{model}/queue{query}").value


def taught(service, config=SPAM, model="m"):
    """It knows two words, and not a third."""
    service.call("PUT", f"/v1/models/{model}", config)
    for n in range(40):
        word, label = (("free", "spam"), ("lunch", "ham"))[n % 2]
        service.label(service.ask({word: 1}, f"t{n}", model).value["ticket"], label, model)


def waits(service, count=12, model="m"):
    """Every third question is about something that it does not know."""
    for n in range(count):
        service.ask({("free", "lunch", f"new{n}")[n % 3]: 1}, f"q{n}", model)


LEARNERS = ["auto", "perceptron", "tracking-winnow", "naive-bayes", "arow", "balanced-winnow"]


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_least_sure_come_first(tmp_path, learner):
    service = Inside(tmp_path)
    taught(service, SPAM | {"learner": learner})
    waits(service)
    before = service.digests()
    found = queue(service)
    model = service.service.models["m"]
    assert service.digests() == before
    assert (found["waiting"], found["damaged"], len(found["questions"])) == (12, 0, 10)
    assert {one["ticket"] for one in found["questions"]} <= set(model.waiting)
    read = [model.late.row_reader.example(one["x"]) for one in found["questions"]]
    now = [one["chance"] for one in found["questions"]]
    assert now == sorted(now, reverse=True)
    if learner in ("auto", "naive-bayes", "perceptron"):
        assert now == chances(model.late.learner, read)
    if learner in ("auto", "naive-bayes"):
        assert {one["ticket"] for one in found["questions"][:4]} == {"q2", "q5", "q8", "q11"}
    for one in found["questions"]:
        assert one["said"]["ticket"] == one["ticket"]
    service.close()


def test_what_is_labelled_given_up_or_not_wanted_is_not_in_it(tmp_path):
    service = Inside(tmp_path)
    taught(service, SPAM | {"ask": 0.3})
    waits(service, 30)
    model = service.service.models["m"]
    tickets = [one["ticket"] for one in queue(service, "?limit=50")["questions"]]
    assert 0 < len(tickets) == queue(service)["waiting"] < len(model.waiting)
    assert all(model.late.wants(ticket) for ticket in tickets)
    service.label(tickets[0], "spam", "m")
    service.call("POST", "/v1/models/m/expire", {"tickets": tickets[1:2]})
    assert [one["ticket"] for one in queue(service, "?limit=50")["questions"]].count(tickets[0]) == 0
    assert queue(service)["waiting"] == len(tickets) - 2
    service.close()


def test_the_latest_are_looked_at_and_few_of_them_are_read(tmp_path, monkeypatch):
    service = Inside(tmp_path)
    taught(service)
    waits(service, 30)
    monkeypatch.setattr(useful, "LOOKED_AT", 7)
    monkeypatch.setattr(useful, "IN_ONE_GO", 2)
    assert {one["ticket"] for one in queue(service, "?limit=50")["questions"]} == {f"q{n}" for n in range(23, 30)}
    read = []
    question = service.service.store.question
    monkeypatch.setattr(service.service.store, "question", lambda *of: read.append(of) or question(*of))
    assert len(queue(service, "?limit=1")["questions"]) == 1
    assert len(read) == 4
    service.close()


def test_before_any_label_the_latest_come_first(tmp_path):
    service = Inside(tmp_path)
    assert queue(service, model="default") == {"questions": [], "waiting": 0, "damaged": 0}
    waits(service, 12, "default")
    assert [one["ticket"] for one in queue(service, "?limit=3", "default")["questions"]] == ["q11", "q10", "q9"]
    assert queue(service, "?limit=0", "default")["questions"] == []
    for query in ("?limit=51", "?limit=-1", "?limit=x"):
        assert service.call("GET", f"/v1/models/default/queue{query}").status == 422
    assert service.call("GET", "/v1/models/other/queue").status == 404
    service.close()


def test_a_question_that_can_not_be_read_is_counted_and_left_out(tmp_path, monkeypatch):
    from thresher.service.store import DamagedEvent

    service = Inside(tmp_path)
    taught(service)
    waits(service, 6)
    question = service.service.store.question

    def damaged(model, ticket):
        if ticket == "q2":
            raise DamagedEvent(model, 9, "other")
        return question(model, ticket)

    monkeypatch.setattr(service.service.store, "question", damaged)
    found = queue(service)
    assert found["damaged"] == 1
    assert {one["ticket"] for one in found["questions"]} == {"q0", "q1", "q3", "q4", "q5"}
    service.close()


def test_both_clients_have_it(tmp_path):
    with on_a_port(tmp_path) as (place, _), th.service.Client(f"http://{place}") as mail:
        for n in range(5):
            mail.ask({"free": n}, id=f"q{n}")
        found = mail.queue(limit=2)
        assert [one.ticket for one in found] == ["q4", "q3"]
        assert found[0].x == {"free": 4}
        assert found[0].chance == 1.0

        async def awaited():
            async with th.service.AsyncClient(f"http://{place}") as other:
                return await other.queue(2)

        assert asyncio.run(awaited()) == found


def test_the_page_shows_them_with_a_button_for_each_label(tmp_path):
    async def look(asked: Asked) -> None:
        await asked.spam("default", 60, 50)
        page = (await asked.page("/models/default")).panel("queue")
        wanted = (await asked.client.get("/v1/models/default/queue?limit=5")).json()["questions"]
        assert [one["data-ticket"] for one in page.all("li")] == [one["ticket"] for one in wanted]
        assert [one["data-label"] for one in page.all("button") if "data-label" in one] == ['"ham"', '"spam"'] * 5
        assert "10 questions wait for a label that is wanted. The model wants every label." in page.words
        renewed = (await asked.page("/models/default?questions=none")).panel("queue")
        assert not renewed.all("li")

    with_service(tmp_path, look)


def test_the_page_says_how_many_labels_a_model_asked_for(tmp_path):
    from thresher.service.config import ModelConfig

    async def look(asked: Asked) -> None:
        wanted = 0
        for n in range(40):
            wanted += (await asked.ask("mail", {"free": n % 3}, f"m{n}"))["wants_label"]
        page = await asked.page("/models/mail?questions=recent")
        assert f"The model asked for {wanted} labels of 40 questions" in page.panel("queue").words
        assert "Its label was not asked for." in page.panel("questions").words

    with_service(tmp_path, look, Settings(models={"mail": ModelConfig(labels=["a", "b"], ask=0.3)}))
