"""/openapi.json says what there is: every route, by the structs that check its requests, with what it may answer."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from thresher.service.http import described as told
from thresher.service.http.openapi import shown
from thresher.service.http.operations import LINKS, OPERATIONS
from thresher.service.settings import Settings

from .serving import on_a_port, with_served

SETTINGS = Settings(reserve=0)
HERE = Path(__file__).parent


def with_description(tmp_path, do):
    """What an async function makes of the description, the client and the table."""

    async def asking(service, client):
        found = await client.get("/openapi.json")
        assert found.status_code == 200
        return await do(found.json(), client, client._transport.app.routes.lines())

    return with_served(tmp_path, SETTINGS, asking)


def test_every_route_is_described(tmp_path):
    async def look(description, client, lines):
        assert description["openapi"].startswith("3.1")
        for path, method, route in lines:
            found = description["paths"][shown(path)][method.lower()]
            assert found["operationId"] == route.name
            wanted = set(re.findall(r"{(\w+)}", shown(path)))
            assert {one["name"] for one in found["parameters"] if one["in"] == "path"} == wanted
        names = [route.name for _, _, route in lines]
        assert len(names) == len(set(names))
        assert set(OPERATIONS) <= set(names)
        bare = [path for path, _, route in lines if route.name not in OPERATIONS and path.startswith(("/v1", "/v2"))]
        assert bare == []

    with_description(tmp_path, look)


def test_a_route_that_takes_a_body_and_only_that_describes_one(tmp_path):
    async def look(description, client, lines):
        for path, method, route in lines:
            if route.name in OPERATIONS:
                assert bool(route.body) == ("requestBody" in description["paths"][shown(path)][method.lower()])

    with_description(tmp_path, look)


def test_every_reference_and_every_link_leads_somewhere(tmp_path):
    async def look(description, client, lines):
        text = msgspec.json.encode(description).decode()
        for name in set(re.findall(r'"#/components/schemas/(\w+)"', text)):
            assert name in description["components"]["schemas"]
        for links in LINKS.values():
            for _, after, parameters, _ in links:
                (one,) = [path for path, _, route in lines if route.name == after]
                assert set(parameters) <= set(re.findall(r"{(\w+)}", shown(one)))
        ask = description["paths"]["/v1/models/{model}/ask"]["post"]["responses"]["200"]["links"]["label"]
        assert (ask["operationId"], ask["requestBody"]) == ("labels", {"ticket": "$response.body#/ticket"})

    with_description(tmp_path, look)


def test_examples_are_what_the_requests_take(tmp_path):
    for one in OPERATIONS.values():
        if one.example is not None:
            msgspec.convert(one.example, one.takes)


def strict(kind):
    """The same struct, which knows no other fields: what is told must be described."""
    return msgspec.defstruct("Strict", [], bases=(kind,), forbid_unknown_fields=True)


def test_answers_are_what_is_described(tmp_path):
    async def asking(service, client):
        mail = "/v1/models/mail"
        x = {"x": {"free": 1, "city": "Paris"}}
        calls = [
            ("PUT", mail, {"labels": ["ham", "spam"]}, told.ModelFound),
            ("POST", f"{mail}/ask", x | {"id": "a"}, told.Answer),
            ("POST", f"{mail}/labels", {"ticket": "a", "label": "ham"}, told.Fate),
            ("POST", f"{mail}/predict", x, told.Prediction),
            ("GET", f"{mail}/tickets/a", None, told.TicketFound),
            ("POST", f"{mail}/expire", {"tickets": ["a"]}, told.ExpiredCount),
            ("GET", mail, None, told.ModelFound),
            ("GET", f"{mail}/standing", None, told.Standings),
            ("GET", f"{mail}/digest", None, told.Digest),
            ("GET", f"{mail}/events?limit=1", None, told.LoggedEvent),
            ("POST", f"{mail}/explain", x, told.Explanation),
            ("POST", f"{mail}/snapshot", None, told.SnapshotBegun),
            ("PUT", f"{mail}/challengers/b", {}, told.ChallengerMade),
            ("POST", f"{mail}/challengers/b/promote?early=1", None, told.ModelFound),
            ("GET", "/v1/models", None, told.ModelNames),
            ("GET", "/v2", None, told.ServerFound),
            ("GET", "/v2/models/mail", None, told.InferenceModel),
            ("GET", "/v2/models/mail/ready", None, told.InferenceReady),
            ("POST", "/v2/models/mail/infer", OPERATIONS["infer"].example, told.Inferred),
            ("GET", "/live", None, told.Live),
            ("GET", "/ready", None, told.Ready),
        ]
        for method, path, body, kind in calls:
            answer = await client.request(method, path, json=body)
            assert answer.is_success, (path, answer.text)
            msgspec.json.decode(answer.content, type=strict(kind))
        refused = await client.get("/v1/models/nobody")
        assert isinstance(msgspec.json.decode(refused.content, type=told.Problem), told.Problem)

    with_served(tmp_path, SETTINGS, asking)


def test_a_method_that_is_not_done_names_those_that_are(tmp_path):
    async def asking(service, client):
        answer = await client.post("/v1/models/mail")
        assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET, PUT")

    with_served(tmp_path, SETTINGS, asking)


def test_what_a_model_that_learned_nothing_can_not_explain_is_described(tmp_path):
    async def asking(service, client):
        answer = await client.post("/v1/models/default/explain", json={"x": []})
        described = (await client.get("/openapi.json")).json()["paths"]["/v1/models/{model}/explain"]["post"]
        assert answer.status_code == 409
        assert "409" in described["responses"]

    with_served(tmp_path, SETTINGS, asking)


# What ends in /changes is a stream without an end, which schemathesis would wait for.
def run_schemathesis(address, tmp_path, *options, model=None):
    pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    config = tmp_path / "schemathesis.toml"
    more = f'\n[parameters]\nmodel = "{model}"\n' if model else ""
    config.write_text((HERE / "schemathesis.toml").read_text() + more)
    command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"]
    command += ["--config-file", str(config), "run", f"http://{address}/openapi.json", "--no-color", *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)


def test_schemathesis_finds_nothing_on_the_way_from_question_to_label(tmp_path):
    with on_a_port(tmp_path / "served", SETTINGS) as (address, service):
        options = ("--phases", "examples,stateful", "--max-examples", "3", "--exclude-path-regex", "changes$")
        done = run_schemathesis(address, tmp_path, *options, model="default")
        assert done.returncode == 0, done.stdout[-5000:]
        assert service.metrics.fates["default", "waiting"] > 0


@pytest.mark.slow
def test_schemathesis_finds_nothing_in_many_requests_of_any_kind(tmp_path):
    with on_a_port(tmp_path / "served", SETTINGS) as (address, service):
        done = run_schemathesis(address, tmp_path, "--max-examples", "100", "--exclude-path-regex", "changes$")
        assert done.returncode == 0, done.stdout[-5000:]
        assert not any(status == 500 for _, status in service.metrics.requests)
