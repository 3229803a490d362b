"""Pages for people, as they are sent: all panels, nothing hostile gets through, nothing is changed by looking."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("msgspec", reason="the service is an extra")
pytest.importorskip("httpx", reason="httpx asks the service in this process")

from hypothesis import given
from hypothesis import strategies as st

from thresher.service.ages import at_most
from thresher.service.archives import write_archive
from thresher.service.config import ModelConfig
from thresher.service.dashboard.errors import stretches
from thresher.service.dashboard.listening import EVERY, Listeners
from thresher.service.dashboard.words import span
from thresher.service.keys import new_key
from thresher.service.settings import Settings

from .pages import PANELS, Asked, Page, with_service

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(2)>'</style>"


def test_the_first_page_has_a_line_for_every_model_that_leads_to_its_page(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("mail", 40, 30)
        page = await asked.page("/")
        assert "/models/mail" in [link["href"] for link in page.all("a")]
        assert (await asked.page("/models/mail")).words.count("mail") >= 1

    with_service(tmp_path, look, Settings(models={"mail": ModelConfig(), "other": ModelConfig()}))


def test_a_page_of_many_models_has_fifty_and_leads_to_the_next(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        first, second = await asked.page("/"), await asked.page("/?page=2")
        assert [len([a for a in one.all("a") if "/models/" in str(a["href"])]) for one in (first, second)] == [50, 3]
        assert "/?page=2" in [link["href"] for link in first.all("a")]

    with_service(tmp_path, look, Settings(models={f"m{n}": ModelConfig(learner="perceptron") for n in range(53)}))


@pytest.mark.parametrize(
    ("learner", "labels"),
    [
        *(
            ("auto", labels)
            for labels in ((), ("ham",), ("ham", "spam"), ("ham", "spam", "news"), (0, 1), (False, True))
        ),
        *((learner, ("ham", "spam")) for learner in ("passive-aggressive", "naive-bayes", "tracking-winnow")),
    ],
)
def test_every_panel_is_there_whatever_the_learner_and_however_little_came(
    tmp_path: Path, learner: str, labels: tuple[object, ...]
) -> None:
    async def look(asked: Asked) -> None:
        assert set(PANELS) <= set((await asked.page("/models/mail")).ids())
        for n in range(30):
            await asked.ask("mail", {"free": n % 2, "city": f"c{n % 5}"}, f"m{n}")
        for n in range(20 if labels else 0):
            await asked.label("mail", f"m{n}", labels[n % len(labels)])
        for view in ("recent", "waiting", "oldest"):
            page = await asked.page(f"/models/mail?questions={view}")
            assert set(PANELS) <= set(page.ids())
            assert len(set(page.ids())) == len(page.ids())

    with_service(tmp_path, look, Settings(models={"mail": ModelConfig(learner=learner)}))


def test_hostile_names_texts_and_labels_are_written_as_text(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        for n in range(12):
            await asked.ask("default", {HOSTILE: HOSTILE, "text": f"{HOSTILE} {n}"}, f"{HOSTILE}{n}")
        for n in range(6):
            await asked.label("default", f"{HOSTILE}{n}", HOSTILE if n % 2 else "ham")
        for view in ("recent", "waiting", "oldest"):
            _check_harmless(await asked.page(f"/models/default?questions={view}"))
        _check_harmless(await asked.page("/"))
        _check_harmless(await asked.page("/models/%22%3E%3Cscript%3E", 404))

    with_service(tmp_path, look)


def _check_harmless(page: Page) -> None:
    assert [one.get("src") for one in page.all("script")] == ["/dashboard/script.js"]
    assert not page.all("img")
    assert not page.all("style")
    assert not page.open
    for _, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert not [value for value in attributes.values() if value and value.strip().lower().startswith("javascript")]


def test_every_page_forbids_scripts_styles_and_frames_of_others(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        for path, status in (("/", 200), ("/models/none", 404), ("/?page=x", 422)):
            headers = (await asked.page(path, status)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "http:" not in policy
            assert "https:" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"

    with_service(tmp_path, look)


def test_pages_and_what_they_load_name_no_other_host(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 20, 10)
        for path in ("/", "/models/default", "/dashboard/style.css", "/dashboard/script.js"):
            text = (await asked.client.get(path)).text
            assert not re.findall(r"(?:https?:)?//[a-z]+\.[a-z]+", text.replace("// ", ""))

    with_service(tmp_path, look)


def test_with_keys_a_page_asks_for_one_and_shows_nothing(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 20, 10)
        reading, row = new_key("reader", ["read"])
        other, narrow = new_key("narrow", ["read"], ["elsewhere"])
        asker, asks = new_key("asker", ["ask"])
        for one in (row, narrow, asks):
            asked.service.store.add_key(one)
        asked.app.keys._read_at = -1e9
        for path in ("/", "/models/default"):
            page = await asked.page(path, 401)
            assert page.headers["www-authenticate"] == "Bearer"
            assert "key-form" in page.ids()
            assert "m19" not in page.source
            assert page.all("noscript")
            assert "name" not in page.all("input")[0], "a form that is sent without the script must not have the key"
            await asked.page(path, 200, authorization=f"Bearer {reading}")
            await asked.page(path, 403, authorization=f"Bearer {other}")
            await asked.page(path, 403, authorization=f"Bearer {asker}")
        assert (await asked.client.get("/changes")).status_code == 401
        assert (await asked.client.get("/dashboard/script.js")).status_code == 200

    with_service(tmp_path, look)


def test_looking_changes_nothing(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 60, 40)
        before = asked.service.models["default"].digest()
        for view in ("recent", "waiting", "oldest"):
            await asked.page(f"/models/default?questions={view}")
        await asked.page("/")
        assert asked.service.models["default"].digest() == before

    with_service(tmp_path, look)


def test_a_question_is_shown_with_its_answer_its_reasons_and_a_button_for_each_label(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 60, 50)
        page = (await asked.page("/models/default?questions=waiting")).panel("questions")
        assert [one["data-ticket"] for one in page.all("li")] == [f"m{n}" for n in range(59, 49, -1)]
        told = [one["data-label"] for one in page.all("button") if "data-label" in one]
        assert told == ['"ham"', '"spam"'] * 10
        assert page.words.count("Why, and the whole question") == 10
        assert "free" in page.words
        oldest = (await asked.page("/models/default?questions=oldest")).panel("questions")
        assert [one["data-ticket"] for one in oldest.all("li")] == [f"m{n}" for n in range(50, 60)]

    with_service(tmp_path, look)


def test_a_question_with_a_label_says_whether_it_was_answered_so(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 60, 60)
        assert "answered" not in (await asked.page("/models/default")).words, "there was no answer before any label"
        for n in range(60, 64):
            label = (await asked.ask("default", {"free": n % 3}, f"m{n}"))["label"]
            await asked.label("default", f"m{n}", label if n < 62 else "spam" if label == "ham" else "ham")
        page = await asked.page("/models/default")
        assert page.words.count(", as answered") == 2 == page.words.count(", not as answered")
        assert not [one for one in page.all("button") if "data-label" in one]

    with_service(tmp_path, look)


def test_the_interval_of_a_window_holds_its_error_and_all_that_can_become_of_it(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 300, 0)
        for n in range(0, 300, 2):
            await asked.label("default", f"m{n}", "spam" if n % 3 else "ham")
        tally = asked.service.models["default"].learners.champion.tally
        before = stretches(tally)
        for row in before:
            assert row.error is not None
            assert row.low <= row.error <= row.high
        for n in range(1, 300, 2):
            await asked.label("default", f"m{n}", "spam" if n % 3 else "ham")
        for row, then in zip(before, stretches(tally), strict=True):
            assert then.error is not None
            assert row.low <= then.error <= row.high
            assert then.low == then.error == then.high

    with_service(tmp_path, look)


def test_windows_are_joined_until_there_are_few_enough_and_none_is_lost(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 700, 100)
        tally = asked.service.models["default"].learners.champion.tally
        for most in (1, 3, 64):
            rows = stretches(tally, most=most)
            assert len(rows) <= most
            assert rows[-1].end == 700
            assert sum(row.window.labelled for row in rows) == 100

    with_service(tmp_path, look)


def test_a_challenger_is_shown_beside_the_champion_with_a_button_to_promote_it(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 200, 100)
        config = {"learner": "perceptron"}
        assert (await asked.client.put("/v1/models/default/challengers/other", json=config)).status_code == 201
        for n in range(200, 300):
            await asked.ask("default", {"free": n % 3}, f"m{n}")
            await asked.label("default", f"m{n}", "spam" if n % 3 else "ham")
        page = await asked.page("/models/default")
        assert [one["data-promote"] for one in page.all("button") if "data-promote" in one] == ["other"]
        assert "perceptron" in page.words

    with_service(tmp_path, look)


def test_a_form_of_another_site_can_not_label(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 3, 0)
        path = "/v1/models/default/labels"
        form = {"content-type": "application/x-www-form-urlencoded"}
        body = b'{"ticket": "m0", "label": "spam"}'
        assert (await asked.client.post(path, content=body, headers=form)).status_code == 415
        strange = {"content-type": "application/json", "origin": "http://elsewhere.example"}
        assert (await asked.client.post(path, content=body, headers=strange)).status_code == 403
        promote = "/v1/models/default/challengers/other/promote"
        assert (await asked.client.post(promote, headers={"origin": "http://elsewhere.example"})).status_code == 403

    with_service(tmp_path, look)


async def _stream(asked: Asked, path: str, token: str = "") -> "tuple[asyncio.Queue[bytes], asyncio.Task[None]]":
    """A listener: what it hears, and the task that ends with the stream."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {token}".encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
    gone = asyncio.Event()

    async def receive() -> dict[str, object]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, object]) -> None:
        if message.get("body"):
            heard.put_nowait(bytes(message["body"]))  # type: ignore[call-overload]

    task = asyncio.ensure_future(asked.app(scope, receive, send))  # type: ignore[arg-type]
    task.go = gone.set  # type: ignore[attr-defined]
    return heard, task


