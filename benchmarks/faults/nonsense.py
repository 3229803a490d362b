"""Requests that no client would send: never an error of the program (500), and what is refused changes nothing.

They go straight into the application of a service in this process: mutated ones of every route, JSON of every sort,
strange paths, headers and content. Raw nonsense on sockets is tests/service/test_sockets.py.

    python -m benchmarks.faults.nonsense --rounds 100000
"""

import argparse
import asyncio
import json
import random
import resource
import string
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from thresher.service.running import Address, opened
from thresher.service.settings import Settings

JSON, LINES = b"application/json", b"application/x-ndjson"
MODELS = ("default", "two", "cols", "replayed", "gone")
MADE = {
    "two": {"learner": "tracking-winnow", "labels": ["a", "b"], "timeout": 1, "default_label": "a"},
    "cols": {"columns": {"text": ["body"], "ignore": ["id"]}, "max_pending": 500},
    "replayed": {"learner": "arow", "labels": [0, 1], "order": "replay:20", "contradictions": "correct"},
}
IDS = [
    *(f"i{n}" for n in range(40)),
    "~2",
    "~9",
    "t4",
    "",
    " ",
    "a" * 512,
    "a" * 513,
    "\x00",
    "é\U0001f600",
    "../../etc/passwd",
]
WORDS = ("a", "b", "body", "city", "id", "", "__class__", "\x00", "ключ", "a" * 300, "a.b", "a=b", "7", "-1")
ODD_TEXTS = (
    "",
    "Paris",
    "\u0000",
    "\U0001f600",
    "A" * 5000,
    "0",
    "nan",
    "Infinity",
    "\ufeff",
    "\u202e",
    "ﷺ",
    "'; DROP TABLE events;--",
)
ODD_NUMBERS = (0, -0.0, 1, -1, 2.5, 1e150, 1e151, 1e308, 5e-324, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**30, 10**400)
RAW = (
    b"", b"{", b"}", b"null", b"[]", b'"x"', b"1", b"{}", b"NaN", b'{"x": NaN}', b'{"x": {"a": NaN}}',
    b'{"x": {"a": Infinity}}',
    b'{"x": {"a": 1e400}}', b'{"x": {"a": -1e999999}}', b'{"x": {"a": "\\ud800"}}', b'{"x": {}, "id": "\\udfff"}',
    b'{"x": {"a": "\xff\xfe"}}', b"\xff\xff\xff", b"\x00" * 100, b'{"x": {"a": 1}, "x": {"b": 1}}',
    b'{"x": {"a": 1, "a": 2}}',
    b'{"x": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}", b'{"x": ' + b'{"a": ' * 900 + b"1" + b"}" * 900 + b"}",
    b"[" * 5000, b'{"x": {"a": ' + b"9" * 5000 + b"}}", b'{"x": {"a": 0.' + b"1" * 5000 + b"}}",
    b'{"x": {"a": 1}} trailing',
    b'\xef\xbb\xbf{"x": {}}', b'{"x": {"a": 1},}', b"{'x': {}}", b'{"ticket": "i1", "label": {"a": 1}}',
    b'{"x": {"a": 1}}\n{"x": {"a": 2}}',
    b"\n\n\n", b'{"x": {"a": 1}}\r\n{"x": {"a": [1]}}\r\n', b'{"x": {"a": 1}}\n{"x"', b'{"x": ["a", "b", "a"]}',
    b'{"x": [1]}', b'{"x": [""]}',
)  # fmt: skip


class Wanted(NamedTuple):
    """A request."""

    method: str
    path: str
    kind: bytes
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()


class Nonsense:
    """Makes requests: a few that can be taken, most not."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def request(self) -> Wanted:
        """One."""
        rng = self.rng
        makes: tuple[Callable[[], Wanted], ...] = (
            self.ask, self.label, self.many, self.raw, self.other, self.config, self.path, self.odd_headers,
            self.mutated,
        )  # fmt: skip
        return rng.choices(makes, (20, 15, 8, 10, 10, 6, 8, 8, 15))[0]()

    def cell(self, depth: int = 0) -> Any:
        """A value of any sort."""
        rng = self.rng
        kind = rng.randrange(12 if depth < 4 else 8)
        if kind < 3:
            return rng.choice((1, 0, 2.5, "Paris", True))
        if kind < 5:
            return rng.choice(ODD_NUMBERS)
        if kind < 7:
            return rng.choice(ODD_TEXTS)
        if kind == 7:
            return rng.choice((None, True, False))
        if kind < 10:
            return [self.cell(depth + 1) for _ in range(rng.randrange(4))]
        return {rng.choice(WORDS): self.cell(depth + 1) for _ in range(rng.randrange(4))}

    def x(self) -> Any:
        """Mostly a row."""
        rng = self.rng
        if rng.random() < 0.5:
            return {rng.choice(WORDS): rng.choice((1, 0.5, "x", True)) for _ in range(rng.randrange(4))}
        return self.cell() if rng.random() < 0.3 else {rng.choice(WORDS): self.cell() for _ in range(rng.randrange(5))}

    def _path(self, end: str) -> str:
        return f"/v1/models/{self.rng.choice(MODELS)}/{end}"

    def ask_value(self) -> dict[str, Any]:
        """The body of a question."""
        rng = self.rng
        value: dict[str, Any] = {"x": self.x()}
        if rng.random() < 0.6:
            value["id"] = rng.choice(IDS) if rng.random() < 0.9 else self.cell()
        if rng.random() < 0.05:
            value[rng.choice(WORDS)] = self.cell()
        return value

    def label_value(self) -> dict[str, Any]:
        """The body of a label."""
        rng = self.rng
        label = rng.choice(("a", "b", "c", 0, 1, True, False)) if rng.random() < 0.7 else self.cell()
        value = {"ticket": rng.choice(IDS) if rng.random() < 0.9 else self.cell(), "label": label}
        if rng.random() < 0.3:
            value["weight"] = rng.choice((0, 1, 1e100, 1e101, -1, 1e-300, "1", None, 5e-324))
        return value

    def ask(self) -> Wanted:
        """A question, or a prediction, or its explanation."""
        end = self.rng.choice(("ask", "ask", "ask", "predict", "explain"))
        value = self.ask_value()
        if end != "ask":
            value.pop("id", None)
        return Wanted("POST", self._path(end), JSON, _dumped(value))

    def label(self) -> Wanted:
        """A label, or several questions given up."""
        if self.rng.random() < 0.2:
            tickets = [self.rng.choice(IDS) for _ in range(self.rng.randrange(4))]
            value = {"tickets": tickets, "label": self.rng.choice((None, "a", "zz", 3, self.cell()))}
            return Wanted("POST", self._path("expire"), JSON, _dumped(value))
        return Wanted("POST", self._path("labels"), JSON, _dumped(self.label_value()))

    def many(self) -> Wanted:
        """Lines."""
        rng = self.rng
        end = rng.choice(("ask", "labels", "predict"))
        make = self.label_value if end == "labels" else self.ask_value
        lines = [_dumped(make()) for _ in range(rng.randrange(6))]
        if rng.random() < 0.3:
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(RAW))
        return Wanted("POST", self._path(end), LINES, rng.choice((b"\n", b"\r\n", b"\n\n")).join(lines))

    def raw(self) -> Wanted:
        """What is no JSON, or barely."""
        end = self.rng.choice(("ask", "labels", "predict", "expire", "explain"))
        return Wanted("POST", self._path(end), self.rng.choice((JSON, LINES)), self.rng.choice(RAW))

    def other(self) -> Wanted:
        """What is looked at, taken back, promoted or removed."""
        rng = self.rng
        ticket = quote(rng.choice(IDS), safe="")
        query = rng.choice(
            (
                "",
                "?after=0",
                "?after=-1",
                "?after=1e3",
                f"?after={'0' * 30}9",
                f"?limit={'9' * 5000}",
                "?limit=0",
                "?a=b&&=;",
            )
        )
        ends = ("", "events" + query, f"tickets/{ticket}", "standing", "digest", f"labels/{ticket}", "challengers/b",
                "challengers/b/promote", "challengers/" + ticket)  # fmt: skip
        method = rng.choice(("GET", "GET", "DELETE", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "TRACE", "BREW"))
        path = self._path(rng.choice(ends))
        if method == "DELETE" and path.count("/") == 4 and rng.random() < 0.9:
            path = "/v1/models/gone/"
        return Wanted(
            method,
            rng.choice((path, "/metrics", "/live", "/ready", "/v1/models")) if rng.random() < 0.2 else path,
            JSON,
            b"",
        )

    def config(self) -> Wanted:
        """Models and challengers that can't be made, mostly."""
        rng = self.rng
        fields: dict[str, Callable[[], Any]] = {
            "learner": lambda: rng.choice(
                ("auto", "winnow", "arow", "perceptron", "tracking-winnow", "naive-bayes", "os.system", "../x", 3)
            ),
            "parameters": lambda: {
                rng.choice(("n", "floor", "seed", "rate", "buckets", "r", "__class__", "labels")): self.cell()
                for _ in range(2)
            },
            "labels": lambda: rng.choice((["a", "b"], [1, True], ["a"], [], [None, "b"], ["a", "a"], self.cell())),
            "positive": self.cell,
            "columns": lambda: rng.choice(
                ({"text": ["a"]}, {"text": 3}, {"nothing": ["a"]}, {"label": "a"}, self.cell(), {"text": [1, None]})
            ),
            "order": lambda: rng.choice(
                ("replay", "replay:3", "od1", "od3:5", "copies:2", "copies:0", "replay:0", "x:1", "immediate:1:2", 3)
            ),
            "contradictions": lambda: rng.choice(("refuse", "correct", "x")),
            "timeout": lambda: rng.choice((1, 0, -1, 1e9, 1e10, None, "1")),
            "default_label": self.cell,
            "max_pending": lambda: rng.choice((1, 0, 2**40, 2**41, 1.5)),
            "remember": lambda: rng.choice((1000, 999, 10**9)),
            "file": lambda: "/etc/passwd",
        }
        value = {name: fields[name]() for name in rng.sample(list(fields), rng.randrange(1, 4))}
        end = rng.choice(("", "challengers/b", "challengers/c"))
        return Wanted("PUT", f"/v1/models/gone/{end}" if end else "/v1/models/gone", JSON, _dumped(value))

    def path(self) -> Wanted:
        """Where there is nothing."""
        rng = self.rng
        parts = (
            "v1",
            "v2",
            "models",
            "default",
            "ask",
            "..",
            ".",
            "",
            "%2e%2e",
            "%00",
            "%ff",
            "%",
            "%zz",
            "{model}",
            "{ticket}",
            "é",
            "a" * 3000,
            ";",
            "~",
        )
        path = "/" + "/".join(rng.choice(parts) for _ in range(rng.randrange(8)))
        return Wanted(rng.choice(("GET", "POST", "PUT", "DELETE")), path, JSON, rng.choice((b"", b"{}", b'{"x": {}}')))

    def odd_headers(self) -> Wanted:
        """From elsewhere, of another kind, with lengths that are none."""
        rng = self.rng
        odd = (
            (b"host", rng.choice((b"evil.example", b"", b"localhost:99999", b"[::1]:1", b"[", b"\xff", b"LOCALHOST"))),
            (b"origin", rng.choice((b"http://evil.example", b"null", b"", b"http://localhost:1", b"\xff\xfe"))),
            (b"content-length", rng.choice((b"-1", b"abc", b"9" * 5000, b"99999999999", b"1.5", b""))),
            (b"authorization", rng.choice((b"Bearer x", b"Bearer", b"Basic \xff", b"bearer " + b"x" * 10000))),
            (b"content-type", rng.choice((b"text/plain", b"", b"application/json; charset=utf-16", b"\xff"))),
        )  # fmt: skip
        wanted = rng.choice((self.ask, self.label, self.other))()
        return wanted._replace(headers=tuple(rng.sample(odd, rng.randrange(1, 3))))

    def mutated(self) -> Wanted:
        """One of the others with some bytes changed."""
        rng = self.rng
        wanted = rng.choice((self.ask, self.label, self.many, self.config))()
        body = bytearray(wanted.body)
        for _ in range(rng.randrange(1, 5)):
            place = rng.randrange(len(body) + 1)
            way = rng.randrange(3)
            if way == 0 and body:
                body[place % len(body)] = rng.choice(string.printable.encode() + bytes(range(256)))
            elif way == 1:
                body[place:place] = rng.choice((b'"', b"{", b"]", b"\\u0000", b"\\", b"1e9", b"\x00", b"null", b","))
            else:
                del body[place : place + rng.randrange(1, 6)]
        return wanted._replace(body=bytes(body))


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


class Doors:
    """A service in this process, whose application is called."""

    def __init__(self, folder: Path) -> None:
        self.failures: list[BaseException] = []
        settings = Settings(reserve=0, on_failure=self.failures.append, most_models=20)
        self.running = opened(folder, settings, Address())
        self.service = self.running.service
        self.app = self.running.app()

    async def call(self, wanted: Wanted) -> tuple[int, bytes]:
        """Status and body."""
        path, _, query = wanted.path.partition("?")
        headers = {b"host": b"localhost", b"content-type": wanted.kind, **dict(wanted.headers)}
        scope = {
            "type": "http", "method": wanted.method, "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "headers": list(headers.items()), "client": ("127.0.0.1", 1),
        }  # fmt: skip
        said: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": wanted.body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        return said[0]["status"], b"".join(part.get("body", b"") for part in said[1:])

    def digests(self) -> dict[str, tuple[int, str]]:
        """Of all models."""
        return {name: (model.seq, model.digest()) for name, model in self.service.models.items()}

    def seqs(self) -> dict[str, int]:
        """The last event of all models."""
        return {name: model.seq for name, model in self.service.models.items()}


async def _sent(doors: Doors, rounds: int, seed: int, every: int) -> Counter[int]:
    """Sends them; counts by status."""
    makes, counts = Nonsense(seed), Counter[int]()
    await doors.service.start()
    for name, config in MADE.items():
        status, _ = await doors.call(Wanted("PUT", f"/v1/models/{name}", JSON, _dumped(config)))
        assert status == 201, (name, status)
    for number in range(rounds):
        wanted = makes.request()
        look = not number % every
        before = doors.digests() if look else doors.seqs()
        status, body = await doors.call(wanted)
        counts[status] += 1
        assert status != 500, f"request {number}: {wanted}"
        if status >= 400 and not (status == 422 and "default" not in before):
            after: Any = doors.digests() if look else doors.seqs()
            if {name: after.get(name) for name in before} != before:
                raise AssertionError(
                    f"request {number} was refused by {status} {body[:200]!r}, and changed something: {wanted}"
                )
        assert not doors.failures, f"request {number}: {doors.failures} after {wanted}"
        if number == rounds // 2:
            counts[-1] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return counts


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=100, help="the digest is looked at for each so manieth request")
    given = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="thresher-nonsense-") as top:
        doors = Doors(Path(top) / "served")

        async def all_of_it() -> tuple[Counter[int], dict[str, tuple[int, str]]]:
            counts = await _sent(doors, given.rounds, given.seed, given.every)
            live = doors.digests()
            await doors.service.close()
            return counts, live

        counts, live = asyncio.run(all_of_it())
        doors.running.close()
        half, most = counts.pop(-1, 0), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        again = Doors(Path(top) / "served")
        assert again.digests() == live, "the log comes to another state"
        again.service.store.close()
        again.running.close()
    told = ", ".join(f"{status}: {count:,}" for status, count in sorted(counts.items()))
    print(f"{given.rounds:,} requests in {time.perf_counter() - began:.0f} s, by status: {told}")
    print(f"no 500; no refusal changed anything; {most // 1024} MB at most, {half // 1024} MB at half of it")


if __name__ == "__main__":
    main()
