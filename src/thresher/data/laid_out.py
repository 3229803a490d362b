"""Labels and rows that are laid out nearly right: taken as what is meant, or refused with the way out."""

from typing import Any

from ..errors import InputError, LabelWarning, warn_caller


def one_list(y: Any) -> Any:
    """Labels as one list: a single column, of shape (n, 1), is taken as one, with a warning, as scikit-learn does.

    Parameters
    ----------
    y : list, array, column or frame
        The labels.

    Returns
    -------
    list, array or column
        As given, but for a single column.

    Raises
    ------
    InputError
        If they are a plan of polars that holds no rows yet.
    """
    refuse_lazy(y, "the labels are")
    shape = getattr(y, "shape", None)
    if not isinstance(shape, tuple) or len(shape) != 2 or shape[1] != 1 or shape[0] == 0:
        return y
    import numpy as np

    warn_caller(LabelWarning(f"the labels are a column, of shape {shape}, and are taken as one list\nhint: y.ravel()"))
    return np.asarray(y).ravel()


def refuse_lazy(X: Any, what: str = "this is") -> None:
    """Refuses a plan of polars: it has no rows before it is carried out.

    Parameters
    ----------
    X : object
        Anything.
    what : str, default "this is"
        What the message begins with.

    Raises
    ------
    InputError
        If it is one.
    """
    if hasattr(X, "collect") and hasattr(X, "collect_schema") and not hasattr(X, "get_column"):
        kind = type(X).__name__
        raise InputError(f"{what} a {kind}, which holds no rows yet.", hint="carry it out first: .collect()")
