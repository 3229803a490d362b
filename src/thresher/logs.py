"""What the library tells whoever listens: `logging`, under the name `thresher`. It prints nothing.

INFO: a learner began anew, a label joined, a model was saved. Nobody can listen who has not imported `logging`, so the
command line, which does not, starts without it.
"""

import sys
from functools import cache
from typing import Any

NAME = "thresher"


def tell(message: str, *values: Any) -> None:
    """Tells something at level INFO.

    Parameters
    ----------
    message : str
        As `logging` takes it, with %s.
    values : Any
        What stands in it.
    """
    if "logging" in sys.modules:
        _logger().info(message, *values)


@cache
def _logger() -> Any:
    import logging

    logger = logging.getLogger(NAME)
    logger.addHandler(logging.NullHandler())
    return logger
