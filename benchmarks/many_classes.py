"""Auto with many classes beside Vowpal Wabbit's --oaa and --ect: time, memory and error in one run.

Classes and words are drawn by Zipf's law; a quarter of the words of an example are its class's own. All read the same
VW text, each in a process of its own, which tells its processor seconds and how much its memory grew at most;
contenders take turns, the least of several rounds counts. Error: of answers given before the label was seen, one pass.

    python benchmarks/many_classes.py                                    # about two minutes; needs vowpalwabbit
    python benchmarks/many_classes.py --classes 151 --rows 5000 --rounds 1
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from claims import Claim, note
from engine import table
from rich.console import Console

WORDS, LENGTH, OWN_PART = 20_000, 25, 0.25
SETS = {151: (30_000, 60), 1019: (20_000, 40)}  # classes -> rows, words of a class's own
MOST_BY_ITSELF = 1000  # more labels must be said to be classes
BARS = {151: ("--oaa", 2.0), 1019: ("the faster of --oaa and --ect", 3.0)}


def shares(count: int, power: float) -> np.ndarray:
    """Zipf's law."""
    weights = 1 / np.arange(1, count + 1) ** power
    return weights / weights.sum()


def write(path: Path, classes: int, rows: int, own: int, seed: int = 1) -> None:
    """Examples as VW text, classes from 1."""
    rng = np.random.default_rng(seed)
    topics = np.array([rng.choice(WORDS, own, replace=False) for _ in range(classes)])
    labels = rng.choice(classes, rows, p=shares(classes, 0.8))
    lengths = np.maximum(rng.poisson(LENGTH, rows), 3)
    common = rng.choice(WORDS, lengths.sum(), p=shares(WORDS, 1.05))
    special = rng.choice(own, lengths.sum(), p=shares(own, 0.7))
    chosen = rng.random(lengths.sum()) < OWN_PART
    words = np.where(chosen, topics[np.repeat(labels, lengths), special], common)
    with path.open("w") as file:
        for label, part in zip(labels, np.split(words, np.cumsum(lengths)[:-1]), strict=True):
            file.write(f"{label + 1} |w {' '.join(map(str, sorted(set(part.tolist()))))}\n")


def measure(contender: str, path: Path, classes: int) -> dict[str, float]:
    """In this process."""
    if contender == "Auto":
        import thresher as th
        import thresher.evaluation.progressive  # what Vowpal Wabbit imports is not counted either

        model = th.Auto() if classes <= MOST_BY_ITSELF else th.Multiclass(th.Auto())
        before, began = peak(), time.process_time()
        run = th.evaluate(str(path), model)
        error = run.mistakes / run.examples
    else:
        from vowpalwabbit import Workspace

        before, began = peak(), time.process_time()
        vw = Workspace(f"{contender} {classes} --loss_function logistic -b 22 --quiet -d {path}")
        error = vw.get_sum_loss() / vw.get_weighted_examples()
    return {"seconds": time.process_time() - began, "MB": peak() - before, "error": error}


def peak() -> float:
    """Most memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_a_process(contender: str, path: Path, classes: int) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, f"--contender={contender}", "--file", str(path), "--classes", str(classes)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def compare(classes: int, rows: int, own: int, rounds: int, folder: Path) -> list[dict[str, object]]:
    """All contenders on one set."""
    path = folder / f"{classes}.vw"
    write(path, classes, rows, own)
    best: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        for contender in ("Auto", "--oaa", "--ect"):
            found = in_a_process(contender, path, classes)
            best[contender] = {key: min(value, best.get(contender, found)[key]) for key, value in found.items()}
    return [{"classes": classes, "contender": name} | found for name, found in best.items()]


def verdict(classes: int, rows: list[dict[str, object]]) -> str:
    """The bar of a set, and where Auto is."""
    seconds = {str(row["contender"]): float(str(row["seconds"])) for row in rows}
    whom, times = BARS[classes]
    theirs = seconds["--oaa"] if whom == "--oaa" else min(seconds["--oaa"], seconds["--ect"])
    ratio = seconds["Auto"] / theirs
    note(Claim(f"Auto, {classes:,} classes", seconds["Auto"], theirs, "s", f"VW, {whom}", times))
    return f"{classes} classes: {ratio:.2f} times {whom}; bar {times:g}: {'kept' if ratio <= times else 'missed'}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classes", type=int, choices=sorted(SETS), help="one set only")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--contender", help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.contender:
        print(json.dumps(measure(given.contender, given.file, given.classes)))
        return
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        for classes in [given.classes] if given.classes else sorted(SETS):
            rows, own = SETS[classes]
            found = compare(classes, given.rows or rows, own, given.rounds, Path(folder))
            console.print(table(f"{classes} classes", found))
            console.print(verdict(classes, found))


if __name__ == "__main__":
    main()
