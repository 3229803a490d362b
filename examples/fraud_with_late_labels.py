"""Payments of which 1 in 100 is fraud, which is known weeks later: a threshold that was chosen on what was known.

A missed fraud costs 50, an alert that somebody reads for nothing costs 1. The chargeback that tells of a fraud comes
500 to 3,000 payments later; of honest payments it is known after 3,000 that none came.

    python examples/fraud_with_late_labels.py [PICTURE [PICTURE_FOR_PHONES]]
"""

import random
import sys

import thresher as th
from thresher.evaluation import Costs, Decisions
from thresher.late import Delayed
from thresher.reports.canvas import COLOURS, NARROW, canvas, title

PAYMENTS, FIRST, COSTS = 30_000, 10_000, Costs(1, 50)  # the first ones only teach
SHOPS = ("food", "food", "fuel", "clothes", "phones", "gift cards")


def payments(count=PAYMENTS, seed=4):
    """(payment, whether it is fraud): thieves like gift cards, foreign shops, nights and large amounts."""
    draw = random.Random(seed)
    for _ in range(count):
        fraud = draw.random() < 0.01
        yield (
            {
                "amount": round(draw.lognormvariate(5.0 if fraud else 3.5, 1), 2),
                "shop": draw.choice(["gift cards", "gift cards", "phones", "food"] if fraud else SHOPS),
                "country": draw.choice(["home", "abroad"] if fraud else ["home"] * 9 + ["abroad"]),
                "hour": draw.choice([0, 1, 2, 3, 4, 5, *range(24)] if fraud else range(24)),
            },
            fraud,
        )


def weeks(fraud, draw):
    """How many payments later it is known."""
    return draw.randint(500, 3000) if fraud else 3000


def at_once(fraud, draw):
    return 1


def said_and_true(delay):
    """What was said of each payment when it came, with labels that come so late."""
    late, due, said, true, coins = Delayed(th.Auto()), {}, [], [], random.Random(1)
    for now, (payment, fraud) in enumerate(payments()):
        for ticket, label in due.pop(now, ()):
            late.label(ticket, label)
        question = late.ask(payment)
        said.append((question.probabilities or {}).get(True, 0.0))
        true.append(fraud)
        due.setdefault(now + delay(fraud, coins), []).append((question.ticket, fraud))
    return said, true


def draw(path, curves, marks, width=9):
    with canvas(path) as drawn:
        drawn.set_size_inches(width, 3.6 if width > NARROW else 6.4)
        left, right = drawn.subplots(1, 2) if width > NARROW else drawn.subplots(2, 1)
        for (name, (said, true)), colour in zip(curves.items(), COLOURS, strict=False):
            found = Decisions.of(true, said)
            points = [found.at(threshold) for threshold in found.thresholds if found.at(threshold).alerts > 20]
            line = [point.recall for point in points], [point.precision for point in points]
            left.plot(*line, color=colour, label=name)
            steps = [0.002 * 1.1**k for k in range(60)]
            costs = [1000 * cost(said, true, step) / len(true) for step in steps]
            right.plot(steps, costs, color=colour, label=name)
        for (name, point), colour in zip(marks.items(), COLOURS[2:], strict=False):
            left.plot(point.recall, point.precision, "o", color=colour, label=name)
        right.axvline(COSTS.threshold, color=COLOURS[2], ls=":")
        right.set_xscale("log")
        title(left, "Precision against recall, last 20,000 payments")
        title(right, "Cost of 1,000 payments by threshold")
        left.set_xlabel("share of frauds that are found")
        right.set_xlabel("alert from this probability on (dotted: 1/51)")
        left.legend(frameon=False, fontsize=8, loc="lower left")


def cost(said, true, threshold):
    """What alerts for nothing and missed frauds come to."""
    alerts = [probability >= threshold for probability in said]
    return sum(
        COSTS.false_positive * (alert and not fraud) + COSTS.false_negative * (fraud and not alert)
        for alert, fraud in zip(alerts, true, strict=True)
    )


def main(picture="fraud_with_late_labels.png", narrow=None):
    curves = {}
    for name, delay in {"labels weeks late": weeks, "labels at once": at_once}.items():
        said, true = said_and_true(delay)
        curves[name] = said[FIRST:], true[FIRST:]
    said, true = curves["labels weeks late"]
    print(f"{sum(true)} frauds among {len(true):,} payments")
    for name, (probabilities, labels) in curves.items():
        print(f"{name}: average precision {Decisions.of(labels, probabilities).average_precision:.2f}")
    marks = {}
    for name, threshold in {"threshold 1/51": COSTS.threshold, "threshold one half": 0.5}.items():
        marks[name] = found = Decisions.of(true, said).at(threshold)
        paid = cost(said, true, threshold)
        print(f"{name}: {found.hits:.0f} of {found.alerts:.0f} alerts are right, cost {paid:,.0f}")
    print(f"no alerts at all: cost {cost(said, true, 2):,.0f}")
    draw(picture, curves, marks)
    if narrow:
        draw(narrow, curves, marks, width=NARROW)


if __name__ == "__main__":
    main(*sys.argv[1:])
