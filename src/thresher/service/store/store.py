"""What a store of events is asked: by one writer, by readers, at recovery."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from ...errors import ThresherError
from ..events import Event

FORMAT = 1
"""Of the tables. A later one opens an earlier, and says so."""


class ModelRow(NamedTuple):
    """A model that was made."""

    number: int
    name: str
    made: int
    gone: int | None
    config: bytes


class SnapshotRow(NamedTuple):
    """A snapshot that was made of a model."""

    model: int
    seq: int
    digest: str
    size: int
    file: str
    at: int


class CheckRow(NamedTuple):
    """A replay that came to the same state."""

    model: int
    seq: int
    digest: str
    at: int


class ArchiveRow(NamedTuple):
    """Events that were moved into a file."""

    model: int
    first: int
    last: int
    file: str


class KeyRow(NamedTuple):
    """A key, of which only the hash is known."""

    hash: str
    name: str
    scopes: str
    made: int
    gone: int | None


class Damage(ThresherError):
    """Something in the store is not as it was written; says what, and of which event."""


class DamagedEvent(Damage):
    """One event is not as it was written, or not there; the others may be sound.

    Parameters
    ----------
    model : int
        Whose.
    seq : int
        Which.
    words : str
        What is wrong with it.
    """

    def __init__(self, model: int, seq: int, words: str) -> None:
        super().__init__(f"event {seq} of model {model} is damaged: {words}.")
        self.seq = seq


class Unreachable(ThresherError):
    """The store does not answer: what was asked may be asked again."""


class Store(Protocol):
    """Models, events, snapshots and keys. Every method of the writer is one synced transaction."""

    def at_hand(self) -> bool: ...

    def append(self, events: Sequence[Event]) -> None: ...

    def models(self) -> list[ModelRow]: ...

    def events(self, model: int, after: int = 0, until: int | None = None) -> Iterator[Event]: ...

    def last_seq(self, model: int) -> int: ...

    def last_event(self, model: int) -> Event | None: ...

    def numbers(self) -> list[int]: ...

    def question(self, model: int, ticket: str) -> Event | None: ...

    def of_ticket(self, model: int, ticket: str) -> list[Event]: ...

    def add_snapshot(self, row: SnapshotRow) -> None: ...

    def drop_snapshot(self, model: int, seq: int) -> None: ...

    def snapshots(self, model: int) -> list[SnapshotRow]: ...

    def add_check(self, row: CheckRow) -> None: ...

    def checks(self, model: int) -> list[CheckRow]: ...

    def old_enough(self, model: int, before: int) -> int: ...

    def with_checksums(self, model: int, after: int, until: int) -> Iterator[tuple[Event, int]]: ...

    def archived(self, model: int, ticket: str) -> int | None: ...

    def archive(self, row: ArchiveRow) -> None: ...

    def archives(self, model: int) -> list[ArchiveRow]: ...

    def valid_keys(self) -> list[KeyRow]: ...

    def had_keys(self) -> bool: ...

    def add_key(self, row: KeyRow) -> None: ...

    def end_key(self, name: str, at: int) -> bool: ...

    def size(self) -> int: ...

    def check_held(self) -> None: ...

    def close(self) -> None: ...
