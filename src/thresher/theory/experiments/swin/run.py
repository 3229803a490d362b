"""The stream of B11, and six learners that go through it side by side: SWIN tuned, generic and without floor."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ....learners import Swin
from ...bounds import swin_mistakes, swin_mistakes_on_a_disjunction
from ...concepts import Planted, Schedule, alternating
from .parameters import GENERIC, Parameters, best_parameters


@dataclass(frozen=True)
class Setting:
    """n attributes, a switch every so many trials, so many switches, and so many streams (seeds)."""

    n: int
    every: int
    switches: int
    streams: int
    literals: int = 4

    @property
    def trials(self) -> int:
        return self.every * (self.switches + 1)

    @property
    def window(self) -> int:
        """The trials after a switch or an error in which its mistakes are counted: before the next one comes."""
        return self.every * 2 // 5

    @cached_property
    def schedule(self) -> Schedule:
        return alternating(self.trials, self.literals, self.every)

    @cached_property
    def errors(self) -> list[int]:
        """Trials with attribute errors: in the middle of the stretches of four literals, but for the first."""
        return list(range(2 * self.every + self.every // 2, self.trials, 2 * self.every))


class Event(NamedTuple):
    """What makes the bound grow: Z+, Z- or A grows by `amount` with this trial (from 0)."""

    trial: int
    kind: str
    amount: int


class Variant(NamedTuple):
    """A learner of the experiment: tuned, generic or plain, deterministic or randomised."""

    parameters: str
    randomized: bool


WORDS = {False: "deterministic", True: "randomised"}
WHO = [Variant(parameters, randomized) for randomized in (False, True) for parameters in ("tuned", "generic", "plain")]


@dataclass
class Run:
    """One stream: what happened in it, the learners' parameters and their (expected) mistakes after each trial."""

    setting: Setting
    seed: int
    events: list[Event]
    parameters: dict[Variant, Parameters]
    mistakes: dict[Variant, list[float]]
    weight_before: dict[Variant, list[float]]
    """The weight of each literal that comes on, just before it does."""

    def total(self, kind: str, trials: int | None = None) -> int:
        """Z+, Z- or A of the first so many trials; of all if not given."""
        end = self.setting.trials if trials is None else trials
        return sum(event.amount for event in self.events if event.kind == kind and event.trial < end)

    def made(self, who: Variant, first: int, last: int) -> float:
        """The mistakes of the trials first .. last - 1."""
        so_far = self.mistakes[who]
        return so_far[last - 1] - (so_far[first - 1] if first else 0)

    def bound(self, who: Variant, trials: int | None = None) -> float | None:
        """B6 with the shifts and errors of the first so many trials; B8 for plain Winnow until the first switch."""
        end = self.setting.trials if trials is None else trials
        promotion, floor_share = self.parameters[who]
        if who.parameters == "plain":
            if end > self.setting.every:
                return None
            return swin_mistakes_on_a_disjunction(
                n=self.setting.n,
                literals=self.setting.literals,
                promotion=promotion,
                initial=self.setting.literals / self.setting.n,
                attribute_errors=self.total("A", end),
                randomized=who.randomized,
            )
        return swin_mistakes(
            n=self.setting.n,
            promotion=promotion,
            floor_share=floor_share,
            literals_on=self.total("Z+", end),
            literals_off=self.total("Z-", end),
            attribute_errors=self.total("A", end),
            randomized=who.randomized,
        )

    def bound_steps(self, who: Variant) -> list[tuple[int, float | None]]:
        """(trials, bound) wherever it changes, and at the end."""
        places = sorted({0, *(event.trial for event in self.events if event.trial)})
        steps = [(place, self.bound(who, place + 1)) for place in places]
        return [*steps, (self.setting.trials, steps[-1][1])]

    def price(self, who: Variant, event: Event) -> float | None:
        """By how much the bound grows with an event."""
        after, before = self.bound(who, event.trial + 1), self.bound(who, event.trial)
        return None if after is None or before is None else after - before


def go_through(setting: Setting, seed: int) -> Run:
    """All learners over one stream. The tuned ones know how often its target will shift, and its errors."""
    told = Planted(setting.schedule, setting.n, "dense", attribute_errors=setting.errors, seed=seed).told()
    examples: list[tuple[array[int], bool]] = []  # dicts of all of them would take a hundred times the room
    wrong = []
    for trial, example in enumerate(told):
        examples.append((array("i", example.x), example.y))  # type: ignore[arg-type]  # columns only
        if example.attribute_error:
            wrong.append(Event(trial, "A", 1 if example.y else _active(setting, trial)))
    events = sorted([*_switches(setting), *wrong], key=lambda event: event.trial)
    run = Run(setting, seed, events, {}, {}, {})
    learners = {}
    for who in WHO:
        learners[who], run.parameters[who] = _learner(run, who)
        run.mistakes[who], run.weight_before[who] = [], []
    coming = _coming_on(setting)
    for trial, (attributes, y) in enumerate(examples):
        x = dict.fromkeys(attributes, 1.0)
        for who, learner in learners.items():
            if trial in coming:
                run.weight_before[who].append(learner.weight(coming[trial]))
            learner.learn_one(x, y)
            run.mistakes[who].append(learner.expected_mistakes if who.randomized else learner.mistakes)
    return run


def _learner(run: Run, who: Variant) -> tuple[Swin, Parameters]:
    setting = run.setting
    parameters = GENERIC
    if who.parameters != "generic":
        on, off, errors = run.total("Z+"), run.total("Z-"), run.total("A")
        parameters = best_parameters(
            n=setting.n, literals_on=on, literals_off=off, attribute_errors=errors, randomized=who.randomized
        )
    initial = None
    if who.parameters == "plain":
        parameters, initial = Parameters(parameters.promotion, 0.0), setting.literals / setting.n
    return Swin(setting.n, *parameters, initial=initial, randomized=who.randomized, seed=run.seed), parameters


def _switches(setting: Setting) -> list[Event]:
    found, before = [], frozenset[object]()
    for first, target in setting.schedule.segments:
        now = frozenset(target.relevant)
        changes = {"Z+": len(now - before), "Z-": len(before - now)}
        found += [Event(first, kind, amount) for kind, amount in changes.items() if amount]
        before = now
    return found


def _coming_on(setting: Setting) -> dict[int, int]:
    """Trial -> the literal that comes on with it."""
    segments: Sequence[tuple[int, frozenset[int]]] = [
        (first, frozenset(int(literal) for literal in target.relevant)) for first, target in setting.schedule.segments
    ]
    return {first: min(now - before) for (_, before), (first, now) in pairwise(segments) if now - before}


def _active(setting: Setting, trial: int) -> int:
    return next(len(target.relevant) for first, target in reversed(setting.schedule.segments) if first <= trial)
