"""Forged archives: whatever a .gz or .zst file holds is read to its end, or refused in words, and nothing is made up.

    python -m fuzz.archives --runs 10000
    python -m fuzz.archives --only 4711         # one of them again, with its bytes

Archives of one or several parts are cut off, joined, lengthened, and changed byte by byte. What is read of one is what
the library that packed it unpacks, the same from a file and from a pipe; of a damaged one it is a beginning of that, in
whole lines.
"""

import argparse
import contextlib
import gzip
import io
import os
import random
import sys
import tempfile
import threading
import time
import traceback
import zlib
from collections import Counter
from pathlib import Path

import zstandard

from thresher.errors import InputError
from thresher.streams.opening import OpenBytes, check_archive, open_bytes, peek

TEXTS = (
    b"",
    b"1 | free money\n-1 | lunch at noon\n",
    b"a,b,label\n" + b"1,2,x\n" * 400,
    b"no end of a line",
    random.Random(1).randbytes(1500),  # three parts are read at one go, as here
    b"\n" * 9_000,
)
SCRAPS = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\x00", b"\x00" * 600, b"\xff" * 9, b"\x1f\x8b\x08\x04\xff\xff", b"x", b"")


def _packed(kind: str, draw: random.Random) -> bytes:
    """One part of an archive, with the settings that such files come with."""
    text = draw.choice(TEXTS)
    if kind == "gz":
        file = io.BytesIO()
        with gzip.GzipFile(draw.choice(("", "mails.csv")), "wb", draw.randrange(10), file, mtime=0) as into:
            into.write(text)
        return file.getvalue()
    settings = {"write_checksum": draw.random() < 0.5, "write_content_size": draw.random() < 0.5}
    return zstandard.ZstdCompressor(level=draw.randrange(-3, 9), **settings).compress(text)


def forged(kind: str, draw: random.Random) -> bytes:
    """An archive of one to three parts, with up to three changes."""
    data = b"".join(_packed(kind, draw) for _ in range(draw.randrange(1, 4)))
    for _ in range(draw.randrange(4)):
        how, at = draw.random(), draw.randrange(len(data) + 1)
        at = min(at, draw.randrange(40)) if draw.random() < 0.5 else at  # what it says of itself stands in front
        if how < 0.25:
            data = data[:at]
        elif how < 0.4:
            data += draw.choice(SCRAPS)
        elif how < 0.6:
            data = data[:at] + draw.choice(SCRAPS) + data[at + draw.randrange(4) :]
        else:
            data = data[:at] + draw.randbytes(1) + data[at + 1 :]
    return data


def _unpacked(kind: str, data: bytes) -> tuple[bytes, bool]:
    """What the library that packs such files makes of it, as far as it goes; and whether that is all."""
    return _of_gzip(data) if kind == "gz" else _of_zstd(data)


def _of_gzip(data: bytes) -> tuple[bytes, bool]:
    found = io.BytesIO()
    with contextlib.suppress(OSError, EOFError, zlib.error):
        return gzip.decompress(data), bool(data)
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as file, contextlib.suppress(OSError, EOFError, zlib.error):
        while some := file.read1(1):  # whoever asks for more gets nothing where the damage is among it
            found.write(some)
    return found.getvalue(), False


def _of_zstd(data: bytes) -> tuple[bytes, bool]:
    """Frame by frame, each at one go: what libzstd makes of a damaged one depends on how many bytes it is given."""
    found, whole = b"", False
    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            found += frame.decompress(data)
        except zstandard.ZstdError:
            return found, False
        data, whole = frame.unused_data, frame.eof
    return found, whole


def _all_of(opened: OpenBytes) -> bytes:
    parts = [opened.begun]
    while part := os.read(opened.descriptor, 1 << 16):
        parts.append(part)
    return b"".join(parts)


def _read(name: str) -> tuple[bytes, str]:
    """All that comes out of it, and what is said of damage."""
    with open_bytes(name) as opened:
        data = _all_of(opened)
        try:
            opened.check()
        except InputError as error:
            return data, str(error)
    return data, ""


def _read_from_pipe(data: bytes) -> tuple[bytes, str]:
    end, into = os.pipe()

    def write() -> None:
        with os.fdopen(into, "wb") as file, contextlib.suppress(BrokenPipeError):
            file.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return _read(f"/dev/fd/{end}")
    finally:
        os.close(end)
        writer.join()


def _check(found: tuple[bytes, str], expected: tuple[bytes, bool]) -> None:
    """Raises where what was read is not what is there, or damage was not told."""
    data, trouble = found
    if expected[1]:
        assert (data, trouble) == (expected[0], ""), f"a sound archive was read as {data[:50]!r}, {trouble!r}"
        return
    assert "the archive is damaged" in trouble, "the damage is told"
    assert expected[0].startswith(data), f"what was read is there: {data[-50:]!r}"
    assert not data or data.endswith(b"\n") or len(data) > 1 << 20, f"no line is torn: {data[-50:]!r}"


def tried(path: Path, data: bytes) -> str:
    """What came of it."""
    path.write_bytes(data)
    kind = path.suffix.removeprefix(".")
    expected = _unpacked(kind, data)
    _check(_read(str(path)), expected)
    with contextlib.suppress(InputError):
        check_archive(str(path))
        assert expected[1], "a look at the archive finds the damage"
    seen = peek(str(path), 50)
    assert len(seen) <= 50, "no more than was asked for"
    assert expected[0].startswith(seen), "the first bytes are the first bytes"
    by_bytes = "gz" if data.startswith(b"\x1f\x8b") else "zst" if data.startswith(b"\x28\xb5\x2f\xfd") else None
    _check(_read_from_pipe(data), (data, True) if by_bytes is None else _unpacked(by_bytes, data))
    return "read" if expected[1] else "refused"


def run(count: int, seed: int, first: int = 0, *, show: bool = False) -> int:
    """Tries so many; 0 if all went well."""
    counts, failed = Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            draw = random.Random(f"{seed} {number}")
            kind = ("gz", "zst")[number % 2]
            data = forged(kind, draw)
            if show:
                print(f"run {number} of seed {seed}: {data!r}")
            try:
                counts[tried(Path(folder, f"forged.{kind}"), data)] += 1
            except Exception:
                failed += 1
                print(f"FAILED: run {number} of seed {seed}", traceback.format_exc(limit=-4), sep="\n", flush=True)
                if failed == 20:
                    break
    told = ", ".join(f"{what}: {many}" for what, many in sorted(counts.items()))
    print(f"archives: {sum(counts.values()) + failed} executions; {told}")
    return min(failed, 1)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of a run")
    given = parser.parse_args()
    began = time.perf_counter()
    one = given.only is not None
    status = run(1 if one else given.runs, given.seed, given.only or 0, show=one)
    print(f"{time.perf_counter() - began:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
