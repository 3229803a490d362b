"""A shelf: very many small learners of one kind by key, in memory or in one checksummed file."""

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from typing import Any

from .._core import NativeShelf, bucket_of
from ..errors import InputError, ModelFileError, ParameterError
from ..learners import Learner
from ..learners.shelved import learner_of, native_shelf, of_a_key, put_on
from ..logs import tell

BUCKETS = 1024
"""Every key belongs to one of so many buckets for good, by a hash of its bytes."""


_MADE = "learners made as "


class Shelf:
    """Very many small learners of one kind by key, in memory or in one file.

    A file is appended to, checksummed record by record, and valid up to the last `commit`: whatever ends a process,
    the file is then what it was at that moment. Those used last are in memory, the others in the file.

    Parameters
    ----------
    learner : Learner
        Of two labels, or a Multiclass. A key that never learned is a copy of it: a learner that has learned before is
        what new keys begin with.
    path : path or None, optional
        The file; what is there is read. None: all are in memory.
    memory : int or None, optional
        At most so many bytes of learners in memory; needs a file. None: no bound.
    head : str, optional
        A text that a new file begins with. Without one it begins with how its learners were made, and is refused to
        whoever opens it with a learner that is made otherwise.
    read_only : bool, default False
        Whether nothing is written; several processes may read one file.
    wait : float, default 0.0
        Seconds to wait for another process that has the file.
    shared : bool, default False
        Whether one model more learns the rows of all keys, and answers for those whose own model is no better; rows
        are learned through `Keyed` alone.

    Raises
    ------
    ModelFileError
        If the file is damaged (a damaged record is named by its key), no shelf, or in use.
    ParameterError
        If the learner can't be kept so, or `memory` is given without a file.

    Examples
    --------
    >>> import thresher as th
    >>> shelf = th.scale.Shelf(th.Perceptron())
    >>> one = th.Perceptron()
    >>> _ = one.learn_one({"free": 1}, 1), one.learn_one({"noon": 1}, 0)
    >>> shelf["ann"] = one
    >>> shelf["ann"].mistakes, len(shelf), "bob" in shelf
    (1, 1, False)
    """

    def __init__(
        self,
        learner: Learner,
        path: str | os.PathLike[str] | None = None,
        *,
        memory: int | None = None,
        head: str = "",
        read_only: bool = False,
        wait: float = 0.0,
        shared: bool = False,
    ) -> None:
        if memory is not None and (path is None or memory < 1):
            raise ParameterError("memory bounds what is kept beside a file: give path, and a number of bytes.")
        self._like, self._shared = of_a_key(learner), shared
        self._path = None if path is None else os.fspath(path)
        self._shelf: NativeShelf = native_shelf(self._like, backs_off=shared)
        if self._path is not None:
            self._open(head or self._made(), read_only, wait)
            self._shelf.set_budget(memory or 0)

    def _open(self, head: str, read_only: bool, wait: float) -> None:
        assert self._path is not None
        until, told = time.monotonic() + wait, False
        while True:
            try:
                self._shelf.attach(self._path, head, read_only)
                return self._check_kind()
            except InputError as error:
                if "in use" not in str(error) or time.monotonic() > until:
                    raise ModelFileError(str(error)) from None
            if not told:
                tell("%s: in use by another process; waiting %.0f s for it to end", self._path, wait)
                told = True
            time.sleep(0.05)

    def _made(self) -> str:
        return f"{_MADE}{self._like!r}\n{_parameters(self._like)}"

    def _check_kind(self) -> None:
        """A file that says how its learners were made holds no others."""
        if self.head.startswith(_MADE) and self.head != self._made():
            (held, _, parameters), path = self.head.removeprefix(_MADE).partition("\n"), self._path
            self.close()
            own = repr(self._like)
            if held == own:  # it leaves out what differs
                held, own = parameters, _parameters(self._like)
            raise ModelFileError(f"{path}: holds {held}, not {own}: open it with a learner that is made so.")

    @property
    def native(self) -> NativeShelf:
        """The shelf as the core has it."""
        return self._shelf

    def __len__(self) -> int:
        return len(self._shelf)

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf.keys())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def get(self, key: str) -> Learner | None:
        """A copy of the learner of a key; None where it never learned.

        Parameters
        ----------
        key : str
            The key.
        """
        with _file_errors():
            native = self._shelf.get(key)
            return None if native is None else learner_of(self._like, native, self._shelf.names(key))

    def __getitem__(self, key: str) -> Learner:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key: str, learner: Learner) -> None:
        if not self._like.is_like(learner):
            raise InputError(f"{learner!r} is of another kind than those on the shelf: {self._like!r}.")
        put_on(self._shelf, key, learner)

    @property
    def memory(self) -> int:
        """Bytes that learners in memory take, with what it takes to find all of them."""
        return int(self._shelf.memory)

    @property
    def in_memory(self) -> int:
        """How many learners are in memory."""
        return int(self._shelf.live)

    @property
    def note(self) -> str:
        """What the last commit said."""
        return str(self._shelf.note)

    @property
    def head(self) -> str:
        """What the file begins with."""
        return str(self._shelf.head)

    def commit(self, note: str = "") -> None:
        """Everything up to here is kept in the file, whatever happens next.

        Parameters
        ----------
        note : str, optional
            Kept with it.
        """
        with _file_errors():
            self._shelf.commit(note)

    def compact(self) -> None:
        """Writes the file anew without what newer records replaced. Commits do so by themselves when it is worth it."""
        with _file_errors():
            self._shelf.compact()

    def digest(self) -> str:
        """A fingerprint of all keys and what each of their learners learned."""
        with _file_errors():
            return digest_of(self._shelf.digests())

    def close(self) -> None:
        """Lets go of the file. What was not committed is lost."""
        self._shelf = native_shelf(self._like, backs_off=self._shared)


def _parameters(learner: Learner) -> str:
    """All parameters, told or not by its repr; how it reads rows is not what it is."""
    known = {name: value for name, value in learner.get_params().items() if name != "rows"}
    told = (
        f"{name}={_parameters(value) if isinstance(value, Learner) else repr(value)}"
        for name, value in sorted(known.items())
    )
    return f"{type(learner).__name__}({', '.join(told)})"


def digest_of(parts: Iterable[tuple[int, bytes]]) -> str:
    """One fingerprint of those of buckets, whoever had them.

    Parameters
    ----------
    parts : iterable of (int, bytes)
        Bucket and fingerprint, each bucket once.
    """
    whole = hashlib.sha256()
    for bucket, digest in sorted(parts):
        whole.update(bucket.to_bytes(4, "little") + digest)
    return whole.hexdigest()


def partition_of(key: str, partitions: int) -> int:
    """The partition of a key: its bucket's.

    Parameters
    ----------
    key : str
        The key.
    partitions : int
        How many partitions there are.
    """
    return int(bucket_of(key)) % partitions


@contextlib.contextmanager
def _file_errors() -> Iterator[None]:
    """What is wrong with a file is a ModelFileError."""
    try:
        yield
    except InputError as error:
        raise ModelFileError(str(error)) from None


def head_text(value: Any) -> str:
    """A value as the text of a head: the same value gives the same text."""
    import json

    return json.dumps(value, sort_keys=True, separators=(",", ":"))
