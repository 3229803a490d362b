"""Model files that were forged: numbers, shapes, types, names and structure changed, the checksum made right again.

A file within a file, a member or what waits for labels, is forged like one that stands alone.
"""

import json
import random
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from thresher.files.snapshots import KEY, _checksum

ODD_NUMBERS: tuple[Any, ...] = (
    float("nan"), float("inf"), float("-inf"), 0.0, -0.0, -1.0, 0.5, 1e308, -1e308, 1e150, 1e-320, 1000.5,
    2.0**53, 2.0**63,
)  # fmt: skip
ODD_WHOLE: tuple[Any, ...] = (
    0, 1, -1, 2, 7, 255, 2**16, 2**31 - 1, 2**31, 2**32, 2**52, 2**53 + 1, 2**62 - 1, 2**62, 2**63 - 1,
    2**63, 2**64 - 1,
)  # fmt: skip
DTYPES = ("float64", "float32", "float16", "uint64", "int64", "uint32", "int32", "uint8", "int8", "bool")
TEXTS = ("", "a", "é\U0001f600", "\x00", "x" * 3000, "mapping", "thresher-auto", "Perceptron", "__class__", "nan")

Content = dict[str, Any]
Tensors = dict[str, Any]


def read(data: bytes) -> tuple[Content, Tensors]:
    """What a sound file holds."""
    from safetensors.numpy import load

    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(json.loads(data[8 : 8 + length])["__metadata__"][KEY]), dict(load(data))


def written(content: Content, tensors: Tensors) -> bytes:
    """A file with a checksum that is right, as far as there is one of what it holds."""
    from safetensors.numpy import save

    content = {name: value for name, value in content.items() if name != "checksum"}
    try:
        content["checksum"] = _checksum(content, tensors)
    except (ValueError, TypeError, RecursionError):  # no JSON
        content["checksum"] = "0"
    return bytes(save(tensors, metadata={KEY: json.dumps(content, sort_keys=True)}))


def deep(rng: random.Random) -> Any:
    """Lists in lists, or objects in objects."""
    value: Any = 1
    for _ in range(rng.choice((3, 100, 600))):
        value = [value] if rng.random() < 0.5 else {"~": value}
    return value


