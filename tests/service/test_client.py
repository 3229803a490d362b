"""The clients: retries that ask one question once, sentences of the service, the same methods in both."""

import asyncio
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import thresher as th
from thresher.service.client_calls import Patience
from thresher.service.http.operations import OPERATIONS
from thresher.service.settings import Settings

from .serving import on_a_port, served

TYPED = """
from typing import assert_type
import thresher as th
from thresher.service.client_values import Answer, Fate

async def asked(mail: th.service.Client, other: th.service.AsyncClient) -> None:
    assert_type(mail.ask({"a": 1}, id="m"), Answer)
    assert_type(await other.ask({"a": 1}), Answer)
    assert_type(await other.label_many({"m": "spam"}), list[Fate])
    mail.label("m", "spam", wieght=2.0)
"""


class Flaky:
    """Answers in place of a service what it was told to, one after the other; an exception is raised."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, **options):
        return th.service.Client(transport=httpx.MockTransport(self), **options)


def said(ticket="a"):
    return httpx.Response(200, json={"ticket": ticket, "label": None, "probabilities": None, "seq": 2})


def problem(status, **headers):
    return httpx.Response(status, json={"status": status, "detail": "because.", "seq": 7}, headers=headers)


def test_a_question_that_is_sent_again_has_the_same_id():
    service = Flaky(httpx.ReadTimeout("slow"), httpx.ConnectError("gone"), problem(503), said())
    with service.client() as client:
        client.ask({"free": 1})
    sent = [json.loads(request.content) for request in service.requests]
    assert len(sent) == 4
    assert len({one["id"] for one in sent}) == 1
    assert sent[0]["x"] == {"free": 1}


def test_two_questions_have_different_ids():
    service = Flaky(said(), said())
    with service.client() as client:
        client.ask({})
        client.ask({})
    first, second = (json.loads(request.content)["id"] for request in service.requests)
    assert first != second


def test_what_must_not_be_done_twice_is_not_sent_again_when_it_may_have_arrived():
    service = Flaky(httpx.ReadError("cut"))
    with service.client() as client, pytest.raises(th.service.ServiceError, match="no answer from http"):
        client.promote("other")
    assert len(service.requests) == 1
    service = Flaky(httpx.ConnectError("nobody there"), problem(429), httpx.Response(200, json={"name": "mail"}))
    with service.client() as client:
        assert client.promote("other") == {"name": "mail"}


def test_a_refusal_is_told_in_the_service_s_words_and_not_tried_again():
    service = Flaky(problem(422))
    with service.client() as client, pytest.raises(th.service.ServiceError, match=r"422: because\.") as raised:
        client.ask({})
    assert raised.value.status == 422
    assert raised.value.problem["seq"] == 7
    assert len(service.requests) == 1


def test_an_answer_that_is_no_problem_json_is_shown():
    service = Flaky(httpx.Response(502, text="<h1>Bad gateway</h1>"))
    with service.client() as client, pytest.raises(th.service.ServiceError, match="502: <h1>Bad gateway"):
        client.models()


def test_it_gives_up_after_so_many_tries_or_where_the_service_wants_longer_than_it_waits():
    service = Flaky(*[problem(503)] * 3)
    with service.client(retries=2) as client, pytest.raises(th.service.ServiceError) as raised:
        client.ask({})
    assert raised.value.status == 503
    assert len(service.requests) == 3
    service = Flaky(problem(429, **{"retry-after": "60"}))
    with service.client(longest_wait=5) as client, pytest.raises(th.service.ServiceError):
        client.ask({})
    assert len(service.requests) == 1


def test_waits_grow_and_are_at_least_what_was_asked_for():
    patience = Patience(10, 30.0)
    assert patience.wait(0, "2") == 2.0
    assert patience.wait(9, None) <= 30.0
    assert patience.wait(0, None) < 0.1 < patience.wait(4, None)
    assert patience.wait(10, None) is None
    assert patience.wait(0, "Wed, 21 Oct") < 0.1


def test_it_goes_on_for_as_long_as_a_supervisor_takes_to_start_a_service_again(monkeypatch):
    waited = []
    monkeypatch.setattr("random.random", lambda: 0.0)  # as short as they can be
    monkeypatch.setattr("time.sleep", waited.append)
    refused = Flaky(*[httpx.ConnectError("refused")] * 20)
    client = th.service.Client(model="mail", transport=httpx.MockTransport(refused))
    with client, pytest.raises(th.service.ServiceError, match="no answer"):
        client.ask({})
    assert sum(waited) > 3.0  # one second of the unit in examples/service, and one and a half to be ready


def test_what_is_no_json_is_refused_before_it_is_sent():
    service = Flaky()
    with service.client() as client:
        with pytest.raises(th.InputError, match="JSON"):
            client.ask({"x": float("nan")})
        with pytest.raises(th.InputError, match="JSON"):
            client.ask({"x": object()})


def face(kind):
    """What a client can be asked: the methods, their parameters and what is said of them."""
    found = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name: (list(inspect.signature(one).parameters), one.__doc__) for name, one in found.items()}


def test_both_clients_have_the_same_methods_with_parameters_and_words():
    client = face(th.service.Client)
    assert client == face(th.service.AsyncClient)
    assert client["ask"][0] == ["self", "x", "id"]
    assert all(words for _, words in client.values())


def test_every_request_of_the_service_s_own_is_a_method():
    named = {"labels": "label", "openapi": None, "metrics": "metrics"}
    requests = {name for name in OPERATIONS if not name.startswith(("server_", "model_", "infer"))}
    wanted = {named.get(name, name) for name in requests} - {None}
    assert wanted <= set(face(th.service.Client))


@pytest.mark.slow
def test_a_type_checker_sees_the_parameters_and_the_answers_of_both(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "typed.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    source = str(Path(th.__file__).parents[1])
    done = subprocess.run(
        [*command, "typed.py"], cwd=tmp_path, env=os.environ | {"MYPYPATH": source}, capture_output=True, text=True
    )
    assert 'typed.py:10: error: Unexpected keyword argument "wieght"' in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("typed.py:") == done.stdout.count("typed.py:10:"), done.stdout


def test_naming_the_room_imports_neither_httpx_nor_the_service():
    code = "import sys, thresher as th; th.service; th.service.Client; print(sorted({'httpx', 'uvicorn', 'msgspec'} & set(sys.modules)))"  # noqa: E501
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_client_goes_through_the_life_of_a_model(tmp_path):
    with on_a_port(tmp_path, Settings(reserve=0)) as (address, _), th.service.Client(f"http://{address}") as default:
        mail = default.of("mail")
        assert mail.make(order="replay", labels=["ham", "spam"])["name"] == "mail"
        answer = mail.ask({"free": 1, "city": "Paris"}, id="m-17")
        assert (answer.ticket, set(answer.probabilities)) == ("m-17", {"ham", "spam"})
        assert mail.ask({"free": 1, "city": "Paris"}, id="m-17") == answer
        assert mail.label("m-17", "spam").fate == "waiting"
        assert mail.label("m-17", "spam").fate == "duplicate"
        assert mail.retract("m-17").fate == "retracted"
        answers = mail.ask_many([{"n": n} for n in range(7000)])
        assert len({one.ticket for one in answers}) == 7000
        fates = mail.label_many([(one.ticket, "ham") for one in answers[:10]] + [("nobody", "ham")])
        assert [one.fate for one in fates] == ["waiting"] * 10 + ["unknown"]
        assert mail.expire([one.ticket for one in answers[10:]]) == 6990
        assert mail.predict({"free": 1}).label in ("ham", "spam")
        assert len(mail.predict_many([{"n": 1}] * 3)) == 3
        found = mail.ticket("m-17")
        assert (found.x, [event.kind for event in found.events]) == ({"free": 1, "city": "Paris"}, ["label", "retract"])
        seqs = [event.seq for event in mail.events()]
        assert seqs == list(range(1, len(seqs) + 1))
        mail.challenge("other", learner="perceptron")
        why = mail.explain({"n": 1})
        assert why.label in ("ham", "spam")
        assert all(isinstance(one.share, float) for one in why.reasons)
        assert [one["name"] for one in mail.standing()["learners"]] == ["champion", "other"]
        assert (mail.digest().seq, len(mail.digest().digest)) == (len(seqs) + 1, 64)
        assert mail.snapshot()["mail"] == len(seqs) + 1
        assert 'thresher_seq{model="mail"}' in mail.metrics()
        assert (mail.live()["live"], mail.ready()["ready"]) == (True, True)
        with pytest.raises(th.service.ServiceError, match="409: the challenger 'other' was told 0 labels"):
            mail.promote("other")
        mail.promote("other", early=True)
        mail.challenge("third")
        mail.withdraw("third")
        with pytest.raises(th.service.ServiceError, match="nobody asked") as raised:
            mail.label("nobody", "ham")
        assert raised.value.problem["fate"] == "unknown"
        assert default.models() == ["mail"]
        mail.remove()
        assert default.models() == []
        assert default.ask({"a": "b"}).ticket
        assert default.about()["pending"] == 1


def test_the_other_client_does_the_same_on_an_event_loop(tmp_path):
    async def main():
        async with served(tmp_path, Settings(reserve=0)) as (_, plain):
            options = {"transport": plain._transport, "model": "mail"}
            async with th.service.AsyncClient("http://localhost", **options) as mail:
                await mail.make(labels=["ham", "spam"])
                answers = await asyncio.gather(*(mail.ask({"n": n}) for n in range(20)))
                assert {one.seq for one in answers} == set(range(2, 22))
                fates = await mail.label_many({one.ticket: "ham" for one in answers})
                assert {one.fate for one in fates} == {"waiting"}
                assert [event.kind async for event in mail.events(21)] == ["label"] * 20
                assert await mail.of("default").models() == ["mail"]
                assert (await mail.digest()).seq == 41
                assert (await mail.standing())["learners"][0]["labelled"] == 20
                await mail.ask({"n": 1})
                assert (await mail.explain({"n": 1})).reasons
                assert "20 examples were learned" in (await mail.standing(since=30))["bound"]["none"]

    asyncio.run(main())
