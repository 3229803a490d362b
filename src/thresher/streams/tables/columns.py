"""What the columns of a table mean, and what a row of it becomes."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...data import Words
from ...errors import InputError, ParameterError
from .cells import Rule, category_cell, first_repeated, plain_cell, text_cell
from .refusals import shown

ROLES = ("label", "weight", "tag", "text", "categories", "ignore")

_HEADLESS = 'if no line names the columns, and each is a label, a tab and a text: format="text"'
_LABEL = "name the column of the label: label=; an empty name says that there is none"


@dataclass(frozen=True, slots=True)
class Columns:
    """The roles of the columns of a table; a column without a role is an attribute.

    Parameters
    ----------
    label : str, default "label"
        The column with the label; an empty cell, a null or a missing key is an unlabelled row. "" where there is no
        such column.
    weight : str or None, optional
        The column with the importance weight.
    tag : str or None, optional
        The column with an id that is carried along.
    text : tuple of str, default ()
        Columns split into words. Those of the only one are attributes by themselves, `column=word` where the row has
        another attribute of that name; those of several are all `column=word`.
    categories : tuple of str, default ()
        Categories even where they look like numbers (zip codes).
    ignore : tuple of str, default ()
        Columns left out.
    lenient : bool, default False
        Whether a table may lack columns with a role.
    words : Words, optional
        How texts are split; without `column` and `bits`.

    Raises
    ------
    ParameterError
        If a column is named twice, or a role is not of its kind.

    Examples
    --------
    >>> Columns(label="spam", text=("subject", "body")).roles()
    [('spam', 'label'), ('subject', 'text'), ('body', 'text')]
    """

    label: str = "label"
    weight: str | None = None
    tag: str | None = None
    text: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    lenient: bool = False
    words: Words = Words()

    def __post_init__(self) -> None:
        for role in ("text", "categories", "ignore"):
            names = getattr(self, role)
            if isinstance(names, str) or not all(isinstance(name, str) for name in names):
                raise ParameterError(f"{role} must be a tuple of names of columns; got {names!r}.")
            object.__setattr__(self, role, tuple(names))
        if not isinstance(self.words, Words) or self.words.column or self.words.bits is not None:
            raise ParameterError(f"words must be Words without column and bits; got {self.words!r}.")
        twice = first_repeated(name for name, _ in self.roles())
        if twice is not None:
            raise ParameterError(f"the column {twice!r} is named twice; a column has one role.")

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

    def rule(self, name: str) -> Rule:
        """How the cells of a column are read.

        Parameters
        ----------
        name : str
            The column.

        Returns
        -------
        function
            From the column's name and a cell to the attributes that it gives.
        """
        if name in self.categories:
            return category_cell
        return self.text_rule(name) if name in self.text else plain_cell

    def text_rule(self, name: str) -> Rule:
        """How the cells of a column of text are read.

        Parameters
        ----------
        name : str
            The column.

        Returns
        -------
        function
            From the column's name and a cell to its words.
        """
        return partial(text_cell, self.words if len(self.text) < 2 else replace(self.words, column=name))

    @property
    def only_text(self) -> str:
        """The column whose words are attributes by themselves; "" if there is none."""
        return self.text[0] if len(self.text) == 1 else ""


@dataclass(slots=True)
class TableRow:
    """One example.

    Parameters
    ----------
    x : dict of str -> float
        Its attributes with their values.
    label : str, number, bool or None
        As found, None where there is none.
    weight : float
        The importance weight; 1 without a column of weights.
    tag : str
        Its id; "" without a column of tags.
    line : int
        Where the row begins, from 1.
    raw : bytes
        Its bytes, line ends included.
    """

    x: dict[str, float]
    label: Any
    weight: float
    tag: str
    line: int
    raw: bytes


@dataclass(slots=True)
class BadRow:
    """A row that was refused.

    Parameters
    ----------
    line : int
        Where the row begins, from 1.
    column : int
        Where in the line, from 1: characters; bytes where the row is not UTF-8; 1 where the place is not known.
    message : str
        Why it was refused.
    hint : str
        What to do about it; "" if nothing.
    raw : bytes
        Its bytes, line ends included.
    """

    line: int
    column: int
    message: str
    hint: str
    raw: bytes


def check_names(names: list[str], columns: Columns, where: str, *, nested: bool = False) -> None:
    """Refuses a table whose columns can't be told apart or lack one that has a role.

    Parameters
    ----------
    names : list of str
        The columns of the table.
    columns : Columns
        What they mean.
    where : str
        Where the names stand, for the message.
    nested : bool, default False
        Whether columns can be objects, so that what has a role may be a member of one.

    Raises
    ------
    InputError
        If a column has no name, two have the same, or one is missing.
    """
    if "" in names:
        raise InputError(
            f"{where}: column {names.index('') + 1} has no name. Every column needs one (pandas: index=False)."
        )
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{where}: two columns have the name {shown(twice)}. Rename one of them.")
    known = set(names)
    for name, role in columns.roles() if not columns.lenient else []:
        member = nested and role in ("text", "categories", "ignore")
        if name not in known and not (member and ("features" in known or name.partition(".")[0] in known)):
            hints = [_LABEL] * (role == "label") + [_HEADLESS] * bool(columns.text and not nested)
            raise InputError(f"{where}: {_missing(name, role, names)}", field=role, hint="; ".join(hints))


def _missing(name: str, role: str, names: list[str]) -> str:
    listed = ", ".join(map(shown, names[:20])) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    return f"there is no column {name!r} (for {role}); the columns are {listed}."
