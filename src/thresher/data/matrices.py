"""Many examples, in any of the forms people have them, as the arrays of one CSR matrix.

Sparse matrices (anything with indptr, indices, data) and dense arrays are numbers: NaN is refused by the core. Frames
(frames.py) and lists of dicts are rows: what a cell means is said by the rule for a row, and what is missing is absent.
Everything is recognised by what it can do, so no library is imported here.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .._core import NativeLearner, NativeRows, NativeTable, PreparedExample
from ..errors import InputError
from .examples import as_example
from .frames import Arrays, is_frame, table_of_frame
from .laid_out import refuse_lazy

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Matrix:
    """Many examples: CSR arrays as the core takes them.

    Parameters
    ----------
    starts : array of int64
        Where in `indices` and `values` each row begins, and behind them where the last one ends.
    indices : array of int32 or int64
        The columns of the values.
    values : array of float64
        The values that are not 0, row by row.
    columns : int
        How many columns there are.
    names : list or None, optional
        The names of the columns, for frames; None: columns are numbers.
    """

    starts: npt.NDArray[np.int64]
    indices: npt.NDArray[np.int32] | npt.NDArray[np.int64]
    values: Floats
    columns: int
    names: list[Any] | None = None

    @property
    def rows(self) -> int:
        """How many examples there are."""
        return len(self.starts) - 1

    @property
    def has_names(self) -> bool:
        """Whether columns have names; else they are numbers."""
        return self.names is not None

    def between(self, first: int, last: int) -> "Matrix":
        """Some of the rows.

        Parameters
        ----------
        first : int
            The first row.
        last : int
            The row behind the last one.

        Returns
        -------
        Matrix
            The rows from `first` on and before `last`; their values are not copied.
        """
        low, high = int(self.starts[first]), int(self.starts[last])
        starts = self.starts[first : last + 1] - low
        return Matrix(starts, self.indices[low:high], self.values[low:high], self.columns, self.names)

    def __getitem__(self, rows: npt.NDArray[np.intp]) -> "Matrix":
        """Rows by their numbers, in this order.

        Parameters
        ----------
        rows : array of int
            Which rows.

        Returns
        -------
        Matrix
            A copy of them.
        """
        sizes = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        places = np.repeat(self.starts[:-1][rows] - starts[:-1], sizes) + np.arange(starts[-1])
        return Matrix(starts, self.indices[places], self.values[places], self.columns, self.names)

    def parts(self) -> tuple[Any, Any, Any, int, list[Any] | None]:
        """The core's arguments, in its order."""
        return self.starts, self.indices, self.values, self.columns, self.names

    def teach(
        self, native: NativeLearner, numbers: "npt.NDArray[np.int32]", weights: Floats | None
    ) -> "npt.NDArray[np.int32]":
        """Lets a learner learn from each row in turn.

        Parameters
        ----------
        native : NativeLearner
            Who learns.
        numbers : array of int32
            The class number of each row.
        weights : array of float64 or None
            Importance weights.

        Returns
        -------
        array of int32
            What it said of each row before.
        """
        return native.learn_many(*self.parts(), numbers, weights)


_MADE = frozenset({"starts", "indices", "values", "columns", "names"})


class FrameMatrix(Matrix):
    """The rows of a frame. A matrix is made of them when somebody asks: numbers can be learned from where they lie.

    Parameters
    ----------
    table : NativeTable
        The frame, whose memory is lent: it must not change as long as this lives.
    """

    def __init__(self, table: NativeTable) -> None:
        self.__dict__["table"] = table

    @property
    def rows(self) -> int:
        """How many examples there are."""
        table: NativeTable = self.__dict__["table"]
        return table.rows

    @property
    def has_names(self) -> bool:
        """Whether columns have names."""
        return True

    def __getattribute__(self, name: str) -> Any:
        own = super().__getattribute__("__dict__")
        if name in _MADE and name not in own:
            starts, indices, values, names = own["table"].arrays()
            own.update(starts=starts, indices=indices, values=values, names=names, columns=len(names))
        return super().__getattribute__(name)

    def teach(
        self, native: NativeLearner, numbers: "npt.NDArray[np.int32]", weights: Floats | None
    ) -> "npt.NDArray[np.int32]":
        """Lets a learner learn from each row in turn, without a matrix where it can.

        Parameters
        ----------
        native : NativeLearner
            Who learns.
        numbers : array of int32
            The class number of each row.
        weights : array of float64 or None
            Importance weights.

        Returns
        -------
        array of int32
            What it said of each row before.
        """
        said = native.learn_table(self.__dict__["table"], numbers, weights)
        return super().teach(native, numbers, weights) if said is None else said


