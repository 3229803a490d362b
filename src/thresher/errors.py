"""One family of exceptions: a message is a sentence that says what was wrong, where, and what to do.

Each is also the built-in exception a caller would expect, so `except ValueError` works. Parameters are named as Python
names them; a hint puts an equals sign behind them (`labels=`), and the command line spells them as its options.
"""

import sys
import warnings
from typing import Self


class ThresherError(Exception):
    """Everything Thresher raises on purpose.

    Parameters
    ----------
    message : str
        What was wrong, and where.
    field : str, optional
        The parameter that it is about, as Python spells it; a message about it begins with that name.
    hint : str, optional
        What could be done about it.

    Attributes
    ----------
    message : str
        The message alone; `str(error)` has the hint on a line of its own.
    field : str or None
        As given.
    hint : str
        As given; empty without one.

    Examples
    --------
    >>> error = InputError("the label 'no' is unknown", field="labels", hint="name them all: labels=")
    >>> print(error)
    the label 'no' is unknown
    hint: name them all: labels=
    """

    def __init__(self, *message: object, field: str | None = None, hint: str | None = None) -> None:
        super().__init__(*message)
        self.field = field
        self.hint = hint or ""

    @property
    def message(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message

    def at(self, place: str) -> Self:
        """The same error with a place before its message: the name of a file, say."""
        moved = type(self).__new__(type(self))
        moved.args = (f"{place}: {self.message}",)
        moved.__dict__.update(self.__dict__)
        return moved


class ParameterError(ThresherError, ValueError):
    """A choice of parameters that makes no learner. Raised when the learner is made."""


class InputError(ThresherError, ValueError):
    """An example, a label or a matrix that can't be learned from. The learner is unchanged."""


class ModelFileError(ThresherError, ValueError):
    """A file that is not a saved model, or is one no longer (damaged, truncated, too new)."""


class ThresherWarning(UserWarning):
    """Everything that Thresher warns of."""


class EvaluationWarning(ThresherWarning):
    """An error that was counted means little: the rows are sorted by label, or a test came out wholly different."""


class LabelWarning(ThresherWarning):
    """Labels may be amounts or ids, or differ only in case or in spaces, and are learned as classes.

    The message says what to do.
    """


class ColumnWarning(ThresherWarning):
    """A column of a table is not what it was when the model learned, or can't help. Each is said once, and counted.

    The message names the column and what to do. To be refused instead: `Rows(strict=True)`.

    Parameters
    ----------
    message : str
        What is shown.
    note : object, optional
        What it was made of, with `what` and `column`; the message may have a cell in it.
    """

    def __init__(self, message: str = "", note: object = None) -> None:
        super().__init__(message)
        self.note = note


def warn_caller(warning: Warning) -> None:
    """Warns whoever called into the package, at the caller's own line.

    Parameters
    ----------
    warning : Warning
        What to say.
    """
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level)
