"""The names of a table's columns, compared with what is said of them."""

from collections.abc import Iterable

from ...data import Rows, no_column
from ...errors import InputError

_HEADLESS = 'if no line names the columns, and each is a label, a tab and a text: format="text"'
_SEPARATORS = {
    **{";": ("a semicolon", ";"), "\t": ("a tab", "\\t"), "|": ("a bar", "|"), ":": ("a colon", ":")},
    **{",": ("a comma", ","), "^": ("a circumflex", "^"), "~": ("a tilde", "~"), " ": ("a space", " ")},
}
"""What may stand between columns, in words and as it is said."""
_LABEL = "name the column of the label: label=; an empty name says that there is none"


_SENTENCE = 3
"""Words in a row that are rather a text than the name of a column."""

Columns = Rows
"""What 0.1.0 called them."""


def check_names(
    names: list[str],
    columns: Columns,
    where: str,
    *,
    aside: Iterable[str] = (),
    aside_for: str = "time",
    nested: bool = False,
) -> None:
    """Refuses a table whose columns can't be told apart or lack one that has a role.

    Parameters
    ----------
    names : list of str
        The columns of the table.
    columns : Columns
        What they mean.
    where : str
        Where the names stand, for the message.
    aside : iterable of str, default ()
        Columns that are wanted beside the rows.
    aside_for : str, default "time"
        What they are wanted for.
    nested : bool, default False
        Whether columns can be objects, so that what has a role may be a member of one.

    Raises
    ------
    InputError
        If a column has no name, two have the same, or one is missing.
    """
    _check_first_line(names, where)
    if "" in names:
        raise InputError(
            f"{where}: column {names.index('') + 1} has no name. Every column needs one (pandas: index=False)."
        )
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{where}: two columns have the name {shown(twice)}. Rename one of them.")
    known = set(names)
    wanted = [*columns.roles(), *((name, aside_for) for name in aside)]
    for name, role in wanted if not columns.lenient else []:
        member = nested and role in ("text", "categories", "ignore")
        if name not in known and not (member and ("features" in known or name.partition(".")[0] in known)):
            headless = not nested and _looks_like_text(names)
            hints = [_LABEL] * (role == "label") + [_HEADLESS] * bool(columns.text and not nested and not headless)
            between = None if nested else _other_separator(name, names)
            hints = hints if between is None else [f"what stands between the columns seems to be {between}", *hints]
            hints = [_HEADLESS, *hints] if headless else hints
            raise InputError(f"{where}: {no_column(name, role, names)}", field=role, hint="; ".join(hints))


def _check_first_line(names: list[str], where: str) -> None:
    """Excel reads a first line `sep=;` as what stands between cells; here it would name the columns."""
    first = names[0].casefold().replace(" ", "") if names else ""
    if len(names) <= 2 and first.startswith("sep=") and len(first) <= len("sep=") + 1 and not any(names[1:]):
        raise InputError(
            f"{where}: it is Excel's {names[0]!r}, which says what stands between cells and names no columns.",
            hint="delete that line: the first one names the columns; what stands between them: separator=",
        )


def _looks_like_text(names: list[str]) -> bool:
    """Whether the line of names is rather a label, a tab and a text; commas of the text part it, too.

    >>> _looks_like_text(["ham\\tGo until the point", " crazy"]), _looks_like_text(["ham", "Go until the point"])
    (True, True)
    >>> _looks_like_text(["age\\tcity"]), _looks_like_text(["age", "city", "day of the week"])
    (False, False)
    """
    label, tab, text = names[0].partition("\t") if names else ("", "", "")
    if not tab and len(names) == 2:
        text = names[1]  # what stands between columns was found to be a tab
    words = ",".join([text, *names[1:]] if tab else [text]).split()
    return len(label.split()) == 1 and "\t" not in text and len(words) >= _SENTENCE


def _other_separator(name: str, names: list[str]) -> str | None:
    """What a column would be found by if it stood between the columns, as an option; None if there is no such thing."""
    for character, said in _SEPARATORS.items():
        pieces = [piece.strip(' "') for column in names if character in column for piece in column.split(character)]
        alone = len(names) == 1 and len(pieces) > 1 and character != " "  # a line of text has spaces, too
        if name in pieces or alone:
            return f'{said[0]}: separator="{said[1]}"'
    return None


def first_repeated(names: Iterable[str]) -> str | None:
    """The first name that occurred before; None if all are different.

    Parameters
    ----------
    names : iterable of str
        Names in order.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def shown(text: str) -> str:
    """A text for a message, quoted, and cut where it is long.

    Parameters
    ----------
    text : str
        The text.
    """
    quoted = repr(text)
    return quoted if len(quoted) <= 60 else f"{quoted[:50]}... ({len(quoted)} characters)"
