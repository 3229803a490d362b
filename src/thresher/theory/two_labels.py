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


def is_positive(label: Label, learner: Learner) -> bool:
    """Whether a label is the positive one of a learner's two, as far as the learner knows.

    Parameters
    ----------
    label : Label
        As it was written.
    learner : Learner
        One that has learned it.

    Returns
    -------
    bool
        Whether it is the positive one.
    """
    known = learner.known_labels
    return known.numbers.get(known.spelled(label)) == known.positive_number


def third_label(label: Label, learner: Learner) -> InputError | None:
    """What is said of a label that is neither of a learner's two; None if it may be one of them.

    Parameters
    ----------
    label : Label
        As it was written.
    learner : Learner
        One of two labels.

    Returns
    -------
    InputError or None
        The error to raise.
    """
    known = learner.known_labels
    if known.is_open or known.spelled(label) in known.numbers:
        return None
    negative, positive = known.shown
    return InputError(f"mistake bounds are about two labels, here {negative!r} and {positive!r}; this is {label!r}.")
