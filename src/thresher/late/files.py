"""A delayed learner as data: the learner, the order, the instances that wait and the labels that wait with them."""

from array import array
from collections.abc import Mapping
from typing import Any

from ..errors import ModelFileError, ParameterError
from ..files import pack
from ..learners import Learner, bytes_as_written
from .orders import naming
from .orders.order import Answers
from .status import LabelStatus

KIND = "thresher-delayed"
LAYOUT = 3
"""1: labels and answers were yes or no, in the bits of a question's flags. 2: they are numbers of labels. 3: questions
have times, may be expired, and labels that were dealt with without being learned are marked."""

MOST = 2**53
"""No count is larger."""

COUNTS = ("asked", "answered", "mistakes", "given_up", "expired")
OPTIONS = ("horizon", "max_pending", "max_bytes", "when_full", "contradictions", "remember")


def to_bytes(late: Any, progress: Mapping[str, Any] | None = None, *, written: bool = True) -> bytes:
    """The same delayed learner gives the same bytes.

    written: as a file has it, with what goes on beside the state: how False and True are written (-1, 0 and 1 are three
    labels), and how often what became of labels: a label that is answered without an effect changes these counts alone.
    """
    import numpy as np

    if not can_be_saved(late.learner):
        raise ParameterError(
            "only Thresher's own learners, and masters over such, can be saved or copied while labels are out."
        )
    named = late._tickets.named()
    if any(not isinstance(ticket, str) for _, ticket in named):
        raise ParameterError("tickets of your own must be texts to be saved.")
    plain, arrays = late.keeper.state()
    waiting, history = late._queue.waiting(), late._history
    text = [str(ticket).encode() for _, ticket in named]
    head = {
        "layout": LAYOUT,
        "options": {name: getattr(late, name) for name in OPTIONS},
        "order": naming.to_plain(late.order),
        "keeper": plain,
        "counts": {name: getattr(late, name) for name in COUNTS},
        "base": history.base,
        "oldest": late._oldest,
        "known": late._labels.to_plain(written=written),
    }
    head |= late._values_to_keep()
    if written:
        head["statuses"] = {status.name: count for status, count in sorted(late.statuses.items()) if count}
    if progress:
        head["progress"] = dict(progress)
    own: dict[str, Any] = {
        "learner": late.learner,
        "flags": np.frombuffer(bytes(history.flags), dtype=np.uint8),
        "said": np.array(history.said, dtype=np.int32),
        "labels": np.array(history.labels, dtype=np.int32),
        "times": np.array(history.times, dtype=np.float64),
        "queue_numbers": waiting.numbers,
        "queue_labels": waiting.labels,
        "queue_weights": waiting.weights,
        "ticket_numbers": np.array([number for number, _ in named], dtype=np.uint64),
        "ticket_text": np.frombuffer(b"".join(text), dtype=np.uint8),
        "ticket_ends": np.cumsum([len(t) for t in text], dtype=np.uint64),
    }
    own |= {f"keeper_{name}": part for name, part in arrays.items()} | late._arrays_to_keep()
    saved = bytes_as_written if written else lambda learner: learner.to_bytes()
    learners = {name: np.frombuffer(saved(part), dtype=np.uint8) for name, part in own.items() if can_be_saved(part)}
    return pack(late.file_kind, head, own | learners)


def can_be_saved(learner: Any) -> bool:
    """Whether it is a learner of Thresher's own, or a master over such."""
    return bool(getattr(learner, "can_be_saved", isinstance(learner, Learner)))


