"""Texts as examples: the words of a text, and on request more of it, are its attributes.

A word is a run of letters, digits and marks (accents, vowel signs) that begins with a letter or a digit; an apostrophe
between two letters belongs to it. Everything else, `_` too, stands between words, so that the name of a pair,
`free_money`, is never that of a word; a run of characters, `#fre`, begins with `#`, and what the text looks like,
`_length=64-127`, with `_`. Any str has words, also one with halves of surrogate pairs. The core splits
(core/include/thresher/text/words.hpp), by tables of its own, so that the version of Python does not matter.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from .._core import NativeWords, PreparedExample
from ..errors import InputError, ParameterError
from ..parameters import whole, yes_or_no

if TYPE_CHECKING:
    from .matrices import Matrix

LONGEST = 100
"""Characters of a word that count: a longer one is its first so many."""

LONGEST_RUN = 8
"""Characters of the longest run of characters."""


def words(
    text: str,
    *,
    pairs: bool = False,
    lower: bool = True,
    counts: bool = False,
    column: str = "",
    characters: tuple[int, int] | None = None,
    shape: bool = True,
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
    characters : (int, int) or None, optional
        Also runs of so many neighbouring characters, from the first number to the second, at most 8: `(3, 4)`.
    shape : bool, default True
        Also what the text looks like: how many characters, capitals, digits, signs, exclamation and question marks it
        has, each as the range between powers of two that the count is in.

    Returns
    -------
    dict of str -> int
        The words, in the order in which they first occur, then pairs, runs of characters, shape.

    Raises
    ------
    InputError
        If it is no text.

    Examples
    --------
    >>> words("Free money, don't wait: FREE!", shape=False)
    {'free': 1, 'money': 1, "don't": 1, 'wait': 1}
    >>> words("Free money", pairs=True, column="subject", shape=False)
    {'subject=free': 1, 'subject=money': 1, 'subject=free_money': 1}
    >>> words("Ha ha", lower=False, counts=True, shape=False), words("ha ha", counts=True, shape=False)
    ({'Ha': 1, 'ha': 1}, {'ha': 2})
    >>> words("Now!", characters=(4, 4))  # doctest: +NORMALIZE_WHITESPACE
    {'now': 1, '#_now': 1, '#now!': 1, '#ow!_': 1,
     '_length=4-7': 1, '_capitals=1': 1, '_digits=0': 1, '_signs=1': 1, '_exclamations=1': 1, '_questions=0': 1}
    """
    return _splitter(pairs, lower, counts, _sizes(characters), shape).one(text, column)


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
    characters : (int, int) or None, optional
        Also runs of so many neighbouring characters, from the first number to the second, at most 8: `(3, 4)`.
    shape : bool, default True
        Also what the text looks like: how many characters, capitals, digits, signs, exclamation and question marks it
        has, each as the range between powers of two that the count is in.

    Examples
    --------
    >>> split = Words(pairs=True, shape=False)
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
    characters: tuple[int, int] | None = None
    shape: bool = True

    def __post_init__(self) -> None:
        for name in ("pairs", "lower", "counts", "shape"):
            yes_or_no(name, getattr(self, name))
        if not isinstance(self.column, str):
            raise ParameterError(f"column must be a text; got {self.column!r}.")
        if self.bits is not None:
            whole("bits", self.bits, at_least=1, at_most=31)
        object.__setattr__(self, "characters", _sizes(self.characters))

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
        return self._splitter().one(text, self.column, self.bits)

    def example(self, text: str) -> PreparedExample:
        """One example made ready for the core: no dict is made of it on the way, which is quicker.

        Parameters
        ----------
        text : str
            Any text.

        Returns
        -------
        PreparedExample
            For learn_one, predict_one and all else that takes an example; `dict(example.items())` has the words.

        Examples
        --------
        >>> example = Words(shape=False).example("Free money")
        >>> dict(example.items())
        {'free': 1.0, 'money': 1.0}
        """
        if self.column or self.bits is not None:
            return PreparedExample(self(text))
        return self._splitter().example(text)

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
        from .matrices import Matrix, as_matrix

        if isinstance(texts, str):
            raise InputError("many takes a list of texts; got one text.")
        starts, indices, values, names = self._splitter().many(list(texts), self.column, self.bits)
        columns = len(names) if self.bits is None else 1 << self.bits
        return as_matrix(Matrix(starts, indices, values, columns, names))

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data, for a file.

        Returns
        -------
        dict
            Each setting by its name.

        Examples
        --------
        >>> Words.from_dict(Words(characters=(3, 4)).to_dict())
        Words(pairs=False, lower=True, counts=False, column='', bits=None, characters=(3, 4), shape=True)
        """
        settings = asdict(self)
        return settings | {"characters": list(self.characters) if self.characters else None}

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> "Words":
        """Words with settings from a file.

        Parameters
        ----------
        settings : mapping
            What `to_dict` gave. Files of Thresher 0.1.0 say nothing of runs of characters and shape, because there were
            none: what is missing is off.

        Returns
        -------
        Words
            With those settings.

        Raises
        ------
        ParameterError
            If there is no such setting, or it has a value that it can't have.
        """
        known = {field.name for field in fields(cls)}
        strange = next((name for name in settings if name not in known), None)
        if strange is not None:
            raise ParameterError(f"words have no setting {strange!r}; there are {', '.join(sorted(known))}.")
        return cls(**{"shape": False} | dict(settings))

    def _splitter(self) -> NativeWords:
        return _splitter(self.pairs, self.lower, self.counts, self.characters, self.shape)


def _sizes(given: Any) -> tuple[int, int] | None:
    """The sizes of runs of characters, checked."""
    if given is None:
        return None
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise ParameterError(f"characters must be two whole numbers, such as (3, 4), or None; got {given!r}.")
    first, last = given
    whole("characters", first, at_least=1, at_most=LONGEST_RUN)
    whole("characters", last, at_least=first, at_most=LONGEST_RUN)
    return int(first), int(last)


@cache
def _splitter(pairs: bool, lower: bool, counts: bool, characters: tuple[int, int] | None, shape: bool) -> NativeWords:
    """The core's splitter with these settings: there are not many."""
    settings = Words(pairs=pairs, lower=lower, counts=counts, characters=characters, shape=shape)
    kept = ("pairs", "lower", "counts", "characters", "shape")
    return NativeWords({name: getattr(settings, name) for name in kept})
