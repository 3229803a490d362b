"""Forged logs of runs: whatever `thresher replay` reads comes to a learner, or is refused in words.

    python -m fuzz.event_logs --runs 10000
    python -m fuzz.event_logs --only 4711       # one of them again, with the log that was made

Lines are left out, doubled and moved; values are changed by their place in the JSON, or bytes without regard to it.
"""

import argparse
import io
import json
import random
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import thresher as th
from thresher.errors import ThresherError
from thresher.evaluation import EventLog, LateLog, replay

VALUES = (None, True, -1, 0, 1e308, 10**30, "", "a", [], {}, [[1]], {"a": 1}, 0.5, "spam", {"~": "Identity"})
SCRAPS = (b"null", b"-1", b"1e400", b"NaN", b'""', b"[]", b"9" * 20, b"\xff", b"[" * 5000, b'{"~":"x"}', b"\n", b"")


def logs() -> list[bytes]:
    """Of a learner of two labels, of Auto, of many classes, and of late labels."""
    made = []
    for learner in (th.Perceptron(), th.Auto(), th.Multiclass(th.Arow())):
        file = io.BytesIO()
        with EventLog(file, learner) as log:
            for number in range(6):
                log.learn({"free": number, 3: 0.5}, "spam" if number % 2 else "ham", weight=1 + number)
        made.append(file.getvalue())
    file = io.BytesIO()
    with LateLog(file, th.Delayed(th.Perceptron(), max_pending=4)) as log:
        for number in range(6):
            log.ask({"free": number}, ticket=f"mail {number}")
            if number % 3:
                log.label(f"mail {number - 1}", number % 2 == 0)
    return [*made, file.getvalue()]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from _places(one, (*path, key))


def _changed(line: bytes, draw: random.Random) -> bytes:
    try:
        whole = json.loads(line)
        *above, last = draw.choice(list(_places(whole)))
    except (ValueError, IndexError, RecursionError):  # was changed before
        return line
    at = whole
    for key in above:
        at = at[key]
    if draw.random() < 0.3:
        del at[last]
    else:
        at[last] = draw.choice(VALUES)
    return json.dumps(whole).encode()


def forged(log: bytes, draw: random.Random) -> bytes:
    """The log with one to three changes."""
    lines = log.splitlines()
    for _ in range(draw.randrange(1, 4)):
        at, how = draw.randrange(len(lines)), draw.random()
        if how < 0.1:
            lines[at : at + 1] = []
        elif how < 0.2:
            lines.insert(at, draw.choice(lines))
        elif how < 0.7:
            lines[at] = _changed(lines[at], draw)
        else:
            cut = draw.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + draw.choice(SCRAPS) + lines[at][cut + draw.randrange(4) :]
        lines = lines or [b""]
    return b"\n".join(lines) + b"\n" * draw.randrange(2)


def tried(path: Path) -> str:
    """What came of it; a learner that it came to predicts."""
    try:
        model = replay(path).learner
    except ThresherError:
        return "refused"
    model.predict_one({"free": 1})
    return "replayed"


def run(count: int, seed: int, first: int = 0, *, show: bool = False) -> int:
    """Tries so many; 0 if all went well."""
    whole, counts, failed = logs(), Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "forged.log")
        for number in range(first, first + count):
            draw = random.Random(f"{seed} {number}")
            data = forged(whole[number % len(whole)], draw)
            path.write_bytes(data)
            if show:
                print(data.decode(errors="backslashreplace"))
            try:
                counts[tried(path)] += 1
            except Exception:
                failed += 1
                print(f"FAILED: run {number} of seed {seed}", traceback.format_exc(limit=-4), sep="\n", flush=True)
                if failed == 20:
                    break
    told = ", ".join(f"{what}: {many}" for what, many in sorted(counts.items()))
    print(f"event logs: {sum(counts.values()) + failed} executions; {told}")
    return min(failed, 1)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of a run")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    began = time.perf_counter()
    one = given.only is not None
    status = run(1 if one else given.runs, given.seed, given.only or 0, show=one)
    print(f"{time.perf_counter() - began:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
