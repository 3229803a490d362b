"""What a service has in memory is given back, and a soak says when it is not."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.faults.soak import GROWTH, growth
from tests import foreign

# Large things come and go between small ones that stay, as tables do that are made anew now and then.
HOLES = """
import sys
from pathlib import Path
from thresher.service.http.server import _give_back_large
if sys.argv[1] == "set": _give_back_large()
def own(): return int(next(l for l in Path("/proc/self/status").read_text().splitlines() if "RssAnon" in l).split()[1])
del (first := [bytearray(16 << 20)])[0]  # from here on glibc takes such things for small ones
before, small = own(), []
large = []
for _ in range(60):
    large.append(bytearray(b"x") * (1 << 20))
    small.append(bytearray(1 << 16))  # too large for what was free before
large.clear()
print((own() - before) // 1024)
"""


def _left(kind: str) -> int:
    done = subprocess.run([sys.executable, "-c", HOLES, kind], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="another library of C")
@pytest.mark.skipif(foreign.LOADED_FIRST in os.environ, reason="memory comes from something else, as with sanitizers")
def test_what_is_large_leaves_no_holes() -> None:
    assert _left("set") < 10
    assert _left("as ever") > 30  # or this can't fail


def _table(beyond: list[float]) -> list[list[float]]:
    return [[minute, one] for minute, one in enumerate(beyond, 1)]


def test_a_soak_sees_what_grows_and_forgives_what_swings() -> None:
    assert growth(_table([50.0] * 10 + [60.0] * 20 + [60.0, 63.0] * 15)) <= GROWTH
    assert growth(_table([50.0 + 0.2 * minute for minute in range(60)])) > GROWTH
    assert growth(_table([50.0])) == 0.0
