"""Files and pipes as streams of blocks: formats found, archives unpacked, positions kept, nothing waited for."""

import gzip
import json
import os
import random
import threading
import time

import pytest
from sklearn.datasets import load_svmlight_file

import thresher as th
from thresher.errors import InputError
from thresher.evaluation import BadLineError, evaluate
from thresher.streams import Columns, Position, Source, describe

SVM = b"1 1:1 7:0.5\n-1 2:1 # a comment\n\n1 qid:3 1:2\t9:-1e-2\r\n"
FILES = ("a9a/a9a", "a9a/a9a.t", "agaricus/agaricus.txt.train", "agaricus/agaricus.txt.test")
FILES += tuple(
    f"confusion/{name}.libsvm" for name in ("than_then.gutenberg", "than_then.sotu", "their_there.gutenberg")
)
FILES += tuple(f"{name}/{name}.libsvm" for name in ("farm_ads", "movie_reviews", "sms_spam", "spamassassin"))

# What `vowpalwabbit 9.11 -d FILE --noconstant` reports: examples, weighted label sum, features. With its constant VW
# counts one feature more for each example. It adds labels in single precision, hence the tolerance below.
VW_REPORTS = {
    "0001.dat": (200, 91.0, 15282),
    "0002.dat": (1000, 526.517528, 13996),
    "rcv1_small.dat": (1000, -82.0, 77739),
    "rcv1_small_test.data": (500, -10.0, 39448),
}


def put(folder, name, text):
    path = folder / name
    path.write_bytes(text)
    return str(path)


def examples_of(source):
    return [dict(x.items()) for block in source.blocks() for x in block.examples()]


def test_svmlight_lines(tmp_path):
    source = Source(put(tmp_path, "some.svm", SVM))
    assert examples_of(source) == [{1: 1.0, 7: 0.5}, {2: 1.0}, {1: 2.0, 9: -0.01}]
    assert examples_of(Source(source.name, first_column=1)) == [{0: 1.0, 6: 0.5}, {1: 1.0}, {0: 2.0, 8: -0.01}]


@pytest.mark.parametrize("bits", [None, 18])
@pytest.mark.parametrize("name", VW_REPORTS)
def test_counts_are_those_vw_reports(data, name, bits):
    found = describe(Source(str(data / "vw" / name), bits=bits))
    examples, label_sum, features = VW_REPORTS[name]
    assert (found.format, found.examples, found.features, found.bad_lines) == ("vw", examples, features, 0)
    assert found.label_sum == pytest.approx(label_sum, abs=1e-3)


@pytest.mark.parametrize("name", FILES)
def test_svmlight_agrees_with_scikit_learn(data, name):
    path = str(data / name)
    for first_column in (0, 1):
        X, y = load_svmlight_file(path, zero_based=not first_column)
        row = 0
        for block in Source(path, format="svmlight", first_column=first_column).blocks():
            assert not block.troubles
            assert block.labels.tolist() == y[row : row + len(block)].tolist()
            for x in block.examples():
                begin, end = X.indptr[row], X.indptr[row + 1]
                theirs = dict(zip(X.indices[begin:end].tolist(), X.data[begin:end].tolist(), strict=True))
                assert dict(x.items()) == {column: value for column, value in theirs.items() if value != 0.0}
                row += 1
        assert row == len(y)


@pytest.mark.parametrize(
    ("line", "ours", "theirs"),
    [
        ("1 7:1 3:1", {7: 1.0, 3: 1.0}, "refused"),  # out of order
        ("1 3:1 3:2", {3: 3.0}, "refused"),  # twice: added up
        ("1 3:nan", "refused", "taken"),
        ("1 3:1e400", "refused", "taken"),
        ("1 3:inf", "refused", "taken"),
    ],
)
def test_where_we_differ_from_scikit_learn(tmp_path, line, ours, theirs):
    path = put(tmp_path, "edge.svm", f"{line}\n".encode())
    (block,) = Source(path).blocks()
    assert ("refused" if block.troubles else dict(block.example(0).items())) == ours
    try:
        load_svmlight_file(path)
        assert theirs == "taken"
    except ValueError:
        assert theirs == "refused"