def as_matrix(X: Any, rows: NativeRows | None = None) -> Matrix:
    """Many examples as a matrix, without copying where its arrays are of the right kind already.

    Parameters
    ----------
    X : sparse matrix, array, frame, Arrow table, list of examples or Matrix
        The examples, one a row. A frame is anything of pandas, polars, pyarrow, DuckDB and others that has
        `__arrow_c_stream__`.
    rows : NativeRows or None, optional
        What the columns of frames and the members of dicts mean. None: they have no roles.

    Returns
    -------
    Matrix
        The same examples.

    Raises
    ------
    InputError
        If it has no rows, not two dimensions, or values that can't be understood.

    Examples
    --------
    >>> matrix = as_matrix([{"city": "Paris", "age": 31}, {"city": "Rome", "age": None}])
    >>> matrix.names, matrix.rows
    (['city=Paris', 'age', 'city=Rome'], 2)
    """
    matrix = _read(X, rows)
    _check_rows(matrix)
    return matrix


def lent_matrix(X: Any, rows: NativeRows | None = None) -> Matrix:
    """As `as_matrix`, for one call: of a frame no copy is made before it is needed.

    Parameters
    ----------
    X : sparse matrix, array, frame, Arrow table, list of examples or Matrix
        The examples, one a row.
    rows : NativeRows or None, optional
        What the columns of frames and the members of dicts mean. None: they have no roles.

    Returns
    -------
    Matrix
        The same examples, as long as nobody changes the frame.

    Raises
    ------
    InputError
        As for `as_matrix`.
    """
    if isinstance(X, (Matrix, np.ndarray)) or hasattr(X, "indptr") or hasattr(X, "tocsr") or not is_frame(X):
        return as_matrix(X, rows)
    matrix = FrameMatrix(table_of_frame(X, rows or _without_roles()))
    _check_rows(matrix)
    return matrix


def _check_rows(matrix: Matrix) -> None:
    if matrix.rows < 1:
        raise InputError("the matrix is empty: it has no rows.")


def _read(X: Any, rows: NativeRows | None) -> Matrix:
    if isinstance(X, Matrix):
        return X
    refuse_lazy(X)
    if hasattr(X, "tocsr") and not hasattr(X, "indptr"):
        X = X.tocsr()
    if hasattr(X, "indptr"):
        if getattr(X, "format", "csr") != "csr":
            X = X.tocsr()
        return _from_sparse(X)
    if is_frame(X) and not isinstance(X, np.ndarray):
        return _with_names(table_of_frame(X, rows or _without_roles()).arrays())
    if isinstance(X, (list, tuple)) and not X:
        raise InputError("the list of examples is empty.")
    if isinstance(X, (list, tuple)) and _is_example(X[0]):
        return _with_names(_from_examples(X, rows or _without_roles()))
    if isinstance(X, np.ma.MaskedArray):
        raise InputError("the matrix is masked; fill or leave out what is hidden first.")
    try:
        array = np.asarray(X)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"this can't be read as a matrix of examples: {error}") from None
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O":
            array = _objects_to_floats(array)
        else:
            raise InputError(f"the matrix holds {array.dtype} values; numbers were expected.")
    if array.ndim != 2:
        raise InputError(
            f"a matrix of examples has two dimensions; this one has {array.ndim}. "
            "Reshape it to (1, -1) if it is one example, or use learn_one."
        )
    return _from_dense(array)


