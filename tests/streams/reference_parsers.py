"""The three text formats once more, in plain Python: slow, short, and written from the formats, not from the core.

A parser takes one line without its end and returns what the example is, None for a line that is none (a comment), or
raises Refused. `read_text` does this for every line of a file.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from tests.data.test_hashing import plain_murmur3
from thresher._core import vw_hash

LARGEST = 1e150
LARGEST_WEIGHT = 1e100
COLUMN_LIMIT = 2**62
LONGEST_INDEX = 19  # digits, in svmlight and SNoW
LONGEST_NAMESPACE = 255  # bytes

_BLANKS = b" \t"
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_NAME = re.compile(rb"[^ :|\t]*")
_VALUE = re.compile(rb"[^ |\t]*")
_WORD = re.compile(rb"[^ \t]*")


class Refused(Exception):
    """A line that is no example."""


@dataclass
class Example:
    """What a line says. attributes: (name or column, value) as written, zeros left out."""

    label: float = math.nan
    weight: float = 1.0
    tag: str = ""
    attributes: list[tuple[int | str, float]] = field(default_factory=list)

    def add(self, attribute: int | str, value: float) -> None:
        if value != 0.0:
            self.attributes.append((attribute, value))

    def sums(self) -> dict[int | str, float]:
        """Each attribute once: the exact sum of its values, rounded once."""
        values: dict[int | str, list[float]] = {}
        for attribute, value in self.attributes:
            values.setdefault(attribute, []).append(value)
        sums = {attribute: math.fsum(found) for attribute, found in values.items()}
        return {attribute: total for attribute, total in sums.items() if total != 0.0}


Parser = Callable[[bytes], Example | None]


def read_text(text: bytes, parse: Parser) -> tuple[dict[int, Example], set[int]]:
    """The examples by their line, and the lines that are refused."""
    if text.startswith(b"\xef\xbb\xbf"):
        text = b"   " + text[3:]
    examples, refused = {}, set()
    for number, whole in enumerate(text.split(b"\n"), start=1):
        line = whole.rstrip(b"\r")
        if not line.strip(_BLANKS):
            continue
        try:
            example = parse(line)
        except Refused:
            refused.add(number)
        else:
            if example is not None:
                examples[number] = example
    return examples, refused


def _number(text: bytes) -> float:
    if not _NUMBER.fullmatch(text):
        raise Refused
    value = float(text)
    if abs(value) > LARGEST:
        raise Refused
    return value


def _words(text: bytes) -> list[bytes]:
    return [word for word in re.split(rb"[ \t]+", text) if word]


def svmlight_line(line: bytes, first_column: int = 0) -> Example | None:
    """label [qid:number] index:value ... [# comment]"""
    if line.strip(_BLANKS).startswith(b"#"):
        return None
    label, *words = _words(line.partition(b"#")[0])
    example = Example(_number(label))
    if words and re.fullmatch(rb"qid:\d+", words[0]):
        del words[0]
    for word in words:
        index, colon, value = word.partition(b":")
        if not colon or not re.fullmatch(rb"\d{1,%d}" % LONGEST_INDEX, index) or int(index) < first_column:
            raise Refused
        if int(index) >= COLUMN_LIMIT:
            raise Refused
        example.add(int(index) - first_column, _number(value))
    return example


def snow_line(line: bytes, targets: tuple[int, ...] = (), one: int | None = None) -> Example:
    """label, id, id(strength), ... :

    targets: the ids that are labels, anywhere; none: the first id is.   one: the label is whether this one is there.
    """
    body, colon, behind = line.partition(b":")
    if not colon or behind.strip(_BLANKS):
        raise Refused
    items = [item.strip(_BLANKS) for item in body.split(b",")]
    if not items[-1]:
        items.pop()
    example, labels = Example(), set[int]()
    for place, item in enumerate(items):
        found = re.fullmatch(rb"(\d{1,%d})(?:\(([^()]*)\))?" % LONGEST_INDEX, item)
        if not found or int(found[1]) >= COLUMN_LIMIT:
            raise Refused
        id = int(found[1])
        if found[2] is None and (id in targets if targets else place == 0):
            labels.add(id)
        else:
            example.add(id, 1.0 if found[2] is None else _number(found[2]))
    if one is not None:
        example.label = float(one in labels)
    elif len(labels) > 1:
        raise Refused
    elif labels:
        example.label = float(*labels)
    return example


def vw_parser(bits: int | None) -> Parser:
    """[label [importance]] ['tag] |namespace[:weight] feature[:value] ..."""
    return partial(_vw_line, bits=bits)


def _vw_line(line: bytes, bits: int | None) -> Example:
    head, bar, _ = line.partition(b"|")
    if not bar:
        raise Refused
    example = _vw_head(head)
    at = len(head)
    while at < len(line):
        at = _vw_namespace(line, at + 1, bits, example)
    return example


def _vw_head(head: bytes) -> Example:
    words = _words(head)
    example = Example()
    if words and (words[-1].startswith(b"'") or head[-1:] not in (b" ", b"\t")):
        example.tag = words.pop().removeprefix(b"'").decode(errors="replace")
    numbers = [_number(word) for word in words]
    if len(numbers) > 3 or (len(numbers) == 3 and numbers[2] != 0.0):
        raise Refused
    if numbers:
        example.label = numbers[0]
    if len(numbers) > 1:
        example.weight = numbers[1]
    if not 0.0 <= example.weight <= LARGEST_WEIGHT:
        raise Refused
    return example


def _piece(pattern: re.Pattern[bytes], line: bytes, at: int) -> bytes:
    found = pattern.match(line, at)
    assert found
    return found[0]


def _vw_namespace(line: bytes, at: int, bits: int | None, example: Example) -> int:
    """Reads from behind a bar up to the next, whose place is returned."""
    space = _piece(_NAME, line, at)
    at += len(space)
    if len(space) > LONGEST_NAMESPACE:
        raise Refused
    weight = 1.0
    if line[at : at + 1] == b":":
        number = _piece(_VALUE, line, at + 1)
        if not space:
            raise Refused
        weight = _number(number)
        at += 1 + len(number)
    nameless = 0
    while True:
        while line[at : at + 1] in (b" ", b"\t"):
            at += 1
        if at == len(line) or line[at : at + 1] == b"|":
            return at
        name = _piece(_NAME, line, at)
        at += len(name)
        if line[at : at + 1] != b":":
            _vw_add(example, bits, [space], name, weight)
            continue
        at += 1
        if _is_text(line, at):
            text = _piece(_WORD, line, at)
            if not text:
                raise Refused
            _vw_add(example, bits, [space, name], text, weight, is_text=True)
            at += len(text)
            continue
        number = _piece(_VALUE, line, at)
        value = _number(number) * weight
        if abs(value) > LARGEST:
            raise Refused
        if not name:
            name = b"%d" % nameless
            nameless += 1
        _vw_add(example, bits, [space], name, value)
        at += len(number)


def _is_text(line: bytes, at: int) -> bool:
    """Whether what stands behind a colon is no attempt at a number."""
    if line[at : at + 1] in [b"%c" % c for c in b"0123456789+-."]:
        return False
    return _piece(_NAME, line, at).lower() not in (b"nan", b"inf", b"infinity")


def _vw_add(
    example: Example, bits: int | None, before: list[bytes], name: bytes, value: float, *, is_text: bool = False
) -> None:
    if bits is not None:
        seed = 0
        for part in before:
            seed = _hash(part, seed)
        example.add(_hash(name, seed) & ((1 << bits) - 1), value)
    elif not before[0] and not is_text and name.isdigit():
        if int(name) >= COLUMN_LIMIT:
            raise Refused
        example.add(int(name), value)
    else:
        parts = [*([before[0]] if before[0] else []), *before[1:], name]
        try:
            example.add(b"^".join(parts).decode(), value)
        except UnicodeDecodeError:
            raise Refused from None


def _hash(name: bytes, seed: int) -> int:
    try:
        return vw_hash(name.decode(), seed)
    except UnicodeDecodeError:
        return plain_murmur3(name, seed)
