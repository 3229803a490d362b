"""What becomes of a label that comes late."""

from enum import IntEnum


class LabelStatus(IntEnum):
    """What happened to one label: each is learned once at most.

    Of these WAITING, CORRECTED and RETRACTED change what is going to be learned. UNKNOWN, DUPLICATE, CONTRADICTED and
    TOO_LATE are answers without an effect: they are counted, and the state stays as it is.
    """

    LEARNED = 0
    WAITING = 1  # for the next question, or for its turn
    SKIPPED = 2  # later instances had already changed the state (OD1)
    TOO_LATE = 3  # its instance was given up: past the horizon, over the cap, or expired
    DUPLICATE = 4  # the same answer again: no effect
    CONTRADICTED = 5  # another answer for the same instance: counted, no effect
    CORRECTED = 6  # another answer took the place of the first
    RETRACTED = 7  # the answer was taken back
    UNKNOWN = 8  # nobody asked about such a ticket
    EXPIRED = 9  # its instance was given up by `expire`; perhaps a default label was learned in its place

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


Fate = LabelStatus
"""What 0.1.0 called it."""
