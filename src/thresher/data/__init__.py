"""What comes in: examples and matrices in any form, labels, transformations of examples, text."""

from typing import TYPE_CHECKING

from ..laziness import lazily

if TYPE_CHECKING:
    from .alike import warn_of_alike as warn_of_alike
    from .column_notes import ColumnNote as ColumnNote
    from .column_notes import no_column as no_column
    from .columns import LabelledColumns as LabelledColumns
    from .examples import Example as Example
    from .examples import as_example as as_example
    from .labels import NO_CLASS as NO_CLASS
    from .labels import Labels as Labels
    from .labels import as_class as as_class
    from .labels import fraction as fraction
    from .labels import in_order as in_order
    from .labels import labels_of as labels_of
    from .labels import positive_of as positive_of
    from .labels import read_name as read_name
    from .labels import read_names as read_names
    from .laid_out import one_list as one_list
    from .laid_out import refuse_lazy as refuse_lazy
    from .matrices import Matrix as Matrix
    from .matrices import as_matrix as as_matrix
    from .matrices import as_weights as as_weights
    from .pairs import known_pair as known_pair
    from .pairs import known_side as known_side
    from .pairs import must_be_told as must_be_told
    from .row_labels import is_unlabelled as is_unlabelled
    from .row_labels import label_of_row as label_of_row
    from .row_reader import RowReader as RowReader
    from .rows import Rows as Rows
    from .text import Words as Words
    from .text import words as words

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        ".alike": "warn_of_alike",
        ".column_notes": "ColumnNote no_column",
        ".columns": "LabelledColumns",
        ".examples": "Example as_example",
        ".labels": "NO_CLASS Labels as_class fraction in_order labels_of positive_of read_name read_names",
        ".laid_out": "one_list refuse_lazy",
        ".matrices": "Matrix as_matrix as_weights",
        ".pairs": "known_pair known_side must_be_told",
        ".row_labels": "is_unlabelled label_of_row",
        ".row_reader": "RowReader",
        ".rows": "Rows",
        ".text": "Words words",
    },
)