def from_layout_1(head: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Brings what 0.1.0 wrote to the present layout: 0 is the negative label, 1 the positive one."""
    import numpy as np

    answered, positive, said = 1, 2, 8
    marks = arrays.pop("marks")
    head["known"] = None
    head["statuses"] = head.pop("fates")
    arrays["flags"] = marks & ~np.uint8(positive | said)
    arrays["said"] = ((marks & said) != 0).astype(np.int32)
    arrays["labels"] = np.where(marks & answered, (marks & positive) != 0, -1).astype(np.int32)
    arrays["queue_labels"] = arrays.pop("queue_positive").astype(np.int32)
    if "keeper_held_positive" in arrays:
        arrays["keeper_held_labels"] = arrays.pop("keeper_held_positive").astype(np.int32)
    if "keeper_log" in arrays:
        log = arrays["keeper_log"]
        arrays["keeper_log_labels"] = np.where(log & answered, (log & positive) != 0, -1).astype(np.int32)
        joined = np.uint8(32)  # which label was new was not noted: each may have been
        arrays["keeper_log"] = np.where(log & answered, log & ~np.uint8(positive) | joined, log).astype(np.uint8)


def from_layout_2(head: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Brings what was written before questions had times to the present layout."""
    import numpy as np

    head["counts"]["expired"] = 0
    arrays["times"] = np.zeros(0)


def restore(late: Any, head: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Gives a new delayed learner what was saved. A file may say anything: what does not fit is refused."""
    late._labels.restore(head["known"])
    for name in COUNTS:
        setattr(late, name, _count(head["counts"][name]))
    late.statuses.update({LabelStatus[name]: _count(count) for name, count in head["statuses"].items()})
    _restore_history(late, head, arrays)
    kept = {name.removeprefix("keeper_"): part for name, part in arrays.items() if name.startswith("keeper_")}
    late.keeper.resume(head["keeper"], kept, newest=late.asked)
    if any(not 1 <= number <= late.asked for number in late.keeper.pending().tolist()):
        raise ModelFileError("an instance waits that nobody asked about; the file is damaged.")
    _restore_queue(late, arrays)
    _restore_tickets(late, arrays)


def _restore_history(late: Any, head: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    history = late._history
    history.base, late._oldest = _count(head["base"]), _count(head["oldest"])
    history.flags = bytearray(_of_kind(arrays, "flags", "uint8").tobytes())
    history.said = array("i", _of_kind(arrays, "said", "int32").tolist())
    history.labels = array("i", _of_kind(arrays, "labels", "int32").tolist())
    history.times = array("d", _of_kind(arrays, "times", "float64").tolist())
    counts = {name: getattr(late, name) for name in ("asked", "answered", "given_up")}
    in_step = late.mistakes <= late.answered and late.expired <= late.asked
    if not in_step or not 1 <= history.base <= late._oldest <= history.next:
        raise ModelFileError("the file's counts do not fit together; it is damaged.")
    told = set(history.labels) - {-1}
    if not history.fits(**counts, labels=len(late._labels.known.came)) or not told <= late._labels.possible():
        raise ModelFileError("the file's questions do not fit together; it is damaged.")


def _restore_queue(late: Any, arrays: Mapping[str, Any]) -> None:
    kinds = {"queue_numbers": "uint64", "queue_labels": "int32", "queue_weights": "float64"}
    queue = Answers(*(_of_kind(arrays, name, kind) for name, kind in kinds.items()))
    history, last = late._history, 0
    for number, label, weight in queue.each():
        fits = last < number and history.knows(number) and history.is_answered(number)
        if not fits or label != history.label_of(number) or not 0.0 <= weight <= 1e100:
            raise ModelFileError("a label that waits is of no question; the file is damaged.")
        last = number
    if len(queue):
        late._queue.put_many(queue)


def _restore_tickets(late: Any, arrays: Mapping[str, Any]) -> None:
    numbers, ends = _of_kind(arrays, "ticket_numbers", "uint64"), _of_kind(arrays, "ticket_ends", "uint64")
    begin, last, text = 0, 0, _of_kind(arrays, "ticket_text", "uint8").tobytes()
    for number, end in zip(numbers.tolist(), ends.tolist(), strict=True):
        if not (begin <= end <= len(text) and last < number and late._history.knows(number)):
            raise ModelFileError("a ticket is of no question; the file is damaged.")
        ticket = text[begin:end].decode()
        if late._tickets.number(ticket) is not None:
            raise ModelFileError("a ticket is there twice; the file is damaged.")
        late._tickets.add(ticket, number)
        begin, last = end, number


def _of_kind(arrays: Mapping[str, Any], name: str, kind: str) -> Any:
    if arrays[name].dtype != kind:
        raise ModelFileError(f"the file's {name} are of another kind; it is damaged.")
    return arrays[name]


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise ModelFileError(f"the file has {value!r} where a count should be; it is damaged.")
    return value
