"""The loop predict -> label -> update, over any stream and any learner.

Examples are taken in the order of the stream. Each is predicted first; then, if it has a label and is not held out, it
is learned. Several learners go over one read of the stream, each as if it were alone.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..errors import InputError
from ..learners import Lesson, Taught
from ..streams.block import Block, Position, Trouble
from .contestant import Contestant
from .label_troubles import bad_label
from .on_error import OnError
from .run import Run
from .watch import Seen, Unwatched, Watch

if TYPE_CHECKING:  # the usual run needs no arrays of Python's
    import numpy as np
    import numpy.typing as npt

    Tasks = npt.NDArray[np.int8]


_SLOWLY = 256  # rows of many classes in a stretch: Ctrl-C need not wait for a whole block


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
    labelled: int = 0  # of this pass, where some are held out

    def read(self, starts: dict[str, Position] | None = None, labelled: int = 0) -> None:
        """Reads every stream once, from where it is to begin; `labelled` examples of this pass were read before."""
        self.passes += 1
        self.labelled = labelled
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
        first = 0
        for trouble in block.troubles:
            first = self._rows(stream, block, first, trouble.row)
            self._report(stream, trouble)
        self._rows(stream, block, first, len(block))
        self.positions[stream.name] = block.end
        self.bytes += block.size

    def _rows(self, stream: Stream, block: Block, first: int, last: int) -> int:
        """Rows from `first` to before `last`, stretch by stretch; a row that is refused is a trouble."""
        while first < last and not self.stopping:
            halt = self._learn(block, first, min(last, first + self._stretch()))
            if halt.bad_label and self._meets(block, halt.row):
                halt = self._meet(block, halt.row)
            self.positions[stream.name] = block.before(halt.row) if halt.row < len(block) else block.end
            first = halt.row
            if halt.bad_label:
                self._report(stream, bad_label(self.contestants[0], block, first, halt.wrong))
                first += 1
            elif halt.refusal:
                self._report(stream, self._refused(stream, block, halt))
                first += 1
            self._look()
        if self.stopping and first < len(block):
            raise Stopped
        return first

    def _stretch(self) -> int:
        """How many examples until somebody wants to look."""
        wanted = [contestant.tracer.next - self.examples for contestant in self.contestants if contestant.tracer]
        if self.watch.doubling:
            wanted.append((1 << self.examples.bit_length()) - self.examples if self.examples else 1)
        if self.contestants[0].many:
            wanted.append(_SLOWLY)
        return max(1, min(wanted, default=1 << 62))

    def _look(self) -> None:
        for contestant in self.contestants:
            if contestant.tracer and self.examples >= contestant.tracer.next:
                contestant.tracer.sample(self.examples)
        self.watch.after(self)

    def _learn(self, block: Block, first: int, last: int) -> "Halted":
        """Rows from `first` to before `last`, or to the first that can't be learned from."""
        if self.contestants[0].many:
            from .class_loop import learn_classes

            return learn_classes(self, block, first, last)
        if len(self.contestants) == 1 and self.holdout == 0.0 and not self.frozen:
            taught = self.contestants[0].teach(block, first, last, self.features)
            if taught is not None:
                return self._count(block, first, taught)
        return self._learn_in_general(block, first, last)

    def _count(self, block: Block, first: int, taught: Taught) -> "Halted":
        self.examples += taught.row - first
        self.unlabelled += taught.unlabelled
        self.features += taught.features
        self.weight_sum += taught.weight_sum
        self.label_sum += taught.label_sum
        if self.watch.doubling and taught.row > first:
            label = block.native.label(taught.row - 1)
            names = self.contestants[0].labels.names
            known = None if label != label else names[int(label == self.contestants[0].rule[0])]
            self.saw(block, taught.row - 1, known, names[int(taught.last_prediction)])
        return Halted(taught.row, taught.refusal, taught.bad_label)

    def _learn_in_general(self, block: Block, first: int, last: int) -> "Halted":
        """Learns with every contestant the same rows: up to the first that one of them refuses."""
        import numpy as np

        tasks = block.tasks(self.contestants[0].labels)[:last]
        odd = np.flatnonzero(tasks[first:] == 2)
        bad_label = len(odd) > 0
        if bad_label:
            tasks = tasks[: first + odd[0]]
        tasks, refusal = self.agreed(block, first, tasks)
        held = self.held_out(tasks, first)
        given = tasks if held is None else np.where(held, 0, tasks).astype(np.int8)
        if self.frozen:
            given = np.zeros_like(tasks)
        row = len(tasks)
        first_lesson: Lesson | None = None
        for contestant in self.contestants:
            lesson = contestant.learn(block, first, given, self.features)
            first_lesson = first_lesson or lesson
            rows = slice(first, lesson.row)
            contestant.count(_counted(block, tasks, rows), None if held is None else held[rows], lesson, rows)
            if lesson.refusal:
                if len(self.contestants) > 1:  # what all were checked for before can't be refused now
                    raise InputError(f"{contestant.name}: {lesson.refusal}")
                row, refusal = lesson.row, lesson.refusal
        if row > first:
            self.account(block, tasks, first, row)
            names = self.contestants[0].labels.names
            label = None if tasks[row - 1] == 0 else names[int(tasks[row - 1] > 0)]
            self.saw(block, row - 1, label, names[int((first_lesson or lesson).predictions[row - 1])])
        return Halted(row, refusal, bad_label and not refusal and row == len(tasks))

    def agreed(self, block: Block, first: int, tasks: "Tasks") -> "tuple[Tasks, str]":
        """The tasks up to the first row that one of several contestants refuses, and why it does."""
        refusal = ""
        for contestant in self.contestants if len(self.contestants) > 1 else ():
            halt, why = contestant.check(block, first, len(tasks))
            if halt < len(tasks):
                tasks, refusal = tasks[:halt], f"{contestant.name}: {why}"
        return tasks, refusal

    def held_out(self, tasks: "Tasks", first: int) -> "npt.NDArray[np.bool_] | None":
        """Every so many labelled examples one is held out, evenly spread and the same in every pass."""
        if self.holdout == 0.0:
            return None
        import numpy as np

        labelled = tasks != 0
        number = self.labelled + np.cumsum(labelled[first:]) - 1
        held = np.zeros(len(tasks), dtype=np.bool_)
        held[first:] = labelled[first:] & (np.floor((number + 1) * self.holdout) > np.floor(number * self.holdout))
        return held

    def account(self, block: Block, tasks: "Tasks", first: int, last: int) -> None:
        """Counts rows that were taken; a task of 0 is no label."""
        labels = tasks[first:last]
        labelled = int((labels != 0).sum())
        self.labelled += labelled
        self.examples += last - first
        self.unlabelled += last - first - labelled
        whole = first == 0 and last == len(block)
        self.features += block.features if whole else sum(map(block.native.features_of, range(first, last)))
        written = block.written_labels()[first:last][labels != 0]
        weights = block.weights
        self.weight_sum += last - first if weights is None else float(weights[first:last].sum())
        self.label_sum += float(written.sum() if weights is None else written @ weights[first:last][labels != 0])

    def saw(self, block: Block, row: int, label: Any, said: Any) -> None:
        """Keeps the last example for whoever looks on."""
        if self.watch.doubling:
            self.last = Seen(label, said, block.native.features_of(row))

    def _meets(self, block: Block, row: int) -> bool:
        """Whether a label that is neither of two is one more class."""
        if self.frozen or len(self.contestants) > 1:
            return False
        from .widening import can_meet

        return can_meet(self.contestants[0], block.labels[row])

    def _meet(self, block: Block, row: int) -> "Halted":
        """Learns one row whose label is new, and goes on with two labels or with many."""
        import numpy as np

        from .widening import meet

        tasks = np.ones(row + 1, dtype=np.int8)
        held = self.held_out(tasks, row)
        try:
            out = held is not None and bool(held[row])
            contestant, said = meet(self.contestants[0], block, row, held=out, label_sum=self.label_sum)
        except ValueError as error:
            return Halted(row, str(error), False)
        self.contestants = [contestant]
        self.account(block, tasks, row, row + 1)
        self.saw(block, row, block.labels[row], said)
        return Halted(row + 1, "", False)

    def _refused(self, stream: Stream, block: Block, halt: "Halted") -> Trouble:
        row = halt.row
        column = stream.locate(self.contestants[0].gate or self.contestants[0].learner, block, row)
        return Trouble(row, block.native.line(row), column, halt.refusal, "", block.text(row), block.before(row))

    def _report(self, stream: Stream, trouble: Trouble) -> None:
        self.positions[stream.name] = trouble.position
        self.on_error(trouble, stream.name)


class Halted(NamedTuple):
    """Up to which row, and why not further: the learner's refusal, or the row's label."""

    row: int
    refusal: str
    bad_label: bool
    wrong: str = ""  # with the label, where more is known; a hint on a second line


def _counted(block: Block, tasks: "Tasks", rows: slice) -> "Tasks":
    """The labels that count: an importance weight of 0 is none."""
    labels = tasks[rows]
    weights = block.weights
    if weights is None or weights[rows].all():
        return labels
    import numpy as np

    return np.where(weights[rows] == 0.0, 0, labels).astype(np.int8)


class Stopped(Exception):
    """The loop was asked to end in the middle of a block."""
