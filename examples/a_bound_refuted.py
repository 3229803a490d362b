"""A printed mistake bound, and an adversary that breaks it: tracking Winnow of Mesterharm (2003), section 5.2.

For promotion 1.35 and floor 1/(35 lambda) the paper prints 3.98 Z+ (ln lambda + 3.86) where its own derivation gives
7.97 Z+ (ln lambda + 3.86). The adversary knows the learner, and hides one literal among lambda attributes.

    python examples/a_bound_refuted.py [PICTURE [PICTURE_FOR_PHONES]]
"""

import math
import random
import sys

import thresher as th
from thresher.reports.canvas import COLOURS, NARROW, canvas, legend, title
from thresher.theory.bounds import disjunction_mistakes_at_promotion_1_35
from thresher.theory.concepts import OneLiteral, play

NORMS = (2, 4, 8, 16, 32, 64, 128, 256)


def learner(norm):
    return th.TrackingWinnow(promotion=1.35, floor=1 / (35 * norm))


def on_a_random_stream(norm):
    """Mistakes where examples are drawn and nobody is against us."""
    model, coins = learner(norm), random.Random(1)
    for _ in range(4000):
        x = coins.sample(range(1, 4 * norm + 100), norm - 1)
        yes = coins.random() < 0.5  # half of the examples have the literal, attribute 0
        model.learn_one(dict.fromkeys([0, *x] if yes else x, 1), yes)
    return model.mistakes


def measured():
    """For each lambda: printed, derived, forced by the adversary, on a random stream."""
    return [
        (
            norm,
            3.98 * (math.log(norm) + 3.86),
            disjunction_mistakes_at_promotion_1_35(norm=norm, literals=1),
            play(OneLiteral(active=norm), learner(norm)).mistakes,
            on_a_random_stream(norm),
        )
        for norm in NORMS
    ]


def draw(path, rows, width=9):
    norms, printed, derived, forced, drawn_at_random = zip(*rows, strict=True)
    with canvas(path) as drawn:
        drawn.set_size_inches(width, 3.6 if width > NARROW else 4)
        panel = drawn.subplots()
        panel.plot(norms, derived, "--", color=COLOURS[2], label="bound as derived: 7.97 (ln lambda + 3.86)")
        panel.plot(norms, forced, "o-", color=COLOURS[0], label="mistakes that the adversary forces")
        panel.plot(norms, printed, "--", color=COLOURS[1], label="bound as printed: 3.98 (ln lambda + 3.86)")
        panel.plot(norms, drawn_at_random, "s-", ms=4, color=COLOURS[6], label="mistakes on a random stream")
        panel.set_xscale("log", base=2)
        panel.set_xticks(norms, [str(norm) for norm in norms])
        panel.set_ylim(0)
        panel.set_xlabel("lambda: attributes that are on at once")
        title(panel, "Tracking Winnow on one literal without noise")
        legend(panel)


def main(picture="a_bound_refuted.png", narrow=None):
    rows = measured()
    print("lambda  printed  derived  forced  random")
    for norm, printed, derived, forced, drawn_at_random in rows:
        mark = "  <- more than printed" if forced > printed else ""
        print(f"{norm:6}  {printed:7.1f}  {derived:7.1f}  {forced:6}  {drawn_at_random:6}{mark}")
    draw(picture, rows)
    if narrow:
        draw(narrow, rows, width=NARROW)


if __name__ == "__main__":
    main(*sys.argv[1:])
