"""Requests, restarts and time in any order: the service answers as a few dictionaries do, and has their digest."""

import asyncio
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.depth import tries
from thresher.errors import InputError
from thresher.service.settings import Settings
from thresher.service.snapshots import write_snapshot

from .inside import FakeClock, Inside
from .plain_service import SORTS, PlainModel, plain_model

WORDS = ("free", "lunch", "city")
GOOD = st.dictionaries(st.sampled_from(WORDS), st.sampled_from((1, 0, 2.5, -1, "Paris", True, None)), max_size=3)
BAD = st.sampled_from(({"city": [1]}, {"free": 1e300}, {"lunch": 10**400}))
XS = st.one_of(GOOD, GOOD, GOOD, BAD)
NAMES = st.sampled_from(list(SORTS))
IDS = st.sampled_from([*"123456789", "~2", "~3", "t4", "Ünïcode/ ?%", "\U0001f600"])
LABELS = st.sampled_from(("a", "b", "c", "no", "yes", False, True))
CHALLENGERS = st.sampled_from(("x", "y"))
SETTINGS = Settings(reserve=0, snapshot_events=3, keep_snapshots=2, keep_days=0, most_models=100)


class ServiceMachine(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.top = Path(tempfile.mkdtemp(prefix="thresher-machine-"))
        self.turn = 0
        self.clock = FakeClock()
        self.plain: dict[str, PlainModel] = {}
        self.open(self.top / "0")

    def open(self, folder: Path) -> None:
        self.service = Inside(folder, SETTINGS, self.clock)

    def teardown(self) -> None:
        if hasattr(self, "service"):
            self.service.close()
            shutil.rmtree(self.top)

    # Models.

    @rule(name=NAMES)
    def make(self, name: str) -> None:
        known = self.plain.get(name)
        answer = self.service.call("PUT", f"/v1/models/{name}", SORTS[name].config)
        if known is None:
            assert answer.status == 201
            self.plain[name] = plain_model(SORTS[name])
        else:
            assert answer.status == (200 if known.champion.sort is SORTS[name] else 409)

    @rule(name=NAMES)
    def remove(self, name: str) -> None:
        there = self.plain.pop(name, None) is not None
        assert self.service.call("DELETE", f"/v1/models/{name}").status == (204 if there else 404)

    def model(self, name: str) -> PlainModel | None:
        """The one called default is made when it is first used."""
        if name == "default" and name not in self.plain:
            self.plain[name] = plain_model(SORTS[name])
        return self.plain.get(name)

    # Questions.

    @rule(name=NAMES, x=XS, ticket=st.none() | IDS)
    def ask(self, name: str, x: Any, ticket: str | None) -> None:
        answer = self.service.ask(x, ticket, name)
        model = self.model(name)
        if model is None:
            assert answer.status == 404
            return
        self.compare_question(model, ticket, answer.status, answer.body, model.ask(x, ticket, self.clock.at))

    def compare_question(self, model: PlainModel, ticket: str | None, status: int, body: bytes, wanted: Any) -> None:
        assert status == wanted[0], (status, body, wanted)
        if isinstance(wanted[1], bytes):
            assert body == wanted[1]
        elif status == 200:
            assert json.loads(body) == wanted[1]
            model.asked[wanted[1]["ticket"]].said = body

    @rule(name=NAMES, data=st.data())
    def ask_again(self, name: str, data: Any) -> None:
        model = self.plain.get(name)
        if model is not None and model.asked:
            ticket = data.draw(st.sampled_from(sorted(model.asked)))
            self.ask(name, model.asked[ticket].x, ticket)

    @rule(name=NAMES, lines=st.lists(st.tuples(GOOD, st.none() | IDS), min_size=1, max_size=5), bad=st.booleans())
    def ask_many(self, name: str, lines: list[tuple[Any, str | None]], bad: bool) -> None:
        values = [{"x": x} | ({} if ticket is None else {"id": ticket}) for x, ticket in lines]
        values += [{"x": {"city": [1]}}] if bad else []
        answer = self.service.lines(f"/v1/models/{name}/ask", values)
        model = self.model(name)
        if model is None:
            assert answer.status == 404
            return
        refused = self.refusal_of(model, lines, bad)
        assert answer.status == (refused or 200), (answer, refused)
        if refused is None:
            for (x, ticket), body in zip(lines, answer.body.splitlines(), strict=True):
                self.compare_question(model, ticket, 200, body, model.ask(x, ticket, self.clock.at))

    def refusal_of(self, model: PlainModel, lines: list[tuple[Any, str | None]], bad: bool) -> int | None:
        """Of the first line that can't be taken; no room comes last."""
        seen: set[str] = set()
        new = 0
        for x, ticket in lines:
            known = model.asked.get(ticket or "")
            if ticket is not None and ticket in seen:
                return 422
            if known is not None and known.seq <= model.archived:
                return 410
            if known is not None and known.x != x:
                return 422
            if known is None and ticket is not None:
                if ticket.startswith("~"):
                    return 422
                seen.add(ticket)
            if known is None:
                try:
                    model.champion.late.check(x)
                except InputError:  # winnow takes nothing negative
                    return 429 if model.full else 422
            new += known is None
        if bad:
            return 429 if model.full else 422
        return 429 if new > model.room else None

    @rule(name=NAMES, x=XS)
    def predict(self, name: str, x: Any) -> None:
        answer = self.service.call("POST", f"/v1/models/{name}/predict", {"x": x})
        model = self.model(name)
        assert answer.status in ((200, 422) if model is not None else (404,))

    # Labels.

    @rule(name=NAMES, ticket=IDS, label=LABELS, weight=st.sampled_from((1.0, 0.0, 2.5)))
    def label(self, name: str, ticket: str, label: Any, weight: float) -> None:
        answer = self.service.label(ticket, label, name, weight=weight)
        model = self.model(name)
        self.compare(answer, (404, None) if model is None else model.label(ticket, label, weight))

    @rule(name=NAMES, data=st.data(), label=st.integers(0, 2))
    def label_what_waits(self, name: str, data: Any, label: int) -> None:
        model = self.plain.get(name)
        if model is not None and model.waiting:
            labels = model.champion.sort.labels
            ticket = data.draw(st.sampled_from(sorted(model.waiting)))
            self.label(name, ticket, labels[label % len(labels)], 1.0)

    @rule(name=NAMES, lines=st.lists(st.tuples(IDS, st.integers(0, 2)), min_size=1, max_size=5), bad=st.booleans())
    def label_many(self, name: str, lines: list[tuple[str, int]], bad: bool) -> None:
        model = self.model(name)
        labels = ("a",) if model is None else model.champion.sort.labels
        told = [(ticket, labels[place % len(labels)]) for ticket, place in lines]
        values: list[Any] = [{"ticket": ticket, "label": label} for ticket, label in told]
        values += [{"ticket": "1", "label": None}] if bad else []
        answer = self.service.lines(f"/v1/models/{name}/labels", values)
        if model is None or bad:
            assert answer.status == (404 if model is None else 422)
            return
        assert answer.status == 200, answer
        for (ticket, label), said in zip(told, answer.values, strict=True):
            assert said == model.label(ticket, label, 1.0)[1]

    def compare(self, answer: Any, wanted: tuple[int, Any]) -> None:
        assert answer.status == wanted[0], (answer, wanted)
        if answer.status == 200:
            assert answer.value == wanted[1]

    @rule(name=NAMES, ticket=IDS)
    def retract(self, name: str, ticket: str) -> None:
        quoted = "".join(f"%{byte:02x}" for byte in ticket.encode())
        answer = self.service.call("DELETE", f"/v1/models/{name}/labels/{quoted}")
        model = self.model(name)
        self.compare(answer, (404, None) if model is None else model.retract(ticket, self.clock.at))

    @rule(name=NAMES, tickets=st.lists(IDS, max_size=4), label=st.none() | LABELS)
    def expire(self, name: str, tickets: list[str], label: Any) -> None:
        answer = self.service.call("POST", f"/v1/models/{name}/expire", {"tickets": tickets, "label": label})
        model = self.model(name)
        self.compare(answer, (404, None) if model is None else model.expire(tickets, label))

    # Challengers.

    @rule(name=NAMES, challenger=CHALLENGERS, sort=NAMES)
    def challenge(self, name: str, challenger: str, sort: str) -> None:
        path = f"/v1/models/{name}/challengers/{challenger}"
        answer = self.service.call("PUT", path, SORTS[sort].config)
        model = self.model(name)
        assert answer.status == (404 if model is None else model.challenge(challenger, SORTS[sort]))

    @rule(name=NAMES, challenger=CHALLENGERS, early=st.booleans())
    def promote(self, name: str, challenger: str, early: bool) -> None:
        query = "?early=1" if early else ""
        answer = self.service.call("POST", f"/v1/models/{name}/challengers/{challenger}/promote{query}")
        model = self.model(name)
        assert answer.status == (404 if model is None else model.promote(challenger, early))

    @rule(name=NAMES, challenger=CHALLENGERS)
    def withdraw(self, name: str, challenger: str) -> None:
        answer = self.service.call("DELETE", f"/v1/models/{name}/challengers/{challenger}")
        model = self.model(name)
        assert answer.status == (404 if model is None else model.withdraw(challenger))

    # Time.

    @rule(seconds=st.sampled_from((0.001, 3.0, 11.0)))
    def time_goes_on(self, seconds: float) -> None:
        self.clock.at += int(seconds * 1e6)
        self.service.run(self.service.service.upkeep._time_out())
        for model in self.plain.values():
            model.time_out(self.clock.at)

    @rule(seconds=st.integers(1, 100))
    def the_clock_is_set_back(self, seconds: int) -> None:
        latest = self.clock.at
        self.clock.at -= seconds * 1_000_000
        self.time_goes_on(0.001)
        self.clock.at = latest

    # Snapshots, archives and restarts.

    @rule()
    def snapshot_and_archive(self) -> None:
        self.clock.at += 1
        upkeep, folder = self.service.service.upkeep, self.service.folder

        async def both() -> None:
            await upkeep._keep([write_snapshot(folder, model) for model in upkeep._changed()])
            if upkeep._archiving is not None:
                await upkeep._archiving

        self.service.run(both())
        for name, model in self.plain.items():
            number = self.service.service.models[name].number
            model.archived = max((row.last for row in self.service.service.store.archives(number)), default=0)

    @rule()
    def restart(self) -> None:
        self.service.close()
        self.open(self.service.folder)

    @rule()
    def killed(self) -> None:
        self.turn += 1
        self.open(self.service.cut(self.top / str(self.turn)))

    @rule(name=NAMES, x=GOOD)
    @precondition(lambda self: self.plain)
    def killed_before_it_is_written(self, name: str, x: Any) -> None:
        """What was not acknowledged has not happened."""
        if name not in self.plain:
            return
        self.turn += 1
        service, into = self.service, self.top / str(self.turn)
        held = service.held_up()

        async def cut_under_way() -> None:
            body = json.dumps({"x": x}).encode()
            asking = asyncio.create_task(service.called("POST", f"/v1/models/{name}/ask", body))
            await asyncio.sleep(0.002)
            shutil.copytree(service.folder, into)
            held.let_go()
            await asking

        service.run(cut_under_way())
        service.close()
        self.open(into)

    @invariant()
    def both_are_the_same(self) -> None:
        if not hasattr(self, "service"):
            return
        wanted = {name: (model.seq, model.digest()) for name, model in self.plain.items()}
        assert self.service.digests() == wanted
        waiting = {name: list(model.waiting) for name, model in self.plain.items()}
        assert {name: list(model.waiting) for name, model in self.service.service.models.items()} == waiting
        assert not self.service.failures


TestServiceMachine = ServiceMachine.TestCase
TestServiceMachine.settings = tries(60, stateful_step_count=40)
