"""Which format a file is in: by its name, else by looking at its first line.

| suffix | format |
|---|---|
| .svm .svmlight .libsvm .svml | svmlight |
| .vw | vw |
| .snow | snow |
| .csv .tsv | csv |
| .jsonl .ndjson .json | json |
| .parquet .pq | parquet |
| .arrow .feather .ipc | arrow |

No name and no look says that a file is plain text (`text`): that has to be said.
.gz and .zst behind them say how the file is compressed.
"""

import re
from importlib.util import find_spec
from pathlib import PurePath

from ..errors import InputError

FORMATS = ("svmlight", "vw", "snow", "csv", "json", "text", "parquet", "arrow")
TEXT_FORMATS = ("svmlight", "vw", "snow")  # attributes as they are, in each line its own
READ_TABLES = ("csv", "json", "text")  # tables that are text, read by the core as the formats above are
NAMED_FORMATS = ("csv", "text", "parquet", "arrow")  # every row has all columns

_SUFFIXES = {
    ".svm": "svmlight",
    ".svml": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".vw": "vw",
    ".snow": "snow",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd", ".zstd": "zstd"}
COMPRESSED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
"""How the bytes of such a file begin: no text does."""

# What one line of each text format looks like; the first that fits is it.
_NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
_LOOKS = {
    "svmlight": rf"\s*{_NUMBER}(\s+qid:\d+)?(\s+\d+:{_NUMBER})*\s*(#.*)?$",
    "snow": rf"\s*\d+(\({_NUMBER}\))?(\s*,\s*\d+(\({_NUMBER}\))?)*\s*,?\s*:\s*$",
    "json": r"\s*\{",
    "vw": r"[^|]*\|",
    "csv": r"[^,;\t]+[,;\t]",
}


def compression_of(name: str) -> str | None:
    """How a file is compressed, by its suffix.

    Parameters
    ----------
    name : str
        The file's name.

    Returns
    -------
    str or None
        "gzip", "zstd", or None: not at all.

    Examples
    --------
    >>> compression_of("mail.vw.gz"), compression_of("mail.vw")
    ('gzip', None)
    """
    return COMPRESSIONS.get(PurePath(name).suffix.lower())


def format_by_name(name: str) -> str | None:
    """The format that the file's name says, if it says any.

    Parameters
    ----------
    name : str
        The file's name; .gz and .zst at its end do not matter.

    Returns
    -------
    str or None
        One of `FORMATS`; None if the suffix is not known.

    Examples
    --------
    >>> format_by_name("mail.vw.gz"), format_by_name("train.txt")
    ('vw', None)
    """
    path = PurePath(name)
    if compression_of(name):
        path = path.with_suffix("")
    return _SUFFIXES.get(path.suffix.lower())


def format_by_look(start: bytes) -> str | None:
    """The format that the first line of a text looks like.

    Parameters
    ----------
    start : bytes
        The first bytes of the file, unpacked.

    Returns
    -------
    str or None
        One of `FORMATS`; None if it looks like none of them.

    Examples
    --------
    >>> format_by_look(b"1 17:1 42:0.5"), format_by_look(b"1 |f price:3"), format_by_look(b"1, 7(1.5), 5:")
    ('svmlight', 'vw', 'snow')
    """
    if start.startswith(b"PAR1"):
        return "parquet"
    if start.startswith(b"ARROW1"):
        return "arrow"
    text = start.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            return next((name for name, look in _LOOKS.items() if re.match(look, line)), None)
    return None


def needs_installing(name: str, format: str) -> InputError | None:
    """The error for a file that what is installed can't read.

    Parameters
    ----------
    name : str
        The file.
    format : str
        One of `FORMATS`.

    Returns
    -------
    InputError or None
        To be raised; None if the file can be read.
    """
    kind = {"parquet": "Parquet", "arrow": "Arrow"}.get(format)
    if kind and find_spec("pyarrow") is None:
        return InputError(f"{name}: reading {kind} needs pyarrow: pip install 'thresher[arrow]'")
    if compression_of(name) == "zstd" and find_spec("zstandard") is None:
        return InputError(f"{name}: reading .zst needs zstandard: pip install 'thresher[zstd]'.")
    return None


def unknown_format(name: str) -> InputError:
    """The error for a file whose format can't be told.

    Parameters
    ----------
    name : str
        The file, as the message calls it.

    Returns
    -------
    InputError
        To be raised.
    """
    return InputError(
        f"{name}: the format can't be told from its name or its first line.", field="format", hint="say it: format="
    )