@pytest.mark.parametrize("stretch", ["whole", "cut"])
def test_archives_give_the_same_examples(tmp_path, stretch):
    zstandard = pytest.importorskip("zstandard")
    text = SVM * (3 if stretch == "whole" else 100_000)
    plain = describe(put(tmp_path, "a.svm", text))
    zipped = describe(put(tmp_path, "a.svm.gz", gzip.compress(text[:100]) + gzip.compress(text[100:])))
    frames = zstandard.compress(text[:777]) + zstandard.compress(text[777:])
    packed = describe(put(tmp_path, "a.svm.zst", frames))
    for other in (zipped, packed):
        other.name = plain.name
        assert other == plain
    assert plain.examples == 3 * (3 if stretch == "whole" else 100_000)


def test_a_damaged_archive_is_an_error_with_the_file_in_it(tmp_path):
    good = gzip.compress(SVM * 1000)
    for name, content in {"cut.svm.gz": good[:-20], "no.svm.gz": SVM, "no.svm.zst": SVM, "no.svm.gzip.gz": b""}.items():
        with pytest.raises(InputError, match=f"{name}: the archive is damaged"):
            describe(put(tmp_path, name, content))


def packed(kind, text):
    if kind == "gz":
        return gzip.compress(text, mtime=0)
    return pytest.importorskip("zstandard").ZstdCompressor(write_checksum=True).compress(text)


def damaged(kind, how, text):
    good = packed(kind, text)
    return {
        "cut at the start": good[:40],
        "cut in half": good[: len(good) // 2],
        "cut at the end": good[:-1],
        "another checksum": good[:-8] + bytes(byte ^ 255 for byte in good[-8:-4]) + good[-4:]
        if kind == "gz"
        else good[:-1] + bytes([good[-1] ^ 255]),
        "nothing": b"",
    }[how]


def lines_of(format):
    draw = random.Random(5)
    for n in range(4000):
        label, words = n % 2, [f"w{draw.randrange(500)}" for _ in range(8)]
        if format == "csv":
            if n == 0:
                yield "label," + ",".join("abcdefgh")
            yield f"{label}," + ",".join(words)
        elif format == "jsonl":
            yield json.dumps({"label": label} | dict(zip("abcdefgh", words, strict=True)))
        else:
            yield f"{label} | " + " ".join(words)


HOW_DAMAGED = ["cut at the start", "cut in half", "cut at the end", "another checksum", "nothing"]


@pytest.mark.parametrize("how", HOW_DAMAGED)
@pytest.mark.parametrize("kind", ["gz", "zst"])
@pytest.mark.parametrize("format", ["vw", "csv", "jsonl"])
def test_damage_is_what_is_told_and_no_line_is_torn(tmp_path, format, kind, how):
    lines = list(lines_of(format))
    path = put(tmp_path, f"some.{format}.{kind}", damaged(kind, how, "\n".join(lines).encode()))
    seen, troubles = [], []

    def read():
        for block in Source(path).blocks():
            seen.extend(block.text(row).decode().strip() for row in range(len(block)))
            troubles.extend(block.troubles)

    with pytest.raises(InputError, match="the archive is damaged"):
        read()
    assert not troubles
    first = format == "csv"
    assert seen == lines[first : first + len(seen)]
    assert (how, kind) != ("cut in half", "gz") or seen


def test_the_format_of_a_damaged_archive_is_not_what_is_told(tmp_path):
    with pytest.raises(InputError, match="the archive is damaged"):
        describe(put(tmp_path, "some.gz", packed("gz", "\n".join(lines_of("vw")).encode())[:20]))


def test_a_line_that_an_archive_made_nonsense_of_is_not_what_is_told(tmp_path):
    text = "\n".join(lines_of("csv")).encode()
    broken = bytearray(gzip.compress(text, compresslevel=0, mtime=0))  # the text as it is, between headers
    broken[broken.index(b",", 30_000)] = ord("!")
    for on_error in ("stop", "skip"):
        with pytest.raises(InputError, match="the archive is damaged"):
            evaluate(put(tmp_path, "some.csv.gz", bytes(broken)), th.Perceptron(), on_error=on_error)
    whole = put(tmp_path, "whole.csv.gz", gzip.compress(text.replace(b",", b"!", 9)))
    with pytest.raises(BadLineError):
        evaluate(Source(whole, columns=Columns(label="")), th.Perceptron())


def test_what_can_not_be_opened_is_a_sentence(tmp_path):
    with pytest.raises(InputError, match=r"nothing.svm: can't be opened: No such file"):
        describe(str(tmp_path / "nothing.svm"))
    with pytest.raises(InputError, match=r"(is a folder|can't be opened: Is a directory)"):
        list(Source(str(tmp_path), format="vw").blocks())
    with pytest.raises(InputError, match="say it: format="):
        describe(put(tmp_path, "what.txt", b"hello\n"))


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.svm", b"", "svmlight"),
        ("a.txt", SVM, "svmlight"),
        ("a.dat", b"1 2.0 'tag|f x:1 y |g 3\n", "vw"),
        ("a.dat", b"7, 5, 10(0.6):\n", "snow"),
        ("a.dat", b'{"label": 1}\n', "json"),
        ("a.dat", b"label,x\n1,2\n", "csv"),
        ("a.ndjson.gz", gzip.compress(b'{"label": 1}\n', mtime=0), "json"),
        ("a.gz", gzip.compress(b"# comment\n\n-1 |f x\n", mtime=0), "vw"),
        ("a.vw", b"label,x\n", "vw"),
    ],
)
def test_formats_are_found(tmp_path, name, text, found):
    assert Source(put(tmp_path, name, text)).found_format == found


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path):
    source = Source(put(tmp_path, "bom.svm", b"\xef\xbb\xbf" + SVM))
    assert len(examples_of(source)) == 3


