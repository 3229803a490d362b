"""The loop predict -> label -> update, over any stream and any learner.

Examples are taken in the order of the stream. Each is predicted first; then, if it has a label and is not held out, it
is learned. Several learners go over one read of the stream, each as if it were alone.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from ..learners import Lesson
from ..streams.block import Block, Position, Trouble
from .contestant import Contestant
from .on_error import OnError
from .run import Run

Tasks = npt.NDArray[np.int8]


class Stream(Protocol):
    """What can be read as blocks: a file, or examples from Python."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int | None: ...

    @property
    def repeatable(self) -> bool: ...

    def blocks(self, start: Position = ...) -> Iterator[Block]: ...

    def locate(self, contestant: Any, block: Block, row: int) -> int: ...


class Watch(Protocol):
    """Somebody who looks on: told after every stretch of examples."""

    doubling: bool  # wants to look at 1, 2, 4, 8, ... examples

    def after(self, loop: "Loop") -> None: ...


class Unwatched:
    """Nobody looks."""

    doubling = False

    def after(self, loop: "Loop") -> None:
        """Sees nothing."""


@dataclass(frozen=True)
class Seen:
    """The last example: what it was labelled, what was said, how many attributes it has."""

    label: Any
    prediction: Any
    features: int


@dataclass
class Loop:
    """One reading of streams by contestants. `stopping` may be set at any time: the loop ends at the next stretch."""

    contestants: Sequence[Contestant]
    streams: Sequence[Stream]
    on_error: OnError = field(default_factory=OnError)
    holdout: float = 0.0
    watch: Watch = field(default_factory=Unwatched)
    frozen: bool = False  # predict only

    examples: int = 0
    unlabelled: int = 0
    features: int = 0
    bytes: int = 0
    weight_sum: float = 0.0
    label_sum: float = 0.0
    passes: int = 0  # begun
    stopping: bool = False
    waiting: bool = False  # for bytes: nothing is half done
    seconds: float = 0.0
    positions: dict[str, Position] = field(default_factory=dict)
    last: Seen | None = None
    _labelled: int = 0
    _lesson: Lesson | None = None

    def read(self, starts: dict[str, Position] | None = None) -> None:
        """Reads every stream once, from where it is to begin."""
        self.passes += 1
        began = time.perf_counter()
        try:
            for stream in self.streams:
                start = (starts or {}).get(stream.name, Position())
                self.positions[stream.name] = start
                for block in self._blocks(stream, start):
                    self._take(stream, block)
                    if self.stopping:
                        return
        except Stopped:
            pass  # in the middle of a block: how far is in the positions
        finally:
            self.seconds += time.perf_counter() - began

    def runs(self) -> list[Run]:
        """What it came to, for every contestant."""
        return [contestant.run(self._record(contestant)) for contestant in self.contestants]

    def _record(self, contestant: Contestant) -> Run:
        return Run(
            learner=contestant.name,
            parameters=contestant.parameters(),
            sources=[stream.name for stream in self.streams],
            examples=self.examples,
            unlabelled=self.unlabelled,
            features=self.features,
            skipped=self.on_error.skipped,
            weight_sum=self.weight_sum,
            label_sum=self.label_sum,
            passes=self.passes,
            seconds=self.seconds,
            bytes=self.bytes,
        )

    def _blocks(self, stream: Stream, start: Position) -> Iterator[Block]:
        blocks = stream.blocks(start)
        while True:
            self.waiting = True
            block = next(blocks, None)
            self.waiting = False
            if block is None:
                return
            yield block

    def _take(self, stream: Stream, block: Block) -> None:
        """All rows of a block, around the lines that are no examples."""
        tasks = block.tasks(self.contestants[0].labels)
        troubles = [*block.troubles]
        if (tasks == 2).any():
            troubles += [self._bad_label(block, int(row)) for row in np.flatnonzero(tasks == 2)]
            troubles.sort(key=lambda trouble: (trouble.row, trouble.line))
        first = 0
        for trouble in troubles:
            first = self._rows(stream, block, first, tasks[: trouble.row])
            self._report(stream, trouble)
            first += int(
                trouble.row < len(tasks) and tasks[trouble.row] == 2 and trouble.line == block.native.line(trouble.row)
            )
        self._rows(stream, block, first, tasks)
        self.positions[stream.name] = block.end
        self.bytes += block.size

    def _rows(self, stream: Stream, block: Block, first: int, tasks: Tasks) -> int:
        """Rows from `first` to the end of the tasks, stretch by stretch; a row that is refused is a trouble."""
        while first < len(tasks) and not self.stopping:
            last = min(len(tasks), first + self._stretch())
            halt, refusal = self._learn(block, first, tasks[:last])
            if halt > first:
                self._account(block, tasks, first, halt)
            self.positions[stream.name] = block.before(halt) if halt < len(block) else block.end
            if refusal:
                place = block.before(halt)
                column = stream.locate(self.contestants[0].learner, block, halt)
                raw = block.native.text(halt)
                self._report(stream, Trouble(halt, block.native.line(halt), column, refusal, "", raw, place))
                halt += 1
            first = halt
            self._look()
        if self.stopping and first < len(block):
            raise Stopped
        return first

    def _stretch(self) -> int:
        """How many examples until somebody wants to look."""
        wanted = [contestant.tracer.next - self.examples for contestant in self.contestants if contestant.tracer]
        if self.watch.doubling:
            wanted.append((1 << self.examples.bit_length()) - self.examples if self.examples else 1)
        return max(1, min(wanted, default=1 << 62))

    def _look(self) -> None:
        for contestant in self.contestants:
            if contestant.tracer and self.examples >= contestant.tracer.next:
                contestant.tracer.sample(self.examples)
        self.watch.after(self)

    def _learn(self, block: Block, first: int, tasks: Tasks) -> tuple[int, str]:
        """Learns with every contestant the same rows: up to the first that one of them refuses."""
        refusal = ""
        if len(self.contestants) > 1:
            for contestant in self.contestants:
                halt, why = contestant.check(block, first, len(tasks))
                if halt < len(tasks):
                    tasks, refusal = tasks[:halt], f"{contestant.name}: {why}"
        held = self._held_out(tasks, first)
        given = tasks if held is None else np.where(held, 0, tasks).astype(np.int8)
        if self.frozen:
            given = np.zeros_like(tasks)
        for contestant in self.contestants:
            lesson = contestant.learn(block, first, given, self.features)
            rows = slice(first, lesson.row)
            labels = self._counted(block, tasks, rows)
            contestant.count(labels, None if held is None else held[rows], lesson, rows)
            self._lesson = lesson
            if lesson.refusal:
                if len(self.contestants) > 1:  # what all were checked for before can't be refused now
                    raise InputError(f"{contestant.name}: {lesson.refusal}")
                return lesson.row, lesson.refusal
        return len(tasks), refusal

    def _counted(self, block: Block, tasks: Tasks, rows: slice) -> Tasks:
        """The labels that count: an importance weight of 0 is none."""
        labels = tasks[rows]
        weights = block.weights
        if weights is None or weights[rows].all():
            return labels
        return np.where(weights[rows] == 0.0, 0, labels).astype(np.int8)

    def _held_out(self, tasks: Tasks, first: int) -> npt.NDArray[np.bool_] | None:
        """Every so many labelled examples one is held out, evenly spread and the same in every pass."""
        if self.holdout == 0.0:
            return None
        labelled = tasks != 0
        number = self._labelled + np.cumsum(labelled[first:]) - 1
        held = np.zeros(len(tasks), dtype=np.bool_)
        held[first:] = labelled[first:] & (np.floor((number + 1) * self.holdout) > np.floor(number * self.holdout))
        return held

    def _account(self, block: Block, tasks: Tasks, first: int, last: int) -> None:
        labels = tasks[first:last]
        labelled = int(np.count_nonzero(labels))
        self._labelled += labelled
        self.examples += last - first
        self.unlabelled += last - first - labelled
        whole = first == 0 and last == len(block)
        self.features += block.features if whole else sum(map(block.native.features_of, range(first, last)))
        self._sum_labels(block, labels, first, last)
        if self.watch.doubling and self._lesson is not None:
            said = self._lesson.predictions[last - 1]
            names = self.contestants[0].labels.names
            label = None if labels[-1] == 0 else names[int(labels[-1] > 0)]
            self.last = Seen(label, names[int(said)], block.native.features_of(last - 1))

    def _sum_labels(self, block: Block, labels: Tasks, first: int, last: int) -> None:
        written = block.written_labels()[first:last]
        if not labels.all():
            written = np.where(labels == 0, 0.0, written)
        weights = block.weights
        if weights is None:
            self.weight_sum += last - first
            self.label_sum += float(written.sum())
        else:
            self.weight_sum += float(weights[first:last].sum())
            self.label_sum += float(written @ weights[first:last])

    def _bad_label(self, block: Block, row: int) -> Trouble:
        label = block.labels[row]
        pair = self.contestants[0].labels.pair
        hint = "labels are 1 (positive), 0 or -1 (negative); for two others say --labels NEGATIVE,POSITIVE"
        if pair is not None:
            hint = f"the labels are {pair[0]!r} (negative) and {pair[1]!r} (positive)"
        elif isinstance(label, float) and not label.is_integer():
            hint = (
                "Thresher answers yes or no; for real-valued labels (regression) use another tool, or say which are yes"
            )
        shown = f"{label:g}" if isinstance(label, float) else repr(label)
        place = block.before(row)
        return Trouble(
            row,
            block.native.line(row),
            1,
            f"the label {shown} is neither yes nor no",
            hint,
            block.native.text(row),
            place,
        )

    def _report(self, stream: Stream, trouble: Trouble) -> None:
        self.positions[stream.name] = trouble.position
        self.on_error(trouble, stream.name)


class Stopped(Exception):
    """The loop was asked to end in the middle of a block."""
