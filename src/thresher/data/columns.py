"""Numbers with a column for each label, and the labels beside them."""

from typing import Any

import numpy as np

from ..protocols import Label


class LabelledColumns(np.ndarray[Any, np.dtype[np.float64]]):
    """An array with a column for each label; `labels` says which is which.

    Attributes
    ----------
    labels : tuple of labels
        What the columns are about, in their order. What is cut out of the array or computed from it has none.
    """

    labels: tuple[Label, ...] = ()

    @classmethod
    def of(cls, columns: Any, labels: tuple[Label, ...]) -> "LabelledColumns":
        """The columns with their labels.

        Parameters
        ----------
        columns : array
            Rows of numbers, one column a label.
        labels : tuple of labels
            What the columns are about, in their order.

        Returns
        -------
        LabelledColumns
            The same numbers, not copied.
        """
        made = np.asarray(columns).view(cls)
        made.labels = labels
        return made

    def __array_finalize__(self, made_from: Any) -> None:
        self.labels = ()
