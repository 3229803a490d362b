"""Logs as one JSON object a line, on stderr: what happened, to which request. No key and no body is ever among it.

What Thresher warns of is a line, too, without its message: that may have a cell of a row, or a label, in it.
"""

import functools
import json
import logging
import sys
import time
import warnings
from typing import Any

from ..errors import ColumnWarning, LabelWarning, ThresherWarning
from .model_state import ModelState

log = logging.getLogger("thresher.service")

WORDS: dict[type[Warning], str] = {
    ColumnWarning: "a column is not what it was, or can't help: GET /v1/models/NAME says more under columns",
    LabelWarning: "labels may be amounts or ids, or differ only in case or in spaces: each is learned as a class",
}

LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    """A record as a line; what a message has as `fields` stands beside its text."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def log_to_stderr(level: str) -> None:
    """From now on, of this process.

    Parameters
    ----------
    level : str
        One of `LEVELS`. At info every request that is refused is told; at debug every request.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("thresher").setLevel(level.upper())
    warnings.showwarning = functools.partial(_warned, warnings.showwarning)


def _warned(usual: Any, message: Warning | str, category: type[Warning], *where: Any) -> None:
    """One of Thresher's as a line; any other as it was shown before."""
    if not isinstance(message, ThresherWarning):
        usual(message, category, *where)
        return
    note = getattr(message, "note", None)
    fields = {} if note is None else {"column": note.column[:80], "what": note.what}
    log.warning(WORDS.get(category, category.__name__), extra={"fields": _model() | fields})


def _model() -> dict[str, str]:
    """Whose warning it is: of the model that is on its way to it. Each is said once, so that may take a while."""
    frame: Any = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if isinstance(owner, ModelState):
            return {"model": owner.name}
        frame = frame.f_back
    return {}
