"""Logs as one JSON object a line, on stderr: what happened, to which request. No key and no body is ever among it."""

import json
import logging
import sys
import time
from typing import Any

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
