"""Programs that are not Python.

Sanitizers are loaded into a process before all else (`make sanitize`), by a variable that children inherit;
programs that were not compiled for them need not start then: curl and postgres wait for ever.
"""

import os

LOADED_FIRST = "LD_PRELOAD"


def environment() -> dict[str, str]:
    """This one, without what is loaded first."""
    return {name: value for name, value in os.environ.items() if name != LOADED_FIRST}
