"""What theory says here, it says of two labels; of more it is refused in one sentence."""

from typing import Any

from ..errors import InputError, ParameterError
from ..learners import Auto, Learner
from ..protocols import Label


def check_two_labels(what: str, learner: Any) -> None:
    """Refuses a learner of more than two labels. Auto is one of two until the third comes.

    Parameters
    ----------
    what : str
        What asks, as it stands in the sentence.
    learner : Any
        Any.

    Raises
    ------
    ParameterError
        If it has more than two labels, or is for any number of them.
    """
    if isinstance(learner, Auto):
        if len(learner.labels) > 2:
            raise ParameterError(f"{what} is about two labels; this learner has met {len(learner.labels)}.")
    elif isinstance(learner, Learner) and learner.traits.labels != 2:
        raise ParameterError(f"{what} is about two labels; {type(learner).__name__} is for any number of them.")


def is_positive(label: Label, names: tuple[Label, ...]) -> bool:
    """Whether a label is the positive one of (negative, positive); any other is refused.

    Parameters
    ----------
    label : Label
        As it was written.
    names : tuple of Label
        (negative, positive).

    Returns
    -------
    bool
        Whether it is the positive one.

    Raises
    ------
    InputError
        If it is neither.
    """
    if label == names[-1]:
        return True
    if label == names[0] or (label in (0, -1) and names[0] in (0, -1) and names[-1] == 1):
        return False
    raise InputError(f"mistake bounds are about two labels, here {names[0]!r} and {names[-1]!r}; this is {label!r}.")
