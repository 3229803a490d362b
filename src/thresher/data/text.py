"""Texts as examples: the words of a text, and pairs of neighbouring ones, are its attributes.

A word is a run of letters, digits and marks (accents, vowel signs) that begins with a letter or a digit; an apostrophe
between two letters belongs to it. Everything else, `_` too, stands between words, so that the name of a pair,
`free_money`, is never that of a word. Any str has words, also one with halves of surrogate pairs.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..errors import InputError, ParameterError
from ..parameters import whole, yes_or_no

if TYPE_CHECKING:
    from .matrices import Matrix

LONGEST = 100
"""Characters of a word that count: a longer one is its first so many."""

_SIMPLE = re.compile(r"\w++(?:'\w++)*+")
_MARKS = (range(0x300, 0x1F000), range(0xE0100, 0xE01F0))  # where Unicode has them
_JOINERS = "\u200c\u200d"  # not seen, but inside words of Persian and of Indian scripts


def words(
    text: str, *, pairs: bool = False, lower: bool = True, counts: bool = False, column: str = ""
) -> dict[str, int]:
    """The words of a text with the value 1: an example, for every learner and method.

    Parameters
    ----------
    text : str
        Any text.
    pairs : bool, default False
        Also pairs of neighbouring words.
    lower : bool, default True
        In lower case.
    counts : bool, default False
        The value is how often the word occurs. Learners over [0, 1] refuse values above 1.
    column : str, default ""
        Where a text is one of several in an example: names become `column=word`.

    Returns
    -------
    dict of str -> int
        The words, in the order in which they first occur, then the pairs.

    Raises
    ------
    InputError
        If it is no text.

    Examples
    --------
    >>> words("Free money, don't wait: FREE!")
    {'free': 1, 'money': 1, "don't": 1, 'wait': 1}
    >>> words("Free money", pairs=True, column="subject")
    {'subject=free': 1, 'subject=money': 1, 'subject=free_money': 1}
    >>> words("Ha ha", lower=False, counts=True), words("ha ha", counts=True)
    ({'Ha': 1, 'ha': 1}, {'ha': 2})
    """
    if not isinstance(text, str):
        raise InputError(f"words are those of a text (str); got {type(text).__name__}.")
    found = _split(text.lower() if lower else text)
    if pairs:
        found = [*found, *map("_".join, pairwise(found))]
    if column:
        found = [f"{column}={word}" for word in found]
    once = dict.fromkeys(found, 1)
    if counts and len(once) < len(found):
        once = dict.fromkeys(found, 0)
        for word in found:
            once[word] += 1
    return once


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """`words` with settings: one object for learning and predicting.

    Parameters
    ----------
    pairs : bool, default False
        Also pairs of neighbouring words.
    lower : bool, default True
        In lower case.
    counts : bool, default False
        The value is how often the word occurs. Learners over [0, 1] refuse values above 1.
    column : str, default ""
        Where a text is one of several in an example: names become `column=word`.
    bits : int or None, optional
        Attributes are numbers below 2^bits, by Vowpal Wabbit's hash, not names. A learner that was made with `bits`
        hashes names itself and needs none here.

    Examples
    --------
    >>> split = Words(pairs=True)
    >>> split("Free money")
    {'free': 1, 'money': 1, 'free_money': 1}
    >>> split.many(["Free money", "money"]).names
    ['free', 'money', 'free_money']
    """

    pairs: bool = False
    lower: bool = True
    counts: bool = False
    column: str = ""
    bits: int | None = None

    def __post_init__(self) -> None:
        for name in ("pairs", "lower", "counts"):
            yes_or_no(name, getattr(self, name))
        if not isinstance(self.column, str):
            raise ParameterError(f"column must be a text; got {self.column!r}.")
        if self.bits is not None:
            whole("bits", self.bits, at_least=1, at_most=31)

    def __call__(self, text: str) -> dict[Any, int]:
        """One example.

        Parameters
        ----------
        text : str
            Any text.

        Returns
        -------
        dict
            From words, or their numbers where there are `bits`, to values.
        """
        found = words(text, pairs=self.pairs, lower=self.lower, counts=self.counts, column=self.column)
        return found if self.bits is None else self._hashed(found, self.bits)

    def many(self, texts: Iterable[str]) -> "Matrix":
        """Examples as a matrix, for learn_many and predict_many.

        Parameters
        ----------
        texts : iterable of str
            One text an example.

        Returns
        -------
        Matrix
            One row a text; 2^bits columns, or as many as there are names.

        Raises
        ------
        InputError
            If it is one text, no texts, or something else than texts.
        """
        import numpy as np

        from .matrices import Matrix, as_matrix

        if isinstance(texts, str):
            raise InputError("many takes a list of texts; got one text.")
        examples = [self(text) for text in texts]
        if self.bits is None:
            return as_matrix(examples)
        hashed = Matrix(
            np.cumsum([0, *map(len, examples)], dtype=np.int64),
            np.array([index for x in examples for index in x], dtype=np.int64),
            np.array([value for x in examples for value in x.values()], dtype=np.float64),
            1 << self.bits,
        )
        return as_matrix(hashed)

    def _hashed(self, found: dict[str, int], bits: int) -> dict[Any, int]:
        """By index; names that meet are one attribute."""
        from .features import hashed_index

        hashed: dict[Any, int] = {}
        for name, count in found.items():
            index = hashed_index(name, bits)
            hashed[index] = hashed.get(index, 0) + count if self.counts else 1
        return hashed


def _split(text: str) -> list[str]:
    """The words in their order."""
    if "_" in text:
        text = text.replace("_", " ")  # to re a letter
    if text.isascii():
        found: list[str] = _SIMPLE.findall(text)
        return found if max(map(len, found), default=0) <= LONGEST else [word[:LONGEST] for word in found]
    found = _with_marks()(text.replace("\u2019", "'"))
    # Word by word, because marks are put in order one after the other: a text of marks alone would take forever.
    return [unicodedata.normalize("NFC", word[:LONGEST]) for word in found]


@cache
def _with_marks() -> Callable[[str], list[str]]:
    r"""Finds words with marks, which are not in \w. Made when the first text comes that may have some."""
    marks = [chr(code) for codes in _MARKS for code in codes if unicodedata.category(chr(code))[0] == "M"]
    usual = "".join(mark for mark in marks if mark <= "\uffff")  # a table to re; the others are looked for one by one
    mark = rf"(?:[{usual}]|(?=[\U00010000-\U0010ffff])[{''.join(marks)}])"
    some = rf"\w++(?:{mark}++\w*+)*+"
    return re.compile(rf"{some}(?:['{_JOINERS}]{some})*+").findall
