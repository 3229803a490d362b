"""Rare positives: average precision and log loss of Auto beside VW and scikit-learn, and what a change costs.

Progressive: every row is predicted before its label is seen, once through. VW in three ways (logistic, hinge, coin),
scikit-learn's SGDClassifier(loss="log_loss"). Real sets are thinned: rows are drawn again and again, positives so
seldom. Log odds are kept within 30.

    THRESHER_DATA=data python benchmarks/rare.py                        # a million rows each, an hour; needs VW
    python benchmarks/rare.py --rows 100000 --sets payments,numbers     # a look
    python benchmarks/rare.py --contestants Auto                        # Auto alone
    python benchmarks/rare.py --changes                                 # the concept turns half-way: restarts, the rest
    python benchmarks/rare.py --class-weights                           # what weights of classes do to the ranking
    python benchmarks/rare.py --ask --rows 100000 --sets payments,words # what asking for few labels does to it
"""

import argparse
import importlib.util
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

from benchmarks.rare_parts.contestants import VW_OPTIONS, auto, sgd, vw, write_text  # noqa: E402
from benchmarks.rare_parts.streams import FILES, MADE, RareStream, payments, thinned  # noqa: E402

MOST_LOGIT = 30.0
CHANGES = (
    ("drawn anew", 0.0085, 100_000, False),
    ("turned round", 0.0085, 100_000, True),
    ("drawn anew", 0.001, 300_000, False),
)


def measured(y: np.ndarray, logits: np.ndarray) -> tuple[float, float]:
    """Average precision and mean log loss in nats."""
    from sklearn.metrics import average_precision_score

    logits = np.clip(logits, -MOST_LOGIT, MOST_LOGIT)
    return float(average_precision_score(y, logits)), float(np.logaddexp(0, np.where(y, -logits, logits)).mean())


def streams(options: argparse.Namespace) -> Iterator[tuple[float, RareStream]]:
    """Those asked for, each share of positives."""
    wanted = options.sets.split(",") if options.sets else [*MADE, *FILES]
    for share in options.shares:
        for name in wanted:
            if name in MADE:
                yield share, MADE[name](options.rows, share, options.seed)
            elif options.data is not None:
                yield share, thinned(name, options.data, options.rows, share, options.seed)


def beside_peers(options: argparse.Namespace) -> None:
    """A line for each contestant and stream."""
    print("| stream | rows | positive | contestant | average precision | log loss |\n|---|---|---|---|---|---|")
    for share, stream in streams(options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "stream.vw")
            write_text(stream, path)
            said = {"Auto": auto(path, stream.y)[0]}
            wanted = {name: text for name, text in VW_OPTIONS.items() if name in options.contestants}
            said |= {name: vw(path, text, stream.X.shape[1]) for name, text in wanted.items()}
        if "SGDClassifier" in options.contestants:
            said["SGDClassifier"] = sgd(stream)
        of = {name: measured(stream.y, logits) for name, logits in said.items()}
        for name, (precision, loss) in of.items():
            positive = f"{stream.y.sum():,} ({share:.1%})"
            line = f"| {stream.name} | {len(stream.y):,} | {positive} | {name} | {precision:.4f} | {loss:.5f} |"
            print(line, flush=True)
        others = [of[name] for name in of if name != "Auto"]
        if not others:
            continue
        best, least = max(one[0] for one in others), min(one[1] for one in others)
        ratios = f"x {of['Auto'][0] / best:.3f} | x {of['Auto'][1] / least:.3f}"
        print(f"| {stream.name} | | | Auto over the best of the others | {ratios} |", flush=True)


def changes(options: argparse.Namespace) -> None:
    """Payments whose concept turns half-way: Auto after the turn, and a new Auto that begins there."""
    print("| the concept is | positive | seed | restarts after | after the turn | a fresh start |")
    print("|---|---|---|---|---|---|")
    for kind, share, half, turned_round in CHANGES:
        for seed in range(options.seed, options.seed + options.seeds):
            stream = payments(2 * half, share, seed, (half,), turned_round=turned_round)
            tail = stream.from_row(half)
            with tempfile.TemporaryDirectory() as folder:
                paths = Path(folder, "all.vw"), Path(folder, "tail.vw")
                write_text(stream, paths[0])
                write_text(tail, paths[1])
                old, model = auto(paths[0], stream.y)
                fresh, _ = auto(paths[1], tail.y)
            (a, b), (c, d) = measured(tail.y, old[half:]), measured(tail.y, fresh)
            at = restarts_of(model, half)
            print(f"| {kind} | {share:.2%} | {seed} | {at} | {a:.4f}, {b:.5f} | {c:.4f}, {d:.5f} |", flush=True)


