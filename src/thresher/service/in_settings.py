"""Errors in the words of a model's settings: below, parameters are spelled as Python does; here they are JSON's."""

import json
import re

from ..errors import ThresherError

MOST = 4_000  # letters of a sentence that is looked through: a label may be very long, and stands in it
ANY_LABELS = '"labels": "any"'

_MANY = "Multiclass("
_LABEL = "name the column of the label: label=; "  # a service is told labels by their tickets
_TWO = "labels=(negative, positive)"
_POSITIVE = re.compile(r"""(?<![\w'"])positive=('[^']*'|"[^"]*"|-?\d+|True|False)""")
_ROLE = re.compile(r"""(?<![\w'"])(text|categories|dates|ignore|missing)=(?:"([^"]*)"|(?=[\s;:,.)]|$))""")
_IN_JSON = {"True": "true", "False": "false"}


def sentence(error: Exception) -> str:
    """What is told of an error: its message and its hint, as one sentence.

    >>> from thresher.errors import InputError
    >>> sentence(InputError("there are three labels", hint="if they are classes, say so by Multiclass(Auto())"))
    'there are three labels: if they are classes, say so by "labels": "any".'
    """
    message, hint = (error.message, error.hint) if isinstance(error, ThresherError) else (str(error), "")
    whole = f"{message.rstrip('.')}: {hint}" if hint else message
    return f"{in_settings(' '.join(whole.split())).rstrip('.')}."


def in_settings(text: str) -> str:
    """A text with `positive='spam'` as `"positive": "spam"`; what is no setting stays as it is.

    >>> in_settings("make it with labels=(negative, positive), or positive='spam' if that is it")
    'make it with "labels": [negative, positive], or "positive": "spam" if that is it'
    >>> in_settings("of more than two labels, Multiclass(Winnow(n=10)) takes any number")
    'of more than two labels, "labels": "any" takes any number'
    >>> in_settings('declare the column a category: categories="age"')
    'declare the column a category: "columns": {"categories": ["age"]}'
    """
    if len(text) > MOST:
        return text
    text = text.replace(_LABEL, "").replace(_TWO, '"labels": [negative, positive]')
    text = _POSITIVE.sub(lambda found: f'"positive": {_in_json(found[1])}', text)
    return _any_number(_ROLE.sub(_role, text))


def _role(found: re.Match[str]) -> str:
    """Of a column, or of columns that are not named."""
    return f'"columns": {{"{found[1]}": [{json.dumps(found[2], ensure_ascii=False) if found[2] else "..."}]}}'


def _in_json(label: str) -> str:
    """A label that is written as Python does."""
    return json.dumps(label[1:-1], ensure_ascii=False) if label[0] in "'\"" else _IN_JSON.get(label, label)


def _any_number(text: str) -> str:
    """Where a learner of many is said by Python's name for one, with others in its brackets."""
    before, _, rest = text.partition(_MANY)
    depth = 1 if rest else 0
    for place, letter in enumerate(rest):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return before + ANY_LABELS + rest[place + 1 :]
    return text
