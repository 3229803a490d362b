"""Vowpal Wabbit's hash, and coins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher._core import coin, murmur3, vw_hash
from thresher.data.features import hashed_index


def plain_murmur3(data: bytes, seed: int) -> int:
    """MurmurHash3_x86_32 in plain Python."""
    mask = 0xFFFFFFFF

    def rotl(x, r):
        return ((x << r) | (x >> (32 - r))) & mask

    def scramble(k):
        return rotl(k * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    h = seed
    whole = len(data) // 4 * 4
    for i in range(0, whole, 4):
        h = (rotl(h ^ scramble(int.from_bytes(data[i : i + 4], "little")), 13) * 5 + 0xE6546B64) & mask
    if data[whole:]:
        h ^= scramble(int.from_bytes(data[whole:], "little"))
    h ^= len(data)
    h = (h ^ (h >> 16)) * 0x85EBCA6B & mask
    h = (h ^ (h >> 13)) * 0xC2B2AE35 & mask
    return h ^ (h >> 16)


def test_the_hash_is_vowpal_wabbits():
    assert vw_hash("test", 0) == 3127628307


@given(st.text(), st.integers(0, 2**32 - 1))
def test_murmur3_agrees_with_its_description(text, seed):
    assert murmur3(text, seed) == plain_murmur3(text.encode(), seed)


@pytest.mark.parametrize(("name", "index"), [("42", 42), ("0", 0), ("262145", 1)])
def test_names_of_digits_are_numbers(name, index):
    assert hashed_index(name, bits=18) == index


@given(st.integers(0, 2**63), st.integers(0, 2**63))
def test_coins_are_fractions_that_depend_on_seed_and_count_alone(seed, count):
    assert 0 <= coin(seed, count) < 1
    assert coin(seed, count) == coin(seed, count)


def test_coins_are_fair():
    heads = sum(coin(7, t) < 0.3 for t in range(100_000))
    assert abs(heads / 100_000 - 0.3) < 0.01