def restarts_of(model: object, half: int) -> str:
    """When trust began anew, as far as the history tells."""
    lines = model.explain().history  # type: ignore[attr-defined]
    after = [b.examples - half for a, b in pairwise(lines) if b.restarts > a.restarts]
    return ", ".join(f"{one:,}" for one in after) or "none"


def class_weights(options: argparse.Namespace) -> None:
    """Auto with positives that count several times: the ranking, and the probabilities."""
    import thresher as th

    print("| positives count | average precision | log loss |\n|---|---|---|")
    stream = payments(options.rows, 0.0085, options.seed)
    rows, labels = stream.X, stream.y
    for weight in (1.0, 3.0, 10.0, 30.0):
        model, said = th.Auto(labels=(0, 1)), []
        importance = np.where(labels, weight, 1.0)
        for first in range(0, len(labels), 100):
            part = slice(first, first + 100)
            said.append(np.asarray(model.scores(rows[part])))
            model.learn_many(rows[part], labels[part].astype(int), importance[part])
        precision, loss = measured(labels, np.concatenate(said))
        print(f"| {weight:g} times | {precision:.4f} | {loss:.5f} |", flush=True)


def few_labels(options: argparse.Namespace) -> None:
    """Auto that asks for at most a share of the labels, beside one that sees as many at random."""
    import thresher as th
    from thresher._core import coin

    print("| stream | positive | at most | asked for | positives among them | average precision | at random |")
    print("|---|---|---|---|---|---|---|")
    for share, stream in streams(options):
        labels = stream.y.tolist()
        rows = [th.Example(stream.X[[row]]) for row in range(len(labels))]
        for at_most in (1.0, 0.5, 0.2, 0.1, 0.05):
            asking, random = th.Asking(th.Auto(labels=(False, True)), at_most=at_most), th.Auto(labels=(False, True))
            said, drawn, positives = [], [], 0
            for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
                question = asking.ask(row)
                said.append(question.score)
                if question.wants_label:
                    asking.label(question.ticket, label)
                    positives += label
                drawn.append(random.score_one(row))
                if coin(options.seed, number, 1) < at_most:
                    random.learn_one(row, label)
            of = [measured(stream.y, np.array(scores))[0] for scores in (said, drawn)]
            asked = f"{asking.wanted / len(rows):.1%} | {positives:,} of {sum(labels):,}"
            print(f"| {stream.name} | {share:.1%} | {at_most:g} | {asked} | {of[0]:.4f} | {of[1]:.4f} |", flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    named = os.environ.get("THRESHER_DATA")
    parser.add_argument("--data", type=Path, default=Path(named) if named else None, help="default: $THRESHER_DATA")
    parser.add_argument("--sets", default="", help="only these, separated by commas")
    parser.add_argument("--shares", type=float, nargs="+", default=[0.01, 0.001], help="of positives")
    everyone = ["Auto", *VW_OPTIONS, "SGDClassifier"]
    parser.add_argument(
        "--contestants", nargs="+", choices=everyone, default=everyone, help="beside Auto, who is always there"
    )
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=3, help="with --changes: so many streams of each kind")
    parser.add_argument("--changes", action="store_true")
    parser.add_argument("--class-weights", action="store_true")
    parser.add_argument("--ask", action="store_true")
    options = parser.parse_args(arguments)
    if options.changes:
        changes(options)
    elif options.class_weights:
        class_weights(options)
    elif options.ask:
        few_labels(options)
    else:
        if VW_OPTIONS.keys() & options.contestants and importlib.util.find_spec("vowpalwabbit") is None:
            sys.exit(
                "Vowpal Wabbit is not installed here.\n"
                "hint: pip install vowpalwabbit; --changes, --class-weights and --ask need none"
            )
        beside_peers(options)


if __name__ == "__main__":
    main()
