"""Some partitions of a description of models, in one process: what a worker holds, on Ray or here.

Each partition is a shelf with a file of its own, which says how many events of the stream it has learned. A batch that
was learned before is answered "ok" without learning it again; one that comes too early is answered "gap".
"""

import json
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import ModelFileError
from ..files import load_bytes
from ..learners.shelved import has_classes, label_in, of_a_key
from .batches import Packer
from .packed import PackedRows, PackedShare, joined, of_pieces
from .ranges import OwnRows, all_seen
from .shelf import BUCKETS, Shelf


class Reply(NamedTuple):
    """What a worker says of a batch.

    Parameters
    ----------
    kind : {"ok", "gap"}
        "gap": events between what it has and the batch are missing; nothing was learned.
    events : int
        So many events it has learned.
    committed : int
        So many of them are in its files.
    examples, mistakes : int
        Of all its partitions, from the beginning.
    had : int
        Rows of the batch that were learned before.
    answers : dict of int -> array, optional
        What was said of the rows of each partition before their labels were seen, where that was asked for.
    """

    kind: str
    events: int
    committed: int
    examples: int
    mistakes: int
    had: int
    answers: dict[int, Any] | None = None


class Partitions:
    """Some partitions, open.

    Parameters
    ----------
    learner : bytes
        The saved learner that new keys begin as.
    numbers : iterable of int
        Which partitions.
    folder : str or None
        Where their files are; None: in memory alone.
    memory : int or None
        Bytes for all of them together.
    read_only : bool
        Whether nothing is learned.
    shared : bool, default False
        Whether a model that all keys of a partition share stands beside theirs.
    by, roles, partitions : optional
        What rows mean that come as they were in a file: the column of the key, the others' roles, and how many
        partitions there are in all.
    """

    def __init__(
        self,
        learner: bytes,
        numbers: Iterable[int],
        folder: str | None,
        *,
        head: str = "",
        shared: bool = False,
        by: str = "",
        roles: Any = None,
        partitions: int = 1,
        memory: int | None = None,
        read_only: bool = False,
        wait: float = 60.0,
    ) -> None:
        like: Any = load_bytes(learner)
        self._has_classes = has_classes(like)
        self._shelves: dict[int, Shelf] = {}
        self._counts: dict[int, list[int]] = {}
        self._committed: dict[int, int] = {}
        self._where: dict[int, Any] = {}
        numbers = list(numbers)
        share = None if memory is None else max(1, memory // max(1, len(numbers)))
        for number in numbers:
            path = None if folder is None else partition_path(folder, number)
            if read_only and path is not None and not path.exists():
                path = None  # nothing was learned there
            bound = share if path is not None else None
            reads = read_only and path is not None
            shelf = Shelf(like, path, memory=bound, head=head, read_only=reads, wait=wait, shared=shared)
            note = _note_of(shelf)
            shelf.native.events = note["events"]
            self._shelves[number] = shelf
            self._counts[number] = [note["examples"], note["mistakes"]]
            self._committed[number] = note["events"]
            self._where[number] = note["where"]
        self._folder = folder
        self._reads = like, by, roles, partitions
        self._made_packer: Packer | None = None
        self._own = OwnRows(numbers)

    def _packer(self) -> Packer:
        """Who reads rows that come as they were in a file."""
        if self._made_packer is None:
            like, by, roles, partitions = self._reads
            self._made_packer = Packer(of_a_key(like), by, roles, partitions)
        return self._made_packer

    def state(self) -> dict[int, tuple[int, Any]]:
        """Of each partition how many events it learned, and where the stream goes on behind them."""
        return {number: (int(shelf.native.events), self._where[number]) for number, shelf in self._shelves.items()}

    def advance(self, events: int) -> None:
        """Takes so many events for learned: for logs, whose places are told by offsets alone."""
        for shelf in self._shelves.values():
            shelf.native.events = events

    def learn(
        self,
        first: int,
        last: int,
        share: Any,
        where: Any = None,
        *,
        commit: bool,
        answered: bool = False,
    ) -> Reply:
        """Learns events [first, last), unless they were learned before or some before them are missing.

        Parameters
        ----------
        first, last : int
            Which events the batch is of.
        share : mapping, Share, or list of them
            From partition to packed rows, a partition that is left out has none; or rows as they were in a file, or
            where they are in one. Those of a list follow each other.
        where : mapping, optional
            Where the stream goes on behind the batch. What it does not say stays: a log that was followed before files
            were learned goes on where it was.
        commit : bool
            Whether everything is to be kept in files now.
        answered : bool, default False
            Whether answers are wanted.
        """
        if self._shelves and min(int(shelf.native.events) for shelf in self._shelves.values()) < first:
            return self._reply("gap", 0)
        parts = self._packed(share)
        had, answers = 0, {}
        for number, shelf in self._shelves.items():
            _, skipped, examples, mistakes, said = shelf.native.learn(parts.get(number, _NONE), last, answered)
            had += skipped
            self._counts[number][0] += examples
            self._counts[number][1] += mistakes
            answers[number] = self._told(shelf, said)
            self._where[number] = {**(self._where[number] or {}), **(where or {})} or None  # of files, and of a log
        if commit:
            self.commit()
        return self._reply("ok", had, answers if answered else None)

    def _packed(self, share: Any) -> PackedShare:
        if isinstance(share, Mapping):
            return share
        if not isinstance(share, list):
            found: PackedShare = share.packed(self._packer(), self._own)
            return found
        together: dict[int, list[PackedRows]] = {}
        for one in share:
            for number, rows in self._packed(one).items():
                together.setdefault(number, []).append(rows)
        return {number: joined(some) for number, some in together.items()}

    def sees(self, sizes: Mapping[str, int]) -> bool:
        """Whether this process sees files as they are elsewhere: by their absolute names, with so many bytes."""
        return all_seen(sizes)

    def learn_pieces(self, first: int, last: int, where: Any, commit: bool, answered: bool, *pieces: Any) -> Reply:
        """As `learn`, of a share that came in pieces."""
        return self.learn(first, last, of_pieces(pieces), where, commit=commit, answered=answered)

    def commit(self) -> None:
        """Keeps everything in the files, with how far the stream was read."""
        if self._folder is None:
            return
        for number, shelf in self._shelves.items():
            events, (examples, mistakes) = int(shelf.native.events), self._counts[number]
            note = {"events": events, "examples": examples, "mistakes": mistakes, "where": self._where[number]}
            shelf.commit(json.dumps(note))
            self._committed[number] = events

    def predict(self, parts: PackedShare) -> dict[int, Any]:
        """Of the rows of each partition: answers, scores, probabilities, known examples, and who answered."""
        found = {}
        for number, rows in parts.items():
            shelf = self._shelves[number]
            answers, *others = shelf.native.predict(rows)
            found[number] = (self._told(shelf, answers), *others)
        return found

    def _told(self, shelf: Shelf, answers: Any) -> Any:
        """Class numbers of two labels; of any number of classes the labels, None for no answer."""
        if answers is None or not self._has_classes:
            return answers
        found = [*map(label_in, shelf.native.answer_names), None]
        names = np.empty(len(found), dtype=object)
        names[:] = found
        return names[answers]

    def model(self, number: int, key: str) -> bytes | None:
        """The saved learner of a key; None where it never learned."""
        found = self._shelves[number].get(key)
        return None if found is None else found.to_bytes()

    def keys(self) -> list[str]:
        """All keys, in order."""
        return sorted(key for shelf in self._shelves.values() for key in shelf)

    def digests(self) -> list[tuple[int, bytes]]:
        """Bucket and fingerprint of every bucket that has keys; behind them, of what keys of a partition share."""
        found = [part for shelf in self._shelves.values() for part in shelf.native.digests()]
        shared = {number: shelf.native.shared_digest() for number, shelf in self._shelves.items()}
        return found + [(BUCKETS + number, digest) for number, digest in shared.items() if digest is not None]

    def pid(self) -> int:
        """The process that holds them."""
        return os.getpid()

    def warm_up(self) -> None:
        """Imports what reads rows that come as they were in a file: that is not done again for every batch."""
        from .frames import arrow_table

        arrow_table({})
        self._packer()

    def seconds(self) -> float:
        """Processor time of that process so far."""
        return time.process_time()

    def figures(self) -> dict[str, int]:
        """Keys, learners in memory, their bytes, examples and mistakes."""
        return {
            "keys": sum(len(shelf) for shelf in self._shelves.values()),
            "in_memory": sum(shelf.in_memory for shelf in self._shelves.values()),
            "memory": sum(shelf.memory for shelf in self._shelves.values()),
            "examples": sum(counts[0] for counts in self._counts.values()),
            "mistakes": sum(counts[1] for counts in self._counts.values()),
        }

    def close(self) -> None:
        """Lets go of the files."""
        for shelf in self._shelves.values():
            shelf.close()
        self._shelves = {}

    def _reply(self, kind: str, had: int, answers: dict[int, Any] | None = None) -> Reply:
        events = min((int(shelf.native.events) for shelf in self._shelves.values()), default=0)
        examples = sum(counts[0] for counts in self._counts.values())
        mistakes = sum(counts[1] for counts in self._counts.values())
        return Reply(kind, events, min(self._committed.values(), default=0), examples, mistakes, had, answers)


_NONE = np.empty(0, dtype=np.uint8)


def partition_path(folder: str, number: int) -> Path:
    """The file of a partition.

    Parameters
    ----------
    folder : str
        The description.
    number : int
        Which partition.
    """
    return Path(folder) / f"partition-{number:04d}.shelf"


def _note_of(shelf: Shelf) -> dict[str, Any]:
    if not shelf.note:
        return {"events": 0, "examples": 0, "mistakes": 0, "where": None}
    try:
        note: dict[str, Any] = json.loads(shelf.note)
        return {name: int(note[name]) for name in ("events", "examples", "mistakes")} | {"where": note["where"]}
    except (ValueError, KeyError, TypeError):
        raise ModelFileError("the shelf was not written by a job: its note says nothing of events.") from None
