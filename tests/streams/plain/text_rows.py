"""Rows of a file of plain text: a label, a tab and a text in each line; or a text alone, which has no label.

There are no quotes and no names of columns: everything behind the first tab is the text, and its words are the
attributes.
"""

from collections.abc import Iterator
from typing import BinaryIO

from ...errors import InputError
from . import lines as table_lines
from .cells import label_text
from .columns import BadRow, Columns, TableRow, check_names, text_rule
from .refusals import Refusal, not_utf8
from .remembered import Remembered

TEXT = "text"
"""What the column of text is called where it has to be called something."""


def text_rows(file: BinaryIO, columns: Columns) -> Iterator[TableRow | BadRow]:
    r"""The rows of a file of plain text. Without a column of labels (label="") the whole line is the text.

    Parameters
    ----------
    file : binary file
        The file, which may be a pipe.
    columns : Columns
        Only `label`, `words` and one column in `text` have a meaning here.

    Returns
    -------
    iterator of TableRow or BadRow
        One for each line that is not empty.

    Raises
    ------
    InputError
        If the columns ask for more than plain text has.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO(b"spam\tFree money!\nLunch at noon?\n")
    >>> [(row.label, row.x) for row in text_rows(file, Columns())]
    [('spam', {'free': 1, 'money': 1}), (None, {'lunch': 1, 'at': 1, 'noon': 1})]
    """
    if len(columns.text) > 1:
        names = ", ".join(columns.text)
        raise InputError(f"plain text has one text in each line; words of several columns ({names}) are in tables.")
    name = columns.only_text or TEXT
    check_names([*filter(None, [columns.label]), name], columns, "plain text")
    return _rows(file, name, columns)


def _rows(file: BinaryIO, name: str, columns: Columns) -> Iterator[TableRow | BadRow]:
    rule, labels = text_rule(columns, name), Remembered(label_text, columns.label, 4096)
    for line, raw in table_lines.lines_of(file):
        if raw.isspace():
            continue
        row: TableRow | BadRow
        try:
            label, tab, text = _decoded(raw).partition("\t") if columns.label else ("", "\t", _decoded(raw))
            x = dict(rule(name, text if tab else label))
            row = TableRow(x, labels[label] if tab else None, 1.0, "", line, raw)
        except Refusal as refusal:
            row = BadRow(line, refusal.place or 1, refusal.message, refusal.hint, raw)
        yield row


def _decoded(raw: bytes) -> str:
    if len(raw) > table_lines.LONGEST:
        raise Refusal(f"the line is longer than {table_lines.LONGEST} bytes")
    try:
        return raw.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise not_utf8(error) from None
