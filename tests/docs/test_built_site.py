"""The site is built without a warning, needs no network, and can be searched from its folder. Needs the extra docs."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from urllib.parse import unquote

import pytest

from .pages import ROOT
from .test_site import nav

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(find_spec, ("material", "mkdocstrings"))), reason="needs the extra docs"),
]


class Fetched(HTMLParser):
    """What a browser fetches for a page, where its links lead, and the places it has."""

    def __init__(self, text):
        super().__init__()
        self.fetched, self.links, self.places = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag in ("script", "img", "source", "iframe") and given.get("src"):
            self.fetched.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.fetched.append(given["href"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def read(site):
    return {page: Fetched(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}


def test_every_page_of_the_nav_is_there(site):
    for entries in nav().values():
        for _, page in entries:
            assert (site / page).with_suffix(".html").is_file()
            assert (site / page).is_file(), "its text, for programs"
    assert "troubleshooting.md" in (site / "llms.txt").read_text(encoding="utf-8")


def test_a_page_that_is_not_there_is_shown_as_one_of_the_site_and_says_where_to_go_on(site, read):
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    address = re.search(r"^site_url: https://[^/]+(\S+)", settings, re.MULTILINE)
    shown = read[site / "404.html"]
    assert shown.fetched
    for fetched in shown.fetched:
        assert fetched.startswith(address[1]), fetched
        assert (site / unquote(fetched.removeprefix(address[1])).partition("?")[0]).is_file(), fetched
    assert "There is no such page" in (site / "404.html").read_text(encoding="utf-8")


def test_nothing_is_fetched_from_elsewhere(site, read):
    for page, found in read.items():
        for address in found.fetched:
            assert not re.match(r"(https?:)?//", address), f"{page.name} fetches {address}"
    for style in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_every_link_resolves_from_the_folder(site, read):
    wrong = []
    for page, found in read.items():
        if page.name == "404.html":  # has addresses from the root
            continue
        for link in found.links:
            path, _, place = unquote(link).partition("#")
            if re.match(r"\w+:", path):
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.is_file() or (place and target in read and place not in read[target].places):
                wrong.append(f"{page.relative_to(site)}: {link}")
    assert wrong == []


def test_it_can_be_searched_from_a_folder(site):
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("var __index = "))["docs"]
    titles = {entry["title"] for entry in found}
    assert {"Choose a threshold", "TrackingWinnow"} <= {re.sub(r"<.*?>|\W*$", "", title).strip() for title in titles}
    words = {entry["location"]: entry.get("tags", []) for entry in found}
    assert "alarms" in words["thresholds.html"]
    assert (site / "assets" / "iframe-worker.js").is_file(), "a worker's place in pages that are opened from a folder"


def test_what_a_page_fetches_and_links_to_is_found():
    """The checks above can fail."""
    found = Fetched(
        '<script src="//cdn.example/x.js"></script><link rel="stylesheet" href="a.css"><a id="p" href="b.html#q">'
    )
    assert (found.fetched, found.links, found.places) == (["//cdn.example/x.js", "a.css"], ["b.html#q"], {"p"})
