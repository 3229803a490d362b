"""What words are worth, and pairs, runs of characters and shape beside them: error, attributes and time, set by set.

Progressive error of one pass, of Auto and of one plain learner; then how many characters a second are split. Where the
texts come from, and how to get them, is in text_sets.py.

    THRESHER_DATA=data python benchmarks/text_options.py --corpora corpora --speed    # all of docs/text.md
    THRESHER_DATA=data python benchmarks/text_options.py --sets SMS                   # a look
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from text_sets import Corpora, Rows

import thresher as th

OPTIONS: dict[str, dict[str, Any]] = {
    "words": {},
    "pairs": {"pairs": True},
    "shape": {"shape": True},
    "characters": {"characters": (3, 4)},
    "pairs, shape": {"pairs": True, "shape": True},
    "characters, shape": {"characters": (3, 4), "shape": True},
    "all": {"pairs": True, "characters": (3, 4), "shape": True},
}
LEARNERS = {"Auto": th.Auto, "AdaptiveWinnow": th.AdaptiveWinnow}


def splitter(options: dict[str, Any]) -> th.text.Words:
    """Words with these options and no others."""
    return th.text.Words(**({"shape": False} | options))


def measured(rows: Rows, options: dict[str, Any]) -> dict[str, float]:
    """Errors of one pass, attributes of a text, attributes in all, and processor time."""
    X = splitter(options).many([text for _, text in rows])
    y = np.array([label for label, _ in rows])
    found: dict[str, float] = {"attributes of a text": len(X.values) / len(rows), "attributes": X.columns}
    for name, learner in LEARNERS.items():
        began = time.process_time()
        said = np.asarray(learner().learn_many(X, y))
        found[f"{name}, seconds"] = time.process_time() - began
        found[name] = float(np.mean(said != y))
    return found


def speed(texts: list[str], rounds: int) -> dict[str, tuple[float, float]]:
    """Million characters a second: as a matrix, and as a dict each. The best of several rounds, which take turns."""
    size = sum(map(len, texts))
    best = dict.fromkeys(OPTIONS, (0.0, 0.0))
    for _ in range(rounds):
        for name, options in OPTIONS.items():
            split = splitter(options)
            times = []
            for run in (lambda: split.many(texts), lambda: [split(text) for text in texts]):  # noqa: B023
                began = time.process_time()
                run()
                times.append(size / (time.process_time() - began) / 1e6)
            best[name] = (max(best[name][0], times[0]), max(best[name][1], times[1]))
    return best


def show_errors(corpora: Corpora, wanted: list[str]) -> list[dict[str, dict[str, float]]]:
    """A table for each set; what was found with each option, for the sets that nobody generated."""
    real = []
    for name, rows_of in corpora.sets().items():
        rows = rows_of() if not wanted or name in wanted else []
        if not rows:
            continue
        length = sum(len(text) for _, text in rows) / len(rows)
        positive = sum(label for label, _ in rows) / len(rows)
        print(f"\n{name}: {len(rows)} texts of {length:.0f} characters, {100 * positive:.0f} % positive", flush=True)
        print(f"{'':20}{'Auto':>9}{'Winnow':>9}{'per text':>10}{'in all':>10}{'Auto, s':>9}")
        of_set: dict[str, dict[str, float]] = {}
        for called, options in OPTIONS.items():
            found = of_set[called] = measured(rows, options)
            errors = f"{found['Auto']:9.4f}{found['AdaptiveWinnow']:9.4f}"
            cost = f"{found['attributes of a text']:10.1f}{found['attributes']:10.0f}{found['Auto, seconds']:9.2f}"
            print(f"{called:20}{errors}{cost}", flush=True)
        real += [] if name.startswith("generated") else [of_set]
    return real


def show_ratios(real: list[dict[str, dict[str, float]]]) -> None:
    """Arithmetic means, over the sets, of the ratios to words alone."""
    print(f"\nratios to words alone, means over {len(real)} sets that nobody generated")
    print(f"{'':20}{'Auto':>9}{'Winnow':>9}{'per text':>10}{'in all':>10}")
    for called in OPTIONS:
        means = [
            sum(found[called][what] / found["words"][what] for found in real) / len(real)
            for what in (*LEARNERS, "attributes of a text", "attributes")
        ]
        print(f"{called:20}{means[0]:9.2f}{means[1]:9.2f}{means[2]:10.1f}{means[3]:10.1f}")


def show_speed(corpora: Corpora, rounds: int) -> None:
    """One table for short texts, one for long ones."""
    rows = corpora.sets()["SMS"]() or corpora.sets()["generated, word order"]()
    made = [text for _, text in rows]
    for called, texts in (("short texts", made), ("the same as long ones", [" ".join(made[i::50]) for i in range(50)])):
        print(f"\n{called}: million characters a second, as a matrix and as dicts")
        for name, (matrix, dicts) in speed(texts, rounds).items():
            print(f"{name:20}{matrix:9.1f}{dicts:9.1f}", flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, default=Path("corpora"), help="where the downloaded packages are")
    parser.add_argument("--sets", nargs="*", default=[], help="these alone")
    parser.add_argument("--speed", action="store_true", help="also characters a second")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    corpora = Corpora(given.corpora)
    real = show_errors(corpora, given.sets)
    if real:
        show_ratios(real)
    if given.speed:
        show_speed(corpora, given.rounds)


if __name__ == "__main__":
    main()
