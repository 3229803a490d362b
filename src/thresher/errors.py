"""One family of exceptions: a message is a sentence that says what was wrong, where, and what to do.

Each is also the built-in exception a caller would expect, so `except ValueError` works.
"""


class ThresherError(Exception):
    """Everything Thresher raises on purpose."""


class ParameterError(ThresherError, ValueError):
    """A choice of parameters that makes no learner. Raised when the learner is made."""


class InputError(ThresherError, ValueError):
    """An example, a label or a matrix that can't be learned from. The learner is unchanged."""


class ModelFileError(ThresherError, ValueError):
    """A file that is not a saved model, or is one no longer (damaged, truncated, too new)."""
