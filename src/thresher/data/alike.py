"""Labels that differ only in case or in spaces: they are two labels, and mostly one was meant."""

from collections.abc import Collection, Iterable

from ..errors import LabelWarning, warn_caller
from ..protocols import Label

MOST = 100
"""Labels among which it is looked for: each that joins is compared with those before."""

REMEDY = "write them alike before they are learned: str.strip().lower() makes one of them"


def warn_of_alike(known: Collection[Label], joined: Iterable[Label]) -> None:
    """Warns of each label that differs from another only in case or in spaces.

    Parameters
    ----------
    known : collection of label
        Those that were there before.
    joined : iterable of label
        Those that have just come.
    """
    if len(known) > MOST:
        return
    spelled = {folded(label): label for label in known if isinstance(label, str)}
    for label in joined:
        if not isinstance(label, str) or len(spelled) > MOST:
            continue
        other = spelled.setdefault(folded(label), label)
        if other != label:
            message = f"the labels {other!r} and {label!r} differ only in case or in spaces, and are learned as two"
            warn_caller(LabelWarning(f"{message}\nhint: {REMEDY}"))


def alike_in(label: Label, known: Iterable[Label]) -> Label:
    """The one of some labels from which a label differs only in case or in spaces; None if there is none.

    Parameters
    ----------
    label : label
        One that is none of them.
    known : iterable of label
        The labels.
    """
    texts = (other for other in known if isinstance(other, str))
    return next((other for other in texts if isinstance(label, str) and folded(other) == folded(label)), None)


def folded(label: str) -> str:
    """A text without what case and spaces tell.

    Parameters
    ----------
    label : str
        The text.

    Examples
    --------
    >>> folded(" Not  Spam") == folded("not spam")
    True
    """
    return " ".join(label.casefold().split())
