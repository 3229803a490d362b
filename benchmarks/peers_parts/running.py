"""Everybody on every set in every order: what is done is not done again, what comes is written at once."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .contestant import Contestant
from .examples import Examples
from .generated import GENERATED, ROWS, SHIFTING, generate
from .public import public_sets
from .records import Record, Store
from .roster import FAMILIES, missing, version_of
from .sets import DataSet, Skipped, find_sets, origin_of, read_set

SLOW_ROWS, SLOW_COLUMNS = 10_000, 200  # of sets that slow contestants play
ROOT = Path(__file__).parents[2]
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Prepared:
    """A set that can be played: where its arrays are, and what is to be known of it."""

    name: str
    path: Path
    digest: str
    rows: int
    columns: int
    classes: int
    ordered: bool
    generated: bool

    @property
    def origin(self) -> str:
        return origin_of(self.name)

    def orders(self, permutations: int) -> list[int]:
        """The order of the file, and others where order means nothing."""
        return [0] if self.ordered or self.generated else list(range(permutations + 1))


def prepare(
    folders: Sequence[Path],
    wanted: Sequence[str],
    limit: int | None,
    with_generated: bool,
    cache: Path,
    with_public: bool = False,
) -> Iterator[Prepared | Skipped]:
    """Every set, read once and kept as arrays."""
    for found in find_sets(*folders):
        if not wanted or found.name in wanted:
            path = cache / f"{found.name}-{_stamp(found.path, limit)}.npz"
            examples = Examples.load(path) if path.exists() else read_set(found, limit)
            if isinstance(examples, Skipped):
                yield examples
            else:
                yield _kept(found, examples, path, generated=False)
    for name, make in public_sets().items() if with_public else ():
        if not wanted or name in wanted:
            path = cache / f"{name}-public-{limit}.npz"
            examples = Examples.load(path) if path.exists() else make().first(limit or sys.maxsize)
            yield _kept(DataSet(name, path, False), examples, path, generated=False)
    for name in GENERATED if with_generated else []:
        if not wanted or name in wanted:
            rows = min(ROWS, limit or ROWS)
            path = cache / f"{name}-{rows}.npz"
            examples = Examples.load(path) if path.exists() else generate(name, rows)
            yield _kept(DataSet(name, path, name in SHIFTING), examples, path, generated=True)


def _stamp(path: Path, limit: int | None) -> str:
    """Changes when the file does."""
    facts = path.stat()
    return hashlib.sha256(f"{path.resolve()} {facts.st_mtime_ns} {facts.st_size} {limit}".encode()).hexdigest()[:16]


def _kept(found: DataSet, examples: Examples, path: Path, *, generated: bool) -> Prepared:
    if not path.exists():
        examples.save(path)
    return Prepared(
        found.name,
        path,
        examples.digest,
        len(examples),
        examples.columns,
        examples.classes,
        found.ordered,
        generated,
    )


def run_all(
    sets: Sequence[Prepared],
    contestants: Sequence[Contestant],
    store: Store,
    *,
    permutations: int,
    seconds: float,
    slow_rows: int = SLOW_ROWS,
    say: Callable[[str], None],
) -> dict[str, str]:
    """Makes every run that is not there yet. Returns the version that each contestant was run with."""
    absent = missing()
    present = [one for one in contestants if one.family not in absent]
    versions = {family: version_of(family) for family in {one.family for one in present}}
    for found in sets:
        for order in found.orders(permutations):
            for family in (family for family in FAMILIES if family in versions):
                small = found.rows <= slow_rows and found.columns <= SLOW_COLUMNS
                fit = [one for one in present if one.takes(found.classes) and (small or not one.slow)]
                names = [one.name for one in fit if one.family == family]
                wanted = [Record(found.name, found.digest, order, name, versions[family], seconds) for name in names]
                todo = [record.contestant for record in wanted if record not in store]
                if todo:
                    say(f"{found.name}, order {order}: {family} ({len(todo)} of {len(names)})")
                    for record in _work(found, order, todo, versions[family], seconds, store):
                        store.add(record)
    return {one.name: versions[one.family] for one in present}


def _work(
    found: Prepared, order: int, names: Sequence[str], version: str, seconds: float, store: Store
) -> Iterator[Record]:
    job = {
        "set": found.name,
        "digest": found.digest,
        "examples": str(found.path.resolve()),
        "order": order,
        "contestants": list(names),
        "version": version,
        "seconds": seconds,
        "out": str(store.folder.resolve()),
    }
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    surroundings = os.environ | ONE_CORE | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-m", f"{__package__}.worker"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings, text=True
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(json.dumps(job))
        worker.stdin.close()
        for line in worker.stdout:
            yield Record(**json.loads(line))
    if worker.returncode:
        raise RuntimeError(f"the worker for {found.name} ended with code {worker.returncode}")
