"""What a notebook shows of whatever learns."""

from collections.abc import Mapping
from html import escape
from typing import Any


def html_table(model: Any, more: Mapping[str, str] | None = None) -> str:
    """A small table: what it is, its labels and its counts.

    Parameters
    ----------
    model : learner
        Of Thresher's own: a learner, a master, or one whose labels come late.
    more : mapping, optional
        Lines that only its kind has.
    """
    labels = ", ".join(map(str, model.labels[:6])) + (" ..." if len(model.labels) > 6 else "")
    rows = {"learner": repr(model), "labels": labels}
    if model.positive is not None:
        rows["positive"] = str(model.positive)
    rows |= {name: f"{getattr(model, name):,}" for name in ("examples", "mistakes", "updates")} | dict(more or {})
    cells = (f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in rows.items())
    return f"<table>{''.join(cells)}</table>"
