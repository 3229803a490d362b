"""Learning from text files beside Vowpal Wabbit: whole processes, start-up included, from file to answer.

Ratios only mean something within one run: contenders take turns and the best of several rounds is taken. VW does not
read svmlight, so there it is timed on its own text with the same examples. Files are read once before the first round,
so what is timed is parsing and learning, not the disk.

    python benchmarks/files.py                                  # four files of about 500 MB
    python benchmarks/files.py --megabytes 50 --rounds 1        # a quick look
    python benchmarks/files.py --learner perceptron tracking-winnow --memory
"""

import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import numpy as np
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

from benchmarks.claims import Claim, note  # noqa: E402

BITS = 20
IDS = 1 << BITS
DRAWN = 75  # with the repeats dropped, about 67 active attributes are left
RELEVANT = 40
NOISE = 0.02
BLOCK = 2000  # examples made at a time
LARGE = 1000  # megabytes of the file for --memory

KINDS = ("binary", "real")
FORMATS = ("vw", "svm")
VW = {"logistic": "VW --sgd, logistic loss", "hinge": "VW --sgd, hinge loss"}
CLAIMED = ("auto", "perceptron")  # what is asked: no slower than VW


@dataclass
class Runs:
    """What one command did on one file, round after round."""

    path: Path
    contender: str
    cores: str
    seconds: list[float] = field(default_factory=list)
    peak_mb: float = 0.0
    failure: str = ""

    @property
    def best(self) -> float:
        return min(self.seconds, default=float("nan"))


def examples(seed: int = 0) -> Iterator[dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]]:
    """Blocks without end: for each kind, labels, sorted ids, and values in hundred-thousandths (0: a repeat, left out).

    A label says whether any of 40 relevant attributes is active enough; 2 % of labels are flipped.
    """
    rng = np.random.default_rng(seed)
    place = rng.permutation(IDS).astype(np.int32)
    relevant = np.zeros(IDS)
    relevant[place[rng.choice(np.arange(20, 2000), RELEVANT, replace=False)]] = 1
    while True:
        ranks = np.exp(rng.random((BLOCK, DRAWN)) * np.log(IDS)).astype(np.int32) - 1
        ids = place[np.minimum(ranks, IDS - 1)]
        ids.sort(axis=1)
        present = np.ones(ids.shape, dtype=np.int32)
        present[:, 1:] = ids[:, 1:] != ids[:, :-1]
        flipped = rng.random(BLOCK) < NOISE
        block = {}
        for kind in KINDS:
            parts = 100_000 if kind == "binary" else rng.integers(10_000, 100_000, ids.shape, dtype=np.int32)
            values = present * parts
            active = (relevant[ids] * values).sum(axis=1) > 30_000
            block[kind] = active != flipped, ids, values
        yield block


class Writer:
    """Turns examples into lines: tokens are gathered from tables as wide as the longest, and the padding is dropped."""

    def __init__(self, kind: str, format_: str) -> None:
        self.offset = 1 if format_ == "svm" else 0
        self.bar = b" |" if format_ == "vw" else b""
        self.ids = np.zeros((IDS + 2, 8), dtype=np.uint8)  # the last one, of an attribute left out, stays empty
        self.ids[:-1, 0] = ord(" ")
        self.ids[:-1, 1:] = _digits(np.arange(IDS + 1), 7)
        if kind == "real":
            self.values = np.zeros((100_000, 8), dtype=np.uint8)
            self.values[1:, :3] = np.frombuffer(b":0.", dtype=np.uint8)
            self.values[1:, 3:] = _digits(np.arange(100_001, 200_000), 6)[:, 1:]
        else:
            self.values = np.zeros((100_001, 2 * self.offset), dtype=np.uint8)
            self.values[1:] = np.frombuffer(b":1", dtype=np.uint8)[: 2 * self.offset]

    def lines(self, labels: np.ndarray, ids: np.ndarray, values: np.ndarray) -> bytes:
        heads = np.array([b"-1" + self.bar, b"1" + self.bar])[labels.astype(int)]
        heads = heads.view(np.uint8).reshape(len(labels), -1)
        names = self.ids.take(np.where(values > 0, ids + self.offset, IDS + 1), axis=0)
        tokens = np.concatenate([names, self.values.take(values, axis=0)], axis=2).reshape(len(labels), -1)
        ends = np.full((len(labels), 1), ord("\n"), dtype=np.uint8)
        return np.concatenate([heads, tokens, ends], axis=1).tobytes().translate(None, b"\0")


