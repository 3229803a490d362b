"""The loop predict -> label -> update, over any stream and any learner.

Examples are taken in the order of the stream. Each is predicted first; then, if it has a label and is not held out, it
is learned. Several learners go over one read of the stream, each as if it were alone.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..learners import BlockCounts
from ..streams import Block, Position, Trouble
from .contestant import Contestant
from .empty_lines import EmptyLine, lines_to_answer
from .label_order import LabelOrder
from .listener import NOBODY, Listener
from .looking_ahead import look_ahead
from .milestones import Milestone
from .on_error import OnError
from .run import Run
from .stream import Stream as Stream
from .stretch import Halted, Stopped, held_out, labels_that_count
from .table_columns import TableColumns
from .watch import Seen, Unwatched, Watch

if TYPE_CHECKING:  # the usual run needs no arrays of Python's
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int32]

_SLOWLY = 256  # rows of many classes in a stretch: Ctrl-C need not wait for a whole block


@dataclass
class Loop:
    """One reading of streams by contestants. `stopping` may be set at any time: the loop ends at the next stretch."""

    contestants: Sequence[Contestant]
    streams: Sequence[Stream]
    on_error: OnError = field(default_factory=OnError)
    holdout: float = 0.0
    watch: Watch = field(default_factory=Unwatched)
    frozen: bool = False  # predict only
    listener: Listener = NOBODY
    milestones: list[Milestone] = field(default_factory=list)

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
    at: tuple[Block, int] | None = None  # the row that was taken last
    labelled: int = 0  # of this pass, where some are held out
    columns: TableColumns = field(default_factory=lambda: TableColumns((), learning=False))
    order: LabelOrder = field(default_factory=LabelOrder)

    def __post_init__(self) -> None:
        if not self.frozen:
            self.milestones += [one for each in self.contestants for one in (each.drift, each.contributions)]

    def read(self, starts: dict[str, Position] | None = None, labelled: int = 0) -> None:
        """Reads every stream once, from where it is to begin; `labelled` examples of this pass were read before."""
        self.passes += 1
        self.labelled = labelled
        began = time.perf_counter()
        counts = self.contestants[0].measures.counts
        self.order.begin_reading(counts)
        self.columns = TableColumns([one.row_reader for one in self.contestants], learning=not self.frozen)
        try:
            for stream in self.streams:
                start = (starts or {}).get(stream.name, Position())
                self.positions[stream.name] = start
                self.listener.begin(stream.name)
                self.columns.begin(stream)
                self.order.begin(stream.name, counts)
                for block in look_ahead(self._blocks(stream, start), self.contestants, repeatable=stream.repeatable):
                    self._take(stream, block)
                    if self.stopping:
                        return
                self.columns.end(stream)
        except Stopped:
            pass  # in the middle of a block: how far is in the positions
        finally:
            self.seconds += time.perf_counter() - began

    def runs(self) -> list[Run]:
        """What it came to, for every contestant."""
        return [contestant.run(self._record(contestant)) for contestant in self.contestants]

    def order_notes(self) -> list[str]:
        """What should be known of the order of labels."""
        return self.order.notes(self.contestants[0].measures.counts)

    def _record(self, contestant: Contestant) -> Run:
        return Run(
            learner=contestant.name,
            parameters={},
            sources=[name for stream in self.streams for name in getattr(stream, "names", (stream.name,))],
            examples=self.examples,
            unlabelled=self.unlabelled,
            features=self.features,
            skipped=self.on_error.skipped,
            weight_sum=self.weight_sum,
            label_sum=self.label_sum,
            passes=self.passes,
            seconds=self.seconds,
            bytes=self.bytes,
            columns=self.columns.notes(),
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
        self.columns.see(stream, block)
        first = 0
        for trouble in lines_to_answer(stream, block) if self.on_error.answers else block.troubles:
            first = self._rows(stream, block, first, trouble.row)
            self._report(stream, trouble)
        self._rows(stream, block, first, len(block))
        self.positions[stream.name] = block.end
        self.bytes += block.size
        self.listener.flush()

    def _rows(self, stream: Stream, block: Block, first: int, last: int) -> int:
        """Rows from `first` to before `last`, stretch by stretch; a row that is refused is a trouble."""
        while first < last and not self.stopping:
            halt = self._learn(block, first, min(last, first + self._stretch()))
            first, self.at = halt.row, (block, max(0, halt.row - 1))
            self.positions[stream.name] = block.before(first) if first < len(block) else block.end
            if halt.refusal:
                self._report(stream, self._refused(stream, block, halt))
                first += 1
            self._look()
        if self.stopping and first < len(block):
            raise Stopped
        return first

    def _stretch(self) -> int:
        """How many examples until somebody wants to look."""
        wanted = [contestant.tracer.next - self.examples for contestant in self.contestants if contestant.tracer]
        wanted += [milestone.next - self.examples for milestone in self.milestones]
        if self.watch.doubling:
            wanted.append((1 << self.examples.bit_length()) - self.examples if self.examples else 1)
        if not self.contestants[0].two_labels and not self._counts_only:
            wanted.append(_SLOWLY)
        return max(1, min(wanted, default=1 << 62))

    @property
    def _counts_only(self) -> bool:
        return len(self.contestants) == 1 and not self.contestants[0].scored

    def _look(self) -> None:
        for contestant in self.contestants:
            if contestant.tracer and self.examples >= contestant.tracer.next:
                if contestant.two_labels:
                    contestant.tracer.sample(self.examples)
                else:
                    contestant.tracer = None  # weights are now those of a class each
        for milestone in self.milestones:
            if self.examples >= milestone.next:
                milestone.reach(self)
        self.watch.after(self)

    def _learn(self, block: Block, first: int, last: int) -> Halted:
        """Rows from `first` to before `last`, or to the first that can't be learned from."""
        counted = None
        if len(self.contestants) == 1 and self.holdout == 0.0 and not self.frozen:
            counted = self.contestants[0].count_rows(block, first, last, self.features)
        if counted is not None:
            if counted.row > first or counted.refusal:
                return self._count(block, first, counted)
        else:
            numbers = [contestant.numbers(block, first, last) for contestant in self.contestants]
            known = min(map(len, numbers))
            if known:
                return self._learn_known(block, first, first + known, numbers)
        if len(self.contestants) == 1 and self.holdout == 0.0 and not self.frozen:
            joining = self.contestants[0].join(block, first, last)
            if joining is not None and len(joining):
                return self._learn_known(block, first, first + len(joining), [joining])
        return self._meet(block, first)

    def _count(self, block: Block, first: int, counted: BlockCounts) -> Halted:
        self.examples += counted.row - first
        self.unlabelled += counted.unlabelled
        self.features += counted.features
        self.weight_sum += counted.weight_sum
        self.label_sum += counted.label_sum
        if self.watch.doubling and counted.row > first:
            label, said = block.label(counted.row - 1), counted.last_answer
            known = int(label) if isinstance(label, float) and label.is_integer() else label
            self.saw(block, counted.row - 1, known, None if said < 0 else self.contestants[0].label_of(said))
        return Halted(counted.row, counted.refusal)

    def _learn_known(self, block: Block, first: int, last: int, known: "list[Numbers]") -> Halted:
        """Rows whose labels are known: every contestant learns the same ones, up to the first that one refuses.

        known: class numbers of rows from `first` on, of each contestant.
        """
        last, refusal = self._agreed(block, first, last)
        if last == first:
            return Halted(first, refusal)
        said: Any = None
        for place, contestant in enumerate(self.contestants):
            given = known[place][: last - first]
            numbers = labels_that_count(block, first, given)
            held = held_out(self.labelled, self.holdout, given)
            learned = numbers.copy()
            learned[slice(None) if self.frozen else slice(0) if held is None else held] = -1
            answers = contestant.learn(block, first, numbers, learned, self.features)
            contestant.count(numbers, held, answers, None if block.weights is None else block.weights[first:last])
            if place == 0 and len(answers.answers):
                said = contestant.last_answer(answers)
            if answers.refusal:
                if len(self.contestants) > 1:  # what all were checked for before can't be refused now
                    raise InputError(f"{contestant.name}: {answers.refusal}")
                last, refusal = answers.row, answers.refusal
        if last > first:
            self.account(block, first, last)
            self.saw(block, last - 1, block.label(last - 1), said)
        return Halted(last, refusal)

    def _agreed(self, block: Block, first: int, last: int) -> tuple[int, str]:
        """Up to which row none of several contestants refuses one, and why it does."""
        refusal = ""
        for contestant in self.contestants if len(self.contestants) > 1 else ():
            halt, why = contestant.check(block, first, last)
            if halt < last:
                last, refusal = halt, f"{contestant.name}: {why}"
        return last, refusal

    def _meet(self, block: Block, row: int) -> Halted:
        """One row whose label is new to a contestant: it joins, or is refused."""
        number = self.labelled
        share = self.holdout
        held = bool(share) and int((number + 1) * share) > int(number * share)
        said: Any = None
        for place, contestant in enumerate(self.contestants):
            try:
                answer = contestant.meet(block, row, learn=not (held or self.frozen), held=held)
            except ValueError as error:
                if place:
                    raise InputError(f"{contestant.name}: {error}") from None
                hint = getattr(error, "hint", None) or ""
                why = error.message if isinstance(error, InputError) else str(error)
                return Halted(row, why.rstrip("."), True, hint)
            said = said if place else answer
        self._account_one(block, row)
        self.saw(block, row, block.label(row), said)
        return Halted(row + 1, "")

    def account(self, block: Block, first: int, last: int) -> None:
        """Counts rows that were taken."""
        import numpy as np

        written = block.written_labels(first, last)
        with_label = ~np.isnan(written)
        labelled = int(with_label.sum())
        self.labelled += labelled
        self.examples += last - first
        self.unlabelled += last - first - labelled
        whole = first == 0 and last == len(block)
        self.features += block.features if whole else sum(map(block.native.features_of, range(first, last)))
        numbers = written[with_label]
        weights = block.weights
        self.weight_sum += last - first if weights is None else float(weights[first:last].sum())
        self.label_sum += float(numbers.sum() if weights is None else numbers @ weights[first:last][with_label])

    def _account_one(self, block: Block, row: int) -> None:
        """Counts one row that was taken and has a label; needs no arrays of Python's."""
        label, weights = block.label(row), block.weights
        weight = 1.0 if weights is None else float(weights[row])
        self.labelled += 1
        self.examples += 1
        self.features += block.native.features_of(row)
        self.weight_sum += weight
        self.label_sum += weight * float(label) if isinstance(label, (int, float)) else 0.0

    def saw(self, block: Block, row: int, label: Any, said: Any) -> None:
        """Keeps the last example for whoever looks on."""
        if self.watch.doubling:
            self.last = Seen(label, said, block.native.features_of(row))

    def _refused(self, stream: Stream, block: Block, halt: Halted) -> Trouble:
        row = halt.row
        column = 1 if halt.bad_label else stream.locate(self.contestants[0].learner, block, row)
        text, place = block.text(row), block.before(row)
        return Trouble(row, block.native.line(row), column, halt.refusal, halt.hint, text, place, block.source(row))

    def _report(self, stream: Stream, trouble: Trouble) -> None:
        if not isinstance(trouble, EmptyLine):
            self.positions[stream.name] = trouble.position
            self.on_error(trouble, stream.name)
        if self.on_error.answers:
            self.listener.refuse(trouble)
