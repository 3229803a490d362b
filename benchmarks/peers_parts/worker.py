"""One process for one library on one order of one set: loads once, then forks for every contestant.

So each run has a process of its own, its memory is told apart, and nothing is imported or read twice. Reads a job as
JSON from standard input; writes a record as JSON to standard output for every run.
"""

import contextlib
import json
import os
import signal
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from .contestant import PATIENCE, Answer, Contestant, OutOfTime, Refused
from .control import SEVEN, play_control
from .examples import Examples
from .records import FAILED, REFUSED, UNFINISHED, Measured, Record, Store
from .roster import ROSTER
from .vw import BITS, idle_mb


def play(contestant: Contestant, examples: Examples, record: Record, store: Store) -> Record:
    """Makes one run and says what came of it."""
    reason = contestant.unfit(examples)
    if reason:
        return replace(record, status=REFUSED, reason=reason)
    try:
        if contestant.family == "control":
            answer = _control(examples, record, store)
        else:
            answer = contestant.play(examples, record.limit)
    except OutOfTime as error:
        return replace(record, status=UNFINISHED, reason=str(error))
    except Refused as error:
        return replace(record, status=REFUSED, reason=str(error))
    except Exception as error:
        return replace(record, status=FAILED, reason=f"{type(error).__name__}: {error}")
    store.keep(record, examples, answer)
    return replace(
        record,
        **asdict(Measured.of(examples, answer)),
        seconds=answer.seconds,
        file_seconds=answer.file_seconds,
        memory_mb=answer.memory_mb,
    )


def _control(examples: Examples, record: Record, store: Store) -> Answer:
    scores, odds = [], []
    for name in SEVEN:
        expert = replace(record, contestant=name)
        if not (store.arrays / f"{expert.stem}.npz").exists():
            raise Refused(f"it needs the record of {name}")
        own = store.scores(expert)
        assert own is not None, f"{name} left no scores"
        scores.append(own)
        odds.append(bool(getattr(ROSTER[name].play, "states", False)))
    return play_control(record.contestant, scores, odds, examples, record.limit)


def apart(contestant: Contestant, examples: Examples, record: Record, store: Store) -> Record:
    """The same in a process of its own, which is stopped if it forgets the time."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            _own_group()
            done = play(contestant, examples, record, store)
            os.write(writer, json.dumps(asdict(done)).encode())
        finally:
            os._exit(0)  # never back into the loop of its parent; no record means that it died
    with contextlib.suppress(OSError):  # whoever is first: it may be stopped before it ran at all, or be over
        os.setpgid(child, child)
    os.close(writer)
    given = 2 * PATIENCE * record.limit
    if not _ends_within(child, given):
        os.close(reader)
        return replace(record, status=UNFINISHED, reason=f"stopped after {given:g} s")
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read()
    return Record(**json.loads(said)) if said else replace(record, status=FAILED, reason="its process died")


def _own_group() -> None:
    """What this process starts is stopped with it."""
    os.setpgid(0, 0)


def _ends_within(child: int, seconds: float) -> bool:
    """Waits for a process; whatever ends the waiting ends the process too."""
    deadline, parent = time.monotonic() + seconds, os.getppid()
    ended = False
    try:
        while not ended and time.monotonic() < deadline:
            if os.getppid() != parent:
                sys.exit("the process that wanted these runs is gone.")
            ended = os.waitpid(child, os.WNOHANG) != (0, 0)
            time.sleep(0 if ended else 0.01)
    finally:
        if not ended:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return ended


def work(job: dict[str, Any]) -> None:
    """All runs of a job."""
    examples = Examples.load(Path(job["examples"])).permuted(job["order"])
    store = Store(Path(job["out"]))
    for name in job["contestants"]:
        preload(ROSTER[name].family)
        record = Record(
            job["set"], job["digest"], job["order"], name, job["version"], job["seconds"], rows=len(examples)
        )
        print(json.dumps(asdict(apart(ROSTER[name], examples, record, store))), flush=True)


def preload(family: str) -> None:
    """What a family's runs would all import or measure: outside their time and memory."""
    if family == "vw":
        idle_mb(BITS)
    if family == "sklearn":
        import scipy.sparse
        import sklearn.linear_model  # noqa: F401
    elif family == "river":
        import river.forest
        import river.linear_model
        import river.multiclass
        import river.tree  # noqa: F401
    elif family == "lightgbm":
        import lightgbm  # noqa: F401
    elif family in ("thresher", "arow-grid"):
        import scipy.sparse

        import thresher as th

        th.Perceptron().learn_many(scipy.sparse.csr_matrix([[1.0]]), [True])


if __name__ == "__main__":
    work(json.load(sys.stdin))
