"""Why a row of a table is refused, and how a message shows what was found in it."""

from typing import Any


class Refusal(Exception):
    """Why a row is refused. Stays inside this room: the reader that catches it makes a BadRow.

    Parameters
    ----------
    message : str
        What is wrong.
    hint : str, default ""
        What to do about it.
    name : str or None, optional
        The column or key at fault.
    place : int or None, optional
        The position in the line, from 1, where it is known.
    """

    def __init__(self, message: str, hint: str = "", *, name: str | None = None, place: int | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.name, self.place = message, hint, name, place


def shown(value: Any) -> str:
    """A value for a message, cut where it is long.

    Parameters
    ----------
    value : object
        The value; texts are quoted.
    """
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:50]}... ({len(text)} characters)"


def not_utf8(error: UnicodeDecodeError) -> Refusal:
    """The refusal of a line that is no text.

    Parameters
    ----------
    error : UnicodeDecodeError
        What Python says of it.
    """
    byte = error.object[error.start]
    return Refusal(f"the byte 0x{byte:02x} is not UTF-8", "save the file as UTF-8", place=error.start + 1)
