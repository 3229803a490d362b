"""What is worth saying of columns: one that is gone, new or renamed, or whose cells turned into something else."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .columns_seen import ColumnsSeen, Counts

LEAST = 20
"""Rows that had a column, all of them, before its absence is worth a word; where no header names the columns."""

FEW = 5
"""Columns that are named one by one."""

LEAST_NUMBERS = 20
"""Numbers of a column before a text among them is worth a word, while more rows may come."""

MANY = "(many)"
"""In place of a column, where a note is about many."""

NUMBERED, STRANGERS, LISTED = "(numbers)", "(others)", "(a list)"
"""In place of a column, where a note is about the columns of a matrix, of a row that has no known one, about a list."""

NOT_ATTRIBUTES = ("label", "weight", "tag", "ignore")


@dataclass(slots=True)
class ColumnNote:
    """What was found out about a column. Said once, and counted.

    Parameters
    ----------
    what : str
        "gone", "new", "renamed", "turned" (numbers into text, text into dates, ...), "missing" (a role names it, no row
        has it), "numbered" (columns of a matrix, where the model knows names), "strangers" (a row none of whose columns
        it knows), "listed" (a list with numbers in it), "mixed" (of numbers with a few texts from the first rows on),
        "different" (nearly every value is another), "padded" (numbers with zeros before them) or "tells" (it gives the
        label away).
    column : str
        The column.
    message : str
        What it is, in a sentence without an end.
    hint : str
        What can be done; parameters as Python spells them.
    rows : int
        How many rows it concerned so far.
    now : str
        The new name, of a column that seems to be renamed.
    turned : tuple of (str, str)
        What the cells were and what they are, of a column that turned: two of `SORTS`.
    """

    what: str
    column: str
    message: str
    hint: str
    rows: int = 0
    now: str = ""
    turned: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message


def changes(
    seen: ColumnsSeen, there: Mapping[str, Counts], roles: Mapping[str, str], *, named: bool
) -> Iterator[ColumnNote]:
    """What is not as it was: columns that are gone, new or renamed.

    Parameters
    ----------
    seen : ColumnsSeen
        The columns as they were learned.
    there : mapping
        The columns of the rows at hand.
    roles : mapping
        The roles of columns.
    named : bool
        Whether a header or a frame names the columns, so that every row has all of them.

    Yields
    ------
    ColumnNote
        One for each column that is not as it was.
    """
    if seen.too_many or seen.rows < (1 if named else LEAST):
        return
    here = there.keys() | {name.partition("=")[0] for name in there if "=" in name}  # {"city=Rome": 1} has it, too
    gone = [name for name in seen.columns if name not in here and _is_expected(seen, name, roles)]
    new = [name for name in there if _is_new(seen, name, roles)] if named or seen.are_settled else []
    pairs = _renamed(gone, new)
    for old, now in pairs:
        gone.remove(old)
        new.remove(now)
    yield from _each_renamed(pairs)
    if gone:
        yield from _each("gone", gone, "the model learned from", "give it again; or learn anew without it: ")
    if new:
        yield from _each("new", new, "the model has not learned from", "leave it out: ")


def _each_renamed(pairs: Sequence[tuple[str, str]]) -> Iterator[ColumnNote]:
    """A note for each of a few columns that seem to be renamed, one for many."""
    if len(pairs) <= FEW:
        for old, now in pairs:
            message = f"the column {old!r} is gone, and {now!r} is new: renamed?"
            hint = f"call it {old!r}, as it was when the model learned, or learn anew"
            yield ColumnNote("renamed", old, message, hint, now=now)
        return
    listed = ", ".join(f"{old!r} ({now!r} is new)" for old, now in pairs[:FEW])
    message = f"{len(pairs)} columns are gone, and as many like them are new, {listed} and more: renamed?"
    yield ColumnNote("renamed", MANY, message, "call them as they were when the model learned, or learn anew")


def _each(what: str, names: Sequence[str], why: str, remedy: str) -> Iterator[ColumnNote]:
    """A note for each of a few columns, one for many."""
    if len(names) <= FEW:
        for name in names:
            message = f"the column {name!r} is {what}: {why} it"
            yield ColumnNote(what, name, message, f'{remedy}ignore="{name}"')
        return
    listed = ", ".join(map(repr, names[:FEW]))
    message = f"{len(names)} columns are {what}, {listed} and more: {why} them"
    yield ColumnNote(what, MANY, message, "is it the same table?")


def turned(name: str, text: str = "") -> ColumnNote:
    """Of a column whose cells were numbers, and are text now.

    Parameters
    ----------
    name : str
        The column.
    text : str, default ""
        The first such cell, where it is known.
    """
    message = f"the column {name!r} held numbers, and now holds text{_cell(text)}: each text is a category"
    return ColumnNote("turned", name, message, _empty_or_category(name, text), turned=("numbers", "text"))


def mixed(name: str, text: str) -> ColumnNote:
    """Of a column of numbers that has had a few texts from the first rows on.

    Parameters
    ----------
    name : str
        The column.
    text : str
        The first of the texts.
    """
    message = f"most cells of the column {name!r} are numbers, and some are text{_cell(text)}: each text is a category"
    return ColumnNote("mixed", name, message, _empty_or_category(name, text))


def is_mixed(counts: Counts, least: int = LEAST_NUMBERS) -> bool:
    """Whether a column looks like one of numbers with a word for what is not known: more numbers than texts.

    Parameters
    ----------
    counts : mapping
        How many of its cells are of each kind.
    least : int, default 20
        Numbers that there must be.
    """
    numbers, texts = int(counts.get("numbers", 0)), int(counts.get("categories", 0))
    return texts > 0 and numbers > texts and numbers >= least


def _cell(text: str) -> str:
    return f" ({text[:40]!r})" if text else ""


def _empty_or_category(name: str, text: str) -> str:
    """What to do about a text among numbers."""
    word = text if text and len(text) <= 40 and '"' not in text else "WORD"
    return f'if the text says that nothing is known: missing="{word}"; if the column is a category: categories="{name}"'


def turned_otherwise(name: str, was: str, now: str) -> ColumnNote:
    """Of a column whose cells are of another sort than they were: its attributes have other names.

    Parameters
    ----------
    name : str
        The column.
    was, now : str
        Two of `SORTS`.
    """
    message = f"the column {name!r} held {was}, and now holds {now}: the model has learned nothing from such cells"
    hint = "give what it learned from, or learn anew"
    if (was, now) == ("text", "numbers"):
        hint = f'if they name something: categories="{name}"'
    elif (was, now) == ("dates", "text"):
        hint = f'if the text is a date: dates="{name}"'
    return ColumnNote("turned", name, message, hint, turned=(was, now))


def numbered(columns: int, known: Collection[str]) -> ColumnNote:
    """Of a matrix, whose columns have numbers, where a model learned from columns with names.

    Parameters
    ----------
    columns : int
        How many columns the matrix has.
    known : collection of str
        The columns that the model learned from.
    """
    return ColumnNote(
        "numbered",
        NUMBERED,
        f"the {columns:,} columns of the matrix have numbers, not names, and the model learned from {_some(known)}: it "
        "knows none of them",
        "give the columns their names: a frame, pandas.DataFrame(X, columns=[...]), or dicts",
    )


def strangers(names: Collection[str], known: Collection[str]) -> ColumnNote:
    """Of a row none of whose columns the model learned from.

    Parameters
    ----------
    names : collection of str
        The columns of the row.
    known : collection of str
        The columns that the model learned from.
    """
    return ColumnNote(
        "strangers",
        STRANGERS,
        f"the row's columns are {_some(names)}, and the model learned from {_some(known)}: it knows none of them",
        "give the cells under those names; a csv.DictReader with the wrong delimiter makes one column of all",
    )


def listed(x: Collection[Any], known: Collection[str]) -> ColumnNote:
    """Of a list with numbers in it, where a model learned from columns with names.

    Parameters
    ----------
    x : collection
        The list.
    known : collection of str
        The columns that the model learned from.
    """
    return ColumnNote(
        "listed",
        LISTED,
        f"a list names the attributes that are there, so the numbers in [{_some(x)}] are taken for columns; the model "
        f"learned from {_some(known)}",
        "give a row as a dict, from columns to cells: dict(zip(columns, row))",
    )


def _some(names: Collection[Any]) -> str:
    """The first of some names."""
    return ", ".join(repr(name) for name in list(names)[:FEW]) + (" and more" if len(names) > FEW else "")


def unknown(name: str, role: str, names: Collection[str], rows: int) -> ColumnNote:
    """Of a column that a role names and no row has had so far.

    Parameters
    ----------
    name : str
        The column.
    role : str
        Its role.
    names : collection of str
        The columns that there are.
    rows : int
        How many rows were looked at.
    """
    message = f"{no_column(name, role, list(names))} {looked_at(rows)}"
    hint = f"{role}= names the column that has it; until it comes nothing is learned"
    return ColumnNote("missing", name, message, hint)


def looked_at(rows: int) -> str:
    """After how many rows something is said.

    >>> looked_at(1), looked_at(5000)
    ('1 row was looked at', '5,000 rows were looked at')
    """
    return "1 row was looked at" if rows == 1 else f"{rows:,} rows were looked at"


def no_column(name: str, role: str, names: Sequence[str]) -> str:
    """What is said of a column that is not there: what there is, and what may have been meant.

    Parameters
    ----------
    name : str
        The column.
    role : str
        Its role.
    names : sequence of str
        The columns that there are.
    """
    from difflib import get_close_matches

    several = [part.strip() for part in name.split(",")]
    if len(several) > 1 and all(part in names for part in several):
        return f"{name!r} is not one column (for {role}): name {' and '.join(map(repr, several))} one by one"
    folded = {other.casefold().strip(): other for other in reversed(names)}
    close = [folded[one] for one in get_close_matches(name.casefold().strip(), list(folded), n=3, cutoff=0.6)]
    meant = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
    listed = ", ".join(map(repr, names[:20])) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    return f"there is no column {name!r} (for {role}); the columns are {listed}.{meant}"


def _is_expected(seen: ColumnsSeen, name: str, roles: Mapping[str, Any]) -> bool:
    return seen.always(name) and roles.get(name) not in NOT_ATTRIBUTES


def _is_new(seen: ColumnsSeen, name: str, roles: Mapping[str, Any]) -> bool:
    return name not in seen.columns and name not in roles and name.partition("=")[0] not in seen.columns


def _renamed(gone: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of a column that is gone and one that stands in its place: the only ones, or of a like name."""
    if len(gone) == len(new) == 1:
        return [(gone[0], new[0])]
    from difflib import get_close_matches

    pairs, free = [], {name.casefold(): name for name in reversed(new)}
    for name in gone:
        close = get_close_matches(name.casefold(), list(free), n=1, cutoff=0.6)
        if close:
            pairs.append((name, free.pop(close[0])))
    return pairs
