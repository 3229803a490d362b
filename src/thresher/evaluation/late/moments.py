"""When a question is asked, and when its label is due: counted in questions, or by moments of time."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from ...errors import InputError, ParameterError
from ...late.simulate.arrivals import (
    Arrival,
    Chosen,
    Constant,
    HeavyTailed,
    Never,
    Uniform,
    as_arrival,
    checked_delay,
)


class Times(NamedTuple):
    """now: of the question.   due: of its label, which comes before the first question that is not earlier; or None."""

    now: Any
    due: Any


class Clock(Protocol):
    """Tells both times of an instance."""

    looks: bool  # into x

    def at(self, number: int, x: Any, y: Any) -> Times: ...

    def question(self, due: Any, asked: int) -> int:
        """The number of the question before which a label comes that was still out after the last question."""
        ...


class ByQuestion:
    """The label of instance a with delay d comes right before question a + d (D1)."""

    def __init__(self, arrival: Arrival) -> None:
        self._arrival = arrival
        self.looks = not isinstance(arrival, (Constant, HeavyTailed, Never, Uniform))

    def at(self, number: int, x: Any, y: Any) -> Times:
        delay = None if y is None else checked_delay(self._arrival(number, x, y))
        return Times(number, None if delay is None else number + delay)

    def question(self, due: Any, asked: int) -> int:
        return int(due)


class ByTime:
    """A question has a moment; its label comes a while later, and before the first question that is not earlier.

    delay: (x, y) -> a while that can be added to a moment, the moment itself as a datetime, or None.
    """

    looks = True

    def __init__(self, moment: Callable[[Any], Any], delay: Callable[[Any, Any], Any]) -> None:
        self._moment, self._delay = moment, delay

    def at(self, number: int, x: Any, y: Any) -> Times:
        now = self._moment(x)
        try:
            delay = None if y is None else self._delay(x, y)
            due = None if delay is None else _due(now, delay)
            sensible = now == now and (due is None or due >= now)
        except TypeError as error:
            raise InputError(f"the moment {now!r} and the delay do not go together: {error}.") from None
        if not sensible:
            raise InputError(f"the label of a question asked at {now} can't come at {due}, before it.")
        return Times(now, due)

    def question(self, due: Any, asked: int) -> int:
        return asked + 1


def clock_for(moment: Any, delay: Any) -> Clock:
    """The clock that goes by what `evaluate_late` was given. A text is a key of x."""
    if moment is None:
        if isinstance(delay, str):
            key = delay
            return ByQuestion(lambda number, x, y: _whole(_get(x, key, None)))
        return ByQuestion(delay.anew() if isinstance(delay, Chosen) else as_arrival(delay))
    if not isinstance(moment, str) and not callable(moment):
        raise ParameterError(f"moment must be a key of x or a function of x; got {moment!r}.")
    return ByTime(_reader(moment), _delays(delay))


def keys_of(moment: Any, delay: Any) -> tuple[str, ...]:
    """The keys of x that tell the time: they are no attributes."""
    return tuple(dict.fromkeys(key for key in (moment, delay) if isinstance(key, str)))


def time_in(text: str) -> float | datetime:
    """A number, or a date and time of ISO 8601; one without a zone is UTC.

    >>> time_in("12.5"), time_in("2026-01-31T12:00:00Z").timestamp()
    (12.5, 1769860800.0)
    """
    try:
        return float(text)
    except ValueError:
        pass
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InputError(
            f"{text!r} is no time: write a number, or a date as 2026-01-31 or 2026-01-31T12:00:00."
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def seconds(time: float | datetime) -> float:
    """A time in tables as a number: dates are seconds since 1970."""
    return time.timestamp() if isinstance(time, datetime) else time


def _due(now: Any, delay: Any) -> Any:
    if isinstance(delay, datetime):
        return delay if isinstance(now, datetime) else seconds(delay)
    return now + delay


def _reader(moment: Any) -> Callable[[Any], Any]:
    if not isinstance(moment, str):
        return moment  # type: ignore[no-any-return]

    def read(x: Any) -> Any:
        found = _get(x, moment, None)
        if found is None:
            raise InputError(f"there is no {moment!r} to tell the time by.")
        return found

    return read


def _delays(delay: Any) -> Callable[[Any, Any], Any]:
    if isinstance(delay, str):
        return lambda x, y: _get(x, delay, None)
    return delay if callable(delay) else lambda x, y: delay


def _get(x: Any, key: str, default: Any) -> Any:
    try:
        return x.get(key, default)
    except AttributeError:
        raise InputError(f"x must be a dict to have the key {key!r}; got {type(x).__name__}.") from None


def _whole(delay: Any) -> Any:
    return int(delay) if isinstance(delay, float) and delay.is_integer() else delay