def test_whoever_listens_hears_what_is_new_after_a_pause_of_a_second_at_least(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def look(asked: Asked) -> None:
        over: asyncio.Queue[None] = asyncio.Queue()

        async def sleep(listeners: Listeners, seconds: float) -> None:
            pauses.append(seconds)
            await over.get()

        monkeypatch.setattr(Listeners, "_sleep", sleep)
        await asked.spam("default", 3, 0)
        heard, task = await _stream(asked, "/models/default/changes")
        assert await asyncio.wait_for(heard.get(), 5) == b"event: changed\ndata: 4\n\n"
        for n in range(10, 15):
            await asked.ask("default", {"free": 1}, f"m{n}")
        assert heard.empty()
        over.put_nowait(None)
        assert await asyncio.wait_for(heard.get(), 5) == b"event: changed\ndata: 9\n\n"
        assert heard.empty()
        task.go()  # type: ignore[attr-defined]
        await asyncio.wait_for(task, 5)

    with_service(tmp_path, look)
    assert min(pauses) >= EVERY


def test_a_stream_ends_when_the_service_stops(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        heard, task = await _stream(asked, "/changes")
        await asyncio.wait_for(heard.get(), 5)
        asked.app.stopping.set()
        await asyncio.wait_for(task, 5)

    with_service(tmp_path, look)


def test_a_stream_ends_when_its_key_does_or_its_model_goes(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 3, 0)
        token, row = new_key("reader", ["admin"])
        asked.service.store.add_key(row)
        asked.app.keys._read_at = -1e9
        heard, first = await _stream(asked, "/changes", token)
        also, second = await _stream(asked, "/models/default/changes", token)
        await asyncio.wait_for(heard.get(), 5)
        await asyncio.wait_for(also.get(), 5)
        await asked.service.remove("default")
        await asyncio.wait_for(second, 5)
        asked.service.store.end_key("reader", 1)
        _, other = new_key("another", ["read"])
        asked.service.store.add_key(other)
        asked.app.keys._read_at = -1e9
        await asyncio.wait_for(first, 5)

    with_service(tmp_path, look)


def test_there_is_no_view_of_another_name(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 3, 0)
        assert "questions are" in (await asked.page("/models/default?questions=%3Cb%3E", 422)).words

    with_service(tmp_path, look)


def test_a_length_of_time_has_one_unit() -> None:
    assert [span(s) for s in (-3, 59, 60, 3600, 86_400, 3e9)] == ["0 s", "59 s", "1 min", "1 h", "1 day", "34,722 days"]


def test_a_page_is_shown_where_most_of_the_log_is_archived(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        await asked.spam("default", 60, 40)
        row = write_archive(asked.service.store, asked.service.folder, 1, 1, 70)
        await asked.service.writer.do(lambda: asked.service.store.archive(row))
        for view in ("recent", "waiting", "oldest"):
            await asked.page(f"/models/default?questions={view}")

    with_service(tmp_path, look)


@given(st.lists(st.integers(0, 10**9)), st.lists(st.floats(0, 1000), max_size=4))
def test_ages_are_counted_as_if_each_question_were_looked_at(moments: list[int], limits: list[float]) -> None:
    waiting = {str(n): at for n, at in enumerate(sorted(moments))}
    now = 10**9
    assert at_most(waiting, now, limits) == [sum(now - at <= limit * 1e6 for at in moments) for limit in limits]


@pytest.mark.parametrize("text", ["\\ud800", "\\u0000", "\\u202e", "\\ud83d\\ude00", "a" * 100_000])
def test_strange_letters_make_no_page_that_can_not_be_sent(tmp_path: Path, text: str) -> None:
    async def look(asked: Asked) -> None:
        body = f'{{"x": {{"{text}": "{text}"}}, "id": "{text[:100]}"}}'.encode()
        kind = {"content-type": "application/json"}
        answer = await asked.client.post("/v1/models/default/ask", content=body, headers=kind)
        assert answer.status_code in (200, 400, 422)
        if "default" in asked.service.models:
            await asked.page("/models/default")

    with_service(tmp_path, look)


def test_a_question_that_is_a_list_of_names_is_shown(tmp_path: Path) -> None:
    async def look(asked: Asked) -> None:
        answer = await asked.client.post("/v1/models/mail/ask", json={"x": ["free", "money"], "id": "names"})
        assert answer.status_code == 200
        assert "money" in (await asked.page("/models/mail")).words

    with_service(tmp_path, look, Settings(models={"mail": ModelConfig()}))
