"""Log lines of which few matter, and a person who has time to look at one in fifty: which ones to show them.

A learner that asks chooses the lines it is least sure of; beside it one whose lines are drawn at random. Half-way a
kind of failure turns up that nobody has seen.

    python examples/log_anomalies.py [PICTURE [PICTURE_FOR_PHONES]]
"""

import random
import sys

import thresher as th
from thresher.reports.canvas import COLOURS, NARROW, canvas, legend, title

LINES, SHARE = 20_000, 0.02
USUAL = (
    "{service}: request {n} done in {n} ms",
    "{service}: connection from {host} closed",
    "{service}: cache hit for key {n}",
    "{service}: job {n} started on {host}",
    "{service}: health check ok",
    "{service}: retry {n} of upload to {host}, timeout",
)
FAILURES = (
    "{service}: lost lease on {host}, no leader elected",
    "{service}: checksum mismatch in segment {n}",
    "{service}: disk {host} is read only, write refused",
)
NEW = ("{service}: certificate of {host} expired, handshake refused", "{service}: clock of {host} is {n} s ahead")


def lines(count=LINES, seed=2):
    """(line, whether somebody should have looked at it)."""
    draw = random.Random(seed)
    for number in range(count):
        matters = draw.random() < 0.04
        kinds = USUAL if not matters else FAILURES if number < count // 2 else (*FAILURES, *NEW)
        service, host = draw.choice(["auth", "billing", "search", "store"]), f"h{draw.randrange(40)}"
        yield draw.choice(kinds).format(service=service, host=host, n=draw.randrange(5000)), matters


class AtRandom:
    """Asks for a share of the labels without looking."""

    def __init__(self, learner, share, seed=0):
        self.late, self.share, self.draw = th.Delayed(learner), share, random.Random(seed)

    def ask(self, x):
        return self.late.ask(x)

    def wants(self, question):
        return self.draw.random() < self.share


class Unsure:
    """Asks where it is least sure: `th.Asking`."""

    def __init__(self, learner, share):
        self.late = th.Asking(learner, at_most=share)

    def ask(self, x):
        return self.late.ask(x)

    def wants(self, question):
        return question.wants_label


def follow(someone):
    """For each line: whether the answer was wrong, whether the line mattered, whether the person was asked."""
    told = []
    for line, matters in lines():
        question = someone.ask(th.words(line))
        asked = someone.wants(question)
        if asked:
            someone.late.label(question.ticket, matters)
        told.append((question.prediction != matters, matters, asked))
    return told


def summed(values):
    total, sums = 0, []
    for value in values:
        total += value
        sums.append(total)
    return sums


def draw(path, told, width=9):
    with canvas(path) as drawn:
        drawn.set_size_inches(width, 4.6)
        above, below = drawn.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        for (name, lines_of), colour in zip(told.items(), COLOURS, strict=False):
            above.plot(summed(wrong for wrong, _, _ in lines_of), color=colour, label=name)
            below.plot(summed(asked and matters for _, matters, asked in lines_of), color=colour, label=name)
        title(above, "Wrong answers so far")
        title(below, "Failures among the lines that the person was shown, so far")
        for panel in (above, below):
            panel.axvline(LINES // 2, color="#55595f", lw=0.8, ls=":")
            legend(panel)
        below.set_xlabel("log lines (dotted: a new kind of failure)")
        below.set_xlim(0, LINES)


def main(picture="log_anomalies.png", narrow=None):
    told = {
        "lines it is least sure of": follow(Unsure(th.Auto(labels=(False, True)), SHARE)),
        "lines drawn at random": follow(AtRandom(th.Auto(labels=(False, True)), SHARE)),
    }
    for name, lines_of in told.items():
        asked, wrong = sum(asked for _, _, asked in lines_of), sum(wrong for wrong, _, _ in lines_of)
        missed = sum(wrong and matters for wrong, matters, _ in lines_of)
        print(f"{name}: {asked} of {len(lines_of):,} shown; {wrong} answers were wrong, {missed} failures missed")
    draw(picture, told)
    if narrow:
        draw(narrow, told, width=NARROW)


if __name__ == "__main__":
    main(*sys.argv[1:])
