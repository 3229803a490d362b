"""One model over many shards: each learns its share of the rows, and now and then all become the mean of them.

What comes out depends on the number of shards and on the schedule, which are declared, and on nothing else: not on who
learned a shard, nor on how many workers there were.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import InputError, ParameterError
from ..files import load_bytes
from ..learners import Auto, Learner
from ..learners.shelved import label_table, settled
from ..parameters import whole
from ..streams import Columns
from .cluster import connected, is_ray
from .file_names import some_files
from .remote import blocks_of

RUN = 256
"""Where there are fewer files than shards, rows are dealt out in runs of so many."""


class Shard:
    """One shard: a learner and the rows that it learns from.

    Parameters
    ----------
    names : sequence of str
        All files.
    number, shards : int
        Which of how many it is.
    learner : bytes
        What it begins as.
    columns : Columns
        What the columns of tables mean.
    """

    def __init__(self, names: Sequence[str], number: int, shards: int, learner: bytes, columns: Columns) -> None:
        self._names, self._number, self._shards = list(names), number, shards
        self._columns = columns
        found: Any = load_bytes(learner)
        self._learner: Learner = settled(found)
        self._stretches: Iterator[tuple[Any, int, int]] = self._all()
        self._left: tuple[Any, int, int] | None = None
        self.seen = 0

    def begin_pass(self) -> None:
        """From here on the rows come once more."""
        self._stretches, self._left = self._all(), None

    def round(self, learner: bytes | None, rows: int) -> tuple[bytes, int, int]:
        """Learns the next rows: the learner then, how many they were, and mistakes among them.

        Parameters
        ----------
        learner : bytes or None
            What to begin as; None: as it ended.
        rows : int
            How many rows at most.
        """
        if learner is not None:
            found: Any = load_bytes(learner)
            self._learner = settled(found)
        before, done = self._learner.mistakes, 0
        table = label_table(self._learner)
        while done < rows:
            stretch = self._left or next(self._stretches, None)
            self._left = None
            if stretch is None:
                break
            block, first, last = stretch
            end = min(last, first + rows - done)
            if end < last:
                self._left = block, end, last
            numbers = table.codes(block.native, first, end)
            if (numbers == -2).any():
                raise InputError(f"a label is none of {' and '.join(map(repr, self._learner.labels))}.")
            answers = self._learner.learn_block(block.native, first, numbers)
            if answers.refusal:
                raise InputError(answers.refusal)
            done += end - first
        return self._learner.to_bytes(), done, self._learner.mistakes - before

    def _all(self) -> Iterator[tuple[Any, int, int]]:
        """Its rows, as stretches of blocks: whole files where there are enough, else runs of all of them."""
        if len(self._names) >= self._shards:
            for name in self._names[self._number :: self._shards]:
                for block in blocks_of(name, self._columns):
                    yield block, 0, len(block)
            return
        row = 0
        for name in self._names:
            for block in blocks_of(name, self._columns):
                yield from self._own(block, row)
                row += len(block)

    def _own(self, block: Any, row: int) -> Iterator[tuple[Any, int, int]]:
        at = 0
        while at < len(block):
            run = (row + at) // RUN
            end = min(len(block), (run + 1) * RUN - row)
            if run % self._shards == self._number:
                yield block, at, end
            at = end


def mix(
    learner: Learner,
    files: Any,
    *,
    shards: int = 8,
    every: int = 1_000_000,
    passes: int = 1,
    on: str = "here",
    rows: Columns | None = None,
) -> Learner:
    """Learns one model from files by several shards that are mixed now and then.

    Shard i of S learns from files i, i + S, ..., or, where there are fewer files than shards, from every S-th run of
    256 rows. When all together have learned `every` rows, and at the end of each pass, everyone becomes the mean of the
    whole state of all, weighed by the rows that each has learned since.

    It is for models that one machine can't feed, and for several passes: in one pass one machine makes fewer mistakes.

    Parameters
    ----------
    learner : Learner
        Of two labels; it is not changed.
    files : path or list of paths
        What to learn from.
    shards : int, default 8
        How many.
    every : int, default 1000000
        Rows of all shards between two mixes; one costs about as much as learning a hundred thousand rows.
    passes : int, default 1
        How often the files are gone over.
    on : str, default "here"
        "here", "ray" or "ray://host:port". It makes no difference to what comes out.
    rows : Rows, optional
        What the columns of tables mean.

    Returns
    -------
    Learner
        The mixture. For mistake-driven learners the bound of one machine holds for the mean of the shards' mistakes
        (bounds.mixed_mistakes).

    Raises
    ------
    ParameterError
        If the learner can't be mixed: Auto keeps more than means tell.
    InputError
        If there is no such file, or a row can't be read.

    Examples
    --------
    >>> import tempfile, pathlib, thresher as th
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = pathlib.Path(folder.name, "rows.vw")
    >>> _ = file.write_text("1 | free money\\n-1 | lunch at noon\\n" * 2000)
    >>> model = th.scale.mix(th.Perceptron(), str(file), shards=4, every=1000)
    >>> model.examples, model.predict_one({"free": 1, "money": 1})
    (4000, True)
    >>> folder.cleanup()
    """
    if isinstance(learner, Auto):
        raise ParameterError(
            "Auto can't be mixed: the trust in its experts is no mean. A committee of Autos is: th.scale.committee."
        )
    names = some_files(files)
    shards, every = whole("shards", shards, at_least=1), whole("every", every, at_least=1)
    state = settled(learner).copy()
    columns = rows or learner.row_reader.rows or Columns()
    team = _team(on, [(names, number, shards, state.to_bytes(), columns) for number in range(shards)])
    share = max(1, every // shards)
    for number in range(whole("passes", passes, at_least=1)):
        if number:
            team.call("begin_pass")
        while True:
            ended = team.call("round", state.to_bytes(), share)
            learned = [settled(_learner(data)) for data, _, _ in ended]
            counts = [done for _, done, _ in ended]
            if not any(counts):
                break
            some = [(one, count) for one, count in zip(learned, counts, strict=True) if count]
            state.merge([one for one, _ in some], "mean", weights=[float(count) for _, count in some])
    team.close()
    return state


def learned_apart(
    learner: Learner, names: Sequence[str], shards: int, passes: int, on: str, rows: Columns | None
) -> list[Learner]:
    """The learners of all shards, none of them mixed with another."""
    like = settled(learner).to_bytes()
    columns = rows or learner.row_reader.rows or Columns()
    team = _team(on, [(names, number, shards, like, columns) for number in range(shards)])
    ended: list[Any] = []
    for number in range(whole("passes", passes, at_least=1)):
        if number:
            team.call("begin_pass")
        ended = team.call("round", None, _ALL)
    team.close()
    return [settled(_learner(data)) for data, _, _ in ended]


_ALL = 1 << 62  # rows


def _learner(data: bytes) -> Learner:
    found: Any = load_bytes(data)
    return found  # type: ignore[no-any-return]


def _team(on: str, made: Sequence[tuple[Any, ...]]) -> "_HereShards":
    return _RayShards(on, made) if is_ray(on) else _HereShards(made)


class _HereShards:
    """All shards in this process, one after the other."""

    def __init__(self, made: Sequence[tuple[Any, ...]]) -> None:
        self._shards = [Shard(*arguments) for arguments in made]

    def call(self, method: str, *arguments: Any) -> list[Any]:
        """Calls a method of every shard."""
        return [getattr(shard, method)(*arguments) for shard in self._shards]

    def close(self) -> None:
        """Ends them."""


class _RayShards(_HereShards):
    """Every shard an actor."""

    def __init__(self, on: str, made: Sequence[tuple[Any, ...]]) -> None:
        self._ray = connected(on)
        actor = self._ray.remote(Shard).options(num_cpus=0, scheduling_strategy="SPREAD")
        self._actors = [actor.remote(*arguments) for arguments in made]

    def call(self, method: str, *arguments: Any) -> list[Any]:
        found: list[Any] = self._ray.get([getattr(actor, method).remote(*arguments) for actor in self._actors])
        return found

    def close(self) -> None:
        for actor in self._actors:
            self._ray.kill(actor)