def test_reading_goes_on_at_any_position(tmp_path):
    source = Source(put(tmp_path, "some.svm", SVM * 50))
    (block,) = source.blocks()
    everything = examples_of(source)
    for row in range(0, len(block), 7):
        start = block.before(row)
        (rest,) = source.blocks(start)
        assert [dict(x.items()) for x in rest.examples()] == everything[row:]
        assert rest.native.line(0) == block.native.line(row)
        assert rest.end == block.end
    assert list(source.blocks(Position(block.end.at, block.end.lines))) == []


@pytest.mark.parametrize("format", ["svmlight", "csv", "json"])
def test_a_pipe_gives_an_example_as_soon_as_its_line_is_there(tmp_path, format):
    lines = {
        "svmlight": ("1 1:1\n", "-1 2:1\n"),
        "csv": ("label,a\n1,2\n", "0,3\n"),
        "json": ('{"label": 1, "a": 2}\n', '{"label": 0, "a": 3}\n'),
    }
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    seen = []
    waited = threading.Event()

    def feed():
        with open(path, "wb", buffering=0) as file:
            file.write(lines[format][0].encode())
            assert waited.wait(30), "the first example did not come before the second was written"
            file.write(lines[format][1].encode())

    feeder = threading.Thread(target=feed)
    feeder.start()
    for block in Source(path, format=format).blocks():
        seen += [dict(x.items()) for x in block.examples()]
        waited.set()
    feeder.join()
    assert len(seen) == 2


def test_blocks_do_not_pile_up_while_nobody_reads(tmp_path):
    source = Source(put(tmp_path, "big.svm", SVM * 200_000))
    blocks = source.blocks()
    next(blocks)
    time.sleep(0.05)
    blocks.close()  # threads end, nothing hangs


def test_a_line_without_end_is_an_error(tmp_path):
    path = put(tmp_path, "long.svm", b"1 " + b"1:1 " * (17 << 20))
    with pytest.raises(InputError, match="a line is longer than 64 MB"):
        describe(path)


def test_troubles_say_where(tmp_path):
    path = put(tmp_path, "bad.vw", b"1 | a b\n-1 | a:2x\n\n1 |f:x a\nnonsense\n1 | c\n")
    found = [(t.row, t.line, t.column) for block in Source(path).blocks() for t in block.troubles]
    assert found == [(1, 2, 9), (1, 4, 6), (1, 5, 9)]