class Forger:
    """Forges files; `recipe` says what was done.

    Parameters
    ----------
    seed : str
        The same seed gives the same forgeries.
    """

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.recipe: list[str] = []

    def forged(self, data: bytes) -> bytes:
        """The file with one to three things changed, and now and then its bytes."""
        rng = self.rng
        try:
            content, tensors = read(data)
        except Exception:  # an edit before has spoilt it
            return data
        for _ in range(rng.choice((1, 1, 2, 3))):
            self._edit(content, tensors)
        try:
            data = written(content, tensors)
        except (ValueError, TypeError, RecursionError) as error:  # what safetensors itself does not write
            self.recipe.append(f"not written: {error}")
        return self._bytes(data) if rng.random() < 0.1 else data

    def value(self, old: Any) -> Any:
        """Something else in place of a plain value."""
        rng = self.rng
        if isinstance(old, float) and rng.random() < 0.5:
            return rng.choice((-old, old * 2, old + 1e-9, float(int(old)) if abs(old) < 1e300 else 0.0))
        kinds: tuple[Callable[[], Any], ...] = (
            lambda: rng.choice(ODD_NUMBERS), lambda: rng.choice(ODD_WHOLE), lambda: 10**30, lambda: rng.choice(TEXTS),
            lambda: rng.choice((None, True, False, [], {}, [[]], {"~": "tuple"}, {"~": "mapping", "items": [[1]]})),
            lambda: deep(rng), lambda: [old, old], lambda: {"~": "tuple", "items": [old]}, lambda: str(old),
        )  # fmt: skip
        return rng.choices(kinds, (5, 5, 1, 2, 3, 1, 1, 1, 1))[0]()

    def _edit(self, content: Content, tensors: Tensors) -> None:
        nested = [name for name in tensors if name in ("learner",) or name.startswith(("member_", "expert_"))]
        nested = [name for name in nested if len(tensors[name]) > 8 and tensors[name].dtype == np.uint8]
        if nested and self.rng.random() < 0.6:
            name = self.rng.choice(sorted(nested))
            self.recipe.append(f"in {name}:")
            tensors[name] = np.frombuffer(self.forged(tensors[name].tobytes()), np.uint8).copy()
        elif tensors and self.rng.random() < 0.5:
            self._tensor(tensors)
        else:
            self._leaf(content)

    def _leaf(self, content: Content) -> None:
        """Goes down to some place of the plain values, and changes what is there."""
        rng, at, path = self.rng, content, []
        while True:
            keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                return
            key = rng.choice(keys)
            path.append(key)
            inner = at[key]
            if not isinstance(inner, (dict, list)) or not inner or rng.random() < 0.15:
                break
            at = inner
        way = rng.choice(("value", "value", "value", "drop", "rename", "twice"))
        self.recipe.append(f"{way} {'.'.join(map(str, path))}")
        if way == "drop":
            del at[key]
        elif way == "rename" and isinstance(at, dict):
            at[rng.choice(TEXTS)] = at.pop(key)
        elif way == "twice" and isinstance(at, list):
            at.insert(key, at[key])
        else:
            at[key] = self.value(at[key])
            self.recipe.append(f"= {at[key]!r:.80}")

    def _tensor(self, tensors: Tensors) -> None:
        rng = self.rng
        name = rng.choice(sorted(tensors))
        array = tensors[name].copy()
        ways: tuple[Callable[[], Any], ...] = (
            lambda: self._number(array), lambda: self._number(array), lambda: self._number(array),
            lambda: np.full_like(array, self._odd(array)), lambda: array[: rng.randrange(len(array) + 1)],
            lambda: np.concatenate([array, array[-1 - rng.randrange(3) :]]),
            lambda: rng.choice((array[::-1], np.sort(array))).copy(),
            lambda: array.astype(rng.choice(DTYPES)), lambda: array.reshape(-1, 1), lambda: array[:0],
            lambda: None, lambda: tensors[rng.choice(sorted(tensors))].copy(),
        )  # fmt: skip
        way = rng.randrange(len(ways))
        with np.errstate(all="ignore"):
            changed = ways[way]()
        self.recipe.append(f"tensor {name}, way {way}")
        if changed is not None:
            tensors[name] = changed
            return
        del tensors[name]
        if rng.random() < 0.5:
            tensors[rng.choice((f"{name}_", "member_0", "state_x", "learner"))] = array

    def _odd(self, array: Any) -> Any:
        if array.dtype.kind == "f":
            return self.rng.choice(ODD_NUMBERS)
        size = 8 * array.dtype.itemsize
        return np.array([self.rng.choice(ODD_WHOLE) % 2**size], np.uint64).astype(array.dtype)[0]

    def _number(self, array: Any) -> Any:
        if len(array):
            place, odd = self.rng.randrange(len(array)), self._odd(array)
            self.recipe.append(f"[{place}] = {odd!r}")
            array[place] = odd
        return array

    def _bytes(self, data: bytes) -> bytes:
        """What no checksum covers: a cut, flipped bits, another header."""
        rng, changed = self.rng, bytearray(data)
        way = rng.choice(("cut", "flip", "length", "twice", "offsets"))
        self.recipe.append(f"bytes: {way}")
        (length,) = struct.unpack("<Q", data[:8])
        if way == "cut":
            return data[: rng.randrange(len(data))]
        if way == "flip":
            for _ in range(rng.randrange(1, 8)):
                changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            return bytes(changed)
        if way == "length":
            return struct.pack("<Q", rng.choice((0, 1, length + 1, 2**31, 2**63, 2**64 - 1, len(data)))) + data[8:]
        header = data[8 : 8 + length]
        if way == "twice":
            header = header.rstrip()[:-1] + b"," + header.lstrip()[1:]
        else:
            header = header.replace(b'"data_offsets":[0', b'"data_offsets":[%d' % rng.choice((-1, 1, 8, 2**63, 2**64)))
        return struct.pack("<Q", len(header)) + header + data[8 + length :]
