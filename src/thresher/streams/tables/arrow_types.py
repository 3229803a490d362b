"""Which types of Arrow have a place in a row, and what their values are in Python."""

from typing import Any

from pyarrow import types

from ...errors import InputError
from .columns import first_repeated, shown

DEEPEST = 16  # types within types; members.py has a limit of its own for values


def check_type(name: str, kind: Any, ignored: tuple[str, ...], depth: int = 0) -> None:
    """Refuses a column of a type that has no place in a row.

    Parameters
    ----------
    name : str
        The column; a member of an object is `column.member`.
    kind : pyarrow.DataType
        Its type.
    ignored : tuple of str
        Columns that are left out, whatever their type is.
    depth : int, default 0
        How many types stand around this one.

    Raises
    ------
    InputError
        If there is no place for it.
    """
    if name in ignored:
        return
    if depth > DEEPEST:
        raise _refused(name, "nested too deeply")
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind) or _is_list(kind):
        check_type(name, kind.value_type, ignored, depth + 1)
    elif types.is_map(kind) and is_text(kind.key_type):
        check_type(name, kind.item_type, ignored, depth + 1)
    elif types.is_struct(kind):
        members = [kind.field(i) for i in range(kind.num_fields)]
        if first_repeated(member.name for member in members) is not None:
            raise _refused(name, "a struct with two members of one name")
        prefix = "" if depth == 0 and name == "features" else f"{name}."
        for member in members:
            check_type(prefix + member.name, member.type, ignored, depth + 1)
    elif not (is_text(kind) or _is_number(kind) or types.is_date(kind) or types.is_timestamp(kind)):
        raise _refused(name, f"of the type {kind}, which is no number, text, date or list of texts")


def plain_values(column: Any) -> list[Any]:
    """The values of a column: texts, numbers, lists and dicts.

    Parameters
    ----------
    column : pyarrow.Array
        The column, or a part of it.

    Returns
    -------
    list
        One value a row; None where there is none.
    """
    kind = column.type
    if types.is_dictionary(kind):
        column = column.dictionary_decode()  # several times faster
    values: list[Any] = column.to_pylist()
    return [_with_maps(kind, value) for value in values] if _holds_map(kind) else values


def _is_list(kind: Any) -> bool:
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def is_text(kind: Any) -> bool:
    """Whether values of a type are texts.

    Parameters
    ----------
    kind : pyarrow.DataType
        The type.

    Returns
    -------
    bool
        Whether they are.
    """
    view = getattr(types, "is_string_view", lambda _: False)
    return bool(types.is_string(kind) or types.is_large_string(kind) or view(kind))


def _is_number(kind: Any) -> bool:
    return any(
        is_one(kind)
        for is_one in (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean, types.is_null)
    )


def _holds_map(kind: Any) -> bool:
    if types.is_struct(kind):
        return any(_holds_map(kind.field(i).type) for i in range(kind.num_fields))
    return bool(types.is_map(kind)) or (_is_list(kind) and _holds_map(kind.value_type))


def _with_maps(kind: Any, value: Any) -> Any:
    """A value with its maps, which Python gets as lists of pairs, as dicts."""
    if value is None:
        return None
    if types.is_struct(kind):
        return {name: _with_maps(kind.field(name).type, inner) for name, inner in value.items()}
    if _is_list(kind):
        return [_with_maps(kind.value_type, item) for item in value]
    if types.is_map(kind):
        found = {key: _with_maps(kind.item_type, inner) for key, inner in value}
        return found if len(found) == len(value) else value  # a list of pairs is refused later, with its row
    return value


def _refused(name: str, problem: str) -> InputError:
    return InputError(
        f"the schema: column {shown(name)} is {problem}.", field="ignore", hint="convert it, or leave it out: ignore="
    )
