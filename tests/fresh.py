"""Expressions in processes in which nothing of the package is imported yet: each in a fork of one that has numpy."""

import json
import subprocess
import sys
from collections.abc import Mapping

_SERVER = """
import json, os, sys
import numpy  # the slowest import, and none of ours
for name, code in json.load(sys.stdin).items():
    child = os.fork()
    if child == 0:
        try:
            exec(code, {})
        except BaseException as error:
            print(json.dumps([name, f"{type(error).__name__}: {error}"]), flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print(json.dumps([name, "its process died"]), flush=True)
"""


def failures(codes: Mapping[str, str]) -> dict[str, str]:
    """What went wrong with which piece of code, each run in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _SERVER], input=json.dumps(codes), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())
