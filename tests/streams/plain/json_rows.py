"""Rows of a file of JSON lines: one object a line, each as soon as its line is there.

A line that can't be understood is a BadRow, and reading goes on behind it. What JSON leaves open is refused:
a name given twice in one object, NaN and Infinity, halves of surrogate pairs.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from . import lines as table_lines
from .cells import first_repeated
from .columns import BadRow, Columns, TableRow
from .members import Members
from .refusals import Refusal, not_utf8, shown


def json_rows(file: BinaryIO, columns: Columns) -> Iterator[TableRow | BadRow]:
    r"""The rows of a file of JSON lines.

    Parameters
    ----------
    file : binary file
        The file, which may be a pipe.
    columns : Columns
        What the members of its objects mean.

    Yields
    ------
    TableRow or BadRow
        One for each line that is not empty.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO(b'{"label": true, "age": 35, "tags": ["a", "b"], "user": {"vip": true}}\n')
    >>> [(row.label, row.x) for row in json_rows(file, Columns())]
    [(True, {'age': 35.0, 'tags=a': 1.0, 'tags=b': 1.0, 'user.vip': 1.0})]
    """
    members = Members(columns)
    for line, raw in table_lines.lines_of(file):
        if not raw or raw.isspace():
            continue
        row: TableRow | BadRow
        try:
            row = TableRow(*members.row(_object_in(raw)), line, raw)
        except Refusal as refusal:
            row = BadRow(line, _place(refusal, raw), refusal.message, refusal.hint, raw)
        yield row


def _object_in(raw: bytes) -> dict[str, Any]:
    """The object that a line is."""
    if len(raw) > table_lines.LONGEST:
        raise Refusal(f"the line is longer than {table_lines.LONGEST} bytes")
    try:
        text = raw.decode().strip(" \t\r\n")
        found, end = _DECODER.raw_decode(text)
    except UnicodeDecodeError as error:
        raise not_utf8(error) from None
    except json.JSONDecodeError as error:
        raise Refusal(f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", place=_indent(raw) + error.pos + 1) from None
    except ValueError:
        raise Refusal("a whole number has too many digits") from None
    except RecursionError:
        raise Refusal("lists or objects stand within each other too deeply") from None
    if end != len(text):
        raise Refusal("not JSON: more follows the object", "write one object a line", place=_indent(raw) + end + 1)
    if not isinstance(found, dict):
        raise Refusal("the line is not an object", 'write one object a line: {"label": 1, "age": 35}')
    return found


class _Repeated(Refusal):
    """Its name occurs twice in the line."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        name = first_repeated(name for name, _ in pairs)
        raise _Repeated(f"the name {shown(name)} is given twice in one object", "rename one of the two", name=name)
    return found


def _constant(text: str) -> Any:
    raise Refusal(f"{text} is not JSON; values are finite numbers", "write null where a value is missing")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def _indent(raw: bytes) -> int:
    return len(raw) - len(raw.lstrip(b" \t\r\n"))


def _place(refusal: Refusal, raw: bytes) -> int:
    """Where the trouble begins, 1 if that is in doubt."""
    if refusal.place or not refusal.name:
        return refusal.place or 1
    text = raw.decode(errors="replace")
    mentions = 2 if isinstance(refusal, _Repeated) else 1
    for key in (refusal.name, refusal.name.rpartition(".")[2]):
        quoted = re.escape(json.dumps(key, ensure_ascii=False))
        places = [match.start() for match in re.finditer(rf"{quoted}\s*:", text)]
        if len(places) == mentions:
            return places[-1] + 1
    return 1
