"""A model for each key: millions of small learners, here or on Ray, with the same answer."""

import dataclasses
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..data import Rows
from ..errors import InputError, ParameterError
from ..files import load_bytes
from ..learners import Learner
from ..learners.shelved import label_names, settled
from ..parameters import whole
from .batches import Batch, Packer, key_text, of_files, of_memory
from .cluster import is_ray
from .counts import KeyedCounts
from .description import NAME, Description
from .file_names import file_names
from .following import follow
from .here import Here
from .logs import Log
from .partitions import Partitions
from .shelf import BUCKETS, digest_of, partition_of
from .team import Progress, Team

OnProgress = Callable[[int, Progress], None]


class Keyed:
    """A model for each key: one learner of two labels a user, a tenant, a sensor.

    Rows are learned in their order, each by the model of its key; a model is what the learner alone would be after the
    rows of that key. Whether it is done here or on Ray, by how many workers, in which batches, and whether workers or
    this process were killed on the way: the digest is the same.

    Parameters
    ----------
    learner : Learner
        Of two labels. New keys begin as a copy of it: one that has learned from all keys before is a prior that they
        share.
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
        About so many events travel together.
    every : int, default 250000
        About so many events after which everything is kept in the folder: what a lost worker learns again is no more.
    partitions : int, default 16
        Files in the folder, and so the largest number of workers; fixed when the folder is made.

    Raises
    ------
    ParameterError
        If the learner is not of two labels, or a parameter can't be.
    ModelFileError
        If the folder holds other models, or is damaged.
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
    ) -> None:
        self.batch, self.every = whole("batch", batch, at_least=1), whole("every", every, at_least=1)
        like = settled(learner)
        roles = learner.row_reader.rows if rows is None and learner.row_reader.rows is not None else rows
        partitions = whole("partitions", partitions, at_least=1, at_most=BUCKETS)
        description = Description(like.to_bytes(), by, roles or Rows(), partitions)
        self._temporary: Any = None
        if models is None and (is_ray(on) or memory is not None):
            self._temporary = tempfile.TemporaryDirectory(prefix="thresher-models-")
            models = self._temporary.name
        folder = None if models is None else Path(models)
        if folder is not None:
            description = _opened(folder, description, resume)
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
            "by": description.by,
            "roles": description.rows,
            "partitions": description.partitions,
        }
        self._team: Team
        self._cuts = is_ray(on)  # workers read rows themselves where they can
        if is_ray(on):
            from .on_ray import OnRay

            self._team = OnRay(make, description.partitions, on, workers, memory)
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
        keyed._begin(Description.read(folder), folder, on, memory, workers, read_only=read_only)
        return keyed

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
            for batch in self._batches(data, y, resume, options):
                due = batch.last // self.every > batch.first // self.every
                self._team.send(batch, commit=due)
                if on_progress is not None:
                    on_progress(batch.last, self._team.progress())
            self._team.finish(commit=self._folder is not None)
        except InputError:
            self._team.go_back()
            raise
        if on_progress is not None:
            on_progress(self.events, self._team.progress())
        return self.counts()

    def follow(self, log: Log, *, most: int | None = None, until: Callable[[], bool] | None = None) -> KeyedCounts:
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

        Returns
        -------
        KeyedCounts
            Examples and mistakes of all models.
        """
        follow(self._team, self._packer, log, batch=self.batch, every=self.every, most=most, until=until)
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
        said = [np.empty(0, dtype=np.int32)]
        for batch in self._batches(data, y, False, {}):
            answers = self._team.send(batch, commit=False, answered=True)
            said.append(_in_order(batch, answers or {}))
        self._team.finish(commit=self._folder is not None)
        return self._named(np.concatenate(said))

    def _batches(self, data: Any, y: Any, resume: bool, options: Mapping[str, Any]) -> Iterator[Batch]:
        state = self._team.state()
        events, where = min(state.values(), key=lambda one: one[0])
        if not resume and any(other != events for other, _ in state.values()):
            raise InputError("the job was interrupted: go on with resume=True, over the same files.")
        names = file_names(data)
        if names is None:
            return of_memory(self._packer, data, y, self.batch, events)
        start = where if resume else None
        if self._cuts:
            from .tables import can_be_cut, of_tables

            if can_be_cut(self._packer, names, options):
                return of_tables(self._packer, names, self.batch, start, events)
        return of_files(self._packer, names, self.batch, start, events, options=options)

    @property
    def by(self) -> str:
        """The column of the key."""
        return self._description.by

    @property
    def events(self) -> int:
        """How many rows were read; where workers stand apart, of the one that is behind."""
        return min(events for events, _ in self._team.state().values())

    def counts(self) -> KeyedCounts:
        """Keys, examples and mistakes so far, and what is in memory."""
        return KeyedCounts(**self._team.figures())

    # Asking.

    def predict(self, data: Any, **options: Any) -> "npt.NDArray[Any]":
        """The label of each row, by the model of its key; of a key that never learned, by what new keys begin as.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows; labels are not looked at.
        **options
            format and separator of files.
        """
        return self._named(self.answers(data, **options)["answers"])

    def scores(self, data: Any, **options: Any) -> "npt.NDArray[np.float64]":
        """The score of each row, positive where the answer is.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows.
        **options
            format and separator of files.
        """
        scores: npt.NDArray[np.float64] = self.answers(data, **options)["scores"]
        return scores

    def answers(self, data: Any, **options: Any) -> dict[str, Any]:
        """Everything that is said of each row.

        Parameters
        ----------
        data : files, frame or list of mappings
            The rows.
        **options
            format and separator of files.

        Returns
        -------
        dict
            Arrays `answers` (class numbers), `scores`, `probabilities` (of the positive label; NaN: none) and `known`
            (examples that the model of the key learned from).
        """
        found: dict[str, list[Any]] = {"answers": [], "scores": [], "probabilities": [], "known": []}
        names = file_names(data)
        if names is None:
            batches = of_memory(self._unlabelled, data, None, self.batch, 0)
        else:
            batches = of_files(self._unlabelled, names, self.batch, None, 0, options=options)
        for batch in batches:
            parts = {number: rows for number, rows in enumerate(batch.parts) if len(rows)}
            said = self._team.predict(parts)
            for place, name in enumerate(found):
                found[name].append(_in_order(batch, {number: one[place] for number, one in said.items()}))
        return {name: np.concatenate(parts) if parts else np.empty(0) for name, parts in found.items()}

    @property
    def _unlabelled(self) -> Packer:
        rows = self._description.rows
        lenient = dataclasses.replace(rows, lenient=True)
        return Packer(self._like, self._description.by, lenient, self._description.partitions)

    def _named(self, numbers: "npt.NDArray[Any]") -> "npt.NDArray[Any]":
        named: npt.NDArray[Any] = np.array(label_names(self._like))[numbers]
        return named

    def model(self, key: Any) -> Learner:
        """A copy of the model of a key.

        Parameters
        ----------
        key : str or int
            The key.

        Raises
        ------
        KeyError
            If it never learned.
        """
        text = key_text(key)
        found = self._team.model(partition_of(text, self._description.partitions), text)
        if found is None:
            raise KeyError(key)
        learner: Any = load_bytes(found)
        return learner  # type: ignore[no-any-return]

    def __contains__(self, key: object) -> bool:
        text = key_text(key)
        return self._team.model(partition_of(text, self._description.partitions), text) is not None

    def __len__(self) -> int:
        return self._team.figures()["keys"]

    def keys(self) -> list[str]:
        """All keys, in order."""
        return self._team.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def digest(self) -> str:
        """A fingerprint of all keys and what each model learned: equal however and wherever it was learned."""
        return digest_of(self._team.digests())

    def close(self) -> None:
        """Lets go of files and workers. What was learned since the last commit is lost."""
        self._team.close()
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(folder: Path, description: Description, resume: bool) -> Description:
    """The description of a folder, made if it is not there."""
    if not (folder / NAME).exists():
        if folder.exists() and any(folder.iterdir()):
            raise ParameterError(f"{folder}: is not empty and holds no models; give a new folder.", field="models")
        description.write_to(folder)
        return description
    if not resume:
        raise ParameterError(f"{folder}: holds models; go on with resume=True, or give a new folder.", field="models")
    there = Description.read(folder)
    if (there.learner, there.by) != (description.learner, description.by):
        raise ParameterError(
            f"{folder}: holds models of {there.like()!r} by {there.by!r}, "
            f"not of {description.like()!r} by {description.by!r}.",
            field="models",
        )
    return there


def _in_order(batch: Batch, by_partition: Mapping[int, Any]) -> "npt.NDArray[Any]":
    """What was said of the rows of partitions, in the order of the rows."""
    some = next(iter(by_partition.values()))
    whole_answer = np.empty(len(batch.partitions), dtype=some.dtype)
    for number, said in by_partition.items():
        whole_answer[batch.partitions == number] = said
    return whole_answer
