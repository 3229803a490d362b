"""A delayed learner as data: the learner, the order, the instances that wait and the labels that wait with them."""

from typing import TYPE_CHECKING, Any

from ..errors import ModelFileError, ParameterError
from ..files.snapshots import pack, unpack
from ..learners import Learner, load_bytes
from .orders.naming import from_plain, to_plain
from .orders.order import Answers
from .status import Fate

if TYPE_CHECKING:
    from .delayed import Delayed

KIND = "thresher-delayed"
_COUNTS = ("asked", "answered", "mistakes", "given_up")
_OPTIONS = ("horizon", "max_pending", "max_bytes", "when_full", "contradictions", "remember")


def to_bytes(late: "Delayed") -> bytes:
    """The same delayed learner gives the same bytes."""
    import numpy as np

    if not isinstance(late.learner, Learner):
        raise ParameterError("only Thresher's own learners can be saved while labels are out.")
    named = late._tickets.named()
    if any(not isinstance(ticket, str) for _, ticket in named):
        raise ParameterError("tickets of your own must be texts to be saved.")
    plain, arrays = late.keeper.state()
    waiting = late._queue.waiting()
    text = [str(ticket).encode() for _, ticket in named]
    head = {
        "options": {name: getattr(late, name) for name in _OPTIONS},
        "order": to_plain(late.order),
        "keeper": plain,
        "counts": {name: getattr(late, name) for name in _COUNTS},
        "fates": {fate.name: count for fate, count in sorted(late.fates.items()) if count},
        "base": late._marks.base,
        "oldest": late._oldest,
    }
    own: dict[str, Any] = {
        "learner": np.frombuffer(late.learner.to_bytes(), dtype=np.uint8),
        "marks": np.frombuffer(bytes(late._marks.bytes), dtype=np.uint8),
        "queue_numbers": waiting.numbers,
        "queue_positive": waiting.positive.astype(np.uint8),
        "queue_weights": waiting.weights,
        "ticket_numbers": np.array([number for number, _ in named], dtype=np.uint64),
        "ticket_text": np.frombuffer(b"".join(text), dtype=np.uint8),
        "ticket_ends": np.cumsum([len(t) for t in text], dtype=np.uint64),
    }
    return pack(KIND, head, own | {f"keeper_{name}": array for name, array in arrays.items()})


def from_bytes(data: bytes, kind: type["Delayed"]) -> "Delayed":
    """What these bytes are; whatever is wrong with them is a ModelFileError."""
    try:
        return _restore(*unpack(KIND, data), kind)
    except ModelFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RuntimeError) as error:
        raise ModelFileError(f"the file does not describe a delayed learner: {error}") from None


def _restore(head: dict[str, Any], arrays: dict[str, Any], kind: type["Delayed"]) -> "Delayed":
    import numpy as np

    learner = load_bytes(arrays["learner"].tobytes())
    late = kind(learner, from_plain(head["order"]), **head["options"])
    late.keeper.resume(
        head["keeper"],
        {name.removeprefix("keeper_"): array for name, array in arrays.items() if name.startswith("keeper_")},
    )
    for name in _COUNTS:
        setattr(late, name, int(head["counts"][name]))
    late.fates.update({Fate[name]: int(count) for name, count in head["fates"].items()})
    late._marks.base, late._oldest = int(head["base"]), int(head["oldest"])
    late._marks.bytes = bytearray(arrays["marks"].tobytes())
    queue = Answers(arrays["queue_numbers"], arrays["queue_positive"].astype(np.bool_), arrays["queue_weights"])
    late._queue.put_many(queue)
    begin, text = 0, arrays["ticket_text"].tobytes()
    for number, end in zip(arrays["ticket_numbers"].tolist(), arrays["ticket_ends"].tolist(), strict=True):
        ticket = text[begin:end].decode()
        late._tickets.add(ticket, number)
        begin = end
    if not late._marks.base <= late._oldest <= late._marks.next or late._marks.next != late.asked + 1:
        raise ModelFileError("the file's questions do not fit together; it is damaged.")
    return late
