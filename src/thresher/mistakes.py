"""When an answer counts as a mistake: one rule for learners, runs, late labels and logs.

There was an answer, and it was not the label. No answer (None) is no mistake. The answer is the one that was given
before the label was seen: of a late label, when its question was asked, not when the label came.

A learner of two labels always answers, before any label has come too: one of two sides, the positive one at a tie.
The label of that side may not have come yet. Then the answer has no name, and is written None, or as an empty line; it
is an answer all the same, and a mistake unless the label that comes is that side's: "spam" is known to be positive, so
a yes was right; "ham" is not, so it was wrong; of two others the label that comes first is not the one a yes meant.

There is no answer where a learner of many classes knows none, or finds none far enough ahead (`abstain_below`); and of
late labels, where a yes was said before any label was known, and there are more than two when its own comes.

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
