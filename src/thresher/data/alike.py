"""Labels that differ only in case, in spaces, or in that one is a number and one its text: mostly one was meant."""

from collections.abc import Collection, Iterable

from ..errors import LabelWarning, warn_caller
from ..protocols import Label

MOST = 100
"""Labels among which it is looked for: each that joins is compared with those before."""


def warn_of_alike(known: Collection[Label], joined: Iterable[Label]) -> None:
    """Warns of each label that is another one written differently.

    Parameters
    ----------
    known : collection of label
        Those that were there before.
    joined : iterable of label
        Those that have just come.
    """
    if len(known) > MOST:
        return
    spelled = {folded(label): label for label in known}
    for label in joined:
        if len(spelled) > MOST:
            continue
        other = spelled.setdefault(folded(label), label)
        if other != label:
            message = (
                f"the labels {other!r} and {label!r} differ only {difference(other, label)}, and are learned as two"
            )
            warn_caller(LabelWarning(f"{message}\nhint: {remedy(other, label)}"))


def alike_in(label: Label, known: Iterable[Label]) -> Label:
    """The one of some labels that is the same but written differently; None if there is none.

    Parameters
    ----------
    label : label
        One that is none of them.
    known : iterable of label
        The labels.
    """
    there = (other for other in known if other is not None)
    return next((other for other in there if folded(other) == folded(label)), None)


def difference(one: Label, other: Label) -> str:
    """In what two labels differ that are written differently.

    Parameters
    ----------
    one, other : label
        The labels.

    Examples
    --------
    >>> difference("Spam", "spam"), difference(1, "1")
    ('in case or in spaces', 'in that one is a number and one a text')
    """
    if isinstance(one, str) and isinstance(other, str):
        return "in case or in spaces"
    return "in that one is a number and one a text"


def remedy(one: Label, other: Label) -> str:
    """How two labels become one that are written differently.

    Parameters
    ----------
    one, other : label
        The labels.
    """
    alike = "write them alike before they are learned"
    if isinstance(one, str) and isinstance(other, str):
        return f"{alike}: str.strip().lower() makes one of them"
    return f"{alike}: csv.DictReader gives texts, float(...) makes numbers of them"


def folded(label: Label) -> str:
    """A label as text, without what case and spaces tell.

    Parameters
    ----------
    label : label
        The label.

    Examples
    --------
    >>> folded(" Not  Spam") == folded("not spam"), folded(1) == folded("1")
    (True, True)
    """
    return " ".join(str(label).casefold().split())
