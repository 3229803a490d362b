"""A log that goes on, learned by partitions from where each of them stands."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import InputError
from .batches import Packer, key_text, of_memory
from .intervals import Interval
from .logs import Lag, Log, Offset
from .shelf import partition_of
from .team import Progress, Team


def follow(
    team: Team,
    packer: Packer,
    log: Log,
    *,
    batch: int,
    every: int,
    most: int | None,
    until: Callable[[], bool] | None,
    on_progress: Callable[[int, Progress], None] | None = None,
) -> None:
    """Learns what a log has, until there is nothing new; see `Keyed.follow`.

    Partitions that were committed at different moments have read the log to different offsets. It is read from the
    least of them, and a row goes to a partition that has not learned it: in which order parts of the log are read again
    makes no difference to that.
    """
    state = team.state()
    read = {number: _offset_of(log, where or {}) for number, (_, where) in state.items()}
    events = max(events for events, _ in state.values())
    offset = {name: min(one.get(name, 0) for one in read.values()) for name in sorted(set().union(*read.values()))}
    ahead = {number: one for number, one in read.items() if one != offset}
    team.advance(events)
    done, interval = 0, Interval(every, batch)
    while ahead or most is None or done < most:
        rows, places, offset = log.poll(offset, batch)
        if not rows:
            if ahead:
                raise InputError("the log ends before what the models have learned of it: it can't be read again.")
            if on_progress is not None:
                on_progress(events, team.progress()._replace(lag=_lag(log, offset)))
            if until is None or until():
                return
            continue
        done += len(rows)
        if ahead:
            rows = _not_had(packer, rows, places, ahead)
            ahead = {number: one for number, one in ahead.items() if _is_ahead(one, offset)}
        for some in of_memory(packer, rows, None, max(1, len(rows)), events):
            due = interval.is_due(some.first, some.last) and not ahead
            team.send(dataclasses.replace(some, where={"log": offset}), commit=due, soon=len(rows) < batch)
            if due:
                interval.committed(some.last)
            events = some.last
        if on_progress is not None:
            on_progress(events, team.progress()._replace(lag=_lag(log, offset)))


def _offset_of(log: Any, where: Mapping[str, Any]) -> Offset:
    """Where a partition goes on with a log: behind what it learned of it, followed or as files."""
    after_files = getattr(log, "after_files", None)
    if "files" not in where or after_files is None:
        return dict(where.get("log") or {})
    return {**after_files(where["files"], where["file"], where["at"]), **(where.get("log") or {})}


def _lag(log: Any, offset: Offset) -> Lag | None:
    """A log need not be a `Log`: it may know nothing but to be polled."""
    told = getattr(log, "lag", None)
    lag: Lag | None = None if told is None else told(offset)
    return lag


def _is_ahead(one: Mapping[str, int], offset: Mapping[str, int]) -> bool:
    return any(offset.get(name, 0) < at for name, at in one.items())


def _not_had(
    packer: Packer, rows: list[Any], places: list[tuple[str, int]], ahead: Mapping[int, Mapping[str, int]]
) -> list[Any]:
    """Without the rows that a partition which stands ahead has learned."""
    kept = []
    for row, (name, at) in zip(rows, places, strict=True):
        number = partition_of(key_text(row.get(packer.by)), packer.partitions)
        if number not in ahead or at >= ahead[number].get(name, 0):
            kept.append(row)
    return kept
