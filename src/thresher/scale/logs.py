"""Logs that go on: files that grow, and Kafka. How far they were read is kept inside the models.

A log answers `poll(offset)` with what stands behind an offset, and the offset behind that. Offsets are committed with
the models, so a log that can be read again is learned exactly once, whatever ends a process.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError, ParameterError
from .file_names import whole_names

Offset = dict[str, int]
"""Where a log was read to: of each of its parts, files or partitions, the place of the next row; empty: nothing."""

Polled = tuple[list[dict[str, Any]], list[tuple[str, int]], Offset]
"""Rows; part and place of each; the offset behind them."""


class Lag(NamedTuple):
    """What a log has that was not read yet.

    Parameters
    ----------
    amount : int
        How much.
    unit : str
        Of what: "bytes", "messages".
    """

    amount: int
    unit: str


class Log(ABC):
    """What can be read on and on."""

    @abstractmethod
    def poll(self, offset: Offset, most: int = 10_000) -> Polled:
        """The rows behind an offset, as many as are there and no more than `most`, and the offset behind them.

        Parameters
        ----------
        offset : mapping
            What an earlier call gave; empty: the beginning. Parts that are not in it begin at 0.
        most : int, default 10000
            No more rows than these.

        Returns
        -------
        (list of dict, list of (str, int), dict)
            Rows, the part and place of each, and the offset behind them; no rows where there is nothing new. Places
            grow within a part.
        """

    def lag(self, offset: Offset) -> Lag | None:
        """What stands behind an offset, as far as is known without reading it; None where that can't be told.

        Parameters
        ----------
        offset : mapping
            What `poll` gave.
        """
        return None

    def after_files(self, names: Sequence[str], last: int, at: int) -> Offset:
        """Where the log goes on if it was learned before, as files that end; empty: it was not.

        Parameters
        ----------
        names : sequence of str
            The files.
        last : int
            Which of them was read last; those before it were read whole.
        at : int
            How many bytes of it.

        Raises
        ------
        InputError
            If that can't be told.
        """
        return {}


class GrowingFiles(Log):
    """Files of JSON lines that grow: a line is read when its end is there.

    An offset names them by their whole paths: whoever goes on may stand in another folder.

    Parameters
    ----------
    paths : path or list of paths
        The files, in order; one that is not there yet is empty.

    Examples
    --------
    >>> import tempfile, pathlib, thresher as th
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = pathlib.Path(folder.name, "log.jsonl")
    >>> _ = file.write_text('{"user": "ann", "free": 1, "label": 1}\\n{"user": "b')
    >>> log = th.scale.GrowingFiles(file)
    >>> rows, places, offset = log.poll({})
    >>> rows, log.poll(offset)[0]
    ([{'user': 'ann', 'free': 1, 'label': 1}], [])
    >>> folder.cleanup()
    """

    def __init__(self, paths: Any) -> None:
        some = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        self._paths = [os.path.abspath(path) for path in some]
        if not self._paths:
            raise ParameterError("a log has at least one file.")

    def poll(self, offset: Offset, most: int = 10_000) -> Polled:
        """See `Log.poll`; an offset is a mapping from files to bytes."""
        at = dict(offset)
        rows: list[dict[str, Any]] = []
        places: list[tuple[str, int]] = []
        for path in self._paths:
            if len(rows) >= most or not os.path.exists(path):
                continue
            begin = at.get(path, 0)
            if os.path.getsize(path) < begin:
                raise InputError(f"{path}: is shorter than when it was read; a log only grows.")
            with open(path, "rb") as file:
                file.seek(begin)
                for line in file:
                    if not line.endswith(b"\n") or len(rows) >= most:
                        break
                    found = _row_of(line, f"{path}, byte {begin}")
                    rows += found
                    places += [(path, begin)] * len(found)
                    begin += len(line)
            at[path] = begin
        return rows, places, at

    def lag(self, offset: Offset) -> Lag:
        """The bytes that were not read; of a line whose end is not there yet, too."""
        there = {path: os.path.getsize(path) for path in self._paths if os.path.exists(path)}
        return Lag(sum(max(0, size - offset.get(path, 0)) for path, size in there.items()), "bytes")

    def after_files(self, names: Sequence[str], last: int, at: int) -> Offset:
        """See `Log.after_files`: of a file that was read whole it is not known how long it was then."""
        read = whole_names(names[: last + 1])
        whole = sorted(set(read[:-1]) & set(self._paths))
        if whole:
            raise InputError(f"{whole[0]}: was learned as a file that ends, with others behind it; give new models.")
        return {path: at for path in read if path in self._paths}


class KafkaLog(Log):
    """A topic of Kafka whose messages are JSON objects.

    Offsets are kept with the models, not by the broker: nothing is committed there.

    Parameters
    ----------
    topic : str
        The topic; all of its partitions are read.
    servers : str
        The brokers, as `bootstrap.servers`.
    timeout : float, default 1.0
        Seconds to wait for a message.
    settings : mapping, optional
        Further settings of librdkafka, which says on stderr only what it can't go on with; `{"log_level": 6}`: more.

    Raises
    ------
    InputError
        If confluent-kafka is not installed, or the broker does not answer.
    """

    def __init__(
        self, topic: str, servers: str, *, timeout: float = 1.0, settings: Mapping[str, Any] | None = None
    ) -> None:
        try:
            import confluent_kafka
        except ImportError:
            raise InputError("reading Kafka needs confluent-kafka: pip install 'thresher[kafka]'") from None
        self._kafka, self._topic, self._timeout = confluent_kafka, topic, timeout
        usual = {"group.id": "thresher", "enable.auto.commit": False, "auto.offset.reset": "error", "log_level": 2}
        self._consumer = confluent_kafka.Consumer({"bootstrap.servers": servers, **usual, **(settings or {})})
        self._at: dict[str, int] | None = None

    def poll(self, offset: Offset, most: int = 10_000) -> Polled:
        """See `Log.poll`; an offset is a mapping from partitions to the next offset of each."""
        at = dict(offset)
        if self._at is None or at != self._at:
            at = self._seek(at)
        rows: list[dict[str, Any]] = []
        places: list[tuple[str, int]] = []
        found: dict[int, list[Any]] = {}
        for message in self._consumer.consume(min(most, 100_000), self._timeout):
            if message.error() is not None:
                raise InputError(f"Kafka topic {self._topic!r}: {message.error().str()}")
            found.setdefault(message.partition(), []).append(message)
        for partition in sorted(found):
            for message in found[partition]:
                place = f"topic {self._topic!r}, partition {partition}, offset {message.offset()}"
                some = _row_of(message.value() or b"", place)
                rows += some
                places += [(str(partition), message.offset())] * len(some)
                at[str(partition)] = message.offset() + 1
        self._at = dict(at)
        return rows, places, at

    def _seek(self, at: dict[str, int]) -> dict[str, int]:
        try:
            topics = self._consumer.list_topics(self._topic, timeout=max(5.0, self._timeout)).topics
        except self._kafka.KafkaException as error:
            why = error.args[0].str()
            raise InputError(f"Kafka topic {self._topic!r}: the broker does not answer: {why}") from None
        partitions = topics[self._topic].partitions
        if not partitions:
            raise InputError(f"Kafka topic {self._topic!r}: there is no such topic.")
        begin = {str(one): at.get(str(one), 0) for one in partitions}
        places = [self._kafka.TopicPartition(self._topic, int(one), next_) for one, next_ in begin.items()]
        self._consumer.assign(places)
        return begin

    def lag(self, offset: Offset) -> Lag | None:
        """The messages that were not read, as the broker told with those that were; None before it told."""
        behind = 0
        for name, at in offset.items():
            part = self._kafka.TopicPartition(self._topic, int(name))
            ends = self._consumer.get_watermark_offsets(part, cached=True)
            if ends is None or ends[1] < 0:
                return None
            behind += max(0, ends[1] - at)
        return Lag(behind, "messages") if offset else None

    def close(self) -> None:
        """Ends the connection."""
        self._consumer.close()


def _row_of(line: bytes, place: str) -> list[dict[str, Any]]:
    """The row of a line; none where it is empty."""
    if not line.strip():
        return []
    try:
        row = json.loads(line)
    except RecursionError:
        raise InputError(f"{place}: no JSON that can be read: it is nested too deep.") from None
    except ValueError as error:
        hint = "with Keyed.follow JSON alone is learned, an object a row"
        raise InputError(f"{place}: no JSON: {error}", hint=hint) from None
    if not isinstance(row, dict):
        raise InputError(f"{place}: a row is a JSON object; got {str(row)[:50]}.")
    return [row]
