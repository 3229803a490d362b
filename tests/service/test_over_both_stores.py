"""The service's promises over SQLite and over PostgreSQL: the same requests, the same answers."""

import json

import pytest

from thresher.service.looking import ended_key, keys_of, made_key, replayed, verified
from thresher.service.settings import Settings

from .serving import with_served

MAIL = "/v1/models/mail"


def settings(address, **more):
    return Settings(store=address, reserve=0, **more)


async def mail(client):
    assert (await client.put(MAIL, json={})).status_code == 201


def test_a_question_keeps_its_answer_over_a_restart(store_address, tmp_path):
    async def first(service, client):
        await mail(client)
        for n in range(30):
            asked = await client.post(f"{MAIL}/ask", json={"x": {"free": n % 2, "n": n}, "id": f"m-{n}"})
            assert asked.status_code == 200, asked.text
            told = await client.post(f"{MAIL}/labels", json={"ticket": f"m-{n}", "label": "spam" if n % 2 else "ham"})
            assert told.json() == {"ticket": f"m-{n}", "fate": "waiting", "seq": 2 * n + 3}
        asked = await client.post(f"{MAIL}/ask", json={"x": {"free": 1}, "id": "open"})
        return asked.content, (await client.get(f"{MAIL}/digest")).json()

    async def second(service, client):
        again = await client.post(f"{MAIL}/ask", json={"x": {"free": 1}, "id": "open"})
        return again.content, (await client.get(f"{MAIL}/digest")).json()

    before = with_served(tmp_path, settings(store_address), first)
    assert with_served(tmp_path, settings(store_address), second) == before
    (line,) = replayed(tmp_path, store_address, "mail", until=None, snapshots=False, out=None)
    assert before[1]["digest"] in line
    assert all(sound for _, sound in verified(tmp_path, store_address))


def test_each_label_is_learned_once_and_its_fate_is_told(store_address, tmp_path):
    async def asking(service, client):
        await client.put(MAIL, json={"order": "replay"})
        await client.post(f"{MAIL}/ask", json={"x": {"free": 1}, "id": "a"})
        label = {"ticket": "a", "label": "spam"}
        assert (await client.post(f"{MAIL}/labels", json=label)).json()["fate"] == "waiting"
        assert (await client.post(f"{MAIL}/labels", json=label)).json() == {"ticket": "a", "fate": "duplicate"}
        other = await client.post(f"{MAIL}/labels", json=label | {"label": "ham"})
        assert (other.status_code, other.json()["fate"]) == (409, "contradicted")
        assert (await client.post(f"{MAIL}/labels", json=label | {"ticket": "b"})).status_code == 404
        assert (await client.delete(f"{MAIL}/labels/a")).json()["fate"] == "retracted"
        found = (await client.get(f"{MAIL}/tickets/a")).json()
        assert [event["kind"] for event in found["events"]] == ["label", "retract"]

    with_served(tmp_path, settings(store_address), asking)


def test_a_batch_is_taken_as_a_whole_or_not_at_all(store_address, tmp_path):
    async def asking(service, client):
        await mail(client)
        lines = [{"x": {"n": n}, "id": f"b-{n}"} for n in range(300)]
        kind = {"content-type": "application/x-ndjson"}
        bad = "\n".join(map(json.dumps, [*lines, {"y": 1}]))
        assert (await client.post(f"{MAIL}/ask", content=bad, headers=kind)).status_code == 422
        assert service.models["mail"].seq == 1
        good = "\n".join(map(json.dumps, lines))
        told = await client.post(f"{MAIL}/ask", content=good, headers=kind)
        assert len(told.text.splitlines()) == 300
        again = await client.post(f"{MAIL}/ask", content=good, headers=kind)
        assert again.content == told.content
        assert service.models["mail"].seq == 301

    with_served(tmp_path, settings(store_address), asking)


def test_old_events_are_archived_and_replayed_from_there(store_address, tmp_path):
    async def asking(service, client):
        await mail(client)
        for part in range(4):
            for n in range(10):
                await client.post(f"{MAIL}/ask", json={"x": {"n": n}, "id": f"{part}-{n}"})
            await service.upkeep.snapshot_now()
            while service.upkeep._under_way is not None:
                await service.upkeep._make_snapshots()
            if service.upkeep._archiving is not None:
                await service.upkeep._archiving
        late = await client.post(f"{MAIL}/ask", json={"x": {"n": 0}, "id": "0-0"})
        return late, (await client.get(f"{MAIL}/digest")).json()["digest"]

    wanted = settings(store_address, keep_days=0.0, keep_snapshots=2, snapshot_events=5)
    late, digest = with_served(tmp_path, wanted, asking)
    assert list((tmp_path / "archive").iterdir())
    assert late.status_code in (200, 410)
    (line,) = replayed(tmp_path, store_address, None, until=None, snapshots=False, out=None)
    assert digest in line


def test_keys_made_beside_are_wanted_within_seconds_of_the_next_start(store_address, tmp_path):
    token = made_key(tmp_path, store_address, "one", ["ask"], [])
    assert keys_of(tmp_path, store_address) == ["one: ask"]

    async def asking(service, client):
        assert (await client.post("/v1/models/default/ask", json={"x": {}})).status_code == 401
        mine = {"authorization": f"Bearer {token}"}
        assert (await client.post("/v1/models/default/ask", json={"x": {"a": 1}}, headers=mine)).status_code == 200
        assert (await client.get("/v1/models", headers=mine)).status_code == 403

    with_served(tmp_path, settings(store_address), asking)
    ended_key(tmp_path, store_address, "one", last=True)
    assert keys_of(tmp_path, store_address) == []


@pytest.mark.parametrize("ticket", ["a\0b", "\0"])
def test_a_ticket_that_no_database_takes_is_refused(store_address, tmp_path, ticket):
    async def asking(service, client):
        await mail(client)
        assert (await client.post(f"{MAIL}/ask", json={"x": {"n": 1}, "id": ticket})).status_code == 422
        assert (await client.post(f"{MAIL}/labels", json={"ticket": ticket, "label": "x"})).status_code == 422
        assert (await client.get(f"{MAIL}/tickets/a%00b")).status_code == 422
        asked = await client.post(f"{MAIL}/ask", content=b'{"x": {"n": 1}, "id": "\\ud800"}')
        assert asked.status_code in (400, 415, 422)
        assert (await client.post(f"{MAIL}/ask", json={"x": {"n": "\0"}, "id": "b"})).status_code in (200, 422)
        assert (await client.get(f"{MAIL}/digest")).status_code == 200

    with_served(tmp_path, settings(store_address), asking)