def _is_example(x: Any) -> bool:
    """A dict, a set, a prepared example, or a list of names; a list of numbers is a row of a dense matrix."""
    return isinstance(x, (Mapping, Set, PreparedExample)) or (
        isinstance(x, (list, tuple)) and len(x) > 0 and isinstance(x[0], str)
    )


@cache
def _without_roles() -> NativeRows:
    return NativeRows({})


def _from_examples(examples: Sequence[Any], rows: NativeRows) -> Arrays:
    """A list of dicts, sets or prepared examples: columns in order of first appearance, with their names."""
    given = []
    for row, x in enumerate(examples):
        try:
            given.append(dict(x) if isinstance(x, Mapping) and not isinstance(x, dict) else as_example(x))
        except InputError as error:
            raise InputError(f"row {row}: {error}") from None
    return rows.matrix_of_rows(given)


def _with_names(arrays: Arrays) -> Matrix:
    starts, indices, values, names = arrays
    return Matrix(starts, indices, values, len(names), names)


def _objects_to_floats(array: npt.NDArray[Any]) -> Floats:
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the matrix holds values that are not numbers: {error}.") from None


def _from_sparse(X: Any) -> Matrix:
    indices = np.asarray(X.indices)
    if indices.dtype not in (np.dtype(np.int32), np.dtype(np.int64)):
        if indices.dtype.kind not in "iu":
            raise InputError(f"the indices of the matrix are {indices.dtype}; whole numbers were expected.")
        indices = indices.astype(np.int64)
    values = np.asarray(X.data)
    if values.dtype.kind not in "biuf":
        raise InputError(f"the matrix holds {values.dtype} values; numbers were expected.")
    starts = np.asarray(X.indptr)
    if starts.ndim != 1 or starts.dtype.kind not in "iu":
        raise InputError("indptr must be a list of whole numbers.")
    shape = getattr(X, "shape", None)
    columns = int(shape[1]) if shape is not None else int(indices.max(initial=-1)) + 1
    if shape is not None and shape[0] != len(starts) - 1:
        raise InputError(f"indptr has {len(starts)} entries; a matrix of {shape[0]} rows has {shape[0] + 1}.")
    if len(indices) != len(values):  # as the core says it: parts of the matrix may be all that it is shown
        raise InputError(f"the matrix has {len(indices)} indices but {len(values)} values")
    if len(starts) and (starts[0] != 0 or starts[-1] != len(values)):
        ends = f"; it goes from {starts[0]} to {starts[-1]}"
        raise InputError(f"indptr must go from 0 to the number of values, {len(values)}{ends}")
    return Matrix(
        np.ascontiguousarray(starts, dtype=np.int64),
        np.ascontiguousarray(indices),
        np.ascontiguousarray(values, dtype=np.float64),
        columns,
    )


def _from_dense(array: npt.NDArray[Any]) -> Matrix:
    rows, columns = array.shape
    active = array != 0
    starts = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(active.sum(axis=1), out=starts[1:])
    indices = np.ascontiguousarray(np.nonzero(active)[1], dtype=np.int32)  # a dense row has fewer columns than 2^31
    values = np.ascontiguousarray(array[active], dtype=np.float64)
    return Matrix(starts, indices, values, columns)


def as_weights(weights: Any) -> "npt.NDArray[np.float64]":
    """Importance weights as one list of numbers (float64).

    Parameters
    ----------
    weights : list or array
        One number an example.

    Raises
    ------
    InputError
        If they are not all numbers, or not one list.
    """
    if isinstance(weights, np.ma.MaskedArray):
        raise InputError("the importance weights are masked; fill them in first.")
    try:
        array = np.ascontiguousarray(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError("the importance weights are not all numbers.") from None
    if array.ndim != 1:
        raise InputError(f"importance weights are one list; got an array of shape {array.shape}.")
    return array
