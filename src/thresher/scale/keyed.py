"""A model for each key: millions of small learners, here or on Ray, with the same answer."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..data import Rows
from ..errors import InputError
from ..learners import Learner
from ..learners.shelved import of_a_key
from ..parameters import whole
from .answering import KeyedAnswers, in_order
from .batches import Batch, Packer, of_files, of_memory
from .cluster import is_ray
from .counts import KeyedCounts
from .description import Description, opened
from .file_names import file_names
from .folder_lock import FolderLock
from .following import follow
from .here import Here
from .intervals import Interval
from .logs import Log
from .partitions import Partitions
from .ranges import of_ranges, sizes_of
from .shelf import BUCKETS
from .tables import formats_as_they_are, of_tables
from .team import Progress

OnProgress = Callable[[int, Progress], None]


class Keyed(KeyedAnswers):
    """A model for each key: one learner a user, a tenant, a sensor.

    Rows are learned in their order, each by the model of its key; a model is what the learner alone would be after the
    rows of that key. Whether it is done here or on Ray, by how many workers, in which batches, and whether workers or
    this process were killed on the way: the digest is the same.

    Parameters
    ----------
    learner : Learner
        Of two labels, or a Multiclass. New keys begin as a copy of it: one that has learned from all keys before is a
        prior that they share.
    by : str
        The column with the key; with VW files, whose rows have no columns, the tag is the key.
    on : str, default "here"
        "here": in this process. "ray": on the cluster that is connected or that RAY_ADDRESS names, else a local one.
        "ray://host:port": a cluster.
    models : path or None, optional
        The folder of the models, which all workers must see. None: a temporary one on Ray, and memory here.
    resume : bool, default False
        Whether a folder that holds models is gone on with; it must hold models of this learner and key.
    rows : Rows, optional
        What the other columns mean.
    memory : int or None, optional
        At most so many bytes of models in memory, of all workers together; the others are in the folder.
    workers : int or None, optional
        How many actors; None: one a processor.
    batch : int, default 20000
        So many events are a batch; to a worker that is busy, several batches go together, and more where it reads
        the rows itself.
    every : int, default 250000
        At least once in so many events everything is kept in the folder: what a lost worker learns again is no more (or
        one batch, where that is larger).
    partitions : int, default 16
        Files in the folder, and so the largest number of workers; fixed when the folder is made.
    shared : bool, default False
        Whether one model more, for all keys of a partition, learns beside those of the keys. It answers for a key until
        the key's own has made fewer mistakes on the key's rows, and again when that turns round. It takes about twice
        the time, and what it learns depends on how many partitions there are, but not on workers.

    Raises
    ------
    ParameterError
        If the learner can't be one of many, or a parameter can't be.
    ModelFileError
        If the folder holds other models, is damaged, or another process has it.
    ClusterError
        If Ray is not installed or can't be reached.

    Examples
    --------
    >>> import thresher as th
    >>> keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    >>> rows = [{"user": u, "free": f, "label": f if u == "ann" else 1 - f} for f in (0, 1) for u in ("ann", "bob")]
    >>> keyed.learn(rows * 9).mistakes < 18
    True
    >>> keyed.predict([{"user": "ann", "free": 1}, {"user": "bob", "free": 1}]).tolist()
    [True, False]
    >>> len(keyed), keyed.model("ann").examples
    (2, 18)
    """

    def __init__(
        self,
        learner: Learner,
        by: str,
        *,
        on: str = "here",
        models: str | os.PathLike[str] | None = None,
        resume: bool = False,
        rows: Rows | None = None,
        memory: int | None = None,
        workers: int | None = None,
        batch: int = 20_000,
        every: int = 250_000,
        partitions: int = 16,
        shared: bool = False,
    ) -> None:
        self.batch, self.every = whole("batch", batch, at_least=1), whole("every", every, at_least=1)
        like = of_a_key(learner)
        roles = learner.row_reader.rows if rows is None and learner.row_reader.rows is not None else rows
        partitions = whole("partitions", partitions, at_least=1, at_most=BUCKETS)
        description = Description(like.to_bytes(), by, roles or Rows(), partitions, bool(shared))
        self._temporary: Any = None
        if models is None and (is_ray(on) or memory is not None):
            self._temporary = tempfile.TemporaryDirectory(prefix="thresher-models-")
            models = self._temporary.name
        folder = None if models is None else Path(models)
        self._lock = None if folder is None else FolderLock(folder, shared=False)
        with self._let_go():
            if folder is not None:
                description = opened(folder, description, resume=resume)
            self._begin(description, folder, on, memory, workers, read_only=False)

    def _begin(
        self,
        description: Description,
        folder: Path | None,
        on: str,
        memory: int | None,
        workers: int | None,
        *,
        read_only: bool,
    ) -> None:
        self._description, self._folder, self._like = description, folder, description.like()
        self._packer = Packer(self._like, description.by, description.rows, description.partitions)
        make: dict[str, Any] = {
            "learner": description.learner,
            "folder": None if folder is None else str(folder.absolute()),
            "head": description.head,
            "read_only": read_only,
            "shared": description.shared,
            "by": description.by,
            "roles": description.rows,
            "partitions": description.partitions,
        }
        self._is_elsewhere = is_ray(on)
        if is_ray(on):
            from .on_ray import OnRay

            self._team = OnRay(make, description.partitions, on, workers, memory, self.every)
        else:
            here = partial(Partitions, memory=memory, **make)
            self._team = Here(lambda numbers: here(numbers=numbers), description.partitions)

    @classmethod
    def load(
        cls,
        models: str | os.PathLike[str],
        *,
        on: str = "here",
        memory: int | None = None,
        workers: int | None = None,
        read_only: bool = True,
    ) -> Self:
        """Opens a folder of models, to ask them.

        Parameters
        ----------
        models : path
            The folder.
        on : str, default "here"
            Where.
        memory : int or None, optional
            At most so many bytes of models in memory.
        workers : int or None, optional
            How many actors.
        read_only : bool, default True
            Whether nothing is to be learned: several processes may do that at once.
        """
        keyed = object.__new__(cls)
        keyed.batch, keyed.every, keyed._temporary = 20_000, 250_000, None
        folder = Path(models)
        description = Description.read(folder)
        keyed._lock = FolderLock(folder, shared=read_only)
        with keyed._let_go():
            keyed._begin(description, folder, on, memory, workers, read_only=read_only)
        return keyed

    @contextlib.contextmanager
    def _let_go(self) -> Iterator[None]:
        """Where it can't be opened, the folder is free again."""
        try:
            yield
        except BaseException:
            if self._lock is not None:
                self._lock.close()
            raise

    # Learning.

    def learn(
        self,
        data: Any,
        y: Any = None,
        *,
        resume: bool = False,
        on_progress: OnProgress | None = None,
        format: str | None = None,
        separator: str | None = None,
    ) -> KeyedCounts:
        """Learns from files, a frame, or rows, in their order.

        Parameters
        ----------
        data : path, list of paths, frame, or list of mappings
            The rows, each with its key; a path may have wildcards. Tables of pandas, polars and Arrow are frames.
        y : list or array, optional
            Labels of a frame or of rows; default: their label column.
        resume : bool, default False
            Files: whether to go on where the models stand; what was learned before is not learned again.
        on_progress : callable, optional
            Called with the events so far and a `Progress` after every batch.
        format, separator : str, optional
            Of files, where their names do not say it.

        Returns
        -------
        KeyedCounts
            Examples and mistakes of all models, before each label was seen.

        Raises
        ------
        InputError
            If a row can't be read or has no key, or a label is unknown. Nothing behind the last commit is kept then.
        """
        options = {"format": format, "separator": separator}
        try:
            interval = Interval(self.every, self.batch)
            for batch in self._batches(data, y, resume, options):
                due = interval.is_due(batch.first, batch.last)
                self._team.send(batch, commit=due)
                if due:
                    interval.committed(batch.last)
                if on_progress is not None:
                    on_progress(batch.last, self._team.progress())
            self._team.finish(commit=self._folder is not None)
        except InputError:
            self._team.go_back()
            raise
        if on_progress is not None:
            on_progress(self.events, self._team.progress())
        return self.counts()

    def follow(
        self,
        log: Log,
        *,
        most: int | None = None,
        until: Callable[[], bool] | None = None,
        on_progress: OnProgress | None = None,
    ) -> KeyedCounts:
        """Learns from a log that goes on, from where the models stand, until it has nothing new.

        Where it was read to is committed with the models: whatever ends this process, the next one goes on there, and
        every row of a log that can be read again is learned once.

        Parameters
        ----------
        log : Log
            What is read: `GrowingFiles`, `KafkaLog`, or anything with their `poll`.
        most : int or None, optional
            No more rows than about these. None: no bound.
        until : callable, optional
            Asked where nothing is new: True ends; False polls on. Default: the first time ends.
        on_progress : callable, optional
            Called with the events so far and a `Progress`, which has the log's lag, after every poll.

        Returns
        -------
        KeyedCounts
            Examples and mistakes of all models.
        """
        bounds: dict[str, Any] = {"batch": self.batch, "every": self.every, "most": most}
        follow(self._team, self._packer, log, **bounds, until=until, on_progress=on_progress)
        self._team.finish(commit=self._folder is not None)
        return self.counts()

    def learn_answered(self, data: Any, y: Any = None) -> "npt.NDArray[Any]":
        """As `learn`, and gives what was said of each row before its label was seen.

        Parameters
        ----------
        data : frame, list of mappings, or files
            The rows.
        y : list or array, optional
            Their labels.
        """
        said: list[npt.NDArray[Any]] = []
        for batch in self._batches(data, y, False, {}, answered=True):
            answers = self._team.send(batch, commit=False, answered=True)
            said.append(in_order(batch, answers or {}))
        self._team.finish(commit=self._folder is not None)
        return self._named(np.concatenate(said) if said else np.empty(0, dtype=np.int32))

    def _batches(
        self, data: Any, y: Any, resume: bool, options: Mapping[str, Any], *, answered: bool = False
    ) -> Iterator[Batch]:
        state = self._team.state()
        events, where = min(state.values(), key=lambda one: one[0])
        if not resume and any(other != events for other, _ in state.values()):
            raise InputError("the job was interrupted: go on with resume=True, over the same files.")
        names = file_names(data)
        if names is None:
            return of_memory(self._packer, data, y, self.batch, events)
        start = where if resume else None
        if self._is_elsewhere:
            formats = formats_as_they_are(self._packer, names, options)
            if formats == {"parquet"} and not answered and self._team.reads(sizes_of(names)):
                return of_ranges(self._packer, names, self.batch, start, events)
            if formats:
                return of_tables(self._packer, names, self.batch, start, events)
        return of_files(self._packer, names, self.batch, start, events, options=options)

    def close(self) -> None:
        """Lets go of files and workers. What was learned since the last commit is lost."""
        self._team.close()
        if self._lock is not None:
            self._lock.close()
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
