"""One family of exceptions: a message is a sentence that says what was wrong, where, and what to do.

Each is also the built-in exception a caller would expect, so `except ValueError` works. An error may carry the field it
is about (a parameter, a column, the label) and a hint: whoever shows it can then word the remedy in its own terms, the
command line by an option's name.
"""


class ThresherError(Exception):
    """Everything Thresher raises on purpose.

    Parameters
    ----------
    message : str
        What was wrong, where, and what to do.
    field : str, optional
        What it is about: the name of a parameter, "label", a column.
    hint : str, optional
        What could be done about it, in a sentence of its own.
    """

    def __init__(self, message: str = "", *, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.hint = hint


class ParameterError(ThresherError, ValueError):
    """A choice of parameters that makes no learner. Raised when the learner is made."""


class InputError(ThresherError, ValueError):
    """An example, a label or a matrix that can't be learned from. The learner is unchanged."""


class ModelFileError(ThresherError, ValueError):
    """A file that is not a saved model, or is one no longer (damaged, truncated, too new)."""
