"""Pages in a real browser: every panel, labelling by button and by keys, keys, phones, the dark, without scripts."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .pages import PANELS

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser: pip install playwright")
expect = sync_api.expect
pytest.importorskip("msgspec", reason="the service is an extra")

CHROMIUM = os.environ.get("THRESHER_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium; THRESHER_CHROMIUM may name one"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Served:
    """A service in a process of its own."""

    def __init__(self, folder: Path) -> None:
        start = "from thresher.cli import start; start()"
        self.models = 0
        arguments = [sys.executable, "-c", start, "serve", "run", str(folder), "--port", "0"]
        self.process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.address = re.findall(r"http://\S+", self.process.stderr.readline())[0]
        self._reading = threading.Thread(target=self.process.stderr.read, daemon=True)
        self._reading.start()

    def send(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """What the service answers; a list of values is sent as lines."""
        lines = isinstance(body, list)
        kind = "application/x-ndjson" if lines else "application/json"
        headers = {"content-type": kind} | ({"authorization": f"Bearer {key}"} if key else {})
        text = "\n".join(map(json.dumps, body)) if lines else json.dumps(body)
        data = None if body is None else text.encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        for _ in range(200):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return None if lines else json.loads(answer.read() or b"null")
            except urllib.error.HTTPError:
                raise
            except urllib.error.URLError:
                threading.Event().wait(0.1)
        raise AssertionError("the service does not answer")

    def fill(self, count: int = 80, labelled: int = 60, key: str = "") -> str:
        """Questions to a new model, some of them with a label; its name."""
        self.models += 1
        model = f"mail{self.models}"
        self.send("PUT", f"/v1/models/{model}", {}, key)
        asked = [{"x": {"free": n % 3, "city": f"c{n % 7}"}, "id": f"m{n}"} for n in range(count)]
        told = [{"ticket": f"m{n}", "label": "spam" if n % 3 else "ham"} for n in range(labelled)]
        half = labelled // 2
        for what, lines in (
            ("ask", asked[:half]),
            ("labels", told[:half]),
            ("ask", asked[half:]),
            ("labels", told[half:]),
        ):
            self.send("POST", f"/v1/models/{model}/{what}", lines, key)
        return model

    def stop(self) -> int:
        """Tells it to; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=60)
        self._reading.join(timeout=10)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all tests: each has a model of its own."""
    found = Served(tmp_path_factory.mktemp("browser") / "served")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page without anything on its console at the end: no error, nothing that the policy blocked."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    found = context.new_page()
    complaints: list[str] = []
    found.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    found.on("pageerror", lambda error: complaints.append(str(error)))
    yield found
    context.close()
    assert [one for one in complaints if "responded with a status of 4" not in one] == []


def _wait_until_live(page: Any) -> None:
    expect(page.locator("html")).to_have_attribute("data-live", "yes")


def test_every_panel_can_be_seen_and_none_is_wider_than_the_page(service: Served, page: Any) -> None:
    model = service.fill()
    service.send("PUT", f"/v1/models/{model}/challengers/other", {"learner": "perceptron"})
    for width, height in ((1280, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{service.address}/models/{model}")
        for name in PANELS:
            assert page.locator(f"#{name}").is_visible(), name
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#errors svg, #trust svg, #thresholds svg").count() >= 3
        assert page.locator("svg[role=img]:not([aria-label])").count() == 0
    page.goto(f"{service.address}/")
    page.get_by_role("link", name=model, exact=True).click()
    assert page.get_by_role("heading", level=1).inner_text() == model


def test_a_button_labels_a_question_once(service: Served, page: Any) -> None:
    model = service.fill()
    page.goto(f"{service.address}/models/{model}?questions=waiting")
    ticket = page.locator("#questions .questions > li").first.get_attribute("data-ticket")
    item = page.locator(f'#questions [data-ticket="{ticket}"]')
    item.get_by_role("button", name="spam").click()
    expect(page.locator("#said")).to_contain_text("taken")
    assert "You said spam" in item.locator(".label").inner_text()
    assert item.get_by_role("button").count() == 0
    told = service.send("GET", f"/v1/models/{model}/tickets/{ticket}")
    assert [event["body"]["label"] for event in told["events"]] == ["spam"]


def test_the_most_useful_question_is_labelled_wherever_it_stands(service: Served, page: Any) -> None:
    model = service.fill(70, 60)
    page.goto(f"{service.address}/models/{model}?questions=waiting")
    _wait_until_live(page)
    item = page.locator("#queue .questions > li").first
    ticket = item.get_attribute("data-ticket")
    item.get_by_role("button", name="ham").click()
    expect(page.locator("#said")).to_contain_text("taken")
    for name in ("queue", "questions"):
        same = page.locator(f'#{name} [data-ticket="{ticket}"]')
        assert "You said ham" in same.locator(".label").inner_text()
        assert same.get_by_role("button").count() == 0
    newer = page.locator("#queue").get_by_role("button", name="Show what is new")
    newer.click()
    expect(page.locator(f'#queue [data-ticket="{ticket}"]')).to_have_count(0)
    assert page.locator("#queue .questions > li").count() == 5
    assert page.evaluate("document.activeElement.closest('#queue') !== null")
    left = service.send("GET", f"/v1/models/{model}/queue")
    assert left["waiting"] == 9


PLACES = """item => {
    const said = item.querySelector('.said'), range = document.createRange(), found = [said.querySelector('b')];
    const behind = found[0].nextSibling;
    for (const [from, to] of [[2, 4], [behind.length - 5, behind.length - 1]]) {
        const one = range.cloneRange();
        one.setStart(behind, from);
        one.setEnd(behind, to);
        found.push(one);
    }
    const cells = item.querySelector('div > p:not(.about)').childNodes;
    for (const node of [...cells].slice(0, 3)) {
        const one = range.cloneRange();
        one.selectNodeContents(node);
        found.push(one);
    }
    return found.map(one => one.getBoundingClientRect().left);
}"""


def test_what_is_written_from_right_to_left_turns_nothing_else_round(service: Served, page: Any) -> None:
    word, model = "\u0645\u0631\u062d\u0628\u0627", "right-to-left"  # Arabic
    service.send("PUT", f"/v1/models/{model}", {"labels": [word, "\u0644\u0627"]})
    for n in range(40):
        service.send("POST", f"/v1/models/{model}/ask", {"x": {word: word, "n": n}, "id": f"m{n}"})
        service.send("POST", f"/v1/models/{model}/labels", {"ticket": f"m{n}", "label": word})
    page.goto(f"{service.address}/models/{model}")
    label, number, sure, *cells = page.locator("#questions .questions > li").first.evaluate(PLACES)
    assert label < number < sure
    assert cells == sorted(cells)


def test_a_label_can_be_told_by_keys_alone_and_may_be_a_new_one(service: Served, page: Any) -> None:
    model = service.fill()
    page.goto(f"{service.address}/models/{model}?questions=waiting")
    item = page.locator("#questions .questions > li").first
    ticket = item.get_attribute("data-ticket")
    item.get_by_text("another label").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("news & <b>")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("taken")
    told = service.send("GET", f"/v1/models/{model}/tickets/{ticket}")
    assert [event["body"]["label"] for event in told["events"]] == ["news & <b>"]


def test_a_label_that_is_refused_is_said_and_can_be_tried_again(service: Served, page: Any) -> None:
    model = service.fill()
    page.goto(f"{service.address}/models/{model}?questions=oldest")
    item = page.locator("#questions .questions > li").first
    service.send("POST", f"/v1/models/{model}/expire", {"tickets": [item.get_attribute("data-ticket")]})
    with page.expect_response("**/labels") as answered:
        item.get_by_role("button", name="ham").click()
    assert answered.value.status == 410
    expect(page.locator("#said")).to_contain_text("Not taken")
    assert item.get_by_role("button", name="ham").is_enabled()


def test_a_page_keeps_up_with_what_happens_until_it_is_paused(service: Served, page: Any) -> None:
    model = service.fill(50, 40)
    page.goto(f"{service.address}/models/{model}")
    _wait_until_live(page)
    page.locator("#errors summary").click()
    for n in range(5):
        service.send("POST", f"/v1/models/{model}/ask", {"x": {"free": 1}, "id": f"n{n}"})
    expect(page.locator("#figures b").first).to_have_text("55")
    assert page.locator("#errors details").get_attribute("open") is not None, "what was open stays open"
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY", "what had the focus has it still"
    shown = page.locator("#questions .questions > li").first.get_attribute("data-ticket")
    assert shown == "m49", "questions stand still while somebody may be about to press a button"
    page.locator("#questions").get_by_role("button", name="Show what is new").click()
    expect(page.locator("#questions .questions > li").first).to_have_attribute("data-ticket", "n4")
    page.get_by_role("button", name="Pause").click()
    service.send("POST", f"/v1/models/{model}/ask", {"x": {"free": 1}, "id": "later"})
    page.wait_for_timeout(2500)
    assert page.locator("#figures b").first.inner_text() == "55"
    page.get_by_role("button", name="Go on").click()
    service.send("POST", f"/v1/models/{model}/ask", {"x": {"free": 1}, "id": "after"})
    expect(page.locator("#figures b").first).to_have_text("57")


def test_a_challenger_is_promoted_by_a_button_that_asks_first_and_twice_where_it_was_told_little(
    service: Served, page: Any
) -> None:
    model = service.fill()
    service.send("PUT", f"/v1/models/{model}/challengers/other", {"learner": "perceptron"})
    page.goto(f"{service.address}/models/{model}")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Promote other").click()
    assert len(service.send("GET", f"/v1/models/{model}")["learners"]) == 2
    asked: list[str] = []

    def accept(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", accept)
    page.get_by_role("button", name="Promote other").click()
    expect(page.locator("#said")).to_contain_text("answers from now on")
    assert [one["learner"] for one in service.send("GET", f"/v1/models/{model}")["learners"]] == ["perceptron"]
    assert len(asked) == 2, "it was told little, so it asks twice"
    assert "was told 0 labels" in asked[1]


def test_a_page_can_be_read_without_scripts(service: Served, browser: Any) -> None:
    model = service.fill()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{service.address}/models/{model}?questions=waiting")
    for name in PANELS:
        assert page.locator(f"#{name}").is_visible(), name
    assert not page.locator("#questions .questions button").first.is_visible(), "it could do nothing"
    page.locator("#errors summary").click()
    assert page.locator("#errors table").is_visible()
    context.close()


def test_with_keys_a_page_asks_for_one_and_keeps_it_for_this_tab(tmp_path: Path, page: Any) -> None:
    from thresher.service.looking import made_key

    folder = tmp_path / "served"
    key = made_key(folder, None, "person", ["read", "label", "ask", "admin"], [])
    service = Served(folder)
    try:
        model = service.fill(30, 20, key)
        page.goto(f"{service.address}/models/{model}?questions=waiting")
        page.get_by_label("Key").fill("thr_wrong")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#said")).to_contain_text("not valid")
        page.get_by_label("Key").fill(key)
        page.keyboard.press("Enter")
        page.wait_for_selector("#questions")
        assert key not in page.url
        assert key not in page.content()
        item = page.locator("#questions .questions > li").first
        item.get_by_role("button", name="ham").click()
        expect(page.locator("#said")).to_contain_text("taken")
        _wait_until_live(page)
        page.get_by_role("link", name="Thresher").click()
        page.wait_for_selector("#models")
        page.get_by_role("button", name="Forget the key").click()
        page.wait_for_selector("#key-form:not([hidden])")
    finally:
        assert service.stop() == 0


def test_what_is_refused_to_a_key_is_asked_for_once_more_and_not_again_and_again(tmp_path: Path, page: Any) -> None:
    from thresher.service.looking import made_key

    folder = tmp_path / "keyed"
    key = made_key(folder, None, "person", ["read"], [])
    service = Served(folder)
    try:
        page.goto(service.address)
        page.locator("#key").fill(key)
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("h1")).to_have_text("Models")
        answers: list[int] = []
        page.on("response", lambda answer: answers.append(answer.status) if "/models/" in answer.url else None)
        page.goto(f"{service.address}/models/nobody")
        expect(page.locator(".alert")).to_contain_text("'nobody'")
        page.wait_for_timeout(500)
        assert answers == [401, 404]
    finally:
        assert service.stop() == 0


def test_the_dark_is_dark_and_words_can_be_read_in_both(service: Served, browser: Any) -> None:
    model = service.fill(40, 30)
    for scheme, dark in (("light", False), ("dark", True)):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{service.address}/models/{model}")
        light = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]")
        assert (light < 60) == dark
        _check_accessible(page)
        page.goto(f"{service.address}/")
        _check_accessible(page)
        context.close()


def _check_accessible(page: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe looks for barriers")
    found = axe.Axe().run(page)
    assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []


def test_sigterm_ends_a_service_at_which_somebody_looks(tmp_path: Path, page: Any) -> None:
    service = Served(tmp_path / "served")
    model = service.fill(20, 10)
    page.goto(f"{service.address}/models/{model}")
    _wait_until_live(page)
    assert service.stop() == 0
    page.goto("about:blank")


def test_numbers_are_shown_under_the_pointer_also_in_a_drawing_that_came_later(service: Served, page: Any) -> None:
    model = service.fill()
    page.goto(f"{service.address}/models/{model}")
    _wait_until_live(page)
    for asked in (80, 81):
        expect(page.locator("#figures b").first).to_have_text(str(asked))
        page.locator("#errors svg").hover()
        expect(page.locator("#tip")).to_contain_text("possible")
        page.locator("h1").hover()
        expect(page.locator("#tip")).to_be_hidden()
        service.send("POST", f"/v1/models/{model}/ask", {"x": {"free": 1}, "id": f"later{asked}"})