def _digits(numbers: np.ndarray, width: int) -> np.ndarray:
    return numbers.astype(f"S{width}").view(np.uint8).reshape(len(numbers), width)


def file_of(folder: Path, kind: str, format_: str, megabytes: int) -> Path:
    return folder / f"{kind}-{megabytes}MB.{format_}"


def make_files(folder: Path, kinds: tuple[str, ...], formats: tuple[str, ...], megabytes: int) -> list[Path]:
    """The missing ones of these files, all rows distinct draws. VW's text has the size; its twin has the same examples.

    A file gets its name when it is complete, so one that is there can be used again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kinds = tuple(k for k in kinds if not all(file_of(folder, k, f, megabytes).exists() for f in formats))
    made = [file_of(folder, kind, format_, megabytes) for kind in kinds for format_ in formats]
    writers = {(kind, format_): Writer(kind, format_) for kind in kinds for format_ in formats}
    blocks = examples()
    with ExitStack() as stack:
        outputs: dict[tuple[str, str], BinaryIO] = {
            key: stack.enter_context(_part(file_of(folder, *key, megabytes)).open("wb")) for key in writers
        }
        unfinished = set(kinds)
        while unfinished:
            block = next(blocks)
            for kind in sorted(unfinished):
                for format_ in formats:
                    outputs[kind, format_].write(writers[kind, format_].lines(*block[kind]))
                if outputs[kind, "vw"].tell() >= megabytes * 1e6:
                    unfinished.remove(kind)
    for path in made:
        _part(path).rename(path)
    return made


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


# A child's peak begins at that of the process that started it; this one is small, the benchmark itself is not.
LAUNCH = """
import json, os, subprocess, sys, time
began = time.perf_counter()
try:
    child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
except OSError as error:
    print(json.dumps(dict(failure=str(error))))
    sys.exit()
