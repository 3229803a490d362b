"""Looks at a learner now and then, and tells what changed: restarts of its own, or mistakes that became many."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...learners import Change, changes_since_restart, last_restart, restarts_of
from ...logs import tell
from ...protocols import Attribute, Label
from .events import ALARM, RESTART, DriftEvent
from .mistake_alarm import MistakeAlarm

AFTER = 1000  # examples after an event at which weights are compared
LEAST = 200  # fewer say nothing
MOST_EVENTS = 100
MOST_CHANGES = 10
MOST_WEIGHTS = 200  # of a learner without restarts, kept when the alarm rings
OFTEN, SELDOM = 256, 2048  # examples between two looks: at one that begins anew, at another
_WINDOWS = 2  # looks that "lately" means
MOVED = 0.02  # a smaller change of trust is not told

Told = Callable[[DriftEvent], object]


class DriftWatch:
    """Whoever looks for a learner's drift. In a loop of one's own, call `look` after examples were learned.

    Parameters
    ----------
    learner : Learner
        Any learner.
    on_drift : callable, optional
        Called with a DriftEvent once it is known what changed: 1,000 examples after it, or at the end.
    on_restart : callable, optional
        Called with a DriftEvent as soon as it is seen that the learner began anew.
    counts : callable, optional
        (examples, mistakes) so far. Default: the learner's own.

    Attributes
    ----------
    events : list[DriftEvent]
        What was noticed so far, the last hundred.

    Examples
    --------
    >>> from thresher import Auto
    >>> model = Auto()
    >>> watch = DriftWatch(model, on_restart=print)
    >>> outcome = model.learn_one({"free": 1, "now": 1}, True)
    >>> watch.look()
    >>> watch.events
    []
    """

    def __init__(
        self,
        learner: Any,
        *,
        on_drift: Told | None = None,
        on_restart: Told | None = None,
        counts: Callable[[], tuple[int, int]] | None = None,
    ) -> None:
        self.learner = learner
        self.on_drift, self.on_restart = on_drift, on_restart
        self.events: list[DriftEvent] = []
        self.next = 0
        self._first, wrong = getattr(learner, "examples", 0), getattr(learner, "mistakes", 0)
        self._counts = counts or (lambda: (learner.examples - self._first, learner.mistakes - wrong))
        self._restarts = restarts_of(learner)
        self._alarm = None if self._restarts else MistakeAlarm()
        self._looks: deque[tuple[int, int]] = deque([(0, 0)], _WINDOWS + 1)
        self._since = (0, 0)  # counts at the last event
        self._open: list[_Open] = []

    def reach(self, loop: Any) -> None:
        """So many examples of a loop were read: looks, and says when to look again."""
        self.look()
        self.next = loop.examples + (SELDOM if self._alarm is not None else OFTEN)

    def look(self) -> None:
        """Sees whether something happened since the last look."""
        examples, mistakes = self._counts()
        before = self._looks[-1]
        if examples - before[0] < 1:
            return
        if self._restarts or restarts_of(self.learner):
            self._look_for_restarts(examples, mistakes)
        if self._alarm is not None and self._alarm(examples - before[0], mistakes - before[1]):
            self._notice(DriftEvent(self._first + examples, ALARM), examples, mistakes, None)
        if examples - before[0] >= OFTEN // 2 or len(self._looks) == 1:
            self._looks.append((examples, mistakes))
        self._compare(examples)

    def finish(self) -> list[DriftEvent]:
        """Nothing more comes: all events, the last compared with what there is."""
        self.look()
        self._compare(self._counts()[0], at_the_end=True)
        return self.events

    def _look_for_restarts(self, examples: int, mistakes: int) -> None:
        now = restarts_of(self.learner)
        self._alarm = None
        for label, count in now.items():
            if count <= self._restarts.get(label, count):  # a class that is new has its past from another
                continue
            at, trust, rang = last_restart(self.learner, label)
            self._notice(DriftEvent(at, RESTART, rang, label=label), examples, mistakes, trust)
        self._restarts = now

    def _notice(self, event: DriftEvent, examples: int, mistakes: int, trust: Any) -> None:
        """With what is known at once."""
        since, wrong_since = self._since
        then, wrong_then = next((look for look in self._looks if look[0] > since), self._since)
        lately, earlier = max(1, examples - then), max(1, then - since)
        event = replace(
            event,
            error_lately=(mistakes - wrong_then) / lately,
            error_before=(wrong_then - wrong_since) / earlier,
            window=lately,
        )
        self._since = (examples, mistakes)
        self._give_up(event.label, examples)
        weights = None if event.kind == RESTART else _weights_of(self.learner)
        self._open.append(_Open(event, trust, weights))
        self.events = [*self.events, event][-MOST_EVENTS:]
        tell("%s", event)
        if event.kind == RESTART and self.on_restart is not None:
            self.on_restart(event)

    def _compare(self, examples: int, *, at_the_end: bool = False) -> None:
        """What changed since events that lie back far enough."""
        for one in list(self._open):
            passed = self._first + examples - one.event.examples
            if passed < AFTER and not at_the_end:
                continue
            self._close(one, passed)

    def _close(self, one: "_Open", passed: int) -> None:
        self._open.remove(one)
        event = one.compared(self.learner, passed) if passed >= LEAST else one.event
        self.events = [event if kept is one.event else kept for kept in self.events]
        if event.changed:
            tell("%s", event)
        if self.on_drift is not None:
            self.on_drift(event)

    def _give_up(self, label: Label, examples: int) -> None:
        """Of what happened before and is still open: after one more restart, weights of before the first are gone."""
        for one in [one for one in self._open if one.event.label == label]:
            self._close(one, self._first + examples - one.event.examples if one.event.kind == ALARM else 0)


class _Open:
    """An event of which it is not known yet what changed."""

    def __init__(self, event: DriftEvent, trust: Any, weights: dict[Attribute, float] | None) -> None:
        self.event, self._trust, self._weights = event, trust, weights

    def compared(self, learner: Any, passed: int) -> DriftEvent:
        """With what changed."""
        if self.event.kind == RESTART:
            label = self.event.label
            changed = changes_since_restart(learner, label, MOST_CHANGES)
            asked = learner if label is None else learner.member(label)
            trust = _moved(self._trust, asked.explain().trust)
        else:
            changed, trust = _unlike(self._weights or {}, learner), {}
        return replace(self.event, changed=changed, trust=trust, compared_after=passed)


def _moved(before: Any, after: Any) -> dict[str, tuple[float, float]]:
    """The experts whose part in the answer changed, the most first."""
    pairs = {name: (before[name], after[name]) for name in before if abs(after[name] - before[name]) >= MOVED}
    return dict(sorted(pairs.items(), key=lambda pair: -abs(pair[1][1] - pair[1][0])))


def _weights_of(learner: Any) -> dict[Attribute, float]:
    """The largest weights now; of many classes, and of models that have none, nothing."""
    if not hasattr(learner, "largest") or _has_members(learner):
        return {}
    return dict(learner.largest(MOST_WEIGHTS))


def _unlike(before: dict[Attribute, float], learner: Any) -> tuple[Change, ...]:
    """Weights that changed since, the largest change first."""
    if _has_members(learner):
        return ()
    changes = [Change(key, weight, learner.weight(key)) for key, weight in before.items()]
    moved = [one for one in changes if one.before != one.after]
    return tuple(sorted(moved, key=lambda one: (-abs(one.after - one.before), str(one.attribute)))[:MOST_CHANGES])


def _has_members(learner: Any) -> bool:
    """Whether each label has weights of its own: of more than two labels, and of a Multiclass also of two."""
    known = getattr(learner, "known_labels", None)
    return len(learner.labels) > 2 if known is None else not known.are_two
