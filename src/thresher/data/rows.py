"""What the columns of a table mean: the roles by which a row, from any door, becomes an example."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from .._core import PreparedExample
from ..errors import ParameterError
from .cell_kinds import MISSING
from .text import Words

if TYPE_CHECKING:
    from .._core import NativeRows
    from .matrices import Matrix

ROLES = ("label", "weight", "tag", "text", "categories", "dates", "ignore")
"""What a column can be; one without a role is an attribute."""


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """The roles of the columns of a table; a column without a role is an attribute.

    A row is a mapping from columns to cells: a line of CSV, a JSON object, a row of a frame, a dict. What it becomes is
    the same from every door: a number is a value, true is 1, other text a category `column=text`, a date its hour,
    weekday, month and days since 1970; None, NaN, an empty cell and the words for a missing value are absent.

    Parameters
    ----------
    label : str, default "label"
        The column with the label; an empty cell, a null or a missing key is an unlabelled row. "" where there is no
        such column.
    weight : str or None, optional
        The column with the importance weight.
    tag : str or None, optional
        The column with an id that is carried along.
    text : tuple of str or str, default ()
        Columns split into words. Those of the only one are attributes by themselves, `column=word` where the row has
        another attribute of that name; those of several are all `column=word`.
    categories : tuple of str or str, default ()
        Categories even where they look like numbers (zip codes).
    dates : tuple of str or str, default ()
        Columns of dates or times, as ISO-8601 text.
    ignore : tuple of str or str, default ()
        Columns left out.
    missing : tuple of str or str or None, optional
        The words for a cell that is empty. None: pandas' list (NA, null, nan, ...).
    words : Words, optional
        How texts are split; without `column` and `bits`.
    strict : bool, default False
        Whether a column that is gone or new, or whose cells turned into something else, is an error and not a warning.
    lenient : bool, default False
        Whether a table may lack columns with a role.
    kinds : mapping, optional
        What the cells of each column were, once something was learned; told by a learner, not by you.

    Raises
    ------
    ParameterError
        If a column is named twice, or a role is not of its kind.

    Examples
    --------
    >>> rows = Rows(label="spam", text="body", ignore="id", words=Words(shape=False))
    >>> rows.roles()
    [('spam', 'label'), ('body', 'text'), ('id', 'ignore')]
    >>> row = {"id": "7", "age": "31", "city": "Paris", "body": "Free money", "spam": "yes"}
    >>> sorted(rows.example(row).items())
    [('age', 31.0), ('city=Paris', 1.0), ('free', 1.0), ('money', 1.0)]
    >>> rows.head(row)
    ('yes', 1.0, '')
    """

    label: str = "label"
    weight: str | None = None
    tag: str | None = None
    text: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    missing: tuple[str, ...] | None = None
    words: Words = Words()
    strict: bool = False
    lenient: bool = False
    kinds: Mapping[str, str] = dataclasses.field(default_factory=dict, compare=False, repr=False)
    _compiled: "NativeRows | None" = dataclasses.field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for role in ("label", "weight", "tag"):
            name = getattr(self, role)
            if not (isinstance(name, str) or (name is None and role != "label")):
                raise ParameterError(f"{role} must be the name of a column; got {name!r}.", field=role)
        for role in ("text", "categories", "dates", "ignore", "missing"):
            object.__setattr__(self, role, _names(role, getattr(self, role)))
        if not isinstance(self.words, Words) or self.words.column or self.words.bits is not None:
            raise ParameterError(f"words must be Words without column and bits; got {self.words!r}.")
        twice = [name for name, times in Counter(name for name, _ in self.roles()).items() if times > 1]
        if twice:
            raise ParameterError(f"the column {twice[0]!r} is named twice; a column has one role.")

    def __repr__(self) -> str:
        said = [one for one in dataclasses.fields(self) if one.repr and getattr(self, one.name) != one.default]
        return f"Rows({', '.join(f'{one.name}={getattr(self, one.name)!r}' for one in said)})"

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rows":
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _rows_of, ({one.name: getattr(self, one.name) for one in dataclasses.fields(self) if one.init},)

    def roles(self) -> list[tuple[str, str]]:
        """Every column that has a role, with it.

        Returns
        -------
        list of (str, str)
            Columns and their roles, which are those of `ROLES`.
        """
        found: list[tuple[str, str]] = []
        for role in ROLES:
            names = getattr(self, role) or ()
            found += [(name, role) for name in ((names,) if isinstance(names, str) else names)]
        return found

    def without(self, names: Iterable[str]) -> "Rows":
        """The same, with some more columns left out.

        Parameters
        ----------
        names : iterable of str
            The columns; those that have a role lose it.
        """
        out = tuple(dict.fromkeys(names))
        kept = self.taking_roles_from(out)
        return dataclasses.replace(kept, ignore=(*kept.ignore, *(name for name in out if name != self.label)))

    def taking_roles_from(self, names: Iterable[str]) -> "Rows":
        """The same, but some columns have no role; that of the label stays.

        Parameters
        ----------
        names : iterable of str
            The columns.
        """
        out = frozenset(names)
        kept: dict[str, Any] = {}
        for role in ("text", "categories", "dates", "ignore"):
            kept[role] = tuple(name for name in getattr(self, role) if name not in out)
        for role in ("weight", "tag"):
            kept[role] = None if getattr(self, role) in out else getattr(self, role)
        return dataclasses.replace(self, **kept)

    @property
    def only_text(self) -> str:
        """The column whose words are attributes by themselves; "" if there is none."""
        return self.text[0] if len(self.text) == 1 else ""

    @property
    def missing_words(self) -> tuple[str, ...]:
        """The words for a cell that is empty."""
        return MISSING if self.missing is None else self.missing

    # What becomes of a row.

    @property
    def native(self) -> "NativeRows":
        """The same for the core."""
        if self._compiled is None:
            object.__setattr__(self, "_compiled", _made(self))
        return cast("NativeRows", self._compiled)

    def native_with_aside(self, names: Iterable[str]) -> "NativeRows":
        """The same for the core, with columns that give no attributes and whose texts are kept beside each row.

        Parameters
        ----------
        names : iterable of str
            The columns, which have no role.
        """
        return _made(self, names)

    def example(self, row: Mapping[Any, Any]) -> PreparedExample:
        """What a row is to a learner: its attributes, without label, weight, tag and what is ignored.

        Parameters
        ----------
        row : mapping
            From columns to cells.

        Returns
        -------
        PreparedExample
            The example, for any learner.

        Raises
        ------
        InputError
            If a cell can't be understood; the message names its column.
        """
        return self.native.example(row if type(row) is dict else dict(row))

    def head(self, row: Mapping[Any, Any]) -> tuple[Any, float, str]:
        """The label, the importance weight and the tag of a row.

        Parameters
        ----------
        row : mapping
            From columns to cells.

        Returns
        -------
        (label or None, float, str)
            None without a label; 1.0 and "" where there are no such columns.
        """
        return self.native.head(row if type(row) is dict else dict(row))

    def matrix(self, X: Any) -> "Matrix":
        """Many rows at once.

        Parameters
        ----------
        X : frame or list of mappings
            The rows.

        Returns
        -------
        Matrix
            Their examples.
        """
        from .matrices import as_matrix

        return as_matrix(X, self.native)

    # As a file keeps them.

    def to_plain(self) -> dict[str, Any]:
        """What a file keeps of them: all that is not as usual."""
        usual = Rows()
        names = (*ROLES, "missing", "strict")
        said = {name: getattr(self, name) for name in names if getattr(self, name) != getattr(usual, name)}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}
        told = bool(self.text) or self.words != usual.words  # in full: what is usual may be something else one day
        return plain | ({"words": _options(self.words)} if told else {})

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "Rows":
        """What `to_plain` gave.

        Parameters
        ----------
        plain : mapping
            What a file says of them.

        Raises
        ------
        ValueError, TypeError
            If that can't be.
        """
        known = dict(plain)
        words = Words.from_dict(known.pop("words")) if "words" in known else Words()
        given: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in known.items()}
        return cls(words=words, **given)


def _rows_of(fields: dict[str, Any]) -> Rows:
    return Rows(**fields)


def _made(rows: Rows, aside: Iterable[str] = ()) -> "NativeRows":
    from .._core import NativeRows

    return NativeRows(
        {
            **{role: getattr(rows, role) or "" for role in ("label", "weight", "tag")},
            **{role: list(getattr(rows, role)) for role in ("text", "categories", "dates", "ignore")},
            "missing": list(rows.missing_words),
            "words": _options(rows.words),
            "aside": list(aside),
        }
    )


def _options(words: Words) -> dict[str, Any]:
    """How words are split, as the core is told."""
    return {name: value for name, value in words.to_dict().items() if name not in ("column", "bits")}


def _names(role: str, names: Any) -> tuple[str, ...] | None:
    """One name or several as a tuple; None where that says: as usual."""
    if names is None and role == "missing":
        return None
    given = (names,) if isinstance(names, str) else names
    if not isinstance(given, (tuple, list)) or not all(isinstance(name, str) for name in given):
        raise ParameterError(f"{role} must be a tuple of names of columns; got {names!r}.", field=role)
    return tuple(given)