said = child.stderr.read().decode(errors="replace").strip()
_, status, usage = os.wait4(child.pid, 0)
seconds = time.perf_counter() - began
child.returncode = os.waitstatus_to_exitcode(status)
failure = (said.splitlines() or [f"exit code {child.returncode}"])[0] if child.returncode else ""
unit = 2**20 if sys.platform == "darwin" else 2**10
print(json.dumps(dict(failure=failure, seconds=seconds, peak_mb=usage.ru_maxrss / unit)))
"""


def run(command: list[str], runs: Runs) -> None:
    """Run a command once and note its seconds and peak memory; one that has failed is not run again."""
    if runs.failure:
        return
    launcher = [sys.executable, "-S", "-c", LAUNCH]
    answer = json.loads(subprocess.run(launcher + command, check=True, capture_output=True, text=True).stdout)
    runs.failure = answer["failure"]
    if not runs.failure:
        runs.seconds.append(answer["seconds"])
        runs.peak_mb = max(runs.peak_mb, answer["peak_mb"])


def peer_of(learner: str) -> str:
    """Auto states probabilities, as logistic regression does; the others move by mistakes and margins."""
    return VW["logistic" if learner == "auto" else "hinge"]


def command_for(contender: str, path: Path) -> list[str]:
    losses = {name: loss for loss, name in VW.items()}
    if loss := losses.get(contender):
        options = ["--sgd", "--loss_function", loss, "-b", str(BITS), "--quiet"]
        return [sys.executable, "-m", "vowpalwabbit", "-d", str(path), *options]
    thresher = Path(sys.executable).with_name("thresher")
    return [str(thresher), "learn", str(path), "--learner", contender, "--bits", str(BITS), "--json"]


def compare(paths: list[Path], learners: list[str], prefixes: dict[str, list[str]], rounds: int) -> list[Runs]:
    """Every contender on every file it reads, taking turns."""
    peers = sorted(set(map(peer_of, learners)))
    results = [
        Runs(path, contender, cores)
        for path in paths
        for cores in prefixes
        for contender in ([*peers, *learners] if path.suffix == ".vw" else learners)
    ]
    for path in paths:
        read(path)
    for _ in range(rounds):
        for runs in results:
            run(prefixes[runs.cores] + command_for(runs.contender, runs.path), runs)
    return results


def read(path: Path) -> None:
    with path.open("rb") as file:
        while file.read(1 << 24):
            pass


def rows_of(results: list[Runs]) -> list[dict[str, str]]:
    """The results as table rows, each beside VW on the same examples with the same cores."""
    best = {(runs.path.stem, runs.cores, runs.contender): runs.best for runs in results}
    rows = []
    for runs in results:
        is_peer = runs.contender in VW.values()
        name, peer = (runs.contender,) * 2 if is_peer else (f"Thresher {runs.contender}", peer_of(runs.contender))
        row = {"file": runs.path.name, "contender": name, "cores": runs.cores}
        if runs.failure:
            rows.append(row | {"best s": "-", "all s": f"failed: {runs.failure}"})
            continue
        measured = {
            "best s": f"{runs.best:.2f}",
            "all s": " ".join(f"{seconds:.2f}" for seconds in runs.seconds),
            "GB/s": f"{runs.path.stat().st_size / 1e9 / runs.best:.3f}",
            "x VW": f"{best[runs.path.stem, runs.cores, peer] / runs.best:.2f}",
            "peak MB": f"{runs.peak_mb:,.0f}",
        }
        rows.append(row | measured)
        if runs.contender in CLAIMED and runs.cores == "all":
            theirs = best[runs.path.stem, runs.cores, peer]
            what = f"{runs.contender.capitalize()} from {runs.path.name}, whole process"
            note(Claim(what, runs.best, theirs, "s", peer, 1.0))
    return rows


def parse_rate(path: Path) -> str:
    """What reading the file in this process costs without learning, if this Thresher can tell."""
    try:
        from thresher.streams import describe
    except ImportError:
        return "parse alone: skipped, there is no thresher.streams.describe here"
    began = time.perf_counter()
    described = describe(path)
    rate = path.stat().st_size / 1e9 / (time.perf_counter() - began)
    return f"parse alone: {rate:.3f} GB/s ({described.examples:,} examples, {described.features:,} features)"


def table(title: str, rows: list[dict[str, str]]) -> Table:
    shown = Table(title=title, title_justify="left")
    columns = max(rows, key=len)
    for name in columns:
        shown.add_column(name, justify="left" if name in ("file", "contender", "all s") else "right")
    for row in rows:
        shown.add_row(*(row.get(name, "") for name in columns))
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=500, help="size of each VW text file (default: 500)")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "thresher-files")
    parser.add_argument("--keep", action="store_true", help="leave the files made; files found there always stay")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--learner", nargs="+", default=["perceptron"])
    parser.add_argument("--memory", action="store_true", help="also the peak memory on a file of 1 GB")
    options = parser.parse_args()
    if importlib.util.find_spec("vowpalwabbit") is None:
        sys.exit("Vowpal Wabbit is not installed here.\nhint: pip install vowpalwabbit")
    out = Console(width=150)
    prefixes: dict[str, list[str]] = {"all": []}
    if shutil.which("taskset"):
        prefixes["one"] = ["taskset", "-c", "0"]
    else:
        out.print("one core: skipped, there is no taskset here")

    made: list[Path] = []
    try:
        began = time.perf_counter()
        made += make_files(options.folder, KINDS, FORMATS, options.megabytes)
        out.print(f"{len(made)} files made in {time.perf_counter() - began:.0f} s", style="dim")
        paths = [file_of(options.folder, kind, format_, options.megabytes) for kind in KINDS for format_ in FORMATS]
        results = compare(paths, options.learner, prefixes, options.rounds)
        out.print(table(f"One pass, start-up included, best of {options.rounds}", rows_of(results)))
        for path in paths:
            out.print(f"{path.name}: {parse_rate(path)}")
        if options.memory:
            made += make_files(options.folder, KINDS[:1], FORMATS[:1], LARGE)
            large = file_of(options.folder, KINDS[0], FORMATS[0], LARGE)
            results = compare([large], options.learner, {"all": []}, 1)
            out.print(table(f"Peak memory on a file of {LARGE:,} MB", rows_of(results)))
    finally:
        leftover = [] if options.keep else made
        for path in [*leftover, *options.folder.glob("*.part")]:
            path.unlink()
        if options.folder.exists() and not any(options.folder.iterdir()):
            options.folder.rmdir()


if __name__ == "__main__":
    main()
