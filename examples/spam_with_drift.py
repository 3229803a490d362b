"""Spam whose words change: when a filter notices, what changed, and what a filter that never begins anew makes of it.

6,400 generated text messages; spammers change their words three times. Every message is answered before its label is
seen.

    python examples/spam_with_drift.py [PICTURE [PICTURE_FOR_PHONES]]
"""

import sys

import thresher as th
from thresher.reports.canvas import COLOURS, NARROW, canvas, legend, title
from thresher.streams import PlantedMessages

WINDOW = 200
WATCHED = ("prize", "parcel", "password", "crypto")  # a word of each campaign


def follow(messages):
    """Answers and learns message by message; what Auto knew of the watched words is written down every 100 messages."""
    models = {"Auto": th.Auto(), "Arow, which grows ever surer": th.Arow()}
    wrong = {name: [] for name in models}
    weights = {word: [] for word in WATCHED}
    events = []
    watch = th.evaluation.DriftWatch(models["Auto"], on_drift=events.append)
    for number, (text, spam) in enumerate(messages, 1):
        for name, model in models.items():
            wrong[name].append(model.learn_one(th.words(text), spam).mistake)
        watch.look()
        if number % 100 == 0:
            known = models["Auto"].weights()
            for word in WATCHED:
                weights[word].append((number, known.get(word, 0.0)))
    return wrong, weights, events


def draw(path, wrong, weights, shifts, events, width=7.8):
    with canvas(path) as drawn:
        drawn.set_size_inches(width, 3.9 if width > NARROW else 4.6)
        above, below = drawn.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        for (name, mistakes), colour in zip(wrong.items(), COLOURS, strict=False):
            ends = range(WINDOW, len(mistakes) + 1, WINDOW // 2)
            shares = [100 * sum(mistakes[end - WINDOW : end]) / WINDOW for end in ends]
            above.plot(ends, shares, color=colour, label=name)
        noticed = [event.examples for event in events]
        above.plot(noticed, [0] * len(noticed), "^", color=COLOURS[0], ms=8, clip_on=False, label="Auto noticed")
        title(above, f"Wrong answers, % of the last {WINDOW} messages")
        for (word, points), colour in zip(weights.items(), COLOURS[2:], strict=False):
            below.plot(*zip(*points, strict=True), color=colour, label=word)
        below.axhline(0, color="#55595f", lw=0.6)
        title(below, "Weights of four words in Auto (above 0: for spam)")
        for panel in (above, below):
            for shift in shifts:
                panel.axvline(shift, color="#55595f", lw=0.8, ls=":")
            legend(panel)
        below.set_xlabel("messages (dotted: spammers change their words)")
        below.set_xlim(0, max(len(mistakes) for mistakes in wrong.values()))


def main(picture="spam_with_drift.png", narrow=None):
    messages = PlantedMessages()
    wrong, weights, events = follow(messages)
    for name, mistakes in wrong.items():
        print(f"{name}: {sum(mistakes)} mistakes in {len(mistakes):,}")
    for shift, event in zip(messages.shifts, events, strict=True):
        words = [change.attribute for change in event.changed if not str(change.attribute).startswith("_")][:4]
        print(f"changed after {shift:,}, noticed {event.examples - shift} messages later: {', '.join(words)}")
    draw(picture, wrong, weights, messages.shifts, events)
    if narrow:
        draw(narrow, wrong, weights, messages.shifts, events, width=NARROW)


if __name__ == "__main__":
    main(*sys.argv[1:])
