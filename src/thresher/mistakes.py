"""When an answer counts as a mistake: one rule for learners, runs, late labels and logs.

There was an answer, and it was not the label. No answer (None) is no mistake. The answer is the one that was given
before the label was seen: of a late label, when its question was asked, not when the label came.

Runs over files are counted in the core by the same rule (loop/tally.hpp), models of many classes in
classes/confusion.hpp. An importance weight of 0 does not count, nor does an example that is held out.
"""

from .protocols import Label


def is_mistake(answer: Label, label: Label) -> bool:
    """Whether an answer beside its label counts as a mistake.

    Parameters
    ----------
    answer : label or None
        What was said before the label was seen; None where there was no answer.
    label : label
        The label.

    Examples
    --------
    >>> is_mistake("ham", "spam"), is_mistake("spam", "spam"), is_mistake(None, "spam"), is_mistake(True, 1)
    (True, False, False, False)
    """
    return answer is not None and bool(answer != label)
