"""Files of other file systems (s3://, gs://, hdfs://, memory://): whatever fsspec or pyarrow.fs can open.

They are copied to this machine before they are read, one at a time, by whoever reads them.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

from ..errors import InputError
from ..streams import Block, Columns, Source
from ..wildcards import is_remote


def matching(address: str) -> list[str]:
    """The files that an address with wildcards names, in order.

    Parameters
    ----------
    address : str
        The address.

    Raises
    ------
    InputError
        If fsspec is not installed, or the file system does not answer.
    """
    try:
        import fsspec
    except ImportError:
        raise InputError(f"{address}: wildcards elsewhere need fsspec: pip install fsspec.") from None
    with _told(address):
        system, path = fsspec.core.url_to_fs(address)
        return [str(system.unstrip_protocol(found)) for found in sorted(system.glob(path))]


@contextlib.contextmanager
def readable(name: str) -> Iterator[str]:
    """A path on this machine that can be read as long as the `with` statement lasts.

    Parameters
    ----------
    name : str
        A path, which is given back, or an address, of which there is a copy.

    Yields
    ------
    str
        The path.

    Raises
    ------
    InputError
        If it can't be opened, or nobody here knows its kind of file system.
    """
    if not is_remote(name):
        yield name
        return
    with tempfile.TemporaryDirectory(prefix="thresher-") as folder:
        path = os.path.join(folder, os.path.basename(name.rstrip("/")) or "file")
        with _told(name), _opened(name) as remote, open(path, "wb") as local:
            shutil.copyfileobj(remote, local, 1 << 20)
        yield path


def blocks_of(name: str, columns: Columns) -> Iterator[Block]:
    """The rows of a file, wherever it is; one that can't be read is an error.

    Parameters
    ----------
    name : str
        A path or an address.
    columns : Columns
        What the columns of tables mean.
    """
    with readable(name) as path:
        for block in Source(path, columns=columns).blocks():
            if block.troubles:
                raise InputError(block.troubles[0].sentence(name))
            yield block


def _opened(name: str) -> Any:
    try:
        import fsspec
    except ImportError:
        pass
    else:
        return fsspec.open(name, "rb")
    try:
        from pyarrow import fs
    except ImportError:
        raise InputError(f"{name}: other file systems need fsspec or pyarrow: pip install fsspec.") from None
    system, path = fs.FileSystem.from_uri(name)
    return system.open_input_stream(path)


@contextlib.contextmanager
def _told(name: str) -> Iterator[None]:
    """What a file system says, as an error of ours."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # every file system has its own kinds
        why = str(error).partition("\n")[0][:300] or type(error).__name__
        raise InputError(f"{name}: can't be opened: {why}") from None
