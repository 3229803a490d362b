"""The examples found in a text, for the tests."""

import struct
from typing import NamedTuple

from thresher.errors import InputError
from thresher.streams import Source


class Found(NamedTuple):
    """An example that was read. attributes: each one once.   features: how many were written."""

    label: float
    weight: float
    tag: str
    attributes: dict
    features: int

    def bits(self):
        """The same with numbers that can be compared bit for bit, NaN too."""
        attributes = {name: bits_of(value) for name, value in self.attributes.items()}
        return bits_of(self.label), bits_of(self.weight), self.tag, attributes, self.features


def bits_of(number):
    return struct.pack("<d", number)


def read(path, text, **options):
    """The examples of a text by their line, and the lines that were refused."""
    path.write_bytes(text)
    examples, refused = {}, set()
    for block in Source(str(path), **options).blocks():
        weights = [1.0] * len(block) if block.weights is None else block.weights.tolist()
        for row, (label, weight) in enumerate(zip(block.labels.tolist(), weights, strict=True)):
            native = block.native
            try:
                items = block.example(row).items()
            except InputError:  # repeats that add up to more than a value may be
                refused.add(native.line(row))
                continue
            found = Found(label, weight, native.tag(row), dict(items), native.features_of(row))
            assert len(found.attributes) == len(items)
            examples[native.line(row)] = found
        refused.update(trouble.line for trouble in block.troubles)
    return examples, refused
