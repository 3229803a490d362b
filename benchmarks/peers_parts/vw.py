"""Vowpal Wabbit: its own command line, one pass, its predictions as it wrote them before each update.

Every example is predicted before its label is used, and the error is the average loss that VW itself reports with
--binary. Raw scores say how sure it was. (Coin betting first takes in how large the values of an example are, then
predicts, then looks at the label; its predict() alone does not, and errs more often.) The text it reads has the
numbers of columns as names, and more weights than columns, so that nothing collides.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..files import LAUNCH
from .contestant import PATIENCE, Answer, Contestant, OutOfTime, logistic
from .examples import Examples

BITS = 22
MOST_PAIRED = 100
VW_COMMAND = (sys.executable, "-m", "vowpalwabbit")


def write_text(examples: Examples, path: Path) -> None:
    """Examples as VW reads them: labels -1 and 1, or 1 .. k."""
    names = [f" {column}" for column in range(examples.columns)]
    with path.open("w", encoding="ascii") as file:
        for at, y in enumerate(examples.y.tolist()):
            columns, values = examples.row(at)
            label = y + 1 if not examples.binary else 2 * y - 1
            pairs = zip(columns.tolist(), values.tolist(), strict=True)
            file.write(f"{label} |" + "".join(_token(names[c], v) for c, v in pairs) + "\n")


def bits_for(examples: Examples) -> int:
    """So many that every column has a weight of its own."""
    return max(BITS, int(examples.columns).bit_length() + 1)


def run_command(command: Sequence[str], limit: float) -> tuple[float, float]:
    """Seconds of the processor and peak of memory in MB of a whole process, start-up included."""
    launcher = [sys.executable, "-S", "-c", LAUNCH, *command]
    before = _children_seconds()
    try:
        done = subprocess.run(launcher, check=True, capture_output=True, text=True, timeout=PATIENCE * limit)
    except subprocess.TimeoutExpired:
        raise OutOfTime(f"the process was stopped after {PATIENCE * limit:g} s") from None
    answer = json.loads(done.stdout)
    if answer["failure"]:
        raise RuntimeError(f"{command[0]} failed: {answer['failure']}")
    return _children_seconds() - before, answer["peak_mb"]


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@cache
def idle_mb(bits: int) -> float:
    """The peak of memory of a VW that learns nothing."""
    return run_command([*VW_COMMAND, "-b", str(bits), "--no_stdin", "--quiet", "-d", os.devnull], 60.0)[1]


class VowpalWabbit:
    """VW with some options, as a contestant plays. states: its scores are log odds."""

    def __init__(self, options: str, *, states: bool = False) -> None:
        self.options = options
        self.states = states

    def __call__(self, examples: Examples, limit: float) -> Answer:
        with tempfile.TemporaryDirectory() as folder:
            text, said = Path(folder, "examples.vw"), Path(folder, "said")
            write_text(examples, text)
            written = "-r" if examples.binary else "-p"
            seconds, peak = run_command([*self.command(examples), written, str(said), "-d", str(text)], limit)
            answers = np.loadtxt(said, ndmin=1, usecols=0)
        memory = max(0.0, peak - idle_mb(bits_for(examples)))
        if not examples.binary:
            return Answer(answers.astype(np.int32) - 1, file_seconds=seconds, memory_mb=memory)
        probabilities = logistic(answers) if self.states else None
        return Answer((answers > 0).astype(np.int32), answers, probabilities, None, seconds, memory)

    def command(self, examples: Examples) -> list[str]:
        way = [] if "--ect" in self.options else ["--oaa"]
        many = ["--binary"] if examples.binary else [*way, str(examples.classes)]
        bits = ["-b", str(bits_for(examples)), "--no_stdin", "--quiet"]
        return [*VW_COMMAND, *self.options.split(), *many, *bits]


def _token(name: str, value: float) -> str:
    return name if value == 1.0 else f"{name}:{value!r}"


def _contestant(name: str, options: str, *, states: bool, tuned: bool = False, **more: Any) -> Contestant:
    play = VowpalWabbit(options, states=states)
    return Contestant(f"vw-{name}", "vw", f"vw {options}", play, tuned=tuned, many=True, **more)


def _too_long(examples: Examples) -> str:
    """Pairs of a text's words are more than its words by hundreds."""
    active = len(examples.indices) / len(examples)
    return (
        "" if active <= MOST_PAIRED else f"pairs are tried where rows have {MOST_PAIRED} attributes at most, on average"
    )


LOSSES = ("logistic", "hinge", "squared")

VW = [
    *(_contestant(loss, f"--loss_function {loss}", states=loss == "logistic") for loss in LOSSES),
    _contestant("coin", "--coin --loss_function logistic", states=True),
    _contestant("ftrl", "--ftrl --loss_function logistic", states=True),
    _contestant("ect", "--loss_function logistic --ect", states=False, binary=False),
    *(
        _contestant(f"pairs-{name}", f"-q :: {options}", states=name != "hinge", unfit=_too_long)
        for name, options in (
            ("logistic", "--loss_function logistic"),
            ("hinge", "--loss_function hinge"),
            ("coin", "--coin --loss_function logistic"),
        )
    ),
    *(
        _contestant(f"{loss}-l{rate}", f"--loss_function {loss} -l {rate}", states=loss == "logistic", tuned=True)
        for loss in LOSSES
        for rate in ("0.05", "5")
    ),
    _contestant("coin-hinge", "--coin --loss_function hinge", states=False, tuned=True),
    _contestant("coin-squared", "--coin --loss_function squared", states=False, tuned=True),
    *(
        _contestant(f"ftrl-a{alpha}", f"--ftrl --loss_function logistic --ftrl_alpha {alpha}", states=True, tuned=True)
        for alpha in ("0.05", "5")
    ),
]
