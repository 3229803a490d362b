"""All attempts to make the service lose something, one after the other, and their counts at the end.

    python -m benchmarks.faults                  # what `make faults` does: two hours or so on two cores
    python -m benchmarks.faults --share 0.01     # a hundredth of the rounds: a look at whether they run here

A script that can't run here says why and is told as skipped; one that fails is told at the end, and the rest goes on.
"""

import argparse
import os
import subprocess
import sys
import time

ROUNDS = {"kills": 1000, "power": 200, "calls": 100, "full_disk": 10, "clocks": 1, "damage": 2000, "nonsense": 100_000}
CANT = 77


def run(script: str, rounds: int) -> tuple[int, list[str]]:
    """The script's exit code, and its last lines that are sums."""
    command = [sys.executable, "-W", "ignore", "-m", f"benchmarks.faults.{script}", "--rounds", str(rounds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        print(line, end="", flush=True)
        lines.append(line.rstrip())
    return process.wait(), [line for line in lines if line and not line.startswith(" ")][-6:]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="of the rounds")
    parser.add_argument("--only", help="scripts, with commas between them; default: all")
    given = parser.parse_args()
    wanted = given.only.split(",") if given.only else list(ROUNDS)
    os.nice(5)
    found = {}
    for script in wanted:
        rounds = max(1, round(ROUNDS[script] * given.share))
        print(f"== {script}, {rounds:,} rounds", flush=True)
        began = time.monotonic()
        code, lines = run(script, rounds)
        word = {0: "held", CANT: "skipped"}.get(code, f"FAILED ({code})")
        found[script] = f"{word} after {time.monotonic() - began:,.0f} s", lines
    print("\n== all of them")
    for script, (word, lines) in found.items():
        print(f"{script}: {word}", *lines, sep="\n    ")
    if any("FAILED" in word for word, _ in found.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
