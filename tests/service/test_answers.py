"""Questions and labels over HTTP: what is told, and what changes."""

import json

import pytest

from thresher.service.config import ModelConfig, made

from .in_process import killed, run, serving, until

pytestmark = pytest.mark.usefixtures("either_store")

WORDS = [["free", "money"], ["lunch", "noon"], ["free", "lunch"], ["meeting"]]


def test_a_row_is_a_question(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            first = await client.ask({"city": "Paris", "age": 31}, "m-1")
            assert first == {"ticket": "m-1", "label": None, "probabilities": None, "seq": 2}
            assert (await client.tell("m-1", "spam")).json() == {"ticket": "m-1", "fate": "waiting", "seq": 3}
            assert (await client.tell((await client.ask({"age": 1}))["ticket"], "ham")).status_code == 200
            answer = await client.ask({"city": "Paris"})
            assert answer["label"] in ("ham", "spam")
            assert sum(answer["probabilities"].values()) == pytest.approx(1.0)

    run(test)


NOTHING = {"label": None, "probabilities": None}
ROWS = [{"age": 31}, {"city": "Paris", "age": 31}, ["free"]]


async def _says(client, said):
    """That every way to ask says the same, and that a prediction does."""
    for x in ROWS:
        one = await client.ask(x)
        lines = f"{json.dumps({'x': x}, separators=(',', ':'))}\n" * 2
        headers = {"content-type": "application/x-ndjson"}
        several = (await client.post("/v1/models/mail/ask", content=lines, headers=headers)).text.splitlines()
        predicted = (await client.post("/v1/models/mail/predict", json={"x": x})).json()
        for answer in (one, *map(json.loads, several), predicted):
            assert {name: answer[name] for name in said} == said


@pytest.mark.parametrize("order", ["immediate", "od3:5", "replay:1000", "copies:2"])
def test_a_learner_that_knows_no_label_says_nothing_though_one_came(tmp_path, order):
    async def test():
        async with serving(tmp_path, config=ModelConfig(order=order)) as client:
            await client.ask({"age": 1}, "back")
            await client.tell("back", "spam")
            assert (await client.delete("/v1/models/mail/labels/back")).json()["fate"] == "retracted"
            await _says(client, NOTHING)
            digest = await client.digest()
        async with serving(tmp_path, config=ModelConfig(order=order)) as client:  # each answer is compared
            assert await client.digest() == digest
            await client.tell("back", "spam")
            await client.ask({"age": 1})
            assert client.service.models["mail"].learners.champion.tally.to_plain()["mistakes"] == 0

    run(test)


def test_a_label_that_weighs_nothing_teaches_no_name(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            await client.ask({"age": 1}, "light")
            label = {"ticket": "light", "label": "spam", "weight": 0}
            assert (await client.post("/v1/models/mail/labels", json=label)).status_code == 200
            await _says(client, NOTHING)

    run(test)


def test_each_copy_says_only_what_it_learned_itself(tmp_path):
    async def test():
        async with serving(tmp_path, config=ModelConfig(order="copies:3")) as client:
            await client.ask({"age": 1}, "first")
            await client.tell("first", "spam")
            taught = await client.ask({"age": 1}, "second")
            assert taught["label"] == "spam"
            untaught = await client.ask({"age": 1}, "third")  # of another one: the first awaits a label again
            assert untaught == {"ticket": "third", "seq": 5} | NOTHING
            predicted = (await client.post("/v1/models/mail/predict", json={"x": {"age": 1}})).json()
            assert predicted == {"seq": 5} | NOTHING
            await client.tell("second", "spam")
            lines = '{"x":{"age":1}}\n{"x":{"age":1}}\n'
            headers = {"content-type": "application/x-ndjson"}
            several = (await client.post("/v1/models/mail/ask", content=lines, headers=headers)).text.splitlines()
            assert [json.loads(line)["label"] for line in several] == ["spam", None]
            await client.tell("third", "ham")
            digest = await client.digest()
        async with serving(tmp_path, config=ModelConfig(order="copies:3")) as client:
            assert await client.digest() == digest

    run(test)


def test_the_service_answers_as_the_learner_would(tmp_path):
    late = made(ModelConfig())

    async def test():
        async with serving(tmp_path) as client:
            for number in range(200):
                x = dict.fromkeys(WORDS[number % 4], 1)
                said, expected = await client.ask(x, f"q{number}"), late.ask(x, f"q{number}")
                if number > 8:
                    assert said["label"] == expected.label
                    assert said["probabilities"] == expected.probabilities
                if number % 3:
                    label = "spam" if "free" in x else "ham"
                    await client.tell(f"q{number - number % 2}", label)
                    late.label(f"q{number - number % 2}", label) if late.waits(f"q{number - number % 2}") else None
            assert client.service.models["mail"].late.digest() == late.digest()

    run(test)


def test_the_same_id_gets_the_same_bytes(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            first = await client.post("/v1/models/mail/ask", json={"x": {"a": 1, "b": 2}, "id": "m"})
            await client.tell("m", "spam")
            await client.ask({"a": 1})
            again = await client.post("/v1/models/mail/ask", json={"x": {"b": 2, "a": 1}, "id": "m"})
            assert again.content == first.content
            other = await client.post("/v1/models/mail/ask", json={"x": {"a": 2}, "id": "m"})
            assert other.status_code == 422
            assert "another question" in other.json()["detail"]

    run(test)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("mail/ask", {"x": {"a": {"b": [1]}}, "more": 1}, 422),
        ("mail/ask", {"x": "text"}, 422),
        ("mail/ask", {"x": {"a": 1e400}}, 422),
        ("mail/ask", {}, 422),
        ("mail/ask", [1], 422),
        ("mail/labels", {"ticket": "m", "label": None}, 422),
        ("mail/labels", {"ticket": "m", "label": "spam", "weight": -1}, 422),
        ("mail/labels", {"ticket": "never asked", "label": "spam"}, 404),
        ("nobody/ask", {"x": {"a": 1}}, 404),
        ("mail/expire", {"tickets": "m"}, 422),
    ],
)
def test_what_is_refused_changes_nothing(tmp_path, path, body, status):
    async def test():
        async with serving(tmp_path) as client:
            await client.ask({"a": 1}, "m")
            before = await client.digest()
            content = json.dumps(body).replace("Infinity", "1e400")
            answer = await client.post(
                f"/v1/models/{path}", content=content, headers={"content-type": "application/json"}
            )
            assert answer.status_code == status, answer.text
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["detail"].endswith(".")
            assert await client.digest() == before

    run(test)


def test_each_label_counts_once(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            await client.ask({"a": 1}, "m")
            assert (await client.tell("m", "spam")).json()["fate"] == "waiting"
            before = await client.digest()
            assert (await client.tell("m", "spam")).json()["fate"] == "duplicate"
            other = await client.tell("m", "ham")
            assert (other.status_code, other.json()["fate"]) == (409, "contradicted")
            assert await client.digest() == before

    run(test)


def test_a_correction_takes_the_place_of_the_first_label_where_the_order_can(tmp_path):
    async def test():
        config = ModelConfig(order="replay:100", contradictions="correct")
        async with serving(tmp_path, config=config) as client:
            for number in range(10):
                await client.ask({"a": 1, f"b{number}": 1}, f"q{number}")
                await client.tell(f"q{number}", "spam" if number % 2 else "ham")
            assert (await client.tell("q3", "ham")).json()["fate"] == "corrected"
            assert (await client.request("DELETE", "/v1/models/mail/labels/q4")).json()["fate"] == "retracted"
            assert (await client.get("/v1/models/mail/tickets/q4")).json()["state"] == "pending"

    run(test)


def test_a_batch_is_taken_as_a_whole_or_not_at_all(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            lines = [json.dumps({"x": {"a": number}, "id": f"q{number}"}) for number in range(20)]
            headers = {"content-type": "application/x-ndjson"}
            before = await client.digest()
            bad = [*lines[:10], '{"x": 3}', *lines[10:]]
            answer = await client.post("/v1/models/mail/ask", content="\n".join(bad), headers=headers)
            assert (answer.status_code, answer.json()["line"]) == (422, 11)
            assert await client.digest() == before
            answer = await client.post("/v1/models/mail/ask", content="\n".join(lines), headers=headers)
            assert [json.loads(line)["seq"] for line in answer.text.splitlines()] == list(range(2, 22))
            again = await client.post("/v1/models/mail/ask", content="\n".join(lines), headers=headers)
            assert again.content == answer.content
            told = "\n".join(json.dumps({"ticket": f"q{number}", "label": number % 2}) for number in range(21))
            fates = await client.post("/v1/models/mail/labels", content=told, headers=headers)
            assert [json.loads(line)["fate"] for line in fates.text.splitlines()] == ["waiting"] * 20 + ["unknown"]

    run(test)


def test_a_prediction_keeps_nothing(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            await client.tell((await client.ask({"a": 1}))["ticket"], "spam")
            await client.tell((await client.ask({"b": 1}))["ticket"], "ham")
            before = await client.digest()
            said = (await client.post("/v1/models/mail/predict", json={"x": {"a": 1}})).json()
            assert said["label"] in ("ham", "spam")
            assert await client.digest() == before

    run(test)


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path):
    async def test():
        async with killed(tmp_path) as client:
            for number in range(50):
                await client.ask({"a": number % 3, f"b{number % 7}": 1}, f"q{number}")
                await client.tell(f"q{number}", "spam" if number % 3 else "ham")
            digest = await client.digest()
        async with serving(tmp_path) as client:
            assert await client.digest() == digest
            assert (await client.tell("q3", "ham")).json()["fate"] == "duplicate"

    run(test)


def test_a_challenger_learns_beside_and_is_promoted(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            assert (await client.put("/v1/models/mail/challengers/plain", json={"learner": "arow"})).status_code == 201
            for number in range(30):
                await client.ask(dict.fromkeys(WORDS[number % 4], 1), f"q{number}")
                await client.tell(f"q{number}", "spam" if number % 2 else "ham")
            standings = (await client.get("/v1/models/mail/standing")).json()["learners"]
            assert [one["name"] for one in standings] == ["champion", "plain"]
            assert [one["labelled"] for one in standings] == [30, 30]
            about = (await client.post("/v1/models/mail/challengers/plain/promote")).json()
            assert about["config"] == {"learner": "arow"}
            await client.ask({"free": 1}, "after")
            digest = await client.digest()
        async with serving(tmp_path) as client:
            assert await client.digest() == digest

    run(test)


def test_a_question_whose_time_is_out_is_given_up_or_learned_by_default(tmp_path):
    async def test():
        config = ModelConfig(timeout=0.05, default_label="ham", labels=["ham", "spam"])
        async with serving(tmp_path, config=config) as client:
            await client.ask({"a": 1}, "slow")
            model = client.service.models["mail"]
            await until(lambda: not model.waiting)
            assert (await client.tell("slow", "spam")).status_code == 410
            found = (await client.get("/v1/models/mail/events")).text
            assert '"kind":"expire"' in found
            digest = await client.digest()
        async with serving(tmp_path, config=config) as client:
            assert await client.digest() == digest

    run(test)


def test_hundreds_of_models_are_served_and_found_again(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            for number in range(200):
                made = await client.put(f"/v1/models/m{number}", json={"learner": "perceptron"})
                assert made.status_code == 201
            for number in range(200):
                await client.ask({"a": number}, f"q{number}", model=f"m{number}")
        async with serving(tmp_path) as client:
            assert len((await client.get("/v1/models")).json()["models"]) == 201
            assert (await client.get("/v1/models/m7/tickets/q7")).json()["x"] == {"a": 7}

    run(test)


def test_a_question_that_could_not_be_answered_is_no_mistake(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            for number in range(20):
                await client.ask({"a": number}, f"q{number}")
            for number in range(20):
                await client.tell(f"q{number}", "spam" if number % 2 else "ham")
            (standing,) = (await client.get("/v1/models/mail/standing")).json()["learners"]
            assert (standing["labelled"], standing["mistakes"]) == (20, 0)

    run(test)


def test_a_label_that_waits_is_not_told_by_a_prediction_before_it_is_learned(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            await client.ask({"a": 1}, "q")
            await client.tell("q", "cat")
            said = (await client.post("/v1/models/mail/predict", json={"x": {"a": 1}})).json()
            assert (said["label"], said["probabilities"]) == (None, None)
            assert (await client.post("/v1/models/mail/explain", json={"x": {"a": 1}})).status_code == 409
            await client.ask({"a": 1})
            assert (await client.post("/v1/models/mail/predict", json={"x": {"a": 1}})).json()["label"] == "cat"

    run(test)


def test_a_label_that_can_not_be_one_is_named_by_its_line(tmp_path):
    async def test():
        config = ModelConfig(learner="perceptron", labels=["ham", "spam"])
        async with serving(tmp_path, config=config) as client:
            for number in range(5):
                await client.ask({"a": number}, f"q{number}")
            before = await client.digest()
            labels = ["ham", "spam", "ham", "eggs", "beans"]
            lines = "\n".join(json.dumps({"ticket": f"q{n}", "label": label}) for n, label in enumerate(labels))
            kind = {"content-type": "application/x-ndjson"}
            answer = await client.post("/v1/models/mail/labels", content=lines, headers=kind)
            assert (answer.status_code, answer.json()["line"]) == (422, 4)
            assert await client.digest() == before

    run(test)


def test_no_challenger_is_called_champion(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            assert (await client.put("/v1/models/mail/challengers/champion", json={})).status_code == 422

    run(test)
