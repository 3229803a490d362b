"""Few labels on real data: mistakes against the share of labels that were asked for, beside asking at random.

These are counts, not times: the same on every machine. The files are read from the folder THRESHER_DATA.

    THRESHER_DATA=data python benchmarks/asking.py
    THRESHER_DATA=data python benchmarks/asking.py --seeds 10 --figure docs/figures/asking.png
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from late_labels import read

from thresher import Asking, Auto, Perceptron, TrackingWinnow
from thresher._core import coin
from thresher.data.features import UnitLength

FILES = {
    "sms_spam": "sms_spam/sms_spam.libsvm",
    "spamassassin": "spamassassin/spamassassin.libsvm",
    "than/then": "confusion/than_then.gutenberg.libsvm",
}
LEARNERS: dict[str, Callable[[], Any]] = {
    "Perceptron": lambda: Perceptron(transform=UnitLength()),
    "TrackingWinnow": lambda: TrackingWinnow(promotion=1.5, floor=0.0001),
    "Auto": Auto,
}
EAGERNESS = (1.0, 0.3, 0.1, 0.03)
AT_MOST = (0.2, 0.1, 0.05)
TICKS = (1, 2, 5, 10, 20, 50)

Point = tuple[float, float]
"""The share of labels, and mistakes; means over seeds."""


def asking(make: Callable[[], Any], stream: list[Any], seed: int, **said: Any) -> Point:
    """Every label counts; the learner sees those that it asks for."""
    model = Asking(make(), seed=seed, **said)
    wrong = sum(model.learn_one(x, y).mistake for x, y in stream)
    return model.wanted / len(stream), float(wrong)


def at_random(make: Callable[[], Any], stream: list[Any], seed: int, share: float) -> Point:
    """The same, had each label been asked for with the same probability."""
    model, wrong, asked = make(), 0, 0
    for number, (x, y) in enumerate(stream):
        if coin(seed, number, 1) < share:
            asked += 1
            wrong += model.learn_one(x, y).mistake
        else:
            wrong += model.predict_one(x) != y
    return asked / len(stream), float(wrong)


def over(seeds: int, one: Callable[[int], Point]) -> Point:
    """The means over several coins."""
    points = [one(seed) for seed in range(seeds)]
    return mean(share for share, _ in points), mean(wrong for _, wrong in points)


def curves(make: Callable[[], Any], stream: list[Any], seeds: int) -> list[tuple[str, Point, Point]]:
    """Each way to ask, its point, and that of asking for as many at random."""
    ways = [(f"eagerness {k:g}", {"eagerness": k}) for k in EAGERNESS] + [
        (f"at most {s:g}", {"at_most": s}) for s in AT_MOST
    ]
    found = []
    for name, said in ways:
        point = over(seeds, lambda seed, said=said: asking(make, stream, seed, **said))
        found.append((name, point, over(seeds, lambda seed, share=point[0]: at_random(make, stream, seed, share))))
    return found


def draw(panels: list[tuple[str, int, list[tuple[str, Point, Point]]]], path: Path) -> None:
    """A panel for each learner on each file."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    columns = len(LEARNERS)
    figure, axes = plt.subplots(len(panels) // columns, columns, figsize=(4 * columns, 9))
    for axis, (title, always, ways) in zip(axes.flat, panels, strict=True):
        for word, look, place in (("eagerness", "o-", 1), ("at most", "s--", 1), ("", "x:", 2)):
            points = sorted(way[place] for way in ways if way[0].startswith(word))
            axis.plot([100 * s for s, _ in points], [w for _, w in points], look, label=word or "as many at random")
        axis.axhline(always, color="grey", lw=0.8)
        axis.set_title(title, fontsize=9)
        axis.set_ylim(bottom=0)
        axis.set_xscale("log")
        axis.set_xticks(TICKS, [str(tick) for tick in TICKS])
        axis.minorticks_off()
    axes.flat[0].legend(fontsize=8)
    figure.supxlabel("labels asked for, % of all (log scale); grey: mistakes with all labels", fontsize=9)
    figure.supylabel("mistakes", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=70)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="coins to average over")
    parser.add_argument("--figure", type=Path, help="also draw the curves")
    options = parser.parse_args()
    data, panels = Path(os.environ["THRESHER_DATA"]), []
    print("| stream | learner | all labels | way to ask | labels | mistakes | as many at random |")
    print("|---|---|---|---|---|---|---|")
    for name, file in FILES.items():
        stream = read(data / file)
        for learner, make in LEARNERS.items():
            always = make()
            wrong = sum(always.learn_one(x, y).mistake for x, y in stream)
            ways = curves(make, stream, options.seeds)
            panels.append((f"{name}, {learner}", wrong, ways))
            for way, (share, mistakes), (_, random) in ways:
                print(
                    f"| {name} | {learner} | {wrong:,} | {way} | {share:.1%} | {mistakes:,.0f} | {random:,.0f} |",
                    flush=True,
                )
    if options.figure:
        draw(panels, options.figure)


if __name__ == "__main__":
    main()
